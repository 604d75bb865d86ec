import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

/** Few paths and texts, so that edits collide, imports break and heal, and contents come back. */
const PATHS = ['a.ts', 'b.ts', 'lib/c.ts', 'lib/index.ts', 'lib/min.js'];
const TEXTS = [
  'export function one() { return two(); }\nexport function two() {}\n',
  "import { one } from './a';\nexport class Box { open() { return one(); } }\n",
  "export * from './c';\nexport { Box } from '../b';\n",
  "import { Box } from '@/b';\nexport class Crate extends Box {}\n",
  "import { Box, two } from './lib';\nnew Box().open();\ntwo();\n",
  `var a=1;${'a=a+1;'.repeat(4000)}\n`,
  'export function broken( {\n',
  '',
];

const CONFIG = '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./*"] } } }\n';

/** A text of undefined removes the file. */
const edit = fc.oneof(
  fc.record({
    path: fc.constantFrom(...PATHS),
    text: fc.option(fc.constantFrom(...TEXTS), { nil: undefined }),
  }),
  fc.record({
    path: fc.constant('tsconfig.json'),
    text: fc.constantFrom(CONFIG, '{}\n', undefined),
  }),
);
/** Batches of edits; the project is updated after each, sometimes by a new process. */
const batches = fc.array(
  fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 3 }), restart: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

async function apply(
  temp: TempProject,
  present: Set<string>,
  change: { path: string; text: string | undefined },
) {
  if (change.text !== undefined) {
    await temp.write(change.path, change.text);
    present.add(change.path);
  } else if (present.delete(change.path)) await temp.remove(change.path);
}

/** All that a snapshot says, but for its generation and the times of files. */
function contentOf(project: Project): unknown {
  const { graph, report, text, manifest } = project.snapshot();
  return {
    lines: [...graphLines(graph)],
    report,
    terms: text.data.terms,
    chunkLines: [...text.data.chunkStartLines],
    hashes: [...manifest].map(([path, entry]) => `${path} ${entry.hash}`),
  };
}

it('an updated index equals one built from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (steps) => {
      const temp = await tempProject({});
      const present = new Set<string>();
      let project = await temp.open();
      await project.index({});
      for (const { edits, restart } of steps) {
        for (const change of edits) await apply(temp, present, change);
        if (restart) project = await temp.open();
        await project.index({});
      }
      const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
      const fresh = await Project.open(config, { writer: testWriter() });
      await fresh.index({});
      expect(contentOf(project)).toEqual(contentOf(fresh));
      expect(contentOf(await temp.open())).toEqual(contentOf(fresh));
    }),
    { numRuns: 60 },
  );
});
