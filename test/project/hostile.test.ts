/** A project full of what breaks indexers: it is indexed, and what is left out is named with its reason. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toRepoPath } from '../../src/model/path.ts';
import { callTool } from '../../src/tools/call.ts';
import { findTool } from '../../src/tools/registry.ts';
import { toolCaller } from '../tools/temp-context.ts';
import { tempProject } from './temp-project.ts';

const USE = toRepoPath('cycle/use.ts');
const LINE_BYTES = 50_000_000;
/** As many as fit into the largest file that is read. */
const TINY_DECLARATIONS = 100_000;

const HEALTHY = {
  'names/a\nb.ts': 'export function lineBreak() {}',
  'names/a::b.ts': 'export function colons() {}',
  'names/🎉 "quoted" it\'s.ts': 'export function party() {}',
  'case/Item.ts': 'export class Item {}',
  'case/item.ts': "import { Item } from './Item';\nexport const item = new Item();",
  'cr.md': '# One\n\n###\rTwo\n\n[a](crlf.ts)',
  'crlf.ts': 'export function crlf() {\r\n  return 1;\r\n}\r\n',
  'cycle/a.ts': "export * from './b';\nexport function here() {}",
  'cycle/b.ts': "export * from './c';",
  'cycle/c.ts': "export * from './a';\nexport { here as there } from './b';",
  'cycle/use.ts': "import { here, there } from './c';\nhere(); there();",
  'self.ts': 'export class Self extends Self {}\nexport class A extends B {}\nclass B extends A {}',
  'tiny.ts': 'let a;\n'.repeat(TINY_DECLARATIONS),
};

const LEFT_OUT = {
  'huge.js': 'oversized',
  'line.js': 'minified',
  'nul.ts': 'binary',
  'pipe.ts': 'notAFile',
  'utf16.ts': 'binary',
};

it('indexes a project with hostile file contents', { timeout: 120_000 }, async () => {
  const temp = await tempProject(HEALTHY);
  await temp.write('huge.js', Buffer.alloc(LINE_BYTES, 'x'));
  await temp.write('line.js', `${'a=1;'.repeat(100_000)}`);
  await temp.write('nul.ts', 'export const a = 1;\0');
  await temp.write('utf16.ts', Buffer.from('export const a = 1;', 'utf16le'));
  spawnSync('mkfifo', [join(temp.config.root, 'pipe.ts')]);
  const project = await temp.indexed();
  const { skipped, files } = project.status();
  expect(Object.fromEntries(skipped.files.map(({ path, reason }) => [path, reason]))).toEqual(
    LEFT_OUT,
  );
  expect(files).toBe(Object.keys(HEALTHY).length);
  const again = await temp.open();
  expect(await again.index({})).toMatchObject({ changedAnything: false, parsed: 0 });
});

it('returns symbols from files with any name', async () => {
  const temp = await tempProject(HEALTHY);
  const { context } = await toolCaller({ temp });
  const tool = findTool('code_get_symbol');
  if (tool === undefined) throw new Error('no such tool');
  for (const id of ['names/a\nb.ts::lineBreak', 'names/a::b.ts::colons', 'case/Item.ts::Item']) {
    const { structured } = await callTool(context, tool, { symbol: id });
    expect(structured).toMatchObject({ symbol: { id } });
  }
});

it('resolves circular re-exports to the original declaration', async () => {
  const temp = await tempProject(HEALTHY);
  const project = await temp.indexed();
  const { graph } = project.snapshot();
  const file = graph.fileNode(USE) ?? -1;
  const called = [file, ...graph.symbolsOf(USE)].flatMap((node) =>
    graph.outgoing(node, ['calls']).map((edge) => graph.node(edge.target).id),
  );
  expect(new Set(called)).toEqual(new Set(['cycle/a.ts::here']));
});
