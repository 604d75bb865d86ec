import { isNonApiPath } from '../../doclinks/lookup/non-api-paths.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { codeGetFileSymbols } from '../code-get-file-symbols.ts';
import { codeReferences } from '../code-references.ts';
import { codeSearch } from '../code-search.ts';
import { explain } from '../explain.ts';
import type { Tool } from '../tool.ts';

/** An example question about a project, made from its content. */
export interface Question {
  readonly words: string;
  /** The same question as a command, without the program's name. */
  readonly command: string;
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A shorter sentence says too little to search for. */
const SENTENCE_WORDS_MIN = 4;
const SENTENCE_CHARACTERS_MAX = 90;
/** Shorter names are common and tell a newcomer nothing. */
const NAME_LENGTH_MIN = 4;

/**
 * Returns up to three questions about some symbols. They are about the most used documented symbol, the callers of the
 * most called symbol, and the first entry point or else the most imported file. The same index
 * gives the same questions.
 */
export function exampleQuestions(
  graph: SymbolGraph,
  symbols: readonly SymbolNode[],
  entryPoints: readonly EntryPoint[],
): Question[] {
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
  const [entry] = entryPoints;
  if (entry !== undefined) questions.push(flowQuestion(entry));
  const imported = entry === undefined ? mostImported(graph) : undefined;
  if (imported !== undefined) questions.push(outlineQuestion(imported));
  return questions;
}

function mostImported(graph: SymbolGraph): SymbolNode | undefined {
  const files = graph.paths().flatMap((path) => graph.fileNode(path) ?? []);
  return mostBy(
    files.map((index) => graph.node(index)).filter((node) => !isNonApiPath(node.path)),
    (node) =>
      graph.incoming(node.index, ['imports']).length *
      Math.min(1, graph.symbolsOf(node.path).length),
  );
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
 * Returns the first sentence of a doc comment, or an empty string if it is too short or long to search for.
 */
function sentenceOf(node: SymbolNode): string {
  const text = node.doc
    .replace(/\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = (/^[^@]*?(?=\. |\.$|[:;]|$)/.exec(text)?.[0] ?? '').replaceAll('`', '').trim();
  const isLongEnough = sentence.split(' ').length >= SENTENCE_WORDS_MIN;
  return isLongEnough && sentence.length <= SENTENCE_CHARACTERS_MAX ? sentence : '';
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
    command: `references ${node.id} --max-results 5`,
    tool: codeReferences,
    input: { symbol: node.id, max_results: 5, max_tokens: 800 },
  };
}

function flowQuestion(entry: EntryPoint): Question {
  const { type, handler, methods } = entry;
  const title = entryTitle(entry);
  const about = methods.length > 0 || handler === '' ? title : handler;
  return {
    words: methods.length > 0 ? `What happens on ${title}?` : `What does the ${type} ${title} do?`,
    command: `explain ${JSON.stringify(about)}`,
    tool: explain,
    input: { about },
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
