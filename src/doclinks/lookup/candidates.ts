/** Finds the candidate symbols for a name on a page, and chooses between several. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { dirnameOf } from '../../model/path.ts';
import { onePerName } from './declaration-rank.ts';
import type { MentionSite, MentionTarget } from './mention-site.ts';
import { isJoined, looksDeclared } from './mention-text.ts';
import type { PageContext } from './page-context.ts';
import { fittingBest, isOnTopic } from './page-topic.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** Most candidates of one name; a longer list is of no use to a reader. */
const CANDIDATES_MAX = 8;

/**
 * Returns the candidates of a name. Tests and other non-API files are left out, unless the page is
 * among them or refers to them. If any candidate is in a documented package, only those are
 * returned.
 */
export function candidates(
  names: SymbolLookup,
  { path, files, conventions }: PageContext,
  name: string,
): readonly SymbolNode[] {
  // A page among examples may refer to the files beside it.
  const around = names.isNonApiPage(path) ? `${dirnameOf(path)}/` : undefined;
  const places = [...files].filter((file) => names.isNonApiPath(file));
  if (around !== undefined) places.push(around);
  const others = places.flatMap((place) => names.namedIn(name, place));
  const found = [...new Set([...names.named(name), ...others])];
  if (others.length > 0) found.sort((a, b) => a.index - b.index);
  const inside = found.filter((node) => isDocumented(names, conventions, node));
  return inside.length > 0 ? inside : found;
}

/**
 * Whether the symbol is in a package that some page imports. If no page imports any, all packages
 * count as documented.
 */
export function isDocumented(
  names: SymbolLookup,
  conventions: PageContext['conventions'],
  { path }: SymbolNode,
): boolean {
  const roots = conventions?.roots;
  return roots === undefined || roots.size === 0 || roots.has(names.rootOf(path));
}

/**
 * Returns the candidates in the narrowest surroundings of the page that contain any: its folder, its
 * package or the project.
 */
export function nearestOf(
  names: SymbolLookup,
  { path: page, packageFolder }: PageContext,
  found: readonly SymbolNode[],
): readonly SymbolNode[] {
  const folder = dirnameOf(page);
  // Everything counts as beside a page at the root, unless the root is a package.
  const isPackage = ({ language }: SymbolNode): boolean =>
    languageById(language)?.readFolderPackages !== undefined;
  const beside = found.filter(
    (node) => dirnameOf(node.path) === folder && (folder !== '' || isPackage(node)),
  );
  if (beside.length > 0) return beside;
  const inPackage = found.filter(({ path }) => names.packageAround(path) === packageFolder);
  return packageFolder !== '' && inPackage.length > 0 ? inPackage : found;
}

/**
 * Decides between candidates. A single strong candidate is the target. Otherwise the page's topic
 * decides; if it cannot, all candidates are returned with name-only evidence.
 */
export function decide(
  names: SymbolLookup,
  { topic, section, isHeading }: MentionSite,
  found: readonly SymbolNode[],
  isWeak: boolean,
  isMethod = false,
): readonly MentionTarget[] {
  const nodes = onePerName(found);
  const [only] = nodes;
  if (only === undefined) return [];
  if (nodes.length === 1 && !isWeak) return [{ node: only.index, evidence: 'scoped' }];
  if (topic !== undefined) {
    const { nodes: best, source } = fittingBest(names, topic, section, nodes);
    const [chosen] = best;
    // A plain word in a heading, or before a value, is a name only if the page is titled after it.
    const isWord = (isHeading && !isJoined(only.name)) || !looksDeclared(only.name);
    // A called word may be a method of something that the page mentions.
    const where = nodes.length === 1 ? topic.onPage : topic.inSection(section);
    const isOnPage = isMethod && chosen !== undefined && isOnTopic(where, chosen);
    const isCertain = isWord ? source === 'title' || isOnPage : source !== undefined;
    if (isCertain && best.length === 1 && chosen !== undefined) {
      return [{ node: chosen.index, evidence: 'scoped' }];
    }
  }
  if (nodes.length > CANDIDATES_MAX || isHeading || !looksDeclared(only.name)) return [];
  return nodes.map(({ index }) => ({ node: index, evidence: 'nameOnly' }));
}
