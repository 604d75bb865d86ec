import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { linkTarget } from '../../doclinks/lookup/link-target.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { findFile } from '../input/find-file.ts';
import { enclosingSymbol, only, type SymbolMatch } from '../input/find-symbol.ts';

const NEAR_MAX = 5;

/**
 * Finds a section by its id, by `page#anchor` or `page:line`, or by its heading, alone or
 * qualified: `Sign in::Tokens`. Finds a page by its path. Returns undefined if nothing matches.
 */
export function findSection(snapshot: Snapshot, words: string): SymbolMatch | undefined {
  const { graph } = snapshot;
  const exact = graph.find(words) ?? graph.find(words.replace(/^\.\//, ''));
  if (exact !== undefined && isOfPage(snapshot, graph.node(exact))) {
    return only(exact);
  }
  const placed = atAnchor(snapshot, words) ?? atLine(snapshot, words);
  if (placed !== undefined) return only(placed);
  const file = /[./\\]/.test(words) ? findFile(graph, words) : undefined;
  if (file !== undefined && snapshot.pages().has(file.path)) return only(file.node);
  const [node, ...others] = byHeading(snapshot, words);
  return node === undefined ? undefined : { node, others, rivals: others };
}

/**
 * Finds a section as {@link findSection} does.
 * @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND with near matches.
 */
export function getSection(snapshot: Snapshot, words: string): SymbolMatch {
  const found = findSection(snapshot, words);
  if (found !== undefined) return found;
  const ids = new Map<string, string>();
  for (const node of sectionsOf(snapshot)) ids.set(node.name, node.id);
  const near = nearestNames(words.split('::').at(-1) ?? words, ids.keys(), NEAR_MAX).flatMap(
    (name) => ids.get(name) ?? [],
  );
  const suggestion = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  throw new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `no section "${words}" in the documentation`, {
    hint: `${suggestion}docs_get_toc lists the pages, docs_search finds sections by content.`,
    details: { section: words, near },
  });
}

/** Yields every section, page by page. */
function* sectionsOf({ graph, pages }: Snapshot): Generator<SymbolNode> {
  for (const path of pages().keys())
    for (const node of graph.symbolsOf(path)) yield graph.node(node);
}

function isOfPage({ pages }: Snapshot, node: SymbolNode): boolean {
  return node.kind === 'section' || pages().has(node.path);
}

function atAnchor(snapshot: Snapshot, words: string): number | undefined {
  const hash = words.indexOf('#');
  if (hash <= 0) return undefined;
  const page = findFile(snapshot.graph, words.slice(0, hash));
  if (page === undefined || !snapshot.pages().has(page.path)) return undefined;
  const project = { graph: snapshot.graph, pages: snapshot.pages() };
  const target = linkTarget(project, page.path, words.slice(hash));
  return target.form === 'node' ? target.node : undefined;
}

function atLine({ graph, pages }: Snapshot, words: string): number | undefined {
  const parts = /^(.+?):(\d+)(?:-\d+)?$/.exec(words);
  const file = parts === null ? undefined : findFile(graph, parts[1] ?? '');
  if (parts === null || file === undefined || !pages().has(file.path)) return undefined;
  return enclosingSymbol(graph, file.path, Number(parts[2]));
}

/** Returns the headings that equal the words, or else those that contain them. */
function byHeading(snapshot: Snapshot, words: string): readonly number[] {
  const parts = words.toLowerCase().split('::');
  const included = parts.at(-1)?.trim() ?? '';
  if (included === '') return [];
  const exact: number[] = [];
  const partial: number[] = [];
  for (const node of sectionsOf(snapshot)) {
    const name = node.name.toLowerCase();
    if (!name.includes(included)) continue;
    if (!isBelow(node, parts.slice(0, -1))) continue;
    (name === included ? exact : partial).push(node.index);
  }
  return [...exact, ...partial];
}

function isBelow(node: SymbolNode, outer: readonly string[]): boolean {
  const own = node.id.toLowerCase().split('::').slice(0, -1);
  let from = 0;
  for (const part of outer) {
    const place = own.findIndex((one, index) => index >= from && one.includes(part.trim()));
    if (place < 0) return false;
    from = place + 1;
  }
  return true;
}
