import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Changes, compareManifest, compareSome } from '../../src/files/changes.ts';
import type { FileEntry } from '../../src/files/discovery/discovery.ts';
import { type RepoPath, toRepoPath } from '../../src/model/path.ts';

const entry = (path: string, sizeBytes: number, mtimeMs: number, ctimeMs = 100): FileEntry => ({
  path: toRepoPath(path),
  sizeBytes,
  mtimeMs,
  ctimeMs,
});

function pathsOf(changes: Changes): Record<string, RepoPath[]> {
  const { removed, unchangedCount: _, ...others } = changes;
  const entries = Object.entries(others as Record<string, readonly FileEntry[]>);
  return {
    ...Object.fromEntries(entries.map(([list, files]) => [list, files.map((file) => file.path)])),
    removed: [...removed],
  };
}

describe('compareManifest', () => {
  const manifest = new Map(
    ['same', 'touched', 'edited', 'grown', 'unreadable', 'removed', 'secretly edited'].map(
      (name) => [
        toRepoPath(name),
        { sizeBytes: 5, mtimeMs: 100, ctimeMs: 100, hash: `hash of ${name}` },
      ],
    ),
  );
  const entries = [
    entry('added', 5, 100),
    entry('edited', 5, 200),
    entry('grown', 6, 100),
    entry('same', 5, 100),
    entry('touched', 5, 50),
    entry('unreadable', 5, 200),
    entry('secretly edited', 5, 100, 200),
  ];

  test('compares size and time first, and hashes only if they leave a doubt', async () => {
    const hashed: string[] = [];
    const changes = await compareManifest(manifest, entries, async ({ path }) => {
      hashed.push(path);
      if (path === 'unreadable') return undefined;
      return path.endsWith('edited') ? 'another hash' : `hash of ${path}`;
    });
    expect(pathsOf(changes)).toEqual({
      added: ['added'],
      changed: ['edited', 'grown', 'unreadable', 'secretly edited'],
      removed: ['removed'],
      touched: ['touched'],
    });
    expect(hashed.sort()).toEqual(['edited', 'secretly edited', 'touched', 'unreadable']);
  });

  test('gives the same result as comparing all contents', async () => {
    const state = fc.record({
      content: fc.constantFrom('a', 'b', 'cc'),
      mtimeMs: fc.nat(2),
      ctimeMs: fc.nat(2),
    });
    const files = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), state);
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const old = new Map(
          Object.entries(before).map(([path, { content, mtimeMs, ctimeMs }]) => [
            toRepoPath(path),
            { sizeBytes: content.length, mtimeMs, ctimeMs, hash: content },
          ]),
        );
        const now = Object.entries(after).map(([path, file]) =>
          entry(path, file.content.length, file.mtimeMs, file.ctimeMs),
        );
        const changes = pathsOf(
          await compareManifest(old, now, async ({ path }) => after[path]?.content),
        );
        if (Object.keys(before).sort().join() === Object.keys(after).sort().join()) {
          const sorted = now.toSorted((a, b) => (a.path < b.path ? -1 : 1));
          const hashOf = async ({ path }: FileEntry) => after[path]?.content;
          const whole = await compareManifest(old, sorted, hashOf);
          expect(await compareSome(old, sorted, Object.keys(after), hashOf)).toEqual(whole);
        }
        for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
          const [was, is] = [before[path], after[path]];
          const expected =
            was === undefined
              ? 'added'
              : is === undefined
                ? 'removed'
                : was.content.length === is.content.length &&
                    was.mtimeMs === is.mtimeMs &&
                    was.ctimeMs === is.ctimeMs
                  ? 'unchanged'
                  : was.content === is.content
                    ? 'touched'
                    : 'changed';
          const lists = Object.keys(changes).filter((list) =>
            changes[list]?.includes(toRepoPath(path)),
          );
          expect(lists).toEqual(expected === 'unchanged' ? [] : [expected]);
        }
      }),
    );
  });
});
