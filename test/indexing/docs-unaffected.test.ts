import { expect, test, vi } from 'vitest';
import type * as PageEdges from '../../src/doclinks/page-edges.ts';
import { PAGE_EDGE_KINDS } from '../../src/model/edge.ts';
import { Project } from '../../src/project/project.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';

/** How often all pages were looked at. */
const looks = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../src/doclinks/page-edges.ts', async (load) => {
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
function mentionsIn({ graph }: ReturnType<Project['snapshot']>): readonly string[] {
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
])('page edges equal those of a new index after a change of %s', async (_, path, text, differs) => {
  await expectRight(FILES, path, text, differs);
});

const TWO_TYPES = {
  'retry.ts': 'export interface RetryOptions { maxDelay: number; }\n',
  'queue.ts': 'export interface QueueOptions { maxDelay: number; }\n',
};

test.each([
  [
    'calls a value',
    { 'guide.md': '`options.maxDelay`\n', 'other.md': '# Other\n' },
    '```ts\nimport { RetryOptions } from "./retry";\nconst options = new RetryOptions();\noptions.maxDelay;\n```\n',
  ],
])('page edges are updated when another page changes what it %s', async (_, pages, text) => {
  await expectRight({ ...TWO_TYPES, ...pages }, 'other.md', text, true);
});

test('page edges follow a type that inherits from an alias with a changed definition', async () => {
  const chest = (of: string) =>
    `import { Base, Other } from './b';\nexport type Chest = ${of};\nexport class Trunk extends Chest {}\n`;
  const files = {
    'guide.md': '`Trunk.open`\n',
    'b.ts': 'export class Base { open() {} }\nexport class Other { open() {} }\n',
    'c.ts': chest('Base'),
  };
  await expectRight(files, 'c.ts', chest('Other'), true);
});

test('page edges follow a Go package name that code begins to import from elsewhere', async () => {
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
  // The page is read alone first, and with all others because they may use what it imports.
  ['another import', GUIDE.replace('two }', 'two, one }'), false, 2],
])(
  'pages are resolved again only if needed after an edit of %s',
  async (_, text, differs, count) => {
    await expectRight(FILES, 'guide.md', text, differs);
    expect(await looksAfter(FILES, 'guide.md', text)).toBe(count);
  },
);

test.each([
  [
    'an import where no page is led through',
    'b.ts',
    `import { two } from './x';\n${FILES['b.ts']}`,
    0,
  ],
  [
    'an import of a module that a page imports, of no name',
    'lib.ts',
    `${FILES['lib.ts']}import './y';\n`,
    0,
  ],
  ['an edit below a line that is linked to', 'a.ts', `${FILES['a.ts']}// More.\n`, 0],
  [
    'a local function that is called as a page says',
    'y.ts',
    'export function two() {\n  function one() {}\n  one();\n}\n',
    0,
  ],
  [
    'an import of a name by a module that a page imports',
    'lib.ts',
    `${FILES['lib.ts']}import { two as other } from './y';\n`,
    1,
  ],
])('pages are resolved again only if needed after %s', async (_, path, text, count) => {
  await expectRight(FILES, path, text, false);
  expect(await looksAfter(FILES, path, text)).toBe(count);
});

/** Files that pages may be led to by paths, configs and packages. */
const PLACES = {
  'guide.md': [
    '[Flags](docs/flags.yaml), `tools/run-all.ts`, `Crate` and `--dry-run`.',
    '',
    '```ts',
    "import { two } from './lib/parts';",
    "import { three } from '@shop/three';",
    'two();',
    'three();',
    '```',
    '',
  ].join('\n'),
  'base.ts': 'export class Base { open() {} }\n',
  'crate.ts': "import { Base } from './base';\nexport class Crate extends Base {}\n",
  'lib/parts/index.ts': 'export function two() {}\n',
  'package.json': '{ "name": "shop", "version": "1.0.0", "workspaces": ["packages/*"] }\n',
  'packages/three/package.json': '{ "name": "@shop/three", "main": "main.ts" }\n',
  'packages/three/main.ts': 'export function three() {}\n',
  'packages/three/other.ts': 'export function three() {}\n',
  'spare.ts': 'export function spare() {}\n',
};

test.each<[string, string, string | undefined, boolean, number]>([
  ['a file that no page asks for came', 'more.ts', 'export function more() {}\n', false, 0],
  ['one went', 'spare.ts', undefined, false, 0],
  ['a file that is not indexed came', 'logo.png', 'x', false, 0],
  ['a version changed', 'package.json', PLACES['package.json'].replace('1.0', '1.1'), false, 0],
  ['a file came that a page links to', 'docs/flags.yaml', 'dry-run: true\n', true, 1],
  ['a file came whose path a page says', 'bench/tools/run-all.ts', 'run();\n', false, 1],
  ['that file came where it is meant', 'tools/run-all.ts', 'run();\n', true, 1],
  ['another thing of a name came', 'more.ts', 'export class Crate { shut() {} }\n', true, 1],
  [
    'a file came that is imported in place of another',
    'lib/parts.ts',
    "export { spare as two } from '../spare';\n",
    true,
    1,
  ],
  ['a module went', 'lib/parts/index.ts', undefined, true, 1],
  ['a package went', 'packages/three/package.json', undefined, true, 1],
  [
    'a package has another main file',
    'packages/three/package.json',
    PLACES['packages/three/package.json'].replace('main.ts', 'other.ts'),
    true,
    1,
  ],
  [
    'another declares a flag',
    'more.ts',
    "program.option('--dry-run', 'to see what would be done');\n",
    true,
    1,
  ],
])('page edges equal those of a new index when %s', async (_, path, text, differs, count) => {
  await expectRight(PLACES, path, text, differs);
  expect(await looksAfter(PLACES, path, text)).toBe(count);
});

const TWO = 'export function two() {}\n';
const FROM_LIB = "```ts\nimport { two } from './lib';\ntwo();\n```\n";

test.each<[string, Record<string, string>, string, string]>([
  [
    'a module is indexed no more, though it is there',
    { 'guide.md': FROM_LIB, 'lib.ts': "export * from './x';\n", 'x.ts': TWO, 'y.ts': TWO },
    'lib.ts',
    "export * from './x';\n\0",
  ],
  [
    'the module of a name came that a file declares as well',
    {
      'guide.md': '```python\nfrom shop import escape\nescape("a")\n```\n',
      'shop/__init__.py':
        'try:\n    from ._native import fast as escape\nexcept ImportError:\n    def escape(s): return s\n',
    },
    'shop/_native.py',
    'def fast(s): return s\n',
  ],
  [
    'the modules of two names changed places',
    {
      'guide.md': FROM_LIB,
      'lib.ts': "export { a as two } from '@x';\nexport { a as three } from '@y';\n",
      'one.ts': 'export function a() {}\n',
      'other.ts': 'export function a() {}\n',
      'tsconfig.json':
        '{ "compilerOptions": { "paths": { "@x": ["./one.ts"], "@y": ["./other.ts"] } } }',
    },
    'tsconfig.json',
    '{ "compilerOptions": { "paths": { "@x": ["./other.ts"], "@y": ["./one.ts"] } } }',
  ],
])('page edges equal those of a new index when %s', async (_, files, path, text) => {
  await expectRight(files, path, text, true);
});

test.each([
  ['z.py', 'def zed(): pass\n', 'import os\ndef zed(): pass\n'],
  ['z.rb', 'module Z\nend\n', 'module Z\n  class Zod\n  end\nend\n'],
])(
  'pages are not resolved again for names in %s that they do not depend on',
  async (path, text, now) => {
    const files = { 'guide.md': '`Crate`\n', 'crate.ts': 'export class Crate {}\n', [path]: text };
    await expectRight(files, path, now, false);
    expect(await looksAfter(files, path, now)).toBe(0);
  },
);

test('a mention of a member resolves correctly after an inheriting type is added or removed', async () => {
  const files = {
    'guide.md': '# Box\n\n`Box` `cart.open()` `cart.shut()` `cart.lock()` `lock`\n',
    'cart.ts': 'export class Cart { open() {} shut() {} lock() {} }\n',
    'door.ts': 'export class Door { lock() {} }\n',
  };
  const box = "import { Cart } from './cart';\nexport class Heir extends Cart {}\n";
  await expectRight(files, 'heir.ts', box, false);
  expect(await looksAfter(files, 'heir.ts', box)).toBe(1);
  expect(await looksAfter({ ...files, 'heir.ts': box }, 'heir.ts', undefined)).toBe(1);
});

test('mentions of Go packages resolve correctly after files are added to them', async () => {
  const files = {
    'guide.md': '`stock.Cart` and `example.com/shop/stock`, not `example.com/shop/till`.\n',
    'go.mod': 'module example.com/shop\n',
    'stock/stock.go': 'package stock\n\ntype Cart struct{}\n',
    'spare/spare.go': 'package spare\n\nfunc Spare() {}\n',
  };
  const to = async (path: string, text: string, differs: boolean): Promise<number> => {
    await expectRight(files, path, text, differs);
    return looksAfter(files, path, text);
  };
  expect(await to('spare/more.go', 'package spare\n\nfunc More() {}\n', false)).toBe(0);
  expect(await to('stock/more.go', 'package stock\n\nfunc More() {}\n', false)).toBe(1);
  expect(await to('till/till.go', 'package till\n\nfunc Till() {}\n', true)).toBe(1);
});

/** How often all pages are looked at when a file changed, came or went before a process starts. */
async function looksAfter(
  files: Readonly<Record<string, string>>,
  path: string,
  text: string | undefined,
): Promise<number> {
  const temp = await tempProject(files, { include: ['**/*'] });
  await temp.indexed();
  await put(temp, path, text);
  const project = await temp.open();
  looks.count = 0;
  await project.index({});
  return looks.count;
}

async function put(temp: TempProject, path: string, text: string | undefined): Promise<void> {
  if (text === undefined) await temp.remove(path);
  else await temp.write(path, text);
}

test('page edges move with the lines of the page and of its targets', async () => {
  const temp = await tempProject(FILES, { include: ['**/*'] });
  const project = await temp.indexed();
  looks.count = 0;
  await temp.write('guide.md', `Words.\n\n${GUIDE}`);
  await temp.write('x.ts', 'function zero() {}\nexport function two() {}\n');
  await project.index({});
  expect(looks.count).toBe(0);
  const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
  const fresh = await Project.open(config, { writer: testWriter() });
  await fresh.index({});
  expect(mentionsIn(project.snapshot())).toEqual(mentionsIn(fresh.snapshot()));
  expect(mentionsIn((await temp.open()).snapshot())).toEqual(mentionsIn(fresh.snapshot()));
});

test('a process resolves pages again for dependencies that earlier processes recorded, and for nothing else', async () => {
  const temp = await tempProject(FILES, { include: ['**/*'] });
  /** What the guide says, and how often all pages are looked at, when a file changes before a process starts. */
  const indexed = async (path: string, text: string) => {
    await temp.write(path, text);
    const project = await temp.open();
    looks.count = 0;
    await project.index({});
    return { looks: looks.count, message: mentionsIn(project.snapshot()) };
  };
  await indexed('y.ts', FILES['y.ts']);
  const one = 'export function one() {}\n';
  expect((await indexed('more.ts', 'export const more = 1;\n')).looks).toBe(0);
  expect((await indexed('more.ts', 'export const other = 1;\n')).looks).toBe(0);
  // After a page has asked for more, and after steps that keep what is asked.
  expect((await indexed('guide.md', `${FILES['guide.md']}\n\`sought()\`\n`)).looks).toBe(1);
  expect((await indexed('more.ts', 'export const third = 1;\n')).looks).toBe(0);
  const found = await indexed('more.ts', 'export function sought() {}\n');
  expect(found.looks).toBe(1);
  expect(found.message.join('\n')).toContain('more.ts::sought');
  expect(await temp.storeFiles()).toContain('delta-6.gm');
  expect((await indexed('more.ts', `export function sought() {}\n${one}`)).looks).toBe(1);
});

/** After one file changed, came or went, the guide says what it says in a new index; `differs` from before or not. */
async function expectRight(
  files: Readonly<Record<string, string>>,
  path: string,
  text: string | undefined,
  differs: boolean,
): Promise<void> {
  const temp = await tempProject(files, { include: ['**/*'] });
  const project = await temp.indexed();
  const before = mentionsIn(project.snapshot());
  // One process knows what it looked up, another what is stored.
  const other = await temp.open();
  await put(temp, path, text);
  await other.index({});
  const config = { ...temp.config, storeDir: `${temp.config.storeDir}-fresh` };
  const fresh = await Project.open(config, { writer: testWriter() });
  await fresh.index({});
  const after = mentionsIn(fresh.snapshot());
  expect(mentionsIn(other.snapshot())).toEqual(after);
  expect(after.join('\n') !== before.join('\n')).toBe(differs);
  // Back, and once more, by the process that made all.
  await put(temp, path, files[path]);
  await project.index({});
  expect(mentionsIn(project.snapshot())).toEqual(before);
  await put(temp, path, text);
  await project.index({});
  expect(mentionsIn(project.snapshot())).toEqual(after);
}
