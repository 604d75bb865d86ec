/** What a path says of its file besides its words: test, legacy, generated, example, internal, settings. */

import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { basenameOf } from '../../model/path.ts';
import type { SignalName } from '../weights.ts';

export type PathSignal = Extract<
  SignalName,
  'testPath' | 'legacyPath' | 'generatedPath' | 'examplePath' | 'underscorePath' | 'settingsPath'
>;

/** Words of a folder or file name that put everything below in a class. */
const CLASS_WORDS: Readonly<
  Record<Exclude<PathSignal, 'underscorePath' | 'settingsPath'>, ReadonlySet<string>>
> = {
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
const CLASS_PATTERNS: Readonly<Partial<Record<PathSignal, RegExp>>> = {
  legacyPath: /^v1$/i,
  generatedPath: /^(third_party|single_include)$|\.d\.[cm]?ts$|\.pb\.|_pb2?\.|^package-info\./,
};

/** By their endings: settings are looked for by their names, and seldom meant by a question about code. */
const SETTINGS = /\.(?:jsonc?|json5|ya?ml|toml)$/i;

const PATH_SIGNALS: readonly PathSignal[] = [
  'testPath',
  'legacyPath',
  'generatedPath',
  'examplePath',
  'underscorePath',
  'settingsPath',
];

const ASIDE: readonly PathSignal[] = ['testPath', 'legacyPath', 'generatedPath', 'examplePath'];

/** Over files: 1 where the class holds, and the number of folders below the shared one. */
export type PathPenalties = Readonly<Record<PathSignal | 'depth', Float64Array>>;

/** The classes of a path. */
export function pathClasses(path: string, sharedFolderDepth: number): readonly PathSignal[] {
  return PATH_SIGNALS.filter(
    (signal) => classComponent(path, sharedFolderDepth, signal) !== undefined,
  );
}

/** Tests, examples, and old or generated code: of several things of one name, seldom the one that is meant. */
export function isAside(path: string): boolean {
  return ASIDE.some((signal) => classComponent(path, 0, signal) !== undefined);
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
  if (signal === 'underscorePath') return internalName(basenameOf(path));
  if (signal === 'settingsPath') return SETTINGS.test(path) ? basenameOf(path) : undefined;
  const words = CLASS_WORDS[signal];
  const pattern = CLASS_PATTERNS[signal];
  return path
    .split('/')
    .slice(sharedFolderDepth)
    .find(
      (component) =>
        pattern?.test(component) === true ||
        partsOf(component, signal).some((part) => words.has(part)),
    );
}

/** Whether a name inside of a file says that what it holds are tests (`mod tests`). */
export function namesTests(name: string): boolean {
  return partsOf(name, 'testPath').some((part) => CLASS_WORDS.testPath.has(part));
}

/** The words of a component that may put it in the class. */
function partsOf(component: string, signal: PathSignal): readonly string[] {
  const parts = wordsOf(component).flatMap((word) => splitIdentifier(word).parts);
  if (signal !== 'testPath' || parts[0] !== 'test') return parts;
  const name = component.replace(TYPESCRIPT_NAME, '');
  const isSubject =
    name !== component && name !== parts[0] && !parts.some((part) => HELPS_TESTS.has(part));
  return isSubject ? parts.slice(1) : parts;
}

function internalName(name: string): string | undefined {
  return name.startsWith('_') && !name.startsWith('__init__') ? name : undefined;
}
