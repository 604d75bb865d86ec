import { linesByPath } from '../answer/by-path.ts';
import { plural } from '../answer/display.ts';
import { LEFT_OUT, type NameAccount, OTHER_LINES } from './name-account.ts';

const LABELS: Readonly<Record<string, string>> = {
  other_symbols: 'of other symbols',
  bindings: 'destructured',
  fields: 'of fields of that name',
  documentation: 'in documentation',
  comments: 'in comments',
  strings: 'in strings',
  elsewhere: 'in files that do not import it',
  related: 'of members above or below it',
};

/**
 * Returns the account as one line. Example: "account of `pay`: 9 lines in 3 files = 4 calls, 1
 * declaration (listed) + 2 in comments + 2 open: a.ts:4(), b.ts:9". `known` says of the lines that
 * the graph knows whether they are listed.
 */
export function accountText(account: NameAccount | undefined, known = 'listed'): string {
  if (account === undefined) return '';
  const { name, line_count: total, file_count: files, under_other_names: others = 0 } = account;
  const head = `account of \`${name}\``;
  if (total === undefined)
    return `${head}: in ${plural(files, 'file')}, too many to count; codebase_search_text does`;
  const groups = { listed: [] as string[], left: [] as string[], other: [] as string[] };
  for (const [key, count] of Object.entries(account.lines)) {
    if (key === 'open') continue;
    const kind = key.startsWith(LEFT_OUT) ? key.slice(LEFT_OUT.length) : key;
    const isOther = OTHER_LINES.includes(key);
    const group = isOther ? 'other' : key === kind ? 'listed' : 'left';
    groups[group].push(`${count} ${LABELS[kind] ?? counted(kind, count)}`);
  }
  const parts = [
    labelled(groups.listed, known),
    labelled(groups.left, 'not listed'),
    ...groups.other,
    openText(account),
  ].filter((part) => part !== '');
  const aliased = others === 0 ? '' : ` (${plural(others, 'listed line')} under another name)`;
  return `${head}: ${plural(total, 'line')} in ${plural(files, 'file')}${aliased} = ${parts.join(' + ')}`;
}

/** Most kinds are plurals of nouns; `extends` and `implements` are verbs. */
function counted(kind: string, count: number): string {
  return count === 1 && !/^(?:extends|implements)$/.test(kind) ? kind.replace(/s$/, '') : kind;
}

function labelled(parts: readonly string[], label: string): string {
  return parts.length === 0 ? '' : `${parts.join(', ')} (${label})`;
}

function openText({ lines, open_at: sites = [], open_code: code }: NameAccount): string {
  const open = lines['open'] ?? 0;
  if (open === 0) return '0 open';
  if (code !== undefined) {
    const rows = code.map((text) => ({ path: text.slice(0, text.indexOf(':')), text }));
    return [`${open} open:`, ...linesByPath(rows)].join('\n');
  }
  const shown = sites.reduce((sum, site) => sum + site.split(',').length, 0);
  return `${open} open: ${sites.join(' ')}${open > shown ? ' …' : ''}`;
}
