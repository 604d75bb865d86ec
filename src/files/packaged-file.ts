import { readFile } from 'node:fs/promises';

/** Reads a file that the package brings; `url` is that of the file. Throws the system's refusals as they are. */
export function readPackagedFile(url: URL): Promise<Uint8Array> {
  return readFile(url);
}
