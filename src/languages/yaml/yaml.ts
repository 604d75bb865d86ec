import { dataLanguage } from '../../extractors/data-files/entries.ts';
import { YAML_STARTS } from './starts.ts';

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
    // Loaded lazily because the parser consists of about 50 modules.
    read: async (text) => (await import('./read-yaml.ts')).readYaml(text),
    comment: /^\s*#/,
    starts: YAML_STARTS,
    readWhole: async (text) => (await import('./read-whole.ts')).readWhole(text),
  },
);
