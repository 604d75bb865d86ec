/** Checks calls in code blocks against the declarations of the functions they call. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';
import { misfit, parametersOf } from '../snippets/parameters.ts';
import type { Drift } from './drift.ts';
import type { CallCheck } from './drift-snippets.ts';

const DECLARATION_CHARACTERS_MAX = 8_000;

/**
 * Returns the calls that match no declaration. `textOf` returns a file as it was indexed, or
 * undefined when it is unavailable.
 */
export function callDrift(
  graph: SymbolGraph,
  calls: readonly CallCheck[],
  textOf: (path: RepoPath) => string | undefined,
): readonly Drift[] {
  return calls.flatMap(({ callees, passed, isBound, ...at }): readonly Drift[] => {
    const reasons = callees.map((callee) => reasonOf(graph, callee, { passed, isBound }, textOf));
    const [first] = reasons;
    // It is enough if one declaration accepts the call, or may accept it.
    if (first === undefined || reasons.includes(undefined)) return [];
    return [{ ...at, kind: 'wrongArguments', confidence: 'sure', detail: first, near: [] }];
  });
}

/** Returns undefined when a call matches, or may match. */
function reasonOf(
  graph: SymbolGraph,
  callee: number,
  { passed, isBound }: Pick<CallCheck, 'passed' | 'isBound'>,
  textOf: (path: RepoPath) => string | undefined,
): string | undefined {
  const { path, language, name, start, end, id, startLine } = graph.node(callee);
  const text = textOf(path)?.slice(start, Math.min(end, start + DECLARATION_CHARACTERS_MAX));
  const expected = text === undefined ? undefined : parametersOf(language, name, text);
  if (expected === undefined || (expected.receiver === 'instance' && !isBound)) return undefined;
  const reason = misfit(expected, passed);
  return reason && `${reason}: ${expected.text} (${id}, line ${startLine})`;
}
