/**
 * The only way to read a file whose path a project controls. The path can lead to a pipe without a
 * writer, an endless device, or a link to either, and it can change between two calls. So the file
 * is opened without blocking, the opened handle is checked, and reading is bounded.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export interface Bounds {
  /** A file that holds more is not read. */
  readonly bytesMax: number;
  /** Whether a symbolic link is followed; unless it is, opening one throws `ELOOP`. Default: true. */
  readonly followLinks?: boolean;
}

/** Why a file was not read. */
export type Unread =
  | { readonly refusal: 'notAFile' }
  | { readonly refusal: 'tooLarge'; readonly sizeBytes: number };

/** A flag is missing on systems that have no such files. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Files below /proc report a size of 0. */
const UNKNOWN_SIZE_BYTES = 64 * 1024;

/**
 * Returns the bytes of a regular file, and its state before and after the read.
 * @throws {Error} errors of the system, unchanged.
 */
export function readRegularFile(
  path: string,
  { bytesMax, followLinks }: Bounds,
): { readonly bytes: Buffer; readonly before: Stats; readonly after: Stats } | Unread {
  const file = openSync(path, flagsFor(followLinks));
  try {
    const before = fstatSync(file);
    const unread = unreadable(before, bytesMax);
    if (unread !== undefined) return unread;
    let buffer: Buffer = Buffer.allocUnsafe(firstSize(before.size, bytesMax));
    let filled = 0;
    for (;;) {
      const count = readSync(file, buffer, filled, buffer.length - filled, null);
      filled += count;
      if (count === 0) break;
      if (filled > bytesMax) return { refusal: 'tooLarge', sizeBytes: filled };
      if (filled === buffer.length) buffer = grown(buffer, bytesMax);
    }
    return { bytes: buffer.subarray(0, filled), before, after: fstatSync(file) };
  } finally {
    closeSync(file);
  }
}

/**
 * Like {@link readRegularFile}, but asynchronous, for files of many megabytes.
 * @throws {Error} errors of the system, unchanged, including `EISDIR` for a folder.
 */
export async function readLargeFile(
  path: string,
  { bytesMax, followLinks }: Bounds,
): Promise<Buffer | Unread> {
  const handle = await open(path, flagsFor(followLinks));
  try {
    const before = await handle.stat();
    // The system reports a folder itself, when it is read.
    const unread = before.isDirectory() ? undefined : unreadable(before, bytesMax);
    if (unread !== undefined) return unread;
    // A buffer of its own at offset 0, because columns of numbers are views on it.
    let buffer: Buffer = Buffer.allocUnsafeSlow(firstSize(before.size, bytesMax));
    let filled = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, null);
      filled += bytesRead;
      if (bytesRead === 0) return buffer.subarray(0, filled);
      if (filled > bytesMax) return { refusal: 'tooLarge', sizeBytes: filled };
      if (filled === buffer.length) buffer = grown(buffer, bytesMax);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Returns some bytes of a regular file, fewer at its end; undefined if it is not a regular file. A
 * negative `start` counts from the end.
 * @throws {Error} errors of the system, unchanged.
 */
export function readPart(path: string, start: number, byteCount: number): Buffer | undefined {
  const file = openSync(path, OPEN_FLAGS);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const from = start < 0 ? Math.max(0, stats.size + start) : start;
    const buffer = Buffer.alloc(byteCount);
    return buffer.subarray(0, readSync(file, buffer, 0, byteCount, from));
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a regular file of any size or a folder and returns the result of `use`. Returns undefined for
 * anything else. A folder cannot be read.
 * @throws {Error} errors of the system, unchanged, and errors of `use`.
 */
export async function withRegularFile<Result>(
  path: string,
  use: (handle: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(path, OPEN_FLAGS);
  try {
    const stats = await handle.stat();
    return stats.isFile() || stats.isDirectory() ? await use(handle) : undefined;
  } finally {
    await handle.close();
  }
}

function flagsFor(followLinks = true): number {
  return followLinks ? OPEN_FLAGS : OPEN_FLAGS | (constants.O_NOFOLLOW ?? 0);
}

function unreadable(stats: Stats, bytesMax: number): Unread | undefined {
  if (!stats.isFile()) return { refusal: 'notAFile' };
  return stats.size > bytesMax ? { refusal: 'tooLarge', sizeBytes: stats.size } : undefined;
}

/** One byte more than the file should have, so that its end is found by the second read. */
function firstSize(sizeBytes: number, bytesMax: number): number {
  return Math.min(sizeBytes === 0 ? UNKNOWN_SIZE_BYTES : sizeBytes, bytesMax) + 1;
}

function grown(buffer: Buffer, bytesMax: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(buffer.length * 2, bytesMax + 1));
  buffer.copy(larger);
  return larger;
}
