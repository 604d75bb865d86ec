import { dataLanguage } from '../../extractors/data-files/entries.ts';

export const YAML_DATA = dataLanguage(
  {
    id: 'yaml',
    title: 'YAML',
    aliases: ['yml'],
    extensions: ['.yaml', '.yml', '.cff'],
    fileNames: ['.clang-format', '.clang-tidy', '.yamllint'],
    settingsBytesMax: 256 * 1024,
  },
  {
    // The parser is half a hundred modules, which only who meets such a file has to load.
    read: async (text) => (await import('./read-yaml.ts')).readYaml(text),
    comment: /^\s*#/,
  },
);
