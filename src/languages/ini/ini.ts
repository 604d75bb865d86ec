/** Settings in sections: `setup.cfg`, `tox.ini`, `alembic.ini`. */
import { dataLanguage, type Entry } from '../../extractors/data-files/entries.ts';
import { SERVER_PATHS } from '../../extractors/data-files/server-paths.ts';

export const INI_DATA = dataLanguage(
  {
    id: 'ini',
    title: 'INI',
    extensions: ['.ini', '.cfg'],
    fileNames: ['application.properties'],
  },
  {
    read: readIni,
    comment: /^\s*[#;]/,
    starts: [
      {
        name: 'setup.cfg',
        files: /(?:^|\/)setup\.cfg$/,
        keys: [
          'options.entry_points.console_scripts.*',
          'options.entry_points.gui_scripts.*',
          'entry_points.console_scripts.*',
        ],
      },
      ...SERVER_PATHS,
    ],
  },
);

const SECTION = /^\[([^\]]+)\]/;

/** A section or setting that is being read. */
interface Open {
  readonly name: string;
  readonly start: number;
  end: number;
  readonly scalar?: string;
  readonly entries: Open[];
}

/** Reads sections; settings before the first one are beside them. */
function readIni(text: string): readonly Entry[] {
  const roots: Open[] = [];
  let section: Open | undefined;
  let setting: Open | undefined;
  for (const { 0: line, index: start } of text.matchAll(/^.*$/gm)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const end = start + line.trimEnd().length;
    const name = SECTION.exec(line)?.[1];
    const read = settingIn(line, start, end);
    if (name !== undefined) {
      section = { name: name.trim(), start, end, entries: [] };
      setting = undefined;
      roots.push(section);
    } else if (setting !== undefined && /^\s/.test(line)) {
      setting.end = end;
      if (read !== undefined) setting.entries.push(read);
    } else if (read !== undefined) {
      setting = read;
      (section?.entries ?? roots).push(setting);
    }
    if (section !== undefined) section.end = end;
  }
  return roots.map(entryOf);
}

/** Reads `key = value` or `key: value`. */
function settingIn(line: string, start: number, end: number): Open | undefined {
  const mark = line.search(/[=:]/);
  const name = line.slice(0, Math.max(mark, 0)).trim();
  if (name === '') return undefined;
  const scalar = line.slice(mark + 1).trim();
  const indent = line.length - line.trimStart().length;
  const open = { name, start: start + indent, end, entries: [] };
  return scalar === '' ? open : { ...open, scalar };
}

function entryOf({ entries, ...open }: Open): Entry {
  return entries.length === 0 ? open : { ...open, entries: entries.map(entryOf) };
}
