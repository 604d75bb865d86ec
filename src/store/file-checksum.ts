import { createHash } from 'node:crypto';
import { withRegularFile } from '../base/regular-file.ts';

/**
 * Returns the SHA-256 of a file of any size. @throws errors of the system; an error if it is not a
 * regular file.
 */
export async function fileChecksum(path: string): Promise<string> {
  const checksum = await withRegularFile(path, async (handle) => {
    const hash = createHash('sha256');
    const stream = handle.createReadStream({ autoClose: false });
    for await (const bytes of stream) hash.update(bytes as Uint8Array);
    return hash.digest('hex');
  });
  if (checksum === undefined) throw new Error(`not a regular file: ${path}`);
  return checksum;
}
