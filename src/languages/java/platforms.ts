/** Determines which sources are compiled together in a multi-platform project. */
import { getOrCompute } from '../../base/memoize.ts';
import type { RepoPath } from '../../model/path.ts';

/**
 * Platform families by the words that name them in a source set's name (`jvmTest`, `wasmJsMain`,
 * `js-native`).
 */
const FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jvm: 'jvm android',
    js: 'js web',
    wasm: 'wasm wasi',
    native: 'native linux mingw apple macos ios tvos watchos unix posix darwin',
  }).flatMap(([family, words]) => words.split(' ').map((word) => [word, family] as const)),
);
/**
 * Other words in source set names, such as processors and kinds of tests. They do not affect the
 * family.
 */
const BESIDE = /^(?:main|test|unit|instrumented|simulator|device|debug|release|arm|x|and|\d+)$/;

/** Source set folders: `src/jvmMain/…` in Kotlin, `core/jvm/src/…` in sbt. */
const KOTLIN_SET = /(?:^|\/)src\/([a-z][A-Za-z0-9]*(?:Main|Test))\//;
const SBT_SET = /(?:^|\/)\.?([a-z]+(?:-[a-z]+)*)\/src\//;

const COMMON_SET = /^common(?:Main|Test)$/;

/**
 * Returns the only platform families a file is compiled for, or undefined if its path does not
 * tell. Kotlin's common sources have none: they use only declarations (`expect`) that are among
 * them.
 */
function familiesOf(path: RepoPath): readonly string[] | undefined {
  const kotlin = KOTLIN_SET.exec(path)?.[1];
  if (kotlin !== undefined && COMMON_SET.test(kotlin)) return [];
  const words = (kotlin ?? SBT_SET.exec(path)?.[1] ?? '').match(/[A-Z]?[a-z]+|\d+/g) ?? [];
  const families = new Set<string>();
  for (const word of words) {
    const family = FAMILIES.get(word.toLowerCase());
    if (family !== undefined) families.add(family);
    else if (!BESIDE.test(word.toLowerCase())) return undefined;
  }
  return families.size === 0 ? undefined : [...families].sort();
}

/**
 * Filters a package's files to those visible from a project file. Returns all if none is visible.
 */
export type SeenFrom = (from: RepoPath, paths: readonly RepoPath[]) => readonly RepoPath[];

/**
 * Creates a view that returns the same list for the same package and platform, because callers
 * identify a module by its list.
 */
export function platformView(): SeenFrom {
  const familiesByPath = new Map<RepoPath, readonly string[] | undefined>();
  const views = new WeakMap<readonly RepoPath[], Map<string, readonly RepoPath[]>>();
  const families = (path: RepoPath) => getOrCompute(familiesByPath, path, () => familiesOf(path));
  return (from, paths) => {
    const own = families(from);
    if (own === undefined) return paths;
    const known = views.get(paths) ?? new Map<string, readonly RepoPath[]>();
    views.set(paths, known);
    return getOrCompute(known, own.join(), () => {
      const seen = paths.filter((path) => {
        const others = families(path);
        // Common sources are visible to all platforms.
        return (
          others === undefined || others.length === 0 || others.some((one) => own.includes(one))
        );
      });
      return seen.length === 0 || seen.length === paths.length ? paths : seen;
    });
  };
}
