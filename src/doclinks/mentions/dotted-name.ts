/** Resolves a name that spells out its module or package: `shop.stock.Cart`, `shop.load()`. */
import { dirnameOf, type RepoPath } from '../../model/path.ts';
import { isCommonModule, isCommonName } from '../lookup/common-names.ts';
import type { ImportedModule } from '../lookup/linked-project.ts';
import type { MentionSite, MentionTarget } from '../lookup/mention-site.ts';
import type { SpelledName } from '../lookup/mention-text.ts';
import { isNonApiPage, isNonApiPath } from '../lookup/non-api-paths.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { memberOfValue } from '../lookup/value-type.ts';

/** Most parts of a name; longer ones do not name modules. */
const PARTS_MAX = 8;

/**
 * Returns the node that a dotted name leads to, which may be the file of a module. Returns
 * undefined when it does not begin with a module.
 */
export function dottedTarget(
  names: SymbolLookup,
  page: RepoPath,
  parts: readonly string[],
): number | undefined {
  const [first = ''] = parts;
  if (parts.length > PARTS_MAX || names.dottedModule(page, first) === undefined) return undefined;
  for (let count = parts.length; count > 0; count--) {
    const module = names.dottedModule(page, parts.slice(0, count).join('.'));
    if (module === undefined || !module.files.every((path) => mayReferTo(path, page))) continue;
    const found = inModule(names, module, parts.slice(count));
    if (found !== undefined) return found;
  }
  return undefined;
}

function inModule(
  names: SymbolLookup,
  { files }: ImportedModule,
  [name, ...rest]: readonly string[],
): number | undefined {
  if (name === undefined) return names.onlyFile(files);
  const start = names.exported(files, name);
  return rest.reduce(
    (node: number | undefined, part) => node && partOf(names, node, part),
    start ?? memberOfDefault(names, files, name),
  );
}

/** Returns a member of a type or value, or an export of a file. */
function partOf(names: SymbolLookup, node: number, name: string): number | undefined {
  const { kind, path } = names.node(node);
  return kind === 'file' ? names.exported([path], name) : memberOfValue(names, node, name);
}

function memberOfDefault(
  names: SymbolLookup,
  files: readonly RepoPath[],
  name: string,
): number | undefined {
  const whole = names.defaultOf(files);
  return whole === undefined ? undefined : memberOfValue(names, whole, name);
}

/**
 * Whether a page may refer to a file's module. A module `testing` in a package counts; a module
 * among the tests does not, except on pages among them.
 */
function mayReferTo(path: RepoPath, page: RepoPath): boolean {
  return isNonApiPage(page) || !isNonApiPath(`${dirnameOf(path)}/_`);
}

/** Resolves a name that the text calls a module to its file: the `content` module. */
export function resolveModule(
  names: SymbolLookup,
  { context, noun, leadsOutside }: MentionSite,
  { parts, isCall }: SpelledName,
): MentionTarget | undefined {
  if (noun !== 'module' || isCall || leadsOutside) return undefined;
  const dotted = dottedTarget(names, context.path, parts);
  if (dotted !== undefined) return { node: dotted, evidence: 'exact' };
  const [first = ''] = parts;
  if (isCommonName(first) || isCommonModule(first)) return undefined;
  const node = names.onlyFile(names.modulesNamed(parts.join('/')));
  return node === undefined ? undefined : { node, evidence: 'scoped' };
}
