/**
 * Answers that all pages give together. While they are the same, a changed page concerns no other page
 * but those that link to it.
 */
import type { Labels } from '../lookup/labels.ts';
import type { Conventions } from '../lookup/page-context.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { hashOf, type KnownAnswer } from './answers.ts';
import { lookupKey, type SharedLookup } from './dependency-keys.ts';

export const SHARED_LOOKUPS: readonly SharedLookup[] = [
  'conventions',
  'labels',
  'anchors',
  'titles',
];

interface Shared {
  readonly names: SymbolLookup;
  readonly conventions: Conventions;
  readonly labels: Labels;
}

/** Returns the hashes of shared answers by their keys; undefined for all other keys. */
export function sharedAnswers({ names, conventions, labels }: Shared): KnownAnswer {
  const { roots, receivers, variables, ...imported } = conventions;
  const idOf = (node: number) => names.node(node).id;
  const answers: Readonly<Record<SharedLookup, () => unknown>> = {
    conventions: () => [
      [...roots].sort(),
      Array.from(receivers, ([name, { type, isLoose }]) =>
        [name, idOf(type), `${isLoose}`].join(),
      ).sort(),
      variables.lines(idOf),
      imported.names.lines(({ module, isWhole }) => JSON.stringify([module, isWhole])),
      imported.modules.lines((module) => JSON.stringify(module)),
    ],
    labels: () => labels.lines('labels'),
    anchors: () => labels.lines('anchors'),
    titles: () => labels.lines('titles'),
  };
  const byKey = new Map(SHARED_LOOKUPS.map((lookup) => [lookupKey(lookup), answers[lookup]]));
  const known = new Map<string, number>();
  return (key) => {
    const answer = byKey.get(key);
    if (answer === undefined) return undefined;
    const hash = known.get(key) ?? hashOf(answer());
    known.set(key, hash);
    return hash;
  };
}
