/**
 * Absolute paths as an operating system writes them, against each other. Every function takes the
 * system's way of writing, the own one unless said, so that any can be asked for anywhere.
 */
import * as own from 'node:path';

/** `node:path`, `node:path.win32` or `node:path.posix`. */
export type PathFlavour = Pick<
  own.PlatformPath,
  'isAbsolute' | 'join' | 'relative' | 'resolve' | 'sep'
>;

/**
 * The way from a folder to something inside, with `/` between its parts, `''` for the folder itself;
 * undefined for what is outside. On Windows in any case of letters, and by any name of the drive.
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

/** Undoes {@link relativeInside}. Systems take `/` as well, and there is no `..` to work out, which `join` takes its time for. */
export function joinInside(folder: string, way: string): string {
  return way === '' ? folder : `${folder}/${way}`;
}

/** Windows' names for long paths, as the plain ones that they stand for. */
function plain(path: string, flavour: PathFlavour): string {
  if (flavour.sep === '/') return path;
  return path
    .replace(/^[\\/]{2}\?[\\/]UNC[\\/]/i, '\\\\')
    .replace(/^[\\/]{2}\?[\\/](?=[a-z]:)/i, '');
}

/** What Windows takes for a device in any folder, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;

/**
 * A few words on why the system would open something else than the file that parts of a path name;
 * undefined when it would not.
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
