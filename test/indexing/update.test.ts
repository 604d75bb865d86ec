import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHash } from '../../src/base/hash.ts';
import { fingerprintsOf } from '../../src/extract/fingerprints.ts';
import { notesOf } from '../../src/notes/project-notes.ts';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';

/** Few paths and texts, so that edits collide, imports break and heal, and contents come back. */
const PATHS = [
  'a.ts',
  'b.ts',
  'lib/c.ts',
  'lib/index.ts',
  'lib/min.js',
  'lib/deep/d.ts',
  'one.js',
  'tool.py',
  'lib/tool.py',
  'guide.md',
  'lib/README.md',
  '.graph-memory/notes/one.md',
  '.graph-memory/notes/two.md',
];
const SHARED = 'function shared() { helper(); }\nfunction helper() { shared(); }\n';
const TEXTS = [
  'export function one() { return two(); }\nexport function two() {}\n',
  'export function two() {}\nexport function one() { return two(); }\n',
  "import { one } from './a';\nexport class Box { open() { return one(); } }\n",
  "import { one } from './a';\nexport class Box { peek() {}\n  open() { return one().open(); } }\n",
  "export * from './c';\nexport { Box } from '../b';\n",
  "import { Box } from '@/b';\nexport class Crate extends Box {}\n",
  "import { Box, two } from './lib';\nnew Box().open();\ntwo();\n",
  "import data from './note.json';\nimport { Crate } from './lib/c';\nnew Crate().open(data);\n",
  "import { Box } from './b';\n/** {@link one}, {@link Box#open}, {@link Crate} */\nexport function told() {}\n",
  'class Box:\n    def open(self):\n        """Like :meth:`peek`, :func:`tool.one` and :meth:`lib.tool.Box.open`."""\n\ndef one():\n    pass\n',
  // Routes, whose prefixes are in other files.
  "import { Router } from 'express';\nexport const one = Router();\none.get('/one', two);\nexport function two() {}\n",
  "import express from 'express';\nimport { one } from './a';\nimport { PATH } from './lib';\nconst app = express();\napp.use(PATH, one);\n",
  "export const PATH = '/b';\nexport * from './c';\n",
  "export const PATH = `/c`;\nexport { one } from '../a';\n",
  SHARED,
  `var a=1;${'a=a+1;'.repeat(4000)}\n`,
  'export function broken( {\n',
  '# Use\n\n[a](a.ts#L1), [b](./lib/README.md#box), [up](../guide.md) and `one()`.\n\n## Box\n\n`Box.open`\n',
  'Prose.\n\n# Use\n\n[a](a.ts#L1), [b](./lib/README.md#box), [up](../guide.md) and `one()`.\nMore.\n\n## Box\n\n\n`Box.open`\n',
  // Notes: about a function with its text, and about whatever has a name.
  `---\nabout:\n  - target: a.ts::shared\n    fingerprint: ${fingerprintOfShared()}\n  - note:two\n---\n\nSee \`one\`.\n`,
  '---\nid: two\nsupersedes: [one]\nabout: [b.ts::Box, a.ts::one -> a.ts::two, guide.md::Use, route:GET /c/one]\n---\n\nWhy.\n',
  '---\nabout: [a.ts::one\n---\n',
  '## Box\n\n[c](c.ts) [b](b.ts#L2) [self](#box)\n\n# Box\n\n[one](guide#use) `lib/c.ts` `peek`\n',
  '',
];
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'tsconfig.json': [
    '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./*"] } } }\n',
    '{}\n',
  ],
  '.gitignore': ['lib/\n', 'b.ts\n', '*.json\n', ''],
  'note.json': ['{}\n'],
  'README.md': ['# hello\n', '[guide](guide.md#use) and [box](lib#box)\n'],
  'package.json': ['{ "name": "shop" }\n'],
};

type Change =
  | { readonly form: 'write'; readonly path: string; readonly text: string }
  | { readonly form: 'remove'; readonly path: string }
  | { readonly form: 'rename'; readonly path: string; readonly to: string }
  /** Like `git checkout`: what is there becomes what is given, all at once. */
  | { readonly form: 'switch'; readonly texts: readonly (string | undefined)[] }
  | { readonly form: 'touch'; readonly path: string };

const path = fc.constantFrom(...PATHS);
const text = fc.constantFrom(...TEXTS);
const anyPath = fc.constantFrom(...PATHS, ...Object.keys(OTHERS));
const other = fc
  .constantFrom(...Object.keys(OTHERS))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(OTHERS[name] ?? ['']))));
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ form: fc.constant('write' as const), path, text }),
  },
  {
    weight: 2,
    arbitrary: other.map(([name, given]) => ({ form: 'write', path: name, text: given }) as const),
  },
  {
    weight: 2,
    arbitrary: fc.record({ form: fc.constant('remove' as const), path: anyPath }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ form: fc.constant('rename' as const), path, to: path }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      form: fc.constant('switch' as const),
      texts: fc.array(fc.option(text, { nil: undefined }), {
        minLength: PATHS.length,
        maxLength: PATHS.length,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ form: fc.constant('touch' as const), path }),
  },
);
/** Batches of changes; the project is updated after each, sometimes by a new process. */
const batches = fc.array(
  fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }), restart: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
);

async function put(temp: TempProject, files: Map<string, string>, name: string, given?: string) {
  if (given !== undefined) {
    await temp.write(name, given);
    files.set(name, given);
  } else if (files.delete(name)) await temp.remove(name);
}

async function apply(temp: TempProject, files: Map<string, string>, step: Change) {
  switch (step.form) {
    case 'write':
      return put(temp, files, step.path, step.text);
    case 'remove':
      return put(temp, files, step.path);
    case 'rename': {
      const moved = files.get(step.path);
      if (moved === undefined || step.path === step.to) return;
      await put(temp, files, step.path);
      return put(temp, files, step.to, moved);
    }
    case 'switch':
      for (const [index, given] of step.texts.entries())
        await put(temp, files, PATHS[index] ?? '', given);
      return;
    case 'touch':
      if (files.has(step.path)) await utimes(join(temp.config.root, step.path), 1, files.size);
  }
}

/** The fingerprint of a function that moves between files. */
function fingerprintOfShared(): string {
  const end = SHARED.indexOf('}') + 1;
  const declaration = { name: 'shared', start: 0, end, bodyStart: SHARED.indexOf('{') };
  const [, , head = 0, body = 0] = fingerprintsOf(SHARED, [declaration]);
  const hex = (hash: number) => hash.toString(16).padStart(8, '0');
  return `${hex(head)}${hex(body)}${contentHash('').slice(0, 8)}`;
}

/** All that a snapshot says, but for its generation and the times of files. */
function contentOf(project: Project): unknown {
  const { graph, report, text: index, docsText, pages, entryPoints, manifest } = project.snapshot();
  const edges = Array.from({ length: graph.edgeCount }, (_, edge) => graph.edge(edge));
  return {
    lines: [...graphLines(graph)],
    entryPoints,
    edges,
    report,
    text: index.data,
    docsText: docsText.data,
    pages: [...pages()],
    notes: notesOf(project.snapshot()),
    hashes: [...manifest].map(([name, entry]) => `${name} ${entry.hash}`),
  };
}

// More sequences: UPDATE_RUNS=5000 npx vitest run … test/project/update.test.ts
const RUNS = Number(process.env['UPDATE_RUNS'] ?? 100);

it(
  'updates an index to the same result as a new one',
  async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (steps) => {
        const temp = await tempProject({});
        const files = new Map<string, string>();
        let project = await temp.open();
        await project.index({});
        for (const { changes, restart } of steps) {
          for (const step of changes) await apply(temp, files, step);
          if (restart) project = await temp.open();
          await project.index({});
        }
        const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
        const fresh = await Project.open(config, { writer: testWriter() });
        await fresh.index({});
        expect(contentOf(project)).toEqual(contentOf(fresh));
        expect(contentOf(await temp.open())).toEqual(contentOf(fresh));
      }),
      { numRuns: RUNS },
    );
  },
  // A sequence takes a quarter of a second; a machine may be that busy.
  RUNS * 30_000,
);
