import type { SkippedFile } from '../model/diagnostic.ts';
import type { RepoPath } from '../model/path.ts';

export function oversized(
  path: RepoPath,
  sizeBytes: number,
  sizeBytesMax: number,
  of = 'fileSizeBytesMax',
): SkippedFile {
  const detail = `${sizeBytes} bytes, over the ${sizeBytesMax} of ${of}`;
  return { path, reason: 'oversized', detail };
}
