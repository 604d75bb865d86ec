/**
 * Detects files that exist once per operating system: `src/win/tcp.c` beside `src/unix/tcp.c`,
 * `exec_windows.go`. A question that names no system is about the code that most systems share.
 */
import { splitIdentifier } from '../../index/tokenize.ts';

/** Names of operating systems; a source tree often supports several. */
const ONE_SYSTEM: ReadonlySet<string> = new Set(
  (
    'win windows win32 win64 winapi mingw cygwin darwin macos osx ios android linux freebsd openbsd ' +
    'netbsd dragonfly solaris illumos sunos aix os390 ibmi haiku wasi wasm emscripten uefi plan9 fuchsia'
  ).split(' '),
);
/**
 * Names of system families. Code in these is shared by a family; files of single systems beside it
 * are variants.
 */
const FAMILY: ReadonlySet<string> = new Set(['unix', 'posix', 'bsd', 'generic']);

/** Matches every name with a word of these, and others. Most names need no look at their words. */
const MAY_NAME_SYSTEM = new RegExp([...ONE_SYSTEM, ...FAMILY, '[^\\x20-\\x7e]'].join('|'), 'i');

const SEPARATORS = /[^\p{L}\p{N}]+/u;

/** Whether a query word names an operating system or a family. */
export function namesPlatform(word: string): boolean {
  return ONE_SYSTEM.has(word) || FAMILY.has(word);
}

/**
 * Returns, per path, the component that makes it the variant for one system; undefined for all
 * others. A component counts only if the same folder also has a component for another system: a
 * folder `windows` alone may contain the windows of an editor. Cost: linear in the length of all
 * paths.
 */
export function platformComponents(paths: readonly string[]): readonly (string | undefined)[] {
  const systemsByFolder = new Map<string, Set<string>>();
  const rows = paths.map(placesOf);
  for (const { folder, word } of rows.flat()) {
    const systems = systemsByFolder.get(folder);
    if (systems === undefined) systemsByFolder.set(folder, new Set([word]));
    else systems.add(word);
  }
  return rows.map(
    (places) =>
      places.find(
        ({ folder, word }) => ONE_SYSTEM.has(word) && (systemsByFolder.get(folder)?.size ?? 0) > 1,
      )?.component,
  );
}

interface Place {
  /** Folder that contains the component, with a trailing slash; '' at the root. */
  readonly folder: string;
  readonly component: string;
  readonly word: string;
}

function placesOf(path: string): readonly Place[] {
  const places: Place[] = [];
  let start = 0;
  while (start <= path.length) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    const component = path.slice(start, end);
    const word = systemIn(component);
    if (word !== undefined) places.push({ folder: path.slice(0, start), component, word });
    start = end + 1;
  }
  return places;
}

/**
 * Digits are part of names such as `win32`, so whole pieces between separators count, as well as an
 * identifier's parts.
 */
function systemIn(component: string): string | undefined {
  if (!MAY_NAME_SYSTEM.test(component)) return undefined;
  for (const piece of component.split(SEPARATORS)) {
    const names = [piece.toLowerCase(), ...splitIdentifier(piece).parts];
    const system = names.find(namesPlatform);
    if (system !== undefined) return system;
  }
  return undefined;
}
