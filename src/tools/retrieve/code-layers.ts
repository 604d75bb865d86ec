import { lowerBound } from '../../base/lower-bound.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { termsOf } from '../../index/tokenize.ts';
import { CODE_EDGE_KINDS, type Edge } from '../../model/edge.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { modifierNames } from '../../model/symbol.ts';
import { inThousandths } from '../answer/shown-score.ts';
import type { CheckedHit } from '../search/check-hit.ts';
import type { LayerItem } from './item.ts';

/** A place found by the search, with its score as shown. */
export interface ScoredHit {
  readonly hit: CheckedHit;
  readonly score: number;
}

/** The edges of a symbol are worth half of it, and those of each further step half of that. */
const STEP_FACTOR = 0.5;
/** Nodes whose edges are read; a symbol that everything uses would lead to the whole project. */
const NODES_MAX = 200;

/** C0: the lines of the places that were found. */
export function sourceChunks(snapshot: Snapshot, hits: readonly ScoredHit[]): LayerItem[] {
  const { data } = snapshot.text;
  return hits.map(({ hit, score }) => {
    const { path, symbol, startLine, endLine, source } = hit;
    const file = snapshot.text.fileNumber(path);
    const [first, end] = [data.chunkStarts[file] ?? 0, data.chunkStarts[file + 1] ?? 0];
    const lines = data.chunkStartLines.subarray(first, end);
    const chunk = Math.max(0, lowerBound([...lines], hit.startLine + 1) - 1);
    const isSymbol = (data.chunkDeclarations[first + chunk] ?? -1) >= 0;
    return {
      ...{ layer: 'C0', path, lang: symbol.language, score, startLine, endLine },
      title: `${path}:${startLine}-${endLine}`,
      content: source.lines.slice(startLine - 1, endLine).join('\n'),
      metadata: {
        chunk_index: chunk,
        chunk_type: isSymbol ? 'symbol_block' : 'window',
        module_or_unit: moduleOf(path),
        artifact_type: 'CODE',
        symbol_id: symbol.id,
        ...(hit.freshness === 'current' ? {} : { freshness: hit.freshness }),
      },
    };
  });
}

/** C1: the symbols that were found. */
export function symbolCatalog(
  { graph, entryPoints }: Snapshot,
  symbols: ReadonlyMap<number, number>,
): LayerItem[] {
  const handlers = new Set<string>(entryPoints.map(({ handler }) => handler));
  return Array.from(symbols, ([index, score]) => {
    const node = graph.node(index);
    const { path, language, kind, signature, doc, startLine, endLine } = node;
    return {
      ...{ layer: 'C1', path, lang: language, score, startLine, endLine },
      title: qnameOf(node),
      content: [`${kind} ${qnameOf(node)}`, signature, doc].filter((one) => one !== '').join('\n'),
      metadata: {
        symbol_id: node.id,
        qname: qnameOf(node),
        kind,
        signature,
        decorators_or_annotations: decoratorsOf(graph, index),
        docstring_or_javadoc: doc,
        parent_symbol_id: node.parent < 0 ? null : graph.node(node.parent).id,
        package_or_module: moduleOf(path),
        visibility: node.visibility,
        exported: node.exported,
        is_entry_candidate: handlers.has(node.id),
        lang_payload: { modifiers: modifierNames(node.modifiers), bases: basesOf(graph, index) },
        artifact_type: 'CODE',
      },
    };
  });
}

/** C2: the edges within `depthMax` steps of the symbols that were found. */
export function dependencyGraph(
  graph: SymbolGraph,
  symbols: ReadonlyMap<number, number>,
  depthMax: number,
): LayerItem[] {
  const seen = new Set<string>();
  const items: LayerItem[] = [];
  let level = new Map(symbols);
  const visited = new Set(level.keys());
  for (let depth = 1; depth <= depthMax; depth++) {
    const next = new Map<number, number>();
    for (const [index, score] of level) {
      for (const edge of dependenciesOf(graph, index)) {
        const item = edgeItem(graph, edge, inThousandths(score * STEP_FACTOR));
        if (seen.has(item.content)) continue;
        seen.add(item.content);
        items.push(item);
        const other = edge.source === index ? edge.target : edge.source;
        if (visited.has(other) || visited.size >= NODES_MAX) continue;
        visited.add(other);
        next.set(other, score * STEP_FACTOR);
      }
    }
    level = next;
  }
  return items;
}

function dependenciesOf(graph: SymbolGraph, index: number): readonly Edge[] {
  const edges = [
    ...graph.outgoing(index, CODE_EDGE_KINDS),
    ...graph.incoming(index, CODE_EDGE_KINDS),
  ];
  return edges.filter(({ kind }) => kind !== 'contains');
}

function edgeItem(graph: SymbolGraph, edge: Edge, score: number): LayerItem {
  const [source, target] = [graph.node(edge.source), graph.node(edge.target)];
  const content = `${qnameOf(source)} ${edge.kind} ${qnameOf(target)}`;
  const line = edge.lines[0] ?? source.startLine;
  return {
    ...{ layer: 'C2', path: source.path, lang: source.language, score, content },
    ...{ startLine: line, endLine: edge.lines.at(-1) ?? line },
    title: `${qnameOf(source)}:${edge.kind}`,
    metadata: {
      edge_id: `${source.id} ${edge.kind} ${target.id}`,
      edge_type: edge.kind,
      src_symbol_id: source.id,
      src_qname: qnameOf(source),
      dst_symbol_id: target.id,
      dst_ref: qnameOf(target),
      resolution: edge.evidence === 'exact' ? 'resolved' : 'partial',
      evidence: edge.evidence,
      lines: [...edge.lines],
      lang_payload: { callsite_kind: edge.form },
      artifact_type: 'CODE',
    },
  };
}

/** C3: entry points whose route or handler has words of the question, or whose handler was found. */
export function entryPointLayer(
  { graph, entryPoints }: Snapshot,
  terms: ReadonlySet<string>,
  symbols: ReadonlyMap<number, number>,
): LayerItem[] {
  return entryPoints.flatMap((entry) => {
    const handler = entry.handler === '' ? undefined : graph.find(entry.handler);
    const words = `${entryTitle(entry)} ${entry.framework} ${entry.type} ${entry.handler}`;
    const found = handler === undefined ? undefined : symbols.get(handler);
    const score = Math.max(shareOf(terms, words), found ?? 0);
    return score === 0 ? [] : [entryItem(graph, entry, score)];
  });
}

function entryItem(graph: SymbolGraph, entry: EntryPoint, score: number): LayerItem {
  const { path, line, framework, type, methods, handler, middleware } = entry;
  const file = graph.fileNode(path);
  return {
    ...{ layer: 'C3', path, score, startLine: line, endLine: Math.max(line, entry.bodyEnd) },
    lang: file === undefined ? '' : graph.node(file).language,
    title: entryTitle(entry),
    content: `${framework} ${type} ${entryTitle(entry)}${handler === '' ? '' : ` → ${handler}`}`,
    metadata: {
      entry_id: entry.id,
      entry_type: type,
      framework,
      route_or_command: entry.route,
      handler_symbol_id: handler === '' ? null : handler,
      middleware: [...middleware],
      evidence: entry.evidence,
      lang_payload: { methods: [...methods] },
      artifact_type: 'CODE',
    },
  };
}

/** D1: documentation comments with words of the question, in the files that were found. */
export function docComments(
  graph: SymbolGraph,
  terms: ReadonlySet<string>,
  hits: readonly ScoredHit[],
): LayerItem[] {
  const paths = [...new Set(hits.map(({ hit }) => hit.path))];
  return paths.flatMap((path) =>
    graph.symbolsOf(path).flatMap((index) => {
      const node = graph.node(index);
      const score = node.doc === '' ? 0 : shareOf(terms, node.doc);
      if (score === 0) return [];
      const { language, doc, startLine, endLine } = node;
      const item: LayerItem = {
        ...{ layer: 'D1', path, lang: language, score, startLine, endLine },
        title: qnameOf(node),
        content: doc,
        metadata: { symbol_id: node.id, qname: qnameOf(node), artifact_type: 'DOCS' },
      };
      return [item];
    }),
  );
}

/** The share of the question's words that a text has. */
function shareOf(terms: ReadonlySet<string>, text: string): number {
  const own = new Set(termsOf(text));
  const found = [...terms].filter((term) => own.has(term));
  return terms.size === 0 ? 0 : inThousandths(found.length / terms.size);
}

function decoratorsOf(graph: SymbolGraph, index: number): readonly string[] {
  const edges = graph.outgoing(index).filter(({ form }) => form === 'decorator');
  return edges.map(({ target }) => graph.node(target).name);
}

function basesOf(graph: SymbolGraph, index: number): readonly string[] {
  return graph
    .outgoing(index, ['extends', 'implements'])
    .map(({ target }) => graph.node(target).id);
}

/** The names around a symbol and its own, without the file. */
function qnameOf({ id, path, kind }: SymbolNode): string {
  return kind === 'file' ? path : id.slice(path.length + 2).replaceAll('::', '.');
}

/** The path without its ending, which most languages import a module by. */
function moduleOf(path: string): string {
  return path.replace(/\.[^./]+$/, '');
}
