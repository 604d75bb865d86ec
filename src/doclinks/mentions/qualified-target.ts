/** Resolves a name with its owners: `Cart.add`, `shop.cart.Cart.add`, `cart.add`. */

import { isForeignPackage } from '../../extractors/folder-packages.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { basenameOf, dirnameOf, type RepoPath } from '../../model/path.ts';
import { candidates, decide, nearestOf } from '../lookup/candidates.ts';
import { isCommonModule } from '../lookup/common-names.ts';
import { ofGoPackage } from '../lookup/go-package.ts';
import type { MentionSite, MentionTarget } from '../lookup/mention-site.ts';
import { capital, isJoined, type SpelledName } from '../lookup/mention-text.ts';
import type { PageContext } from '../lookup/page-context.ts';
import type { Receiver } from '../lookup/receivers.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { membersOfValue } from '../lookup/value-type.ts';
import { dottedTarget } from './dotted-name.ts';

export function qualified(
  names: SymbolLookup,
  site: MentionSite,
  spelled: SpelledName,
): readonly MentionTarget[] {
  const { context } = site;
  const { parts } = spelled;
  const [first = '', ...rest] = parts;
  const module = context.aliases.get(first);
  if (module !== undefined) {
    const node = memberChain(names, module.files, module.folder, rest);
    if (node !== undefined) return [{ node, evidence: 'exact' }];
  }
  const dotted = dottedTarget(names, context.path, parts);
  if (dotted !== undefined) return [{ node: dotted, evidence: 'exact' }];
  const imported = context.imported.get(first);
  if (imported !== undefined) {
    const node = memberChain(names, imported.files, imported.folder, parts);
    if (node !== undefined) return [{ node, evidence: 'exact' }];
    // `import { z }` may be a namespace that the module makes from another module.
    const below = memberChain(names, imported.files, imported.folder, rest);
    return below === undefined ? [] : [{ node: below, evidence: 'scoped' }];
  }
  const known = knownChain(names, context, parts);
  if (known !== undefined) return [{ node: known, evidence: 'scoped' }];
  const isPackage =
    /^[a-z]/.test(first) && context.conventions?.names.of(context.path, first) === null;
  if (context.foreign.has(first) || isPackage) return [];
  const isCommon = isCommonModule(first);
  if (isCommon && (spelled.isPath !== true || first === 'std')) return [];
  if (context.conventions?.names.isMentioned(first) !== true) {
    const inGo = ofGoPackage(names, site, parts);
    if (inGo !== undefined) return inGo;
  }
  if (isForeignPackage(names.goPackages(), first)) return [];
  const last = parts.at(-1) ?? '';
  const owners = parts.slice(0, -1);
  // In C++, a module name known from other languages may be a namespace: `fmt::print`.
  const named = candidates(names, context, last).filter(
    ({ language }) => !isCommon || languageById(language)?.memberSeparator === '::',
  );
  const within = named.filter((node) => isWithin(names, node, owners));
  const fitting =
    within.length > 0 ? within : named.filter((node) => isInPackage(names, node, owners));
  const nodes = nearestOf(names, context, fitting);
  if (nodes.length > 0) return decide(names, site, nodes, false);
  if (owners.length > 1) {
    const isOurs =
      context.receivers.has(first) || context.conventions?.receivers.has(first) === true;
    return isOurs ? qualified(names, site, { ...spelled, parts: rest }) : [];
  }
  const owned = ofOwner(names, context, first, last);
  if (owned.length > 0 || !/^[a-z]/.test(first) || !isJoined(last)) return owned;
  // For `app.addPlugin()`, the member decides even if `app` is unknown.
  const members = named.filter((node) => !names.isOutermost(node));
  return decide(names, site, members, true);
}

/**
 * Resolves a chain by the variables and receivers of the page, or else by the conventions and
 * imports of the pages around it.
 */
function knownChain(
  names: SymbolLookup,
  context: PageContext,
  parts: readonly string[],
): number | undefined {
  const { path, conventions, variables, foreign, receivers } = context;
  const [first = '', ...rest] = parts;
  const ofType = (type: number | undefined) => membersOfValue(names, type, rest);
  const own = ofType(variables.get(first)) ?? ofReceiver(names, receivers.get(first), rest);
  if (own !== undefined || foreign.has(first)) return own;
  const imported = conventions?.names.of(path, first);
  if (imported) {
    const { module, isWhole } = imported;
    return memberChain(names, module.files, module.folder, isWhole ? rest : parts);
  }
  const around = ofType(conventions?.variables.of(path, first) ?? undefined);
  return around ?? ofReceiver(names, conventions?.receivers.get(first), rest);
}

function ofReceiver(
  names: SymbolLookup,
  receiver: Receiver | undefined,
  rest: readonly string[],
): number | undefined {
  if (receiver === undefined) return undefined;
  const { type, isLoose } = receiver;
  if (!isLoose) return membersOfValue(names, type, rest);
  const [name = '', ...more] = rest;
  const [only, ...others] = names.named(name).filter((node) => names.ownerOf(node) !== undefined);
  return others.length > 0 || more.length > 0 ? undefined : only?.index;
}

/**
 * Resolves a member by its owner's type name, including inherited members. A value may be named
 * after its type: `cart.add` of `Cart`.
 */
function ofOwner(
  names: SymbolLookup,
  context: PageContext,
  owner: string,
  name: string,
): readonly MentionTarget[] {
  const type = capital(owner);
  for (const spelled of owner === type ? [owner] : [owner, type]) {
    const nodes = nearestOf(names, context, candidates(names, context, spelled));
    const members = nodes.flatMap((node) => names.memberOf(node.index, name) ?? []);
    const [only] = members;
    if (only !== undefined && new Set(members).size === 1)
      return [{ node: only, evidence: 'scoped' }];
  }
  return [];
}

function memberChain(
  names: SymbolLookup,
  files: readonly RepoPath[],
  folder: string | undefined,
  parts: readonly string[],
): number | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  let node = names.exportOf({ files, folder }, first);
  for (const part of rest) node = node === undefined ? undefined : names.memberOf(node, part);
  return node;
}

/**
 * Whether the owners are, in order, enclosing symbols or parts of the path. The last one must
 * directly enclose the symbol.
 */
function isWithin(names: SymbolLookup, node: SymbolNode, owners: readonly string[]): boolean {
  const outer: string[] = [];
  for (let parent = node.parent; parent >= 0; ) {
    const { kind, name, parent: next } = names.node(parent);
    if (kind !== 'file') outer.unshift(name);
    parent = next;
  }
  const stem = basenameOf(node.path).replace(/\..*$/, '');
  const folders = dirnameOf(node.path).split('/');
  const around = /^(index|__init__|mod|main)$/.test(stem) ? folders : [...folders, stem];
  const all = [...around, ...outer];
  let from = 0;
  for (const owner of owners) {
    const position = all.indexOf(owner, from);
    if (position < 0) return false;
    from = position + 1;
  }
  return from === all.length;
}

/**
 * Whether the owners name the folder of the symbol's package, which may span several files:
 * `binder.Form` in `binder/form.go`.
 */
function isInPackage(names: SymbolLookup, node: SymbolNode, owners: readonly string[]): boolean {
  const folders = dirnameOf(node.path).split('/').slice(-owners.length);
  return names.isOutermost(node) && node.exported && folders.join('/') === owners.join('/');
}
