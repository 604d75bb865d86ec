import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shortName } from './graph-layout.ts';
import { type Route, symbolLink } from './route.ts';

interface Entry {
  readonly project: string;
  readonly target: string;
}

const KEY = 'graph-memory-trail';
const ENTRIES_MAX = 12;

/** Returns the symbols visited in this tab, the newest last. */
export function useTrail({ view, project, target }: Route): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>(stored);
  useEffect(() => {
    if (view !== 'symbol' || target === '') return;
    setEntries((before) => {
      const others = before.filter((one) => one.target !== target || one.project !== project);
      const next = [...others, { project, target }].slice(-ENTRIES_MAX);
      sessionStorage.setItem(KEY, JSON.stringify(next));
      return next;
    });
  }, [view, project, target]);
  return entries;
}

function stored(): readonly Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly Entry[];
  } catch {
    return [];
  }
}

export function Trail({ entries }: { readonly entries: readonly Entry[] }): VNode | null {
  if (entries.length < 2) return null;
  return (
    <nav class="trail" aria-label="Visited">
      {entries.map(({ project, target }) => (
        <a key={`${project}/${target}`} href={symbolLink(project, target)} title={target}>
          {shortName(target)}
        </a>
      ))}
    </nav>
  );
}
