/** Finds everything known about a symbol or section, in its own project and in linked ones. */
import { isGraphMemoryError } from '../../base/errors.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { type Edge, PAGE_EDGE_KINDS } from '../../model/edge.ts';
import type { OpenIndex, ToolContext } from '../context.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { getSymbol } from '../input/get-symbol.ts';
import { asOwn, codeOf, pagesAbout } from './about.ts';
import { type CrossReference, GROUPS, referencesFrom, referencesTo } from './cross-references.ts';
import { findSection } from './find-section.ts';

/** A reference, with the project of its node. */
export interface PlacedReference extends CrossReference {
  readonly open: OpenIndex;
}

/** Finds the symbol or section of a request, in the requested project or else in a linked one. */
export async function findSubject(
  context: ToolContext,
  own: OpenIndex,
  words: string,
): Promise<{ readonly open: OpenIndex; readonly match: SymbolMatch }> {
  try {
    return { open: own, match: await subjectOf(own, words) };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const code = (await codeOf(context, own)).map((tie) => tie.code);
    const docs = (await pagesAbout(context, own)).map((tie) => tie.docs);
    for (const open of [...code, ...docs]) {
      try {
        return { open, match: await subjectOf(open, words) };
      } catch (other) {
        if (!isUnknown(other)) throw other;
      }
    }
    throw error;
  }
}

/**
 * Returns all references of a node by group; within a group, those of its own project come first.
 */
export async function referencesAcross(
  context: ToolContext,
  own: OpenIndex,
  node: SymbolNode,
): Promise<readonly PlacedReference[]> {
  const { snapshot } = own;
  const isPage = snapshot.pages().has(node.path);
  const rows = isPage
    ? [...referencesFrom(snapshot, node.index), ...linkedFrom(snapshot, node.index)]
    : referencesTo(snapshot, node.index);
  const elsewhere = isPage ? await inCode(context, own, node) : await inPages(context, own, node);
  return [...rows.map((row) => ({ ...row, open: own })), ...elsewhere].sort(
    (a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group),
  );
}

/** Returns the edges of references whose ends are both in the given project. */
export function edgesWithin(rows: readonly PlacedReference[], own: OpenIndex): readonly Edge[] {
  return rows.flatMap(({ open, edge }) => (open === own && edge !== undefined ? [edge] : []));
}

/** Returns the code of other projects that a section describes. */
async function inCode(
  context: ToolContext,
  own: OpenIndex,
  node: SymbolNode,
): Promise<readonly PlacedReference[]> {
  return (await codeOf(context, own)).flatMap(({ code, joined }) => {
    const index = joined.graph.find(joined.prefix + node.id);
    const rows = index === undefined ? [] : referencesFrom(joined, index);
    return rows
      .filter((row) => !row.node.path.startsWith(joined.prefix))
      .map((row) => ({ ...row, open: code }));
  });
}

/** Returns the sections of other projects that refer to a symbol. */
async function inPages(
  context: ToolContext,
  own: OpenIndex,
  node: SymbolNode,
): Promise<readonly PlacedReference[]> {
  return (await pagesAbout(context, own)).flatMap(({ docs, joined }) => {
    const index = joined.graph.find(node.id);
    const rows = index === undefined ? [] : referencesTo(joined, index);
    return rows
      .filter((row) => row.node.path.startsWith(joined.prefix))
      .map((row) => ({ ...row, node: asOwn(row.node, joined), open: docs }));
  });
}

/** Finds a code symbol, or else a section. */
async function subjectOf(open: OpenIndex, words: string): Promise<SymbolMatch> {
  const { snapshot } = open;
  const isSection = words.includes('#') || /\.(md|mdx|markdown|rst)\b/i.test(words);
  const section = isSection ? findSection(snapshot, words) : undefined;
  if (section !== undefined) return section;
  try {
    return await getSymbol(open, words);
  } catch (error) {
    const found = isUnknown(error) ? findSection(snapshot, words) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

function isUnknown(error: unknown): boolean {
  return isGraphMemoryError(error) && error.code === 'GM_SYMBOL_NOT_FOUND';
}

/** Returns other sections that link to this one. */
function linkedFrom({ graph }: Snapshot, node: number): readonly CrossReference[] {
  return graph.incoming(node, PAGE_EDGE_KINDS).map((edge) => {
    const source = graph.node(edge.source);
    return { group: 'documentation', node: source, lines: edge.lines, edge };
  });
}
