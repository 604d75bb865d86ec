import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import type { PageAsset } from './page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const BYTES_MAX = 4 * 1024 * 1024;

/** Reads the files of the web page that the package contains; none if it was built without them. */
export function readPageFiles(folder: URL): ReadonlyMap<string, PageAsset> {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return new Map();
    throw error;
  }
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const path = fileURLToPath(new URL(name, folder));
      const found = readRegularFile(path, { bytesMax: BYTES_MAX });
      return 'bytes' in found ? [[`/${name}`, { type, bytes: found.bytes }] as const] : [];
    }),
  );
}
