/** Finds the symbols that a question is about. */
import { isGraphMemoryError } from '../../base/errors.ts';
import type { Seed } from '../../explain/pack.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import type { EntryPoint } from '../../model/entry-point.ts';
import type { Confidence } from '../../query/confidence.ts';
import { literalsOf } from '../../query/literal/literals.ts';
import { isInTests } from '../../query/names/in-tests.ts';
import { isTestPath } from '../../query/names/path-class.ts';
import type { OpenIndex } from '../context.ts';
import { findFile } from '../input/find-file.ts';
import { atLine, findSymbol, isSpelledOut, othersNotes } from '../input/find-symbol.ts';
import { getSymbol } from '../input/get-symbol.ts';
import { testsMode } from '../input/tests-mode.ts';
import { confidenceNotes, missingWords, similarNames } from '../search/confidence-notes.ts';
import { findHits } from '../search/find-hits.ts';
import { holdersOf, settingsWithoutSymbol } from '../settings/settings.ts';

/** Symbols of a file that carry it. */
const FILE_SEEDS_MAX = 4;
const HITS_MAX = 10;
/** Hits that are shown whole: those close behind the first. */
const WHOLE_HITS_MAX = 3;
const WHOLE_SCORE_DROP = 1.5;
/** A symbol with more lines is shown as the part that was found. */
const WHOLE_LINES_MAX = 90;
const PART_LINES_MAX = 36;

export interface FoundSeeds {
  readonly seeds: readonly Seed[];
  readonly others: readonly number[];
  /** The others with the lines that were found, to be shown where room is left. */
  readonly parts: readonly Seed[];
  /** How sure a search was; undefined for a symbol or file that was named. */
  readonly confidence: Confidence | undefined;
  /** Says which words of a question are nowhere in the project, if its answer is uncertain. */
  readonly missing?: string | undefined;
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
      return { seeds: [{ node }], others: match.rivals, parts: [], confidence: undefined, notes };
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
    .filter((index) => graph.parentOf(index) === node)
    .sort((a, b) => usesOf(b) - usesOf(a) || a - b);
  const seeds = own.slice(0, FILE_SEEDS_MAX).map((index) => ({ node: index }));
  return {
    seeds: seeds.length === 0 ? [{ node }] : seeds,
    others: own.slice(FILE_SEEDS_MAX),
    parts: [],
    confidence: undefined,
    notes: [],
  };
}

/** A word that is written like a name in code: `comments.create`, `parse_url`, `MuxRouter`. */
const CODE_WORD =
  /[\w$]+(?:(?:\.|::|->|#|\/)[\w$]+)+|[\w$]*(?:[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d])[\w$]*/g;
/** A capital inside a sentence. */
const CAPITAL_WORD = /(?<=[\w,;:)`'"]\s+[`'"]?)[A-Z][a-z]\w*/g;
const NAMED_MAX = 3;
/** A name of more symbols than this identifies none of them. */
const NAMESAKES_MAX = 4;

/** Returns the code of what a question names: handlers of routes, settings, functions and types. */
function namedSeeds({ snapshot }: OpenIndex, question: string): readonly Seed[] {
  const { graph, entryPoints } = snapshot;
  const words = new Set([
    ...(question.match(CODE_WORD) ?? []),
    ...(question.match(CAPITAL_WORD) ?? []),
  ]);
  const seeds = [...words].flatMap((word): readonly Seed[] => {
    const entries = entryPoints.filter(
      ({ route }) => route === word || route.slice(route.lastIndexOf('/') + 1) === word,
    );
    if (entries.length > 0 && entries.length <= NAMESAKES_MAX)
      return entries.flatMap((entry) => entrySeed(graph, entry));
    const holders = holdersOf(snapshot, settingsWithoutSymbol(snapshot, word));
    if (holders.length > 0) return holders.map((node) => ({ node }));
    return graph.byName(word.split(/\W+/).at(-1) ?? word).length > NAMESAKES_MAX * 2
      ? []
      : codeNamed(graph, word).map((node) => ({ node }));
  });
  return seeds.slice(0, NAMED_MAX);
}

/** Returns the functions and types of a name outside of tests, if they are few. */
function codeNamed(graph: SymbolGraph, word: string): readonly number[] {
  if (!isSpelledOut(graph, word)) return [];
  const { node, others } = findSymbol(graph, word);
  const found = [node, ...others].filter((index) => {
    const { kind, bodyStart, end } = graph.node(index);
    return kind !== 'file' && bodyStart < end && !isInTests(graph, index);
  });
  return found.length > NAMESAKES_MAX ? [] : found;
}

/** A handler without a name is shown as the lines of its function. */
function entrySeed(graph: SymbolGraph, entry: EntryPoint): readonly Seed[] {
  const { handler, path, bodyStart, bodyEnd } = entry;
  const node = handler === '' ? atLine(graph, `${path}:${bodyStart}`) : graph.find(handler);
  if (node === undefined) return [];
  const range = { startLine: bodyStart, endLine: bodyEnd };
  return [handler === '' ? { node, range } : { node }];
}

async function questionSeeds(open: OpenIndex, question: string): Promise<FoundSeeds> {
  const { snapshot } = open;
  const { graph } = snapshot;
  const includeTests = testsMode('auto', question);
  const { answer, hits } = await findHits(open, {
    search: {
      ...{ query: question, maxResults: HITS_MAX, includeTests, languages: [], kinds: [] },
      groupBy: 'place',
    },
    literals: literalsOf(question),
    offset: 0,
    relevance: new Map(),
  });
  const [first] = hits;
  const isShown = ({ path }: (typeof hits)[number]) =>
    includeTests === 'allow' || !isTestPath(path);
  const isCode = (hit: (typeof hits)[number]) =>
    isShown(hit) && graph.node(hit.node).kind !== 'key';
  const isWhole = (hit: (typeof hits)[number]) =>
    hit.score >= (first?.score ?? 0) - WHOLE_SCORE_DROP && isShown(hit);
  const whole = hits.filter(isWhole).slice(0, WHOLE_HITS_MAX);
  // Code about something else would be taken for the answer.
  const shown = answer.confidence === 'none' ? [] : whole.length === 0 ? hits.slice(0, 1) : whole;
  const seedOf = (linesMax: number) => (hit: (typeof hits)[number]) => {
    const { index, kind, startLine, endLine } = graph.node(ownerOfPart(graph, hit.node));
    const isPart = kind === 'file' || endLine - startLine > linesMax;
    const range = { startLine: hit.startLine, endLine: hit.endLine };
    return { node: index, range: isPart ? range : undefined };
  };
  const named = namedSeeds(open, question);
  // What a question names is there, whatever its other words are.
  const missing = named.length > 0 ? undefined : missingWords(answer);
  const isNew = (hit: (typeof hits)[number]) =>
    !named.some(({ node }) => node === ownerOfPart(graph, hit.node));
  const carrying = shown.filter(isNew).slice(0, Math.max(1, WHOLE_HITS_MAX - named.length));
  const others = hits.filter((hit) => isNew(hit) && !carrying.includes(hit));
  // Beside the best hits, a template or script without declarations says less than a function.
  const isFile = ({ node }: (typeof hits)[number]) => graph.node(node).kind === 'file';
  const declaredFirst = others.filter(isCode).sort((a, b) => +isFile(a) - +isFile(b));
  return {
    seeds: [...named, ...carrying.map(seedOf(WHOLE_LINES_MAX))],
    others: others.map(({ node }) => node),
    parts: shown.length === 0 ? [] : declaredFirst.map(seedOf(PART_LINES_MAX)),
    confidence: answer.confidence,
    missing,
    notes:
      missing === undefined
        ? confidenceNotes(snapshot, answer, question)
        : similarNames(snapshot, answer, question),
  };
}

const PARTS: ReadonlySet<string> = new Set(['field', 'property', 'enumMember', 'key']);

/** Returns the type around a field, because its own line alone explains nothing. */
function ownerOfPart(graph: SymbolGraph, node: number): number {
  const { kind, parent } = graph.node(node);
  return PARTS.has(kind) && parent >= 0 && graph.node(parent).kind !== 'file' ? parent : node;
}
