/**
 * Answers with the symbols that match a starting symbol's words equally well, instead of guessing
 * one and walking from it.
 */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import type { OpenIndex } from '../context.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { linesByPath } from './by-path.ts';
import { countsOf, listSchema } from './counts.ts';
import { kindAndName, oneLine, place, plural } from './display.ts';
import { type RenderAnswer, renderList } from './rendered-answer.ts';
import { symbolRef, symbolRefSchema } from './symbol-card.ts';

const CANDIDATES_MAX = 20;
const ABOUT_CHARACTERS_MAX = 70;
const USES = CODE_EDGE_KINDS.filter((kind) => kind !== 'contains');

export const candidatesSchema = listSchema(symbolRefSchema);

/**
 * Returns the answer for several matching symbols, most used first. `empty` has the remaining
 * fields of the tool's answer when no walk was made, such as empty lists.
 */
export function renderCandidates(
  { snapshot: { graph } }: OpenIndex,
  { node, rivals }: SymbolMatch,
  words: string,
  empty: Readonly<Record<string, unknown>>,
): RenderAnswer<object> {
  const all = [node, ...rivals];
  const rows = all.slice(0, CANDIDATES_MAX).map((index) => {
    return [{ item: symbolRef(graph.node(index)), text: `  ${candidateLine(graph, index)}` }];
  });
  return renderList({ rows, detail: 'locations', total: all.length }, (fitted) => ({
    fields: { ...empty, ...countsOf(0, 0), candidates: { items: fitted.items, ...fitted.counts } },
    notes: [...fitted.notes, 'retry with one of these places'],
    text: [`"${words}" is ambiguous (${all.length} matches):`, fitted.text],
  }));
}

/** Returns the symbols of one name, most used first, each with what tells it from the others. */
export function candidatesText(
  graph: SymbolGraph,
  { node, rivals }: SymbolMatch,
  words: string,
): string {
  const all = [node, ...rivals];
  const rows = all.slice(0, CANDIDATES_MAX).map((index) => {
    return { path: graph.pathOf(index), text: candidateLine(graph, index) };
  });
  const more = all.length - rows.length;
  return [
    `${plural(all.length, 'symbol')} named ${words}, most used first. Ask for one by path:line, which shows its code.`,
    ...linesByPath(rows),
    ...(more > 0 ? [`${more} more: codebase_search_symbol`] : []),
  ].join('\n');
}

/** Returns `src/cart.ts:12-30 method Cart::add, used by 4: Adds an item.` */
function candidateLine(graph: SymbolGraph, index: number): string {
  const { id, name, kind, path, startLine, endLine, doc, signature } = graph.node(index);
  const users = new Set(graph.incoming(index, USES).map(({ source }) => source)).size;
  const about = doc.trim() === '' ? signature.slice(signature.indexOf(name)) : doc;
  const used = users === 0 ? '' : `, used by ${users}`;
  return `${place(path, startLine, endLine)} ${kindAndName(kind, id, path)}${used}: ${oneLine(about, ABOUT_CHARACTERS_MAX)}`;
}
