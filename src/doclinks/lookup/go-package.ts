/**
 * Resolves Go names that begin with a package name, as used in code: `shop.New`, `stock.Cart.Add`.
 */
import { languageById } from '../../languages/registry.ts';
import { basenameOf, dirnameOf } from '../../model/path.ts';
import { decide } from './candidates.ts';
import type { MentionSite, MentionTarget } from './mention-site.ts';
import { isNonApiPage, isNonApiPath } from './non-api-paths.ts';
import type { SymbolLookup } from './symbol-lookup.ts';
import { membersOfValue } from './value-type.ts';

/** Returns undefined when no package of that name in the project declares it. */
export function ofGoPackage(
  names: SymbolLookup,
  site: MentionSite,
  [first = '', name = '', ...rest]: readonly string[],
): readonly MentionTarget[] | undefined {
  const folders = names.goPackages().folders.get(first);
  if (folders === undefined || !/^[A-Z]/.test(name)) return undefined;
  const isAllowed = isNonApiPage(site.context.path);
  const declared = (isAllowed ? names.allNamed(name) : names.named(name)).filter((node) => {
    const hasPackages = languageById(node.language)?.readFolderPackages !== undefined;
    const isOurs = hasPackages && folders.includes(dirnameOf(node.path));
    return isOurs && names.isOutermost(node);
  });
  if (declared.length === 0) return undefined;
  const found = decide(names, site, declared, false);
  return rest.length === 0 ? found : found.flatMap((one) => resolveMember(names, one, rest));
}

function resolveMember(
  names: SymbolLookup,
  one: MentionTarget,
  rest: readonly string[],
): readonly MentionTarget[] {
  const node = membersOfValue(names, one.node, rest);
  return node === undefined ? [] : [{ ...one, node }];
}

/**
 * Returns the file that represents a package, given by path or folder: its only file, or the one
 * named like the package.
 */
export function resolveGoPackage(names: SymbolLookup, text: string): MentionTarget | undefined {
  const path = text.replace(/\/$/, '');
  if (!/^[\w.-]+(?:\/[\w.-]+)+$/.test(path)) return undefined;
  const { byPath, byFolder } = names.goPackages();
  const folder = byPath.get(path) ?? (byFolder.has(path) ? path : undefined);
  if (folder === undefined || isNonApiPath(`${folder}/`)) return undefined;
  const files = names.filesOfGo(folder);
  const name = basenameOf(path.replace(/\/v\d+$/, ''));
  const own = files.find((one) => basenameOf(one) === `${name}.go`);
  const node = own === undefined ? names.onlyFile(files) : names.fileNode(own);
  return node === undefined ? undefined : { node, evidence: 'exact' };
}
