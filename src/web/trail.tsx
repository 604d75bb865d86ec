import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shortName } from './graph-layout.ts';
import { type Route, symbolLink } from './route.ts';

interface Entry {
  readonly project: string;
  readonly target: string;
}

interface SavedTrail {
  readonly name: string;
  readonly entries: readonly Entry[];
}

const VISITED_KEY = 'graph-memory-trail';
const SAVED_KEY = 'graph-memory-saved-trails';
const ENTRIES_MAX = 12;
const SAVED_MAX = 30;

/** Returns the symbols visited in this tab, the newest last. */
export function useTrail({ view, project, target }: Route): readonly Entry[] {
  const [entries, setEntries] = useState(() => stored<Entry>(sessionStorage, VISITED_KEY));
  useEffect(() => {
    if (view !== 'symbol' || target === '') return;
    setEntries((before) => {
      const others = before.filter((one) => one.target !== target || one.project !== project);
      const next = [...others, { project, target }].slice(-ENTRIES_MAX);
      sessionStorage.setItem(VISITED_KEY, JSON.stringify(next));
      return next;
    });
  }, [view, project, target]);
  return entries;
}

/** Returns a stored list; none if something else than a list is stored. */
function stored<Item>(storage: Storage, key: string): readonly Item[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? (value as readonly Item[]) : [];
  } catch {
    return [];
  }
}

/** The symbols visited, and trails that this browser keeps. */
export function Trail({ entries }: { readonly entries: readonly Entry[] }): VNode | null {
  const [saved, setSaved] = useState(() => stored<SavedTrail>(localStorage, SAVED_KEY));
  const keep = (trails: readonly SavedTrail[]) => {
    const kept = trails.slice(-SAVED_MAX);
    localStorage.setItem(SAVED_KEY, JSON.stringify(kept));
    setSaved(kept);
  };
  const others = (name: string) => saved.filter((trail) => trail.name !== name);
  if (entries.length < 2 && saved.length === 0) return null;
  return (
    <>
      {entries.length < 2 ? null : (
        <nav class="trail" aria-label="Visited">
          <Links entries={entries} />
          <button
            type="button"
            onClick={() => keep([...others(nameOf(entries)), { name: nameOf(entries), entries }])}
          >
            Save trail
          </button>
        </nav>
      )}
      {saved.length === 0 ? null : (
        <details class="saved">
          <summary>Saved trails</summary>
          {saved.map(({ name, entries: steps }) => (
            <nav class="trail" aria-label={name} key={name}>
              <Links entries={steps} />
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => keep(others(name))}
              >
                Remove
              </button>
            </nav>
          ))}
        </details>
      )}
    </>
  );
}

function nameOf(entries: readonly Entry[]): string {
  const [first, last] = [entries[0], entries.at(-1)];
  return `${shortName(first?.target ?? '')} to ${shortName(last?.target ?? '')}`;
}

function Links({ entries }: { readonly entries: readonly Entry[] }): VNode {
  return (
    <>
      {entries.map(({ project, target }) => (
        <a key={`${project}/${target}`} href={symbolLink(project, target)} title={target}>
          {shortName(target)}
        </a>
      ))}
    </>
  );
}
