/** Any damage to any file of a store costs time and at most a line each, and never the content. */
import { execFileSync } from 'node:child_process';
import { lstat, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Project } from '../../src/project/project.ts';
import { type TempProject, tempProject } from './temp-project.ts';

const LINE = /^the stored index of shop (is damaged|cannot be used)/;

function contentOf(project: Project): unknown {
  const { graph } = project.snapshot();
  return graph
    .paths()
    .map((path) =>
      graph.symbolsOf(path).map((node) => [graph.node(node).id, graph.outgoing(node)]),
    );
}

/** A store with every kind of file: snapshot, facts, two deltas and vectors. */
async function storeOfAllKinds(): Promise<TempProject> {
  const temp = await tempProject({
    'a.ts': 'import { b } from "./b";\nexport function a() { return b(); }\n',
    'b.ts': 'export function b() { return 1; }\n',
    'c.md': '# Page\n\nWhat `a` does.\n',
  });
  const project = await temp.indexed();
  for (const name of ['first', 'second']) {
    await temp.write(
      'a.ts',
      `import { b } from "./b";\nexport function ${name}() { return b(); }\n`,
    );
    await project.index({});
  }
  return temp;
}

it('recovers from any flipped bit or truncation in any store file without changing the content', async () => {
  const temp = await storeOfAllKinds();
  const names = await temp.storeFiles();
  expect(names.filter((name) => name.endsWith('.gm'))).toEqual([
    'delta-2.gm',
    'delta-3.gm',
    'facts.gm',
    'snapshot.gm',
    'vectors.gm',
  ]);
  const whole = new Map<string, Buffer>();
  for (const name of names) whole.set(name, await readFile(join(temp.config.storeDir, name)));
  const content = contentOf(await temp.open());
  const damage = fc.record({
    name: fc.constantFrom(...names),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.option(fc.nat(7)),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ name, place, bit }) => {
      for (const [file, bytes] of whole) await writeFile(join(temp.config.storeDir, file), bytes);
      await temp.damage(name, (bytes) => {
        const offset = Math.floor(bytes.length * place);
        if (bit === null) return bytes.subarray(0, offset);
        bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit);
        return bytes;
      });
      const notices: string[] = [];
      const project = await temp.open(notices);
      await project.index({});
      expect(contentOf(project)).toEqual(content);
      expect(notices.length).toBeLessThanOrEqual(1);
      for (const line of notices) expect(line).toMatch(LINE);
      const again: string[] = [];
      expect(contentOf(await temp.open(again))).toEqual(content);
      expect(again).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const NAMES = ['delta-2.gm', 'delta-3.gm', 'facts.gm', 'snapshot.gm', 'vectors.gm', 'writer.lock'];
const CASES = NAMES.flatMap((name) => ['pipe', 'device'].map((form) => [form, name] as const));

// Windows has neither under a name of a folder.
it.runIf(process.platform !== 'win32').each(CASES)('a %s in place of %s', async (form, name) => {
  const temp = await storeOfAllKinds();
  const content = contentOf(await temp.open());
  const path = join(temp.config.storeDir, name);
  await rm(path, { force: true });
  if (form === 'pipe') execFileSync('mkfifo', [path]);
  else await symlink('/dev/zero', path);
  const project = await temp.indexed();
  expect(contentOf(project)).toEqual(content);
  await project.index({ full: true });
  expect(contentOf(await temp.open())).toEqual(content);
  const isFile = (await lstat(path).catch(() => undefined))?.isFile() ?? true;
  expect(isFile || name.startsWith('delta')).toBe(true);
});
