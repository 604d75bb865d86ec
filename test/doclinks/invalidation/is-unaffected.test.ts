/**
 * Updates that leave pages unread, against reading them again: after every single change the log and the
 * edges of pages are compared with those of an index built from nothing.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SnapshotPatch } from '../../../src/indexing/patch.ts';
import { cacheKeyOf, fromStored, type StoredSections } from '../../../src/indexing/stored-index.ts';
import { Project } from '../../../src/project/project.ts';
import { DiskDirectory } from '../../../src/store/disk-directory.ts';
import { SnapshotStore } from '../../../src/store/snapshot-store.ts';
import { graphLines } from '../../../src/tools/graph-lines.ts';
import { type TempProject, tempProject, testWriter } from '../../project/temp-project.ts';

const PAGE = [
  '# Box',
  '`Box.open`, `Crate.shut()`, `shut`, `inner`, `box.lid.colour`, `src/box.ts`, `--lid-colour` and `key`.',
  '[the box](src/box.ts#L2), [more](src/more.ts), `settings.retries`, `shop.Cart`, `Basket.Add` and `tool.run.inner`.',
  '```ts',
  'import { Box, packed as p } from "./src/index";',
  'import tool from "@shop/tool";',
  'const box = new Box();',
  'box.open(); p.shut(); tool.run();',
  '```',
  '```python',
  'from shop import Cart',
  'Cart().add()',
  '```',
].join('\n');

/** A page that rests on the other ones: on their anchors, labels and what they import. */
const GUIDE = [
  '# Guide',
  '[box](../README.md#box), [lid](../README.md#the-lid), [label](the-label), `Crate`, `packed`, `tool.run()`,',
  '`box.open` and `box.lid`.',
].join('\n');

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'src/box.ts': [
    'export class Box { open() {}\n  lid: Lid; }\nexport class Lid { colour = 1 }\n',
    "import { Crate } from './crate';\nexport class Box extends Crate { lid = { colour: 1 } }\n",
    'export type Box = Crate;\n/** `--lid-colour` */\nexport function shut() { function inner() {} inner(); }\n',
    'function inner() {}\nexport class Box {\n  open() { class Crate { shut() {} } }\n}\n',
    "program.option('--lid-colour', 'of the lid');\nexport interface Box { open(): void; shut(): void }\n",
  ],
  'src/crate.ts': [
    'export class Crate { shut() {} }\n',
    'export class Crate { open() {} }\nexport function run() { const inner = 1; return inner; }\n',
    'export interface Crate { shut?: never; key: string }\nexport interface Options { retries: number }\n',
    '',
  ],
  'src/index.ts': [
    "export { Box } from './box';\nexport { Crate as packed } from './crate';\n",
    "export * from './box';\nexport * from './crate';\nimport './more';\n",
    "import { Crate } from './crate';\nclass Own { shut() {} }\nexport { Own as packed, Crate as Box };\n",
    'module.exports = { packed: require("./box") };\n',
  ],
  'src/more.ts': ['export const more = 1;\n', 'export class Crate { shut() {} }\n'],
  'tool/package.json': [
    '{ "name": "@shop/tool", "main": "tool.ts" }\n',
    '{ "name": "@shop/tool", "main": "other.ts" }\n',
    '{ "name": "@shop/other" }\n',
  ],
  'tool/tool.ts': [
    'export default function tool() {}\ntool.run = function () { const inner = 1; };\n',
    'export const run = () => { function inner() {} };\nexport default { run };\n',
  ],
  'tool/other.ts': ['export function run() {}\nexport default class Tool { run() {} }\n'],
  'shop/__init__.py': ['from .cart import Cart\n', 'class Cart:\n    def add(self): pass\n', ''],
  'shop/cart.py': ['class Cart:\n    def add(self):\n        def inner(): pass\n', 'Cart = None\n'],
  'shop/shop.go': [
    'package shop\n\ntype Cart struct{}\ntype Basket struct{}\n',
    'package shop\n\nimport "example.com/else/box"\n\nfunc (c Cart) Add() {}\n',
  ],
  'shop/add.go': [
    'package shop\n\nfunc (b Basket) Add(count int) {}\n',
    'package shop\n\nfunc (b *Basket) Add() {}\n',
    'package shop\n\nfunc Add() {}\n',
  ],
  'settings.yaml': ['retries: 1\nkey: x\n', 'inner:\n  key: y\n'],
  'go.mod': ['module example.com/shop\n', 'module example.com/all\n'],
  'README.md': [
    PAGE,
    `Words.\n\n${PAGE}`,
    `${PAGE}\n\n\`Options\` \`more\`\n`,
    `# The lid\n\n${PAGE}`,
    '# Box\n\n`Box` and `Crate`.\n',
  ],
  'docs/guide.md': [
    GUIDE,
    `${GUIDE}\n# Crate\n\`shut\`\n`,
    GUIDE.replace('`box.open`', '`box.shut`'),
  ],
  'docs/labels.rst': [
    '.. _the-label:\n\nLabels\n======\n\n:ref:`the-label` and :ref:`Other <other>`.\n',
    'Labels\n======\n\n.. _other:\n\nMore\n----\n\n:ref:`other`, :ref:`Labels` and ``Crate``.\n',
  ],
  'test/crate.test.ts': [
    'export class Crate { shut() {} }\nexport const packed = 1;\n',
    'class Cart { open() {} }\nexport function run() {}\n',
  ],
};

const PATHS = Object.keys(TEXTS);
const change = fc.constantFrom(...PATHS).chain((path) =>
  fc.record({
    path: fc.constant(path),
    text: fc.option(fc.constantFrom(...(TEXTS[path] ?? [])), { nil: undefined, freq: 6 }),
  }),
);
const first = fc.tuple(
  ...PATHS.map((path) => fc.option(fc.constantFrom(...(TEXTS[path] ?? [])), { nil: undefined })),
);

/** A method is added in another file than its type, which a lookup of every declaration finds. */
const TYPE_ALONE = PATHS.map((path) => (path === 'shop/shop.go' ? TEXTS[path]?.[0] : undefined));
const METHOD_ELSEWHERE = ['shop/add.go', 'src/box.ts'].map((path) => ({
  path,
  text: TEXTS[path]?.[0],
}));

async function storedDependencies(
  config: TempProject['config'],
): Promise<ReadonlyMap<string, number>> {
  const cacheKey = cacheKeyOf(config);
  const store = new SnapshotStore<StoredSections, SnapshotPatch>(
    new DiskDirectory(config.storeDir),
    { writer: testWriter(), cacheKey },
  );
  const state = await store.load((stored) => fromStored(stored, cacheKey));
  if (state === undefined) throw new Error('nothing is stored');
  const { keys, answers } = state.docDependencies().record();
  return new Map(keys.map((key, place) => [key, answers[place] ?? Number.NaN]));
}

// More sequences: UPDATE_RUNS=500 npx vitest run … test/crossref/invalidation/is-unaffected.test.ts
const RUNS = Number(process.env['UPDATE_RUNS'] ?? 12);

it(
  'an update that leaves pages unread keeps the edges and answers that reading them gives',
  async () => {
    let lookups = 0;
    await fc.assert(
      fc.asyncProperty(
        first,
        fc.array(change, { minLength: 1, maxLength: 5 }),
        async (texts, changes) => {
          const files = PATHS.flatMap((path, index) => {
            const text = path === 'README.md' ? PAGE : texts[index];
            return text === undefined ? [] : [[path, text] as const];
          });
          const temp = await tempProject(Object.fromEntries(files), { include: ['**/*'] });
          const project = await temp.indexed();
          for (const [step, { path, text }] of changes.entries()) {
            if (text === undefined) await temp.remove(path).catch(ignoreMissing);
            else await temp.write(path, text);
            await project.index({});
            const config = { ...temp.config, storeDir: `${temp.config.storeDir}-${step}` };
            const fresh = await Project.open(config, { writer: testWriter() });
            await fresh.index({});
            expect([...graphLines(project.snapshot().graph)]).toEqual([
              ...graphLines(fresh.snapshot().graph),
            ]);
            // An update may keep lookups that its pages no longer need.
            const wanted = await storedDependencies(config);
            const kept = await storedDependencies(temp.config);
            expect([...kept]).toEqual(expect.arrayContaining([...wanted]));
            lookups += wanted.size;
          }
        },
      ),
      { numRuns: RUNS, examples: [[TYPE_ALONE, METHOD_ELSEWHERE]] },
    );
    expect(lookups).toBeGreaterThan(RUNS);
  },
  RUNS * 30_000,
);

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
