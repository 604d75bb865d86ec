/** Which symbols of a name come into question on a page, and which of several is meant. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import type { Evidence } from '../../model/edge.ts';
import { dirnameOf } from '../../model/path.ts';
import type { MentionSite, MentionTarget } from './mention-site.ts';
import { isJoined, looksDeclared } from './mention-text.ts';
import type { PageContext } from './page-context.ts';
import { fittingBest, isSpokenOf } from './page-topic.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** More of one name are no list to choose from. */
const CANDIDATES_MAX = 8;

/** Not of tests and the like, unless the page is or is about such; of the documented packages if any is. */
export function candidates(
  names: SymbolLookup,
  { path, files, conventions }: PageContext,
  name: string,
): readonly SymbolNode[] {
  // A page among examples speaks of those that are with it.
  const around = names.isNonApiPage(path) ? `${dirnameOf(path)}/` : undefined;
  const found = names.named(name).filter((node) => {
    const isWithPage = around !== undefined && node.path.startsWith(around);
    return !names.isNonApiPath(node.path) || isWithPage || files.has(node.path);
  });
  const inside = found.filter((node) => isDocumented(names, conventions, node));
  return inside.length > 0 ? inside : found;
}

/** In a package that some page imports; every one is when none imports any. */
export function isDocumented(
  names: SymbolLookup,
  conventions: PageContext['conventions'],
  { path }: SymbolNode,
): boolean {
  const roots = conventions?.roots;
  return roots === undefined || roots.size === 0 || roots.has(names.rootOf(path));
}

/** The narrowest circle around the page in which anything has the name. */
export function circleOf(
  names: SymbolLookup,
  context: PageContext,
  found: readonly SymbolNode[],
): { readonly nodes: readonly SymbolNode[]; readonly isNear: boolean } {
  const near = found.filter(({ path }) => context.files.has(path));
  if (near.length > 0) return { nodes: near, isNear: true };
  const folder = dirnameOf(context.path);
  // Beside a page at the root is anything, unless the root is a package itself.
  const isPackage = ({ language }: SymbolNode): boolean =>
    languageById(language)?.readFolderPackages !== undefined;
  const beside = found.filter(
    (node) => dirnameOf(node.path) === folder && (folder !== '' || isPackage(node)),
  );
  if (beside.length > 0) return { nodes: beside, isNear: false };
  const inPackage = found.filter(({ path }) => names.packageAround(path) === context.packageFolder);
  return {
    nodes: context.packageFolder !== '' && inPackage.length > 0 ? inPackage : found,
    isNear: false,
  };
}

/** One left: that one. Several, or one by little: what the page is about; else candidates. */
export function decide(
  names: SymbolLookup,
  { topic, section, isHeading }: MentionSite,
  found: readonly SymbolNode[],
  evidence: Evidence,
  isWeak: boolean,
  isMethod = false,
): readonly MentionTarget[] {
  const nodes = names.whole(found);
  const [only] = nodes;
  if (only === undefined) return [];
  if (nodes.length === 1 && !isWeak) return [{ node: only.index, evidence }];
  if (topic !== undefined) {
    const { nodes: best, source } = fittingBest(names, topic, section, nodes);
    const [chosen] = best;
    // A word in a heading, or before a value, is a name only of what the page is named after.
    const isWord = (isHeading && !isJoined(only.name)) || !looksDeclared(only.name);
    // A word that is called is a method of what the page speaks of.
    const where = nodes.length === 1 ? topic.onPage : topic.inSection(section);
    const isSpoken = isMethod && chosen !== undefined && isSpokenOf(names, where, chosen);
    const isCertain = isWord ? source === 'title' || isSpoken : source !== undefined;
    if (isCertain && best.length === 1 && chosen !== undefined) {
      return [{ node: chosen.index, evidence: 'scoped' }];
    }
  }
  if (nodes.length > CANDIDATES_MAX || isHeading || !looksDeclared(only.name)) return [];
  return nodes.map(({ index }) => ({ node: index, evidence: 'nameOnly' }));
}
