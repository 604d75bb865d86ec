import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of a file of any size. @throws what the system says. */
export async function fileChecksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}
