import { GraphMemoryError } from '../base/errors.ts';

/** Hints for common system errors; other errors show only the system's own message. */
const HINTS: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOSPC: (folder) => `Free some space on the disk that holds ${folder}, then index again.`,
  EDQUOT: (folder) => `Your quota on the disk that holds ${folder} is used up; free some space.`,
  ENOTDIR: (folder) => `Part of the path ${folder} is a file; set another store folder.`,
  EISDIR: folderInTheWay,
  // Node's own code when removing a folder.
  ERR_FS_EISDIR: folderInTheWay,
};

function folderInTheWay(folder: string): string {
  return `Move away the folder inside ${folder} that has the name of a store file.`;
}

function notWritable(folder: string): string {
  return `Allow reading and writing in ${folder}, or set another store folder in graph-memory.yaml.`;
}

/**
 * Creates a GM_IO error from a system error. `attempt` describes the operation in the folder
 * (`write snapshot.gm`).
 */
export function ioError(folder: string, attempt: string, cause: unknown): GraphMemoryError {
  const code = systemCode(cause);
  const hint = HINTS[code ?? '']?.(folder) ?? `Check the folder ${folder} and its disk.`;
  const message = `cannot ${attempt} in ${folder}: ${code ?? String(cause)}`;
  return new GraphMemoryError('GM_IO', message, { hint, details: { folder, code }, cause });
}

/** Creates the error for a file in place of the folder or one of its parents. */
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
