/**
 * Compares absolute paths as the operating system writes them. Every function takes the path
 * flavour, by default the current system's, so that each can be tested on any system.
 */
import * as own from 'node:path';

/** `node:path`, `node:path.win32` or `node:path.posix`. */
export type PathFlavour = Pick<
  own.PlatformPath,
  'isAbsolute' | 'join' | 'relative' | 'resolve' | 'sep'
>;

/**
 * Returns the path from a folder to something inside it, separated by `/`; `''` for the folder
 * itself, undefined for anything outside. On Windows, letter case and the form of the drive name
 * are ignored.
 */
export function relativeInside(
  folder: string,
  path: string,
  flavour: PathFlavour = own,
): string | undefined {
  const way = flavour.relative(plain(folder, flavour), plain(path, flavour));
  if (way === '..' || way.startsWith(`..${flavour.sep}`) || flavour.isAbsolute(way)) {
    return undefined;
  }
  return way.split(flavour.sep).join('/');
}

/**
 * Inverse of {@link relativeInside}. Plain concatenation is enough: every system accepts `/`, and
 * there is no `..` to normalize, which makes `path.join` slow.
 */
export function joinInside(folder: string, way: string): string {
  return way === '' ? folder : `${folder}/${way}`;
}

/** Converts Windows' long-path forms to plain paths. */
function plain(path: string, flavour: PathFlavour): string {
  if (flavour.sep === '/') return path;
  return path
    .replace(/^[\\/]{2}\?[\\/]UNC[\\/]/i, '\\\\')
    .replace(/^[\\/]{2}\?[\\/](?=[a-z]:)/i, '');
}

/** Names that Windows treats as a device in any folder, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;

/**
 * Explains why the system would open another file than these path parts name; undefined if it would
 * not.
 */
export function reservedNameProblem(
  parts: readonly string[],
  flavour: PathFlavour = own,
): string | undefined {
  if (flavour.sep === '/') return undefined;
  if (parts.some((part) => part.includes(':'))) return 'names a drive or a stream, by ":"';
  if (parts.some((part) => /[. ]$/.test(part) && part !== '.'))
    return 'has a part that ends in "." or a space';
  if (parts.some((part) => DEVICE.test(part))) return 'names a device';
  return undefined;
}
