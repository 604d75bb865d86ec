/** Documentation in one project, the code that it is about in another. */
import { expect, test } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from './temp-context.ts';

const API = {
  'package.json': '{ "name": "kiosk", "exports": "./src/index.ts" }\n',
  'src/index.ts': "export { Cart, pay } from './cart.ts';\n",
  'src/cart.ts':
    'export class Cart {\n  add(item: string) {}\n}\nexport function pay(sum: number) {}\nexport function refundAll() {}\n',
};
const HANDBOOK = {
  'guide/cart.md':
    "# Buying\n\nPut things in with `Cart.add()`; see [other](other.md#paying).\n\n```ts\nimport { Cart } from 'kiosk';\nnew Cart().add('tea');\n```\n",
  'guide/other.md': '# Other\n\n## Paying\n\nNobody calls `refundAll()` by hand.\n',
};

interface Tied extends ToolCaller {
  readonly api: TempProject;
  readonly handbook: TempProject;
}

async function tied(pages: Readonly<Record<string, string>> = HANDBOOK): Promise<Tied> {
  const api = await tempProject(API);
  const handbook = await tempProject(pages, { enabled: false });
  const docs = { ...handbook.config.docs, enabled: true, about: ['api'] };
  const projects = [
    { ...api.config, name: 'api' },
    { ...handbook.config, name: 'handbook', docs },
  ];
  const workspace = await Workspace.open({ projects }, { writer: testWriter() });
  return { ...(await toolCaller({ workspace, temp: api })), api, handbook };
}

async function references(caller: Tied, symbol: string, project: string): Promise<string[]> {
  const { structured } = await caller.call('docs_cross_references', { symbol, project });
  const rows = structured['references'] as { group: string; project?: string; symbol: string }[];
  return rows.map((row) => `${row.group} ${row.project ?? '-'} ${row.symbol}`);
}

test('docs_cross_references finds sections of another project for a code symbol', async () => {
  const caller = await tied();
  expect(await references(caller, 'Cart.add', 'api')).toEqual([
    'definitions - src/cart.ts::Cart::add',
    'examples handbook guide/cart.md::Buying',
    'mentions handbook guide/cart.md::Buying',
  ]);
  const { text } = await caller.call('docs_cross_references', {
    symbol: 'Cart.add',
    project: 'api',
  });
  expect(text).toContain('handbook: guide/cart.md:7 section Buying\n7|new Cart()');
});

test('docs_cross_references finds code of another project for a section', async () => {
  const caller = await tied();
  const found = await references(caller, 'guide/cart.md', 'handbook');
  expect(found).toEqual(
    expect.arrayContaining([
      'definitions api src/cart.ts::Cart::add',
      'examples api src/cart.ts::Cart',
      'documentation - guide/other.md::Other::Paying',
    ]),
  );
});

test('docs_cross_references looks in the linked project for a subject that the requested project lacks', async () => {
  const caller = await tied();
  expect(await references(caller, 'refundAll', 'handbook')).toContain(
    'mentions handbook guide/other.md::Other::Paying',
  );
  expect(await references(caller, 'guide/other.md', 'api')).toContain(
    'definitions api src/cart.ts::refundAll',
  );
  await expect(references(caller, 'nothingAtAll', 'api')).rejects.toMatchObject({
    code: 'GM_SYMBOL_NOT_FOUND',
  });
});

test('code_get_symbol names the section of another project that documents the symbol', async () => {
  const { call } = await tied();
  const { structured } = await call('code_get_symbol', { symbol: 'Cart.add', project: 'api' });
  expect(structured['documented_in']).toEqual(['handbook: guide/cart.md:7 guide/cart.md::Buying']);
});

test('docs_cross_references sees an edit in either of two linked projects at the next request', async () => {
  const caller = await tied();
  expect(await references(caller, 'pay', 'api')).toEqual(['definitions - src/cart.ts::pay']);
  await caller.handbook.write('guide/pay.md', '# Paying\n\nWith `pay(sum)`.\n');
  expect(await references(caller, 'pay', 'api')).toContain(
    'mentions handbook guide/pay.md::Paying',
  );
  await caller.api.write('src/cart.ts', API['src/cart.ts'].replace('pay', 'settle'));
  await caller.api.write('src/index.ts', "export { Cart, settle } from './cart.ts';\n");
  expect(await references(caller, 'settle', 'api')).toEqual(['definitions - src/cart.ts::settle']);
});

test('docs_drift checks pages against the code of the project they describe', async () => {
  const pages = {
    'a.md':
      "# A\n\n`Cart.remove()`\n\n```ts\nimport { Cart, Till } from 'kiosk';\nnew Cart().add();\n```\n",
    'b.md': '# B\n\n[a](a.md#a) [gone](gone.md)\n',
  };
  const { call } = await tied(pages);
  const { structured, text } = await call('docs_drift', { project: 'handbook' });
  expect(structured['results']).toMatchObject([
    { drift: 'missingMember', path: 'a.md', line: 3, section: 'a.md::A' },
    { drift: 'missingExport', text: 'kiosk: Till' },
    { drift: 'wrongArguments', line: 7 },
    { drift: 'missingFile', path: 'b.md' },
  ]);
  expect(text).toContain('a.md:7 wrongArguments Cart().add(): it needs item');
});

test('docs_cross_references follows links from pages to the code of a project in another folder', async () => {
  const caller = await tied();
  const code = caller.api.config.root.split('/').slice(-2).join('/');
  await caller.handbook.write('see.md', `# See\n\n[pay](../../${code}/src/cart.ts#L4)\n`);
  expect(await references(caller, 'pay', 'api')).toContain('documentation handbook see.md::See');
});
