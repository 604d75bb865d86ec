import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What to make at a path: a file with this content, or a symbolic link. */
type Item = string | Uint8Array | { readonly link: string };

/** Writes files into a folder; a path that ends in "/" is an empty folder. */
export function writeTree(root: string, items: Readonly<Record<string, Item>>): void {
  for (const [path, item] of Object.entries(items)) {
    const absolute = join(root, path);
    mkdirSync(path.endsWith('/') ? absolute : dirname(absolute), { recursive: true });
    if (path.endsWith('/')) continue;
    if (typeof item === 'string' || item instanceof Uint8Array) writeFileSync(absolute, item);
    else symlinkSync(item.link, absolute);
  }
}

/** Makes a folder that is removed after the test; the path has its links resolved. */
export function makeTree(items: Readonly<Record<string, Item>> = {}): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeTree(root, items);
  return root;
}
