/** What plain words, keys and members of aliases mean on pages, by what the pages say of them. */
import { expect, test } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { edgesIn, edgesOfPage, mentionedBy } from './page-edges.ts';

const CODE = {
  'package.json': '{ "name": "fetcher", "main": "src/index.ts" }\n',
  'src/index.ts': "export * from './options.ts';\nexport * from './result.ts';\n",
  'src/options.ts': [
    'type Timing = { timeout?: number; stall?: number };',
    'type SharedOptions<Kind extends Unrelated> = Timing & { proxy?: string; stdout?: string };',
    "export type Options = Omit<SharedOptions<'a'>, 'x'> | SharedOptions<'b'>;",
    'export type Unrelated = { elsewhere: string };',
    'export type Callback = (given: Unrelated) => void;',
    'export interface CacheOptions { folder: string; maxAge: number; swr: boolean; ttl: number }',
    'export interface BuildConfig { build_dir: string; clean: boolean }',
    'export interface Weather { north: string; south: string; windSpeed: string }',
    'export function $(file: string) {}',
  ].join('\n'),
  'src/result.ts': [
    'export class Result { stdout = 1; cwd = 2; pipe(file: string) {} }',
    'export class Other { cwd = 3; north = 4; }',
  ].join('\n'),
  'docs/api.md': [
    '# API',
    '## options.timeout',
    '## options.stdout',
    '## options.proxy',
    '## Result',
    '## result.stdout',
    '## result.cwd',
    '## result.pipe(file)',
    '## $(file)',
    '## CacheOptions',
  ].join('\n\n'),
};

async function mentionsOf(page: string): Promise<string[]> {
  const edges = await edgesOfPage(CODE, page);
  return edges
    .filter(({ kind, evidence }) => kind === 'mentions' && evidence !== 'nameOnly')
    .map(({ line, id }) => `${line} ${id}`)
    .sort();
}

test.each([
  ['a word that leads to something else', '[`elsewhere`](api.md#cacheoptions)', []],
  ['a word in a link that leaves the project', '[`timeout`](https://example.org/#timeout)', []],
  ['a role of Sphinx', '{class}`~options.CacheOptions`', ['src/options.ts::CacheOptions']],
  ['a word without any of that', '`timeout` and `proxy`', []],
  [
    'several keys of one type',
    'the options `swr`, `ttl` and `folder`',
    [
      'src/options.ts::CacheOptions::folder',
      'src/options.ts::CacheOptions::swr',
      'src/options.ts::CacheOptions::ttl',
    ],
  ],
  ['a word called a parameter', 'the `swr` argument', []],
  ['words joined by hyphens that are no key', '`wind-speed`', []],
])('a word resolves correctly: %s', async (_, page, expected) => {
  expect(await mentionsOf(page)).toEqual(expected.map((id) => `1 ${id}`));
});

test("a list of one type's names is about that type, unless it is a few plain words", async () => {
  const wind = '- `windSpeed`: 1\n- `north`: 2\n- `south`: 3';
  expect(await mentionsOf(wind)).toEqual([
    '1 src/options.ts::Weather::windSpeed',
    '2 src/options.ts::Weather::north',
    '3 src/options.ts::Weather::south',
  ]);
  expect(await mentionsOf('Go `north`, `south`, `east` or `west`.')).toEqual([]);
});

test('an alias has the members of types it is made of, but not of types it only mentions', async () => {
  const page = '`Options.stall`\n\n`Options.elsewhere`\n\n`Callback.elsewhere`';
  expect(await mentionsOf(page)).toEqual(['1 src/options.ts::Timing::stall']);
});

test('a flag resolves to the code that declares it as text, as long as it does', async () => {
  const cli = (flag: string) =>
    `export function parse(p) {\n  return p.option('${flag} <n>');\n}\n`;
  const temp = await tempProject({
    'src/cli.js': cli('-j, --jobs'),
    'test/cli.js': cli('--only-in-tests'),
    'docs/cli.md': '`-j, --jobs 3`, `--only-in-tests`, `--nothing`\n',
  });
  const project = await temp.open();
  const mentioned = async () => {
    await project.index({});
    return mentionedBy(project.snapshot().graph, 'docs/cli.md');
  };
  expect(await mentioned()).toEqual(['src/cli.js::parse']);
  await temp.write('src/cli.js', cli('--tasks'));
  expect(await mentioned()).toEqual([]);
  await temp.write('src/cli.js', `// Moved down.\n${cli('--jobs')}`);
  expect(await mentioned()).toEqual(['src/cli.js::parse']);
});

test('settings declared as text resolve, and declared flags are preferred to fields with their words', async () => {
  const files = {
    'shop/env.py':
      'def register(conf):\n    conf.add_config(keys=["commands"], of_type=list)\n    conf.add_constant("work-dir", "", 1)\n',
    'shop/cli.py':
      'def flags(parser):\n    parser.add_argument("--fail-fast")\n    parser.add_argument("--no-capture")\n\n\nclass Result:\n    fail_fast: bool\n',
    'docs/page.md':
      '`commands`, `commands = x`, `{work-dir}`\n\n`commands()`, `{commands} x`\n\n`--fail-fast`, `--no-capture`\n',
  };
  const edges = await edgesIn(files);
  expect(edges.map(({ line, id }) => `${line} ${id}`).sort()).toEqual([
    '1 shop/env.py::register',
    '5 shop/cli.py::flags',
  ]);
});

test.each(['Class: `Basket`', '`Basket` class', 'Basket'])(
  'members below a heading resolve to its type: %s',
  async (heading) => {
    const files = {
      'src/basket.ts':
        'export class Basket {\n  status = 1;\n}\nexport class Other {\n  status = 2;\n}\n',
      'docs/page.md': `# Errors\n\n## ${heading}\n\n* \`status\` what it is\n`,
    };
    const edges = await edgesIn(files);
    expect(edges.filter(({ line }) => line === 5).map(({ id }) => id)).toEqual([
      'src/basket.ts::Basket::status',
    ]);
  },
);

test('a flag declared in a function resolves to it, and one outside of symbols to its file', async () => {
  const call = "argparse.ArgumentParser().add_argument('--stage')\n";
  const files = {
    'shop/cli.py': `import argparse\n\n\ndef parse_stage():\n    ${call}`,
    'tasks/release.py': `import argparse\n${call}`,
    'docs/page.md': '`--stage`\n',
  };
  const edges = await edgesIn(files);
  expect(edges.map(({ id, evidence }) => `${id} ${evidence}`).sort()).toEqual([
    'shop/cli.py::parse_stage nameOnly',
    'tasks/release.py nameOnly',
  ]);
});

test('an alias made of another type inherits its members after an update', async () => {
  const options = (base: string) =>
    `type One = {\n  first: string;\n};\ntype Two = {\n  second: string;\n};\nexport type Options = Kept;\ntype Kept = ${base};\n`;
  const temp = await tempProject({
    'src/options.ts': options('One'),
    'docs/page.md': '`Options.second`\n',
  });
  const project = await temp.open();
  const mentioned = async () => {
    await project.index({});
    return mentionedBy(project.snapshot().graph, 'docs/page.md');
  };
  expect(await mentioned()).toEqual([]);
  await temp.write('src/options.ts', options('Two'));
  expect(await mentioned()).toEqual(['src/options.ts::Two::second']);
});

test('keys resolve to capitalized fields of the type that the heading names', async () => {
  const files = {
    'go.mod': 'module example.org/tasks\n',
    'ast.go':
      'package ast\n\ntype Task struct {\n\tDir string\n\tIgnoreError bool\n}\n\ntype Include struct {\n\tDir string\n}\n',
    'docs/page.md': [
      '# Include',
      '## `dir`',
      'Relative `dir`.',
      '# Task',
      '## `dir`',
      'The `dir` and `ignore_error`.',
      '# Others',
      'Any `dir`.',
    ].join('\n\n'),
  };
  const temp = await tempProject(files, { include: ['**/*'] });
  const project = await temp.indexed();
  const { graph } = project.snapshot();
  const mentioned = graph
    .symbolsOf('docs/page.md')
    .flatMap((node) =>
      graph
        .outgoing(node, ['mentions'])
        .flatMap(({ target, lines }) =>
          lines.map((line) => `${line} ${graph.node(target).id.replace('ast.go::', '')}`),
        ),
    );
  expect(mentioned.filter((one) => one.includes('::')).sort()).toEqual([
    '11 Task::Dir',
    '11 Task::IgnoreError',
    '3 Include::Dir',
    '5 Include::Dir',
    '9 Task::Dir',
  ]);
});

test('a plain file name at the root resolves only on pages for contributors', async () => {
  const temp = await tempProject(
    {
      'tasks.py': 'def build(): pass\n',
      'docs/page.md': 'Write a `tasks.py`.',
      'docs/contributing.md': 'Run `tasks.py`.',
    },
    { include: ['**/*'] },
  );
  const project = await temp.indexed();
  const { graph } = project.snapshot();
  expect(mentionedBy(graph, 'docs/page.md')).toEqual([]);
  expect(mentionedBy(graph, 'docs/contributing.md')).toEqual(['tasks.py']);
});

test('a text resolves to code that uses it as a name, unless it is declared elsewhere', async () => {
  const files = {
    'src/events.js':
      "export const events = { HOOK_END: 'hook end', CART_ADDED: 'cart:added' };\nexport const OTHER_NAME = 'other_name';\nexport function other_name() {}\n",
    'src/errors.js':
      "export class EmptyError {\n  constructor() {\n    this.code = 'SHOP_ERR_EMPTY';\n  }\n}\n",
    'docs/page.md':
      "`hook end`, `'cart:added'`\n\n`SHOP_ERR_EMPTY`\n\n`other_name`\n\n`hook begin`, `hook`, `cart:removed`\n",
  };
  const edges = await edgesIn(files);
  expect(edges.map(({ line, id }) => `${line} ${id}`).sort()).toEqual([
    '1 src/events.js::events',
    '3 src/errors.js::EmptyError::code',
    '5 src/events.js::other_name',
  ]);
});

test('a flag with other spellings, a flag in a table and a quoted module resolve', async () => {
  const files = {
    'src/cli.js':
      "export function parse(p) {\n  return p.option('-b, --bail').option('--color');\n}\n",
    'shop/__init__.py': '',
    'shop/cart.py': 'class Cart:\n    pass\n',
    'docs/page.md':
      "`--bail, -b`\n\n`--color/--no-color`\n\n`'shop.cart.Cart'`\n\n`'cart.Cart'`, `--leave`\n",
  };
  const edges = await edgesIn(files);
  expect(edges.map(({ line, id }) => `${line} ${id}`).sort()).toEqual([
    '1 src/cli.js::parse',
    '3 src/cli.js::parse',
    '5 shop/cart.py::Cart',
  ]);
});

test('a member declared as never does not resolve', async () => {
  const files = {
    'src/cart.ts':
      'export class Cart {\n  checkItems() {}\n}\nexport interface CartOptions {\n  checkItems: boolean;\n  mergeItems?: never;\n}\nexport interface OtherOptions {\n  mergeItems?: boolean;\n}\n',
    'docs/page.md': '# Cart\n\nThe `mergeItems` option.\n',
  };
  const edges = await edgesIn(files);
  expect(
    edges
      .filter(({ line }) => line > 1)
      .map(({ line, id }) => `${line} ${id}`)
      .sort(),
  ).toEqual(['3 src/cart.ts::OtherOptions::mergeItems']);
});
