/** Classifies a path by its components: test, legacy, generated, example, settings. */

import { getOrCompute, getOrComputeBounded } from '../../base/memoize.ts';
import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { basenameOf, dirnameOf } from '../../model/path.ts';
import type { SignalName } from '../weights.ts';

export type PathSignal = Extract<
  SignalName,
  'testPath' | 'legacyPath' | 'generatedPath' | 'examplePath' | 'settingsPath'
>;

/**
 * Classes that apply to a file by its name or to everything below a folder by the folder's name.
 */
type NameSignal = Exclude<PathSignal, 'settingsPath'>;

/** Words in a folder or file name that put everything below it in a class. */
const CLASS_WORDS: Readonly<Record<NameSignal, ReadonlySet<string>>> = {
  testPath: new Set(
    'test tests testdata spec specs mock mocks fixture fixtures conftest testsuite'.split(' '),
  ),
  legacyPath: new Set('legacy compat deprecated'.split(' ')),
  generatedPath: new Set('generated vendor vendored'.split(' ')),
  examplePath: new Set(
    'example examples doc docs sample samples demo demos bench benchmark benchmarks'.split(' '),
  ),
};
/**
 * A TypeScript name that begins with `test` is a test helper if it also contains one of these
 * words. Otherwise `test` is the subject of the file (`test-run.ts`): TypeScript test runners find
 * tests by folder and by the end of the name, whereas Python, C and Java put the word first.
 */
const HELPS_TESTS: ReadonlySet<string> = new Set(
  'util utils utilities helper helpers setup teardown data support harness case cases'.split(' '),
);
const TYPESCRIPT_NAME = /\.[cm]?tsx?$/;

/** Patterns for names that whole words cannot express. */
const CLASS_PATTERNS: Readonly<Partial<Record<NameSignal, RegExp>>> = {
  generatedPath: /^(third_party|single_include)$|\.d\.[cm]?ts$|\.pb\.|_pb2?\.|^package-info\./,
};

/** Matches every name of a class, and others. Most names need no look at their words. */
const MAY_HAVE_CLASS = new RegExp(
  [
    ...Object.values(CLASS_WORDS).flatMap((words) => [...words]),
    ...Object.values(CLASS_PATTERNS).map(({ source }) => source),
  ].join('|'),
  'i',
);

/**
 * Settings, data and plain text, by extension. Users look for them by name, and questions about
 * code seldom refer to them. CMake's files are code.
 */
const SETTINGS = /^(?!CMakeLists\.txt$).*\.(?:jsonc?|json5|ya?ml|toml|te?xt)$/i;

const NAME_SIGNALS: readonly NameSignal[] = [
  'testPath',
  'legacyPath',
  'generatedPath',
  'examplePath',
];

/**
 * Penalties per file: 1 where a class applies; `depth` is the number of folders below the shared
 * one.
 */
export type PathPenalties = Readonly<Record<PathSignal | 'depth', Float64Array>>;

/** Whether a path is of tests and not their settings; `isNamedSo` if the name of the file says so. */
export function testClass(path: string): { readonly isTest: boolean; readonly isNamedSo: boolean } {
  const classes = knownClasses(path);
  const isTest = classes.includes('testPath') && !classes.includes('settingsPath');
  return { isTest, isNamedSo: isTest && classesOfName(basenameOf(path)).includes('testPath') };
}

/** Returns the classes of a path. */
export function pathClasses(path: string, sharedFolderDepth: number): readonly PathSignal[] {
  const folder = classesOfFolder(dirnameOf(path), sharedFolderDepth);
  return [...new Set([...folder, ...classesOfBasename(basenameOf(path))])];
}

/** Bound of the cache; an answer asks again about the same files. */
const KNOWN_PATHS_MAX = 20_000;
const KNOWN_PATHS = new Map<string, readonly PathSignal[]>();

/** Whether a path is of tests, by the name of the file or of a folder. */
export function isTestPath(path: string): boolean {
  return knownClasses(path).includes('testPath');
}

/** Whether a path is of examples or pages, by the name of the file or of a folder. */
export function isExamplePath(path: string): boolean {
  return knownClasses(path).includes('examplePath');
}

function knownClasses(path: string): readonly PathSignal[] {
  return getOrComputeBounded(KNOWN_PATHS_MAX, KNOWN_PATHS, path, () => pathClasses(path, 0));
}

function classesOfFolder(folder: string, sharedFolderDepth: number): readonly PathSignal[] {
  return folder.split('/').slice(sharedFolderDepth).flatMap(classesOfName);
}

function classesOfBasename(name: string): readonly PathSignal[] {
  return [...classesOfName(name), ...(SETTINGS.test(name) ? (['settingsPath'] as const) : [])];
}

/**
 * Whether the path is of tests, examples, or old or generated code. Among several declarations of
 * one name, these are seldom the intended one.
 */
export function isSecondaryPath(path: string): boolean {
  return path.split('/').some((component) => classesOfName(component).length > 0);
}

export function pathPenalties(paths: readonly string[], sharedFolderDepth: number): PathPenalties {
  const penalties = {
    testPath: new Float64Array(paths.length),
    legacyPath: new Float64Array(paths.length),
    generatedPath: new Float64Array(paths.length),
    examplePath: new Float64Array(paths.length),
    settingsPath: new Float64Array(paths.length),
    depth: new Float64Array(paths.length),
  };
  const folders = new Map<string, { depth: number; classes: readonly PathSignal[] }>();
  for (const [file, path] of paths.entries()) {
    const { depth, classes } = getOrCompute(folders, dirnameOf(path), () => ({
      depth: path.split('/').length - 1 - sharedFolderDepth,
      classes: classesOfFolder(dirnameOf(path), sharedFolderDepth),
    }));
    for (const signal of classes) penalties[signal][file] = 1;
    for (const signal of classesOfBasename(basenameOf(path))) penalties[signal][file] = 1;
    penalties.depth[file] = depth;
  }
  return penalties;
}

/** Returns the path component that puts the path in the class. */
export function classComponent(
  path: string,
  sharedFolderDepth: number,
  signal: PathSignal,
): string | undefined {
  const name = basenameOf(path);
  if (signal === 'settingsPath' && SETTINGS.test(name)) return name;
  return path
    .split('/')
    .slice(sharedFolderDepth)
    .find((component) => classesOfName(component).some((one) => one === signal));
}

/** Whether the name of a namespace inside a file marks its content as tests (`mod tests`). */
export function namesTests(name: string): boolean {
  return classesOfName(name).includes('testPath');
}

const NO_CLASS: readonly NameSignal[] = [];

/** Bound of the cache. A name is part of many paths and is looked up again whenever any file changes. */
const KNOWN_NAMES_MAX = 20_000;
const KNOWN_NAMES = new Map<string, readonly NameSignal[]>();

function classesOfName(component: string): readonly NameSignal[] {
  if (!MAY_HAVE_CLASS.test(component)) return NO_CLASS;
  return getOrComputeBounded(KNOWN_NAMES_MAX, KNOWN_NAMES, component, () => {
    const parts = wordsOf(component).flatMap((word) => splitIdentifier(word).parts);
    return NAME_SIGNALS.filter(
      (signal) =>
        CLASS_PATTERNS[signal]?.test(component) === true ||
        classWords(component, parts, signal).some((part) => CLASS_WORDS[signal].has(part)),
    );
  });
}

/** Returns the parts of a component that may put it in the class. */
function classWords(
  component: string,
  parts: readonly string[],
  signal: NameSignal,
): readonly string[] {
  if (signal !== 'testPath' || parts[0] !== 'test') return parts;
  const name = component.replace(TYPESCRIPT_NAME, '');
  const isSubject =
    name !== component && name !== parts[0] && !parts.some((part) => HELPS_TESTS.has(part));
  return isSubject ? parts.slice(1) : parts;
}
