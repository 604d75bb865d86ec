/** What the programs beside the sources import from dist is there, and can be imported by itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './program.ts';

const IMPORTED = /(?:\/dist\/|\bload\(')([\w/-]+\.js)'/g;

function importedFrom(folder: string): string[] {
  const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(repository, folder, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(IMPORTED)].map(([, path = '']) => path));
}

describe.each(['bench', 'config', 'training'])('imports of %s', (folder) => {
  const paths = [...new Set(importedFrom(folder))];

  test('use at least one module of dist', () => expect(paths.length).toBeGreaterThan(2));

  test.each(paths)('resolve %s in dist', (path) => {
    expect(existsSync(join(repository, 'dist', path))).toBe(true);
  });
});
