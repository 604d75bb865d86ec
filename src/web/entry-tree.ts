import { appendTo } from '../base/append-to.ts';
import type { EntryPointsAnswer } from './shapes.ts';

type EntryPoint = EntryPointsAnswer['entrypoints'][number];

/** Entry points below one prefix of their routes. */
export interface EntryGroup {
  /** The parts that lead here from the group above, such as `/users/{id}`. */
  readonly prefix: string;
  readonly entries: readonly EntryPoint[];
  readonly groups: readonly EntryGroup[];
  /** Number of entry points here and below. */
  readonly count: number;
}

/** Groups entry points by the parts of their routes. A prefix without a choice below it is not split. */
export function entryTree(entries: readonly EntryPoint[]): EntryGroup {
  return groupOf(
    '',
    entries.map((entry) => ({ entry, parts: partsOf(entry.route) })),
  );
}

interface Placed {
  readonly entry: EntryPoint;
  /** Parts of the route that are below the group. */
  readonly parts: readonly string[];
}

function groupOf(prefix: string, placed: readonly Placed[]): EntryGroup {
  const below = new Map<string, Placed[]>();
  for (const { entry, parts } of placed) {
    const [first, ...rest] = parts;
    if (first !== undefined) appendTo(below, first, { entry, parts: rest });
  }
  const entries = placed.filter(({ parts }) => parts.length === 0).map(({ entry }) => entry);
  const [only] = below;
  if (prefix !== '' && entries.length === 0 && below.size === 1 && only !== undefined)
    return groupOf(`${prefix}${only[0]}`, only[1]);
  const groups = Array.from(below, ([part, inside]) => groupOf(part, inside));
  return { prefix, entries, groups, count: placed.length };
}

/** Parts of a path keep their `/`, words of a command the space before them. */
function partsOf(route: string): readonly string[] {
  return route.split(/(?=\/)|(?=\s)/).filter((part) => part !== '' && part !== '/');
}
