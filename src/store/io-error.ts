import { GraphMemoryError } from '../base/errors.ts';

/** What people can do about the refusals they meet; the rest keep the system's own words. */
const HINTS: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOSPC: (folder) => `Free some space on the disk that holds ${folder}, then index again.`,
  EDQUOT: (folder) => `Your quota on the disk that holds ${folder} is used up; free some space.`,
  ENOTDIR: (folder) => `Part of the path ${folder} is a file; set another store folder.`,
  EISDIR: folderInTheWay,
  // Node's own word, when it is to be removed.
  ERR_FS_EISDIR: folderInTheWay,
};

function folderInTheWay(folder: string): string {
  return `Move away the folder inside ${folder} that has the name of a store file.`;
}

function notWritable(folder: string): string {
  return `Allow reading and writing in ${folder}, or set another store folder in graph-memory.yaml.`;
}

/** Makes GM_IO of the system's refusal to do something (`write snapshot.gm`) in a folder. */
export function ioError(folder: string, attempt: string, cause: unknown): GraphMemoryError {
  const code = systemCode(cause);
  const hint = HINTS[code ?? '']?.(folder) ?? `Check the folder ${folder} and its disk.`;
  const message = `cannot ${attempt} in ${folder}: ${code ?? String(cause)}`;
  return new GraphMemoryError('GM_IO', message, { hint, details: { folder, code }, cause });
}

/** The same when it is known that a file is where the folder, or one above it, should be. */
export function fileInTheWay(
  folder: string,
  attempt: string,
  file: string,
  cause: unknown,
): GraphMemoryError {
  const message = `cannot ${attempt} in ${folder}: ${file} is a file, not a folder`;
  const hint = `Move ${file} away so that a folder can be made there, or set another storeDir in graph-memory.yaml.`;
  const details = { folder, code: systemCode(cause), file };
  return new GraphMemoryError('GM_IO', message, { hint, details, cause });
}

/** Returns Node's code of a failed system call, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
