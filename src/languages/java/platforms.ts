/** Which of a project's sources are compiled together, where one is built for several platforms. */
import { getOrCompute } from '../../base/memoize.ts';
import type { RepoPath } from '../../model/path.ts';

/** Words of a source set's name (`jvmTest`, `wasmJsMain`, `js-native`), by the family that they name. */
const FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jvm: 'jvm android',
    js: 'js web',
    wasm: 'wasm wasi',
    native: 'native linux mingw apple macos ios tvos watchos unix posix darwin',
  }).flatMap(([family, words]) => words.split(' ').map((word) => [word, family] as const)),
);
/** Words that stand beside those and tell nothing: processors and kinds of tests. */
const BESIDE = /^(?:main|test|unit|instrumented|simulator|device|debug|release|arm|x|and|\d+)$/;

/** `src/jvmMain/…` of Kotlin; `core/jvm/src/…` of sbt. */
const KOTLIN_SET = /(?:^|\/)src\/([a-z][A-Za-z0-9]*(?:Main|Test))\//;
const SBT_SET = /(?:^|\/)\.?([a-z]+(?:-[a-z]+)*)\/src\//;

const COMMON_SET = /^common(?:Main|Test)$/;

/**
 * The families that a file is compiled for alone; undefined where its path does not say. Kotlin's common
 * sources are of none: what they use is declared (`expect`) among them.
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

/** Of a package's files, those that a file of the project can see; all where that leaves none. */
export type SeenFrom = (from: RepoPath, paths: readonly RepoPath[]) => readonly RepoPath[];

/** One list for one package and platform, as who imports a module goes by its list. */
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
        // Common sources are seen by all.
        return (
          others === undefined || others.length === 0 || others.some((one) => own.includes(one))
        );
      });
      return seen.length === 0 || seen.length === paths.length ? paths : seen;
    });
  };
}
