import { expect, test, vi } from 'vitest';
import type * as PageEdges from '../../src/crossref/page-edges.ts';
import { PAGE_EDGE_KINDS } from '../../src/model/edge.ts';
import { Project } from '../../src/project/project.ts';
import { tempProject, testWriter } from './temp-project.ts';

/** How often all pages were looked at. */
const looks = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../src/crossref/page-edges.ts', async (load) => {
  const original = await load<typeof PageEdges>();
  const pageEdgesSteps: typeof original.pageEdgesSteps = (...parameters) => {
    looks.count++;
    return original.pageEdgesSteps(...parameters);
  };
  return { ...original, pageEdgesSteps };
});

const FILES = {
  'guide.md': [
    'Use `Crate.open`, `one()` and [the last](a.ts#L4).',
    '',
    '```ts',
    "import { two } from './lib';",
    'two();',
    '```',
    '',
  ].join('\n'),
  'a.ts': [
    "import { Base } from './b';",
    'export class Crate extends Base {}',
    'export function one() {}',
    'export function last() {}',
    '',
  ].join('\n'),
  'b.ts': 'export class Base { open() {} }\nexport class Other { open() {} }\n',
  'lib.ts': "export { two } from './x';\n",
  'x.ts': 'export function two() {}\n',
  'y.ts': 'export function two() {}\n',
};

/** What the page says, with all ends by name. */
function saidIn({ graph }: ReturnType<Project['snapshot']>): readonly string[] {
  const page = graph.fileNode('guide.md') ?? 0;
  return [page, ...graph.symbolsOf('guide.md')].flatMap((node) =>
    graph
      .outgoing(node, PAGE_EDGE_KINDS)
      .map(({ kind, target, evidence, lines }) =>
        [kind, graph.node(target).id, evidence, ...lines].join(' '),
      ),
  );
}

test.each([
  ['a base', 'a.ts', FILES['a.ts'].replaceAll('Base', 'Other'), true],
  [
    'a base of a base',
    'b.ts',
    'export class Other { open() {} }\nexport class Base extends Other {}\n',
    true,
  ],
  ['who passes a name on', 'lib.ts', "export { two } from './y';\n", true],
  ['a line that is linked to', 'a.ts', `\n${FILES['a.ts']}`, true],
  [
    'a second thing of the name',
    'y.ts',
    'export function two() {}\nexport class Crate { open() {} }\n',
    true,
  ],
  ['the thing itself', 'x.ts', 'export const three = 3;\n', true],
  ['a body', 'x.ts', 'export function two() {\n  three();\n}\nfunction three() {}\n', false],
])('what a page says after %s changed is what a new index says', async (_, path, text, differs) => {
  await expectRight(FILES, path, text, differs);
});

const TWO_TYPES = {
  'retry.ts': 'export interface RetryOptions { maxDelay: number; }\n',
  'queue.ts': 'export interface QueueOptions { maxDelay: number; }\n',
};

test.each([
  [
    'speaks of most',
    { 'guide.md': '`maxDelay`\n', 'other.md': '# Other\n' },
    '`RetryOptions` `RetryOptions`\n\n`RetryOptions`\n\n`RetryOptions`\n',
  ],
  [
    'calls a value',
    { 'guide.md': '`options.maxDelay`\n', 'other.md': '# Other\n' },
    '```ts\nimport { RetryOptions } from "./retry";\nconst options = new RetryOptions();\noptions.maxDelay;\n```\n',
  ],
])('what a page says when another one changed what it %s', async (_, pages, text) => {
  await expectRight({ ...TWO_TYPES, ...pages }, 'other.md', text, true);
});

test('what a page says of a type when an alias that it inherits from is made of another one', async () => {
  const chest = (of: string) =>
    `import { Base, Other } from './b';\nexport type Chest = ${of};\nexport class Trunk extends Chest {}\n`;
  const files = {
    'guide.md': '`Trunk.open`\n',
    'b.ts': 'export class Base { open() {} }\nexport class Other { open() {} }\n',
    'c.ts': chest('Base'),
  };
  await expectRight(files, 'c.ts', chest('Other'), true);
});

test('what a page says of a package of Go that code begins to import from elsewhere', async () => {
  const cart = (imported: string) =>
    `package shop\n\n${imported}type Cart struct{}\n\nfunc (c *Cart) ParseText() {}\n`;
  const files = {
    'guide.md': '`Cart` `utils.ParseText`\n',
    'go.mod': 'module example.com/shop\n',
    'cart.go': cart(''),
  };
  await expectRight(files, 'cart.go', cart('import _ "example.com/other/utils"\n\n'), true);
});

const GUIDE = FILES['guide.md'];

test.each([
  ['prose above', `Some words.\n\n${GUIDE}`, true, 0],
  ['prose between', GUIDE.replace('\n\n', '\nMore of it,\non two lines.\n\n'), true, 0],
  ['other words around a name', GUIDE.replace('Use', 'You may use'), false, 0],
  ['a heading above', `# Guide\n\n${GUIDE}`, true, 1],
  ['a name more', `${GUIDE}\n\`one()\`\n`, true, 1],
  ['a name less', GUIDE.replace(', `one()`', ''), true, 1],
  ['names of one line on two', GUIDE.replace(', `one', ',\n`one'), true, 1],
  ['another link', GUIDE.replace('#L4', '#L3'), true, 1],
  ['another import', GUIDE.replace('two }', 'two, one }'), false, 1],
])('pages are looked at again or not after an edit of %s', async (_, text, differs, count) => {
  await expectRight(FILES, 'guide.md', text, differs);
  const temp = await tempProject(FILES, { include: ['**/*'] });
  const project = await temp.open();
  await project.index({});
  looks.count = 0;
  await temp.write('guide.md', text);
  await project.index({});
  expect(looks.count).toBe(count);
});

test.each([
  [
    'an import where no page is led through',
    'b.ts',
    `import { two } from './x';\n${FILES['b.ts']}`,
    0,
  ],
  ['an import of a module that a page imports', 'lib.ts', `${FILES['lib.ts']}import './y';\n`, 1],
])('pages are looked at again or not after %s', async (_, path, text, count) => {
  await expectRight(FILES, path, text, false);
  const temp = await tempProject(FILES, { include: ['**/*'] });
  await (await temp.open()).index({});
  await temp.write(path, text);
  const project = await temp.open();
  looks.count = 0;
  await project.index({});
  expect(looks.count).toBe(count);
});

test('what a page says moves with the page and with what it names', async () => {
  const temp = await tempProject(FILES, { include: ['**/*'] });
  const project = await temp.open();
  await project.index({});
  looks.count = 0;
  await temp.write('guide.md', `Words.\n\n${GUIDE}`);
  await temp.write('x.ts', 'function zero() {}\nexport function two() {}\n');
  await project.index({});
  expect(looks.count).toBe(0);
  const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
  const fresh = await Project.open(config, { writer: testWriter() });
  await fresh.index({});
  expect(saidIn(project.snapshot())).toEqual(saidIn(fresh.snapshot()));
  expect(saidIn((await temp.open()).snapshot())).toEqual(saidIn(fresh.snapshot()));
});

test('a process looks at pages for what those before it looked up, and for nothing else', async () => {
  const temp = await tempProject(FILES, { include: ['**/*'] });
  /** What the guide says, and how often all pages are looked at, when a file changes before a process starts. */
  const indexed = async (path: string, text: string) => {
    await temp.write(path, text);
    const project = await temp.open();
    looks.count = 0;
    await project.index({});
    return { looks: looks.count, said: saidIn(project.snapshot()) };
  };
  await indexed('y.ts', FILES['y.ts']);
  const one = 'export function one() {}\n';
  expect((await indexed('more.ts', 'export const more = 1;\n')).looks).toBe(1);
  expect((await indexed('more.ts', 'export const other = 1;\n')).looks).toBe(0);
  // After a page has asked for more, and after steps that keep what is asked.
  expect((await indexed('guide.md', `${FILES['guide.md']}\n\`sought()\`\n`)).looks).toBe(1);
  expect((await indexed('more.ts', 'export const third = 1;\n')).looks).toBe(0);
  const found = await indexed('more.ts', 'export function sought() {}\n');
  expect(found.looks).toBe(1);
  expect(found.said.join('\n')).toContain('more.ts::sought');
  expect(await temp.storeFiles()).toContain('delta-6.gm');
  expect((await indexed('more.ts', `export function sought() {}\n${one}`)).looks).toBe(1);
});

/** After one file changed, the guide says what it says in a new index; `differs` from before or not. */
async function expectRight(
  files: Readonly<Record<string, string>>,
  path: string,
  text: string,
  differs: boolean,
): Promise<void> {
  const temp = await tempProject(files, { include: ['**/*'] });
  const project = await temp.open();
  await project.index({});
  const before = saidIn(project.snapshot());
  // One process knows what it looked up, another what is stored.
  const other = await temp.open();
  await temp.write(path, text);
  await other.index({});
  const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
  const fresh = await Project.open(config, { writer: testWriter() });
  await fresh.index({});
  const after = saidIn(fresh.snapshot());
  expect(saidIn(other.snapshot())).toEqual(after);
  expect(after.join('\n') !== before.join('\n')).toBe(differs);
  // Back, and once more, by the process that made all.
  await temp.write(path, files[path] ?? '');
  await project.index({});
  expect(saidIn(project.snapshot())).toEqual(before);
  await temp.write(path, text);
  await project.index({});
  expect(saidIn(project.snapshot())).toEqual(after);
}
