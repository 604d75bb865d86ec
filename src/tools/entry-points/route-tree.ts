import { getOrCompute } from '../../base/memoize.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';

interface Branch<Entry> {
  readonly entries: Entry[];
  readonly branches: Map<string, Branch<Entry>>;
}

/** Returns the entry points as an indented tree of the parts of their routes. */
export function treeOf<Entry extends EntryPoint>(
  entries: readonly Entry[],
  lineOf: (entry: Entry) => string,
): string {
  const root: Branch<Entry> = { entries: [], branches: new Map() };
  for (const entry of entries) {
    let branch = root;
    for (const part of partsOf(entry)) {
      branch = getOrCompute(branch.branches, part, () => ({ entries: [], branches: new Map() }));
    }
    branch.entries.push(entry);
  }
  return [...linesOf(root, 0, lineOf)].join('\n');
}

function partsOf({ route, type }: EntryPoint): readonly string[] {
  // A time has slashes and spaces of its own.
  if (type === 'schedule') return [route];
  return route.split(/(?=\/)|\s+/).filter((part) => part !== '' && part !== '/');
}

function* linesOf<Entry extends EntryPoint>(
  { entries, branches }: Branch<Entry>,
  depth: number,
  lineOf: (entry: Entry) => string,
): Generator<string> {
  const indent = '  '.repeat(depth);
  for (const entry of entries) {
    const line = lineOf(entry).slice(entryTitle(entry).length);
    yield `${indent}${entry.methods.join(',') || '·'}${line}`;
  }
  for (const [part, branch] of branches) {
    yield `${indent}${part}`;
    yield* linesOf(branch, depth + 1, lineOf);
  }
}
