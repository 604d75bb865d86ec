/**
 * Detects older versions that stand beside a newer one: `api/v3/routes.ts` beside `api/v4`,
 * `client_v1.py` beside `client_v2.py`, `pydantic/v1/main.py` beside `pydantic/main.py`. A version
 * alone says nothing: most servers have only `api/v1`. A question that names no version is about
 * the newest.
 */
import { getOrCompute } from '../../base/memoize.ts';
import { basenameOf } from '../../model/path.ts';

/** The version is a component, or the end of the name of a component. */
const VERSIONED = /^(?<name>.*?)(?:^|(?<=[^A-Za-z])|(?<=[a-z])(?=V))[vV](?<version>\d{1,3})$/;

const FIRST_VERSION = /(?<=^|\/)v1\//gi;

/** Matches every path with a version. Most paths need no look at their components. */
const MAY_BE_VERSIONED = /v\d/i;

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
  for (const owner of foldersBesideFirst(paths)) {
    newest.set(owner, Math.max(newest.get(owner) ?? 0, 2));
  }
  return rows.map(
    (places) => places.find(({ owner, version }) => version < (newest.get(owner) ?? 0))?.component,
  );
}

const OLDER_PATHS = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether one of the paths is of an older version. */
export function isOlderVersion(paths: readonly string[], path: string): boolean {
  if (placesOf(path).length === 0) return false;
  const older = getOrCompute(OLDER_PATHS, paths, () => {
    const components = olderComponents(paths);
    return new Set(paths.filter((_, index) => components[index] !== undefined));
  });
  return older.has(path);
}

/**
 * Returns the folders that are newer than a `v1` in them, each with a slash at its end: at least
 * half of the files of `v1` are in the folder around it too. Later versions in a folder may be
 * newer than what is around them: modules of Go put `v2` there.
 */
function foldersBesideFirst(paths: readonly string[]): readonly string[] {
  const versioned = paths.filter((path) => MAY_BE_VERSIONED.test(path));
  const present = new Set(versioned.length === 0 ? [] : paths);
  const counts = new Map<string, { files: number; repeated: number }>();
  for (const path of versioned) {
    for (const { index, 0: folder } of path.matchAll(FIRST_VERSION)) {
      const owner = path.slice(0, index);
      const count = getOrCompute(counts, owner, () => ({ files: 0, repeated: 0 }));
      count.files++;
      if (present.has(owner + path.slice(index + folder.length))) count.repeated++;
    }
  }
  return [...counts]
    .filter(([, { files, repeated }]) => repeated * 2 >= files)
    .map(([owner]) => owner);
}

/** Whether a word of a question names a version. */
export function namesVersion(word: string): boolean {
  return /^v\d{1,3}$/i.test(word);
}

const NOWHERE: readonly Place[] = [];

function placesOf(path: string): readonly Place[] {
  if (!MAY_BE_VERSIONED.test(path)) return NOWHERE;
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
