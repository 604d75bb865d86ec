import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { codeGetFileSymbols } from './code-get-file-symbols.ts';
import { codeSearch } from './code-search.ts';
import { graphNeighbors } from './graph-neighbors.ts';
import type { Tool } from './tool.ts';

/** An example question about a project, made from its content. */
export interface Question {
  readonly words: string;
  /** The same question as a command, without the program's name. */
  readonly command: string;
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
}

const QUESTION_KINDS = new Set(['class', 'function', 'method', 'interface']);
/** A shorter sentence says too little to search for. */
const SENTENCE_WORDS_MIN = 4;
const SENTENCE_CHARACTERS_MAX = 90;
/** Shorter names are common and tell a newcomer nothing. */
const NAME_LENGTH_MIN = 4;
const TEST_PATH = /(^|\/)(tests?|__tests__|spec|fixtures|examples?)\/|\.(test|spec)\./;

/**
 * Returns up to three questions. They are about the most used documented symbol, the callers of the
 * most called symbol, and the most imported file. The same index gives the same questions.
 */
export function exampleQuestions(graph: SymbolGraph): Question[] {
  const symbols = ownSymbols(graph);
  const questions: Question[] = [];
  const documented = mostBy(symbols, (node) =>
    sentenceOf(node) === '' ? 0 : usesOf(graph, node.index),
  );
  if (documented !== undefined) questions.push(searchQuestion(documented));
  const called = mostBy(symbols, (node) =>
    node.index === documented?.index || node.name.length < NAME_LENGTH_MIN
      ? 0
      : graph.incoming(node.index, ['calls']).length,
  );
  if (called !== undefined) questions.push(callersQuestion(called));
  const files = graph.paths().flatMap((path) => graph.fileNode(path) ?? []);
  const imported = mostBy(
    files.map((index) => graph.node(index)).filter((node) => !TEST_PATH.test(node.path)),
    (node) =>
      graph.incoming(node.index, ['imports']).length *
      Math.min(1, graph.symbolsOf(node.path).length),
  );
  if (imported !== undefined) questions.push(outlineQuestion(imported));
  return questions;
}

function ownSymbols(graph: SymbolGraph): SymbolNode[] {
  const symbols: SymbolNode[] = [];
  for (const path of graph.paths()) {
    if (TEST_PATH.test(path)) continue;
    for (const index of graph.symbolsOf(path)) {
      const node = graph.node(index);
      if (QUESTION_KINDS.has(node.kind)) symbols.push(node);
    }
  }
  return symbols;
}

function usesOf(graph: SymbolGraph, index: number): number {
  return graph.incoming(index, ['calls', 'references', 'extends', 'implements']).length;
}

/** Returns the node with the highest value above zero; the first one in a tie. */
function mostBy(
  nodes: readonly SymbolNode[],
  weightOf: (node: SymbolNode) => number,
): SymbolNode | undefined {
  let best: SymbolNode | undefined;
  let bestValue = 0;
  for (const node of nodes) {
    const value = weightOf(node);
    if (value > bestValue) [best, bestValue] = [node, value];
  }
  return best;
}

/**
 * Returns the first sentence of a doc comment, or an empty string if it is too short to search for.
 */
function sentenceOf(node: SymbolNode): string {
  const text = node.doc
    .replace(/\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = (/^[^@]*?(?=\. |\.$|[:;]|$)/.exec(text)?.[0] ?? '').replaceAll('`', '').trim();
  const isLongEnough = sentence.split(' ').length >= SENTENCE_WORDS_MIN;
  return isLongEnough ? sentence.slice(0, SENTENCE_CHARACTERS_MAX) : '';
}

function searchQuestion(node: SymbolNode): Question {
  const words = sentenceOf(node);
  return {
    words: `Which code does this: "${words}"?`,
    command: `search ${JSON.stringify(words)} --max-results 3`,
    tool: codeSearch,
    input: { query: words, max_results: 3, max_tokens: 1200 },
  };
}

function callersQuestion(node: SymbolNode): Question {
  return {
    words: `Who calls ${node.name}?`,
    command: `neighbors ${node.id} --direction in --kinds calls --max-results 5`,
    tool: graphNeighbors,
    input: { symbol: node.id, direction: 'in', kinds: ['calls'], max_results: 5, max_tokens: 800 },
  };
}

function outlineQuestion(node: SymbolNode): Question {
  return {
    words: `What is in ${node.path}, which most files import?`,
    command: `outline ${node.path}`,
    tool: codeGetFileSymbols,
    input: { path: node.path, max_tokens: 800 },
  };
}
