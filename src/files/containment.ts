import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { systemCode } from '../base/system-code.ts';
import { relativeInside, reservedNameProblem } from '../base/system-path.ts';

/**
 * Resolves a path within a project to its real path. Every path from outside must pass through
 * here. `root` is absolute.
 * @throws {GraphMemoryError} GM_USAGE when the path is not a project path or leads out of the
 * project, including through a symbolic link; GM_FILE_NOT_FOUND when nothing exists there; GM_IO
 * when the disk reports an error.
 */
export function resolveInside(root: string, path: string): string {
  const refusal = refusedForm(path);
  if (refusal !== undefined) throw outside(path, refusal);
  const real = realPathOf(join(root, path), path);
  const way = relativeInside(realPathOf(root, '.'), real);
  if (way === undefined) throw outside(path, 'leads out of the project');
  return way;
}

/**
 * Returns the problem of a path that is never a project path on any system. A file called `a\b`
 * could not be distinguished from the Windows form of `a/b`. Then checks for names that the system
 * would interpret differently.
 */
function refusedForm(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.includes('\0')) return 'holds a NUL character';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.startsWith('/') || /^[a-z]:\//i.test(path)) return 'is absolute';
  const parts = path.split('/');
  return parts.includes('..') ? 'holds ".."' : reservedNameProblem(parts);
}

function realPathOf(absolute: string, path: string): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const code = systemCode(error);
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code))
      throw new GraphMemoryError('GM_FILE_NOT_FOUND', `no such file in the project: ${path}`, {
        hint: 'Paths are relative to the root of the project, as the tools print them.',
        details: { path },
        cause: error,
      });
    throw new GraphMemoryError('GM_IO', `cannot reach ${path} (${code})`, {
      hint: 'Check the permissions of the file and its folders.',
      details: { path },
      cause: error,
    });
  }
}

function outside(path: string, refusal: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `not a path of the project, it ${refusal}: ${path}`, {
    hint: 'Give a path relative to the root of the project, with "/" between its parts.',
    details: { path },
  });
}
