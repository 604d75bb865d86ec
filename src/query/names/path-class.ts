/** What a path says of its file besides its words: test, legacy, generated, example, internal, settings. */

import { getOrComputeBounded } from '../../base/memoize.ts';
import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { basenameOf } from '../../model/path.ts';
import type { SignalName } from '../weights.ts';

export type PathSignal = Extract<
  SignalName,
  'testPath' | 'legacyPath' | 'generatedPath' | 'examplePath' | 'underscorePath' | 'settingsPath'
>;

/** Classes of everything below a folder or in a file of a name. */
type NameSignal = Exclude<PathSignal, 'underscorePath' | 'settingsPath'>;

/** Words of a folder or file name that put everything below in a class. */
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
 * A name of TypeScript that begins with `test` and has one of these besides helps tests. Every other
 * such name says what the file is about (`test-run.ts`): what runs TypeScript's tests finds them by
 * folders and by the ends of names, where Python, C and Java put the word first.
 */
const HELPS_TESTS: ReadonlySet<string> = new Set(
  'util utils utilities helper helpers setup teardown data support harness case cases'.split(' '),
);
const TYPESCRIPT_NAME = /\.[cm]?tsx?$/;

/** What cannot be said in whole words. */
const CLASS_PATTERNS: Readonly<Partial<Record<NameSignal, RegExp>>> = {
  legacyPath: /^v1$/i,
  generatedPath: /^(third_party|single_include)$|\.d\.[cm]?ts$|\.pb\.|_pb2?\.|^package-info\./,
};

/** By their endings: settings are looked for by their names, and seldom meant by a question about code. */
const SETTINGS = /\.(?:jsonc?|json5|ya?ml|toml)$/i;

const NAME_SIGNALS: readonly NameSignal[] = [
  'testPath',
  'legacyPath',
  'generatedPath',
  'examplePath',
];

/** Over files: 1 where the class holds, and the number of folders below the shared one. */
export type PathPenalties = Readonly<Record<PathSignal | 'depth', Float64Array>>;

/** The classes of a path. */
export function pathClasses(path: string, sharedFolderDepth: number): readonly PathSignal[] {
  const found = new Set<PathSignal>();
  for (const component of path.split('/').slice(sharedFolderDepth)) {
    for (const signal of classesOfName(component)) found.add(signal);
  }
  for (const signal of classesOfFile(basenameOf(path))) found.add(signal);
  return [...found];
}

/** Tests, examples, and old or generated code: of several things of one name, seldom the one that is meant. */
export function isSecondaryPath(path: string): boolean {
  return path.split('/').some((component) => classesOfName(component).length > 0);
}

export function pathPenalties(paths: readonly string[], sharedFolderDepth: number): PathPenalties {
  const penalties = {
    testPath: new Float64Array(paths.length),
    legacyPath: new Float64Array(paths.length),
    generatedPath: new Float64Array(paths.length),
    examplePath: new Float64Array(paths.length),
    underscorePath: new Float64Array(paths.length),
    settingsPath: new Float64Array(paths.length),
    depth: new Float64Array(paths.length),
  };
  for (const [file, path] of paths.entries()) {
    for (const signal of pathClasses(path, sharedFolderDepth)) penalties[signal][file] = 1;
    penalties.depth[file] = path.split('/').length - 1 - sharedFolderDepth;
  }
  return penalties;
}

/** The part of the path, between slashes, that puts it in the class. */
export function classComponent(
  path: string,
  sharedFolderDepth: number,
  signal: PathSignal,
): string | undefined {
  const name = basenameOf(path);
  if (classesOfFile(name).includes(signal)) return name;
  return path
    .split('/')
    .slice(sharedFolderDepth)
    .find((component) => classesOfName(component).some((one) => one === signal));
}

/** Whether a name inside of a file says that what it holds are tests (`mod tests`). */
export function namesTests(name: string): boolean {
  return classesOfName(name).includes('testPath');
}

/** A name is part of many paths, and asked about again when any file changes. */
const KNOWN_NAMES_MAX = 20_000;
const KNOWN_NAMES = new Map<string, readonly NameSignal[]>();

function classesOfName(component: string): readonly NameSignal[] {
  return getOrComputeBounded(KNOWN_NAMES_MAX, KNOWN_NAMES, component, () => {
    const parts = wordsOf(component).flatMap((word) => splitIdentifier(word).parts);
    return NAME_SIGNALS.filter(
      (signal) =>
        CLASS_PATTERNS[signal]?.test(component) === true ||
        classWords(component, parts, signal).some((part) => CLASS_WORDS[signal].has(part)),
    );
  });
}

/** Of a component's parts, those that may put it in the class. */
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

/** What the name of a file says of it alone. */
function classesOfFile(name: string): readonly PathSignal[] {
  const found: PathSignal[] = [];
  if (name.startsWith('_') && !name.startsWith('__init__')) found.push('underscorePath');
  if (SETTINGS.test(name)) found.push('settingsPath');
  return found;
}
