/** Names the middleware that many entry points begin with, so that a list does not repeat it. */
import { appendTo } from '../../base/append-to.ts';

type Middleware = readonly string[];

/** Maximum number of named chains in an answer. */
const CHAINS_MAX = 4;
/** Number of entry points from which a chain has a name. */
const SHARED_MIN = 3;

export interface MiddlewareChains {
  /** A line for each chain: `chain 1: cors, auth`. */
  readonly lines: readonly string[];
  /** Returns middleware as text, with the longest chain by its name: `chain 1, isAdmin`. */
  readonly textOf: (middleware: Middleware) => string;
}

/** Chooses the chains that save most text, the best first. */
export function middlewareChains(all: readonly Middleware[]): MiddlewareChains {
  const chains: string[] = [];
  let rest = all.map(startsOf);
  while (chains.length < CHAINS_MAX) {
    const best = longestSaving(rest);
    if (best === undefined) break;
    chains.push(best);
    rest = rest.filter((starts) => !starts.includes(best));
  }
  const longestFirst = chains
    .map((chain, index) => ({ chain, name: `chain ${index + 1}` }))
    .sort((a, b) => b.chain.length - a.chain.length);
  return {
    lines: chains.map((chain, index) => `chain ${index + 1}: ${chain}`),
    textOf: (middleware) => {
      const text = middleware.join(', ');
      const own = longestFirst.find(({ chain }) => text === chain || text.startsWith(`${chain}, `));
      return own === undefined ? text : own.name + text.slice(own.chain.length);
    },
  };
}

/** Returns the beginnings of two and more as texts. */
function startsOf(middleware: Middleware): readonly string[] {
  return middleware.slice(1).map((_, index) => middleware.slice(0, index + 2).join(', '));
}

function longestSaving(rest: readonly (readonly string[])[]): string | undefined {
  const users = new Map<string, number[]>();
  for (const [row, starts] of rest.entries())
    for (const start of starts) appendTo(users, start, row);
  const shared = [...users].filter(([, rows]) => rows.length >= SHARED_MIN);
  const savingOf = ([start, rows]: (typeof shared)[number]) => start.length * (rows.length - 1);
  return shared.sort((a, b) => savingOf(b) - savingOf(a))[0]?.[0];
}
