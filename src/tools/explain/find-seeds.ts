/** Finds the symbols that a question is about. */
import { isGraphMemoryError } from '../../base/errors.ts';
import type { Seed } from '../../explain/pack.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import type { Confidence } from '../../query/confidence.ts';
import { literalsOf } from '../../query/literal/literals.ts';
import { pathClasses } from '../../query/names/path-class.ts';
import type { OpenIndex } from '../context.ts';
import { findFile } from '../input/find-file.ts';
import { othersNotes } from '../input/find-symbol.ts';
import { getSymbol } from '../input/get-symbol.ts';
import { testsMode } from '../input/tests-mode.ts';
import { confidenceNotes } from '../search/confidence-notes.ts';
import { findHits } from '../search/find-hits.ts';

/** Symbols of a file that carry it. */
const FILE_SEEDS_MAX = 4;
const HITS_MAX = 10;
/** Hits that are shown whole: those close behind the first. */
const WHOLE_HITS_MAX = 3;
const WHOLE_SCORE_DROP = 1.5;
/** A symbol with more lines is shown as the part that was found. */
const WHOLE_LINES_MAX = 90;

export interface FoundSeeds {
  readonly seeds: readonly Seed[];
  readonly others: readonly number[];
  /** How sure a search was; undefined for a symbol or file that was named. */
  readonly confidence: Confidence | undefined;
  readonly notes: readonly string[];
}

/** A single word, or a method with a path: `GET /users/{id}`. */
const NAMED = /^\S+(?:\s+\/\S*)?$/;

/** Reads words as a file, a symbol, a route, or else a question. */
export async function findSeeds(open: OpenIndex, words: string): Promise<FoundSeeds> {
  const { graph } = open.snapshot;
  const file = /\s/.test(words) ? undefined : findFile(graph, words);
  if (file !== undefined) return fileSeeds(open, file.node);
  if (NAMED.test(words)) {
    try {
      const match = await getSymbol(open, words);
      const { node } = match;
      if (graph.node(node).kind === 'file') return fileSeeds(open, node);
      const notes = othersNotes(graph, words, match);
      return { seeds: [{ node }], others: match.rivals, confidence: undefined, notes };
    } catch (error) {
      if (!isGraphMemoryError(error) || error.code !== 'GM_SYMBOL_NOT_FOUND') throw error;
    }
  }
  return questionSeeds(open, words);
}

function fileSeeds({ snapshot: { graph } }: OpenIndex, node: number): FoundSeeds {
  const usesOf = (index: number) => graph.incoming(index, CODE_EDGE_KINDS).length;
  const { path } = graph.node(node);
  const own = graph
    .symbolsOf(path)
    .filter((index) => graph.node(index).parent === node)
    .sort((a, b) => usesOf(b) - usesOf(a) || a - b);
  const seeds = own.slice(0, FILE_SEEDS_MAX).map((index) => ({ node: index }));
  return {
    seeds: seeds.length === 0 ? [{ node }] : seeds,
    others: own.slice(FILE_SEEDS_MAX),
    confidence: undefined,
    notes: [],
  };
}

async function questionSeeds(open: OpenIndex, question: string): Promise<FoundSeeds> {
  const { snapshot } = open;
  const { graph } = snapshot;
  const includeTests = testsMode('auto', question);
  const { answer, hits } = await findHits(open, {
    search: { query: question, maxResults: HITS_MAX, includeTests, languages: [], kinds: [] },
    literals: literalsOf(question),
    offset: 0,
    relevance: new Map(),
  });
  const [first] = hits;
  const isWhole = ({ score, path }: { readonly score: number; readonly path: string }) =>
    score >= (first?.score ?? 0) - WHOLE_SCORE_DROP &&
    (includeTests === 'allow' || !pathClasses(path, 0).includes('testPath'));
  const whole = hits.filter(isWhole).slice(0, WHOLE_HITS_MAX);
  // Code about something else would be taken for the answer.
  const shown = answer.confidence === 'none' ? [] : whole.length === 0 ? hits.slice(0, 1) : whole;
  return {
    seeds: shown.map(({ node, startLine, endLine }) => {
      const whole = graph.node(ownerOfPart(graph, node));
      const isPart = whole.kind === 'file' || whole.endLine - whole.startLine > WHOLE_LINES_MAX;
      return { node: whole.index, range: isPart ? { startLine, endLine } : undefined };
    }),
    others: hits.filter((hit) => !shown.includes(hit)).map(({ node }) => node),
    confidence: answer.confidence,
    notes: confidenceNotes(snapshot, answer, question),
  };
}

const PARTS: ReadonlySet<string> = new Set(['field', 'property', 'enumMember', 'key']);

/** Returns the type around a field, because its own line alone explains nothing. */
function ownerOfPart(graph: SymbolGraph, node: number): number {
  const { kind, parent } = graph.node(node);
  return PARTS.has(kind) && parent >= 0 && graph.node(parent).kind !== 'file' ? parent : node;
}
