/**
 * Detects older versions that stand beside a newer one: `api/v3/routes.ts` beside `api/v4`,
 * `client_v1.py` beside `client_v2.py`. A question that names no version is about the newest.
 */
import { basenameOf } from '../../model/path.ts';

/** The version is a component, or the end of the name of a component. */
const VERSIONED = /^(?<name>.*?)(?:^|(?<=[^A-Za-z])|(?<=[a-z])(?=V))[vV](?<version>\d{1,3})$/;

interface Place {
  /** The path up to the version; equal for the versions of one thing. */
  readonly owner: string;
  readonly component: string;
  readonly version: number;
}

/** Returns, per path, the component that makes it an older version; undefined for all others. */
export function olderComponents(paths: readonly string[]): readonly (string | undefined)[] {
  const newest = new Map<string, number>();
  const rows = paths.map(placesOf);
  for (const { owner, version } of rows.flat()) {
    newest.set(owner, Math.max(newest.get(owner) ?? 0, version));
  }
  return rows.map(
    (places) => places.find(({ owner, version }) => version < (newest.get(owner) ?? 0))?.component,
  );
}

/** Whether a word of a question names a version. */
export function namesVersion(word: string): boolean {
  return /^v\d{1,3}$/i.test(word);
}

function placesOf(path: string): readonly Place[] {
  const folders = path.split('/').slice(0, -1);
  const places: Place[] = [];
  let before = '';
  for (const component of [...folders, stemOf(path)]) {
    const groups = VERSIONED.exec(component)?.groups;
    if (groups !== undefined) {
      const owner = `${before}${groups['name'] ?? ''}`;
      places.push({ owner, component, version: Number(groups['version']) });
    }
    before += `${component}/`;
  }
  return places;
}

function stemOf(path: string): string {
  const name = basenameOf(path);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}
