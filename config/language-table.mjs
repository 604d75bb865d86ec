// The README's table of languages: what each is shown with in the golden files of fixtures/languages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const GOLDENS = new URL('../fixtures/languages/', import.meta.url);
const START = '<!-- languages -->\n';
const END = '<!-- /languages -->';

/** Each column, with what stands in a golden file where a language has it. */
const COLUMNS = [
  ['declarations', /^\/\/\^ definition /m],
  ['doc comments', /^\/\/\^ {3}doc: /m],
  ['imports', /^\/\/\^ import (?!implicit)/m],
  ['re-exports', /^\/\/\^ (import reexport|export \*)/m],
  ['heritage', /^\/\/\^ (extends|implements) /m],
  ['types', /^\/\/\^ type /m],
  ['annotations', /^\/\/\^ decorator /m],
];

/** `→ ~name`: told by the names in scope alone. */
const RESOLVED_CALL = /^\/\/\^ call .*→ [^~?]/m;
const SCOPED_CALL = /^\/\/\^ call .*→ ~/m;

/** The text of the README with its table of languages as it should be. */
export function withLanguageTable(readme, languages) {
  const from = readme.indexOf(START) + START.length;
  return `${readme.slice(0, from)}${languageTable(languages)}${readme.slice(readme.indexOf(END))}`;
}

function languageTable(languages) {
  const titlesByCells = new Map();
  for (const language of languages.filter(({ support }) => support !== 'file')) {
    const cells = cellsOf(language, languages).join(' | ');
    titlesByCells.set(cells, [...(titlesByCells.get(cells) ?? []), language.title]);
  }
  const names = ['', ...COLUMNS.map(([name]) => name), 'calls'];
  const rows = [...titlesByCells].map(([cells, titles]) => `| ${titles.join(', ')} | ${cells} |`);
  return [`|${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`, ...rows, ''].join('\n');
}

function cellsOf(language, languages) {
  const shown = shownBy(language, languages);
  const cells = COLUMNS.map(([, pattern]) => (pattern.test(shown) ? 'yes' : '–'));
  if (language.support === 'parts') {
    cells[0] = /^\/\/\^ link /m.test(shown) ? 'sections, links, code blocks' : 'named parts';
  }
  return [...cells, callsIn(shown)];
}

function callsIn(shown) {
  if (RESOLVED_CALL.test(shown)) return 'resolved';
  return SCOPED_CALL.test(shown) ? 'by names in scope' : '–';
}

/** Markup and dialects are read by their family's extractor, and shown with what is their own alone. */
function shownBy({ id, family }, languages) {
  const ids = ['ecmascript', 'markdown'].includes(family)
    ? languages.filter((other) => other.family === family).map((other) => other.id)
    : [id];
  return ids.flatMap(goldensOf).join('\n');
}

function goldensOf(id) {
  const folder = new URL(`${id}/`, GOLDENS);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.golden'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
}
