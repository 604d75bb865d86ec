/**
 * Pages after changes, which are read again only where a change touches what they rest on, against pages of an index built from scratch: names that
 * several things have, that pages agree on, that modules pass on and types inherit.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAGE_EDGE_KINDS } from '../../src/model/edge.ts';
import { Project } from '../../src/project/project.ts';
import { tempProject, testWriter } from './temp-project.ts';

const CODE_PATHS = ['src/box.ts', 'src/crate.ts', 'src/index.ts', 'other/box.ts'];
const CODE = [
  'export class Box { openLid(): Crate { return null; }\n  closeLid() {} }\n',
  'export class Box {}\nexport class Crate { openLid() {}\n  stackUp() {} }\n',
  "import { Box } from './box';\nexport class Crate extends Box { stackUp() {} }\n",
  "import { Crate } from './crate';\nexport class Box extends Crate {}\nexport function makeBox(): Box {}\n",
  "export { Box } from './box';\nexport * from './crate';\n",
  "export { Crate, makeBox } from './crate';\n",
  "import { Box } from './box';\nimport { Crate } from './crate';\nexport type Chest = Box;\nexport class Trunk extends Chest {}\n",
  "import { Crate } from './crate';\nexport type Chest = Crate;\nexport class Trunk extends Chest {}\n",
  'export interface BoxOptions { lidColour: string; stackUp: boolean }\nexport const makeBox = 1;\n',
  'export interface ShelfOptions { box: BoxOptions; width: number; stackUp: boolean }\nexport interface BoxOptions { width: number }\n',
  'export interface BoxOptions { box: ShelfOptions; width: number; lidColour: string }\nexport enum ShelfOptions { width }\n',
  '',
];
const PAGE_PATHS = [
  'docs/a.md',
  'docs/b.md',
  'docs/box.md',
  'docs/more/c.md',
  'README.md',
  'docs/d.rst',
];
const PIECES = [
  '# Box\n\nUse `openLid`, `closeLid()` and `stackUp`.\n',
  '# Crate\n\n`Crate.stackUp` and `box.openLid()` of `makeBox()`.\n',
  'The class `Box` takes `BoxOptions`, `lidColour`, `--lid-colour`.\n',
  '```ts\nimport { Box } from "../src/index";\nconst lid = new Box();\nlid.openLid();\n```\n',
  '```ts\nimport { Box, makeBox } from "../src/box";\nconst lid = makeBox();\nlid.stackUp();\n```\n',
  '```ts\nimport { Box } from "elsewhere";\nBox.openLid();\n```\n',
  'See [the box](../src/box.ts#L2), [c](more/c.md#crate), [a](a.md#box) and `src/crate.ts`.\n',
  'A `Trunk`: `Trunk.openLid`, `Trunk.stackUp()` and `Chest.stackUp`.\n',
  'More of `lid.openLid()`, `Box` and `makeBox`.\n',
  '```yaml\nbox:\n  width: 2\n  lidColour: red\n```\n\nThe `width` option of a `box`, or `lidColour`.\n',
  '## box\n\n- `width`: 2\n  - `stackUp`\n- `lidColour`\n',
  '## Options\n\n`lidColour` `stackUp` `openLid` `closeLid`\n',
  '(lids)=\n## Lids\n\n[x](lids), {ref}`lids`, {ref}`crates` and [](#crates).\n',
  '.. _crates:\n\nCrates\n======\n\n:ref:`lids`, :ref:`crates` and :any:`lids`.\n',
  '.. _lids:\n\nMore\n----\n\n:ref:`crates`.\n',
];

const edit = fc.oneof(
  fc.record({ path: fc.constantFrom(...CODE_PATHS), text: fc.constantFrom(...CODE) }),
  fc.record({
    path: fc.constantFrom(...PAGE_PATHS),
    text: fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((pieces) => pieces.join('\n')),
  }),
);
const first = fc.record({
  code: fc.tuple(...CODE_PATHS.map(() => fc.constantFrom(...CODE))),
  pages: fc.tuple(
    ...PAGE_PATHS.map(() => fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })),
  ),
});

/** What the pages say, with all ends by name. */
function mentionsIn({ graph }: ReturnType<Project['snapshot']>): readonly string[] {
  return Array.from({ length: graph.edgeCount }, (_, edge) => graph.edge(edge))
    .filter(({ kind }) => PAGE_EDGE_KINDS.some((one) => one === kind))
    .map(({ kind, source, target, evidence, lines }) =>
      [graph.node(source).id, kind, graph.node(target).id, evidence, ...lines].join(' '),
    );
}

// More sequences: UPDATE_RUNS=5000 npx vitest run … test/project/pages-update.test.ts
const RUNS = Number(process.env['UPDATE_RUNS'] ?? 60);

it(
  'resolves pages after any changes as an index built from scratch does',
  async () => {
    let mentionCount = 0;
    const steps = fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(first, steps, async ({ code, pages }, batches) => {
        const temp = await tempProject({
          ...Object.fromEntries(CODE_PATHS.map((path, index) => [path, code[index] ?? ''])),
          ...Object.fromEntries(
            PAGE_PATHS.map((path, index) => [path, (pages[index] ?? []).join('\n')]),
          ),
        });
        const project = await temp.indexed();
        for (const batch of batches) {
          for (const { path, text } of batch) await temp.write(path, text);
          await project.index({});
        }
        const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
        const fresh = await Project.open(config, { writer: testWriter() });
        await fresh.index({});
        mentionCount += mentionsIn(fresh.snapshot()).length;
        expect(mentionsIn(project.snapshot())).toEqual(mentionsIn(fresh.snapshot()));
        expect(mentionsIn((await temp.open()).snapshot())).toEqual(mentionsIn(fresh.snapshot()));
      }),
      { numRuns: RUNS },
    );
    expect(mentionCount).toBeGreaterThan(RUNS);
  },
  RUNS * 30_000,
);
