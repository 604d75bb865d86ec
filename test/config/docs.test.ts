import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { loadConfig } from '../../src/config/load.ts';
import { keyPlaces } from '../../src/config/problem.ts';
import { projectEntrySchema } from '../../src/config/schema.ts';
import { defaultExcludes } from '../../src/files/discovery/default-excludes.ts';
import { SKIP_REASONS } from '../../src/model/diagnostic.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the configuration documentation is current', () => {
  test('for the JSON schema, which npm run docs writes', () => {
    expect(read('config/graph-memory.schema.json')).toBe(configJsonSchema());
  });

  test('in docs/configuration.md, which lists exactly the existing keys', () => {
    const listed = [
      ...read('docs/configuration.md').matchAll(
        /^\| `((?:projects|tools|sharedFacts)[\w.<>]*)` \|/gm,
      ),
    ].map((row) => row[1]);
    const known = keyPlaces().map(({ key, path }) => [...path, key].join('.'));
    expect(listed.sort()).toEqual(known.filter((key) => !isMapping(key, known)).sort());
  });

  test('in docs/configuration.md, which states the defaults', () => {
    const { code } = projectEntrySchema.parse({ projectDir: '.' }).graphs;
    const rows = read('docs/configuration.md').split('\n');
    for (const [key, value] of Object.entries(code)) {
      const row = rows.find((line) =>
        line.startsWith(`| \`projects.<name>.graphs.code.${key}\` |`),
      );
      const shown = Array.isArray(value) ? 'nothing' : `\`${value}\``;
      expect(row?.split(' | ').at(1), key).toBe(shown);
    }
  });

  test('in docs/configuration.md, which lists exactly the reasons to skip a file', () => {
    const table = read('docs/configuration.md').split('| Reason |')[1]?.split('\n\n')[0] ?? '';
    const listed = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1]);
    expect(listed.sort()).toEqual([...SKIP_REASONS].sort());
  });

  test('in docs/configuration.md, which names every folder excluded by default', () => {
    const folders = defaultExcludes([]).filter((pattern) => /^[^!].*\/$/.test(pattern));
    expect(folders).toContain('node_modules/');
    for (const folder of folders)
      expect(read('docs/configuration.md')).toContain(`\`${folder.slice(0, -1)}\``);
  });

  test('for our own graph-memory.yaml, which is a valid example', async () => {
    const { projects } = await loadConfig({ cwd: ROOT, homeDir: '/nowhere/home' });
    expect(projects.map(({ name, root }) => ({ name, root }))).toEqual([
      { name: 'graph-memory', root: ROOT },
    ]);
  });
});

function isMapping(key: string, known: readonly string[]): boolean {
  return known.some((other) => other.startsWith(`${key}.`));
}
