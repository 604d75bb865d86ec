/** Search by meaning as a client sees it. */
import { expect, test } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { staticEmbedder } from '../../src/semantic/embed-thread.ts';
import { madeBy } from '../../src/semantic/embedders.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/disk.ts':
    'export function drop(path: string) {\n  fs.unlinkSync(path);\n  fs.rmdirSync(dirname(path));\n}\n',
  'src/cart.ts':
    'export function total(items: Item[]) {\n  return items.reduce((sum, { price }) => sum + price, 0);\n}\n',
  'src/login.ts':
    'export function verify(user: User, hash: string) {\n  return bcrypt.compare(user.password, hash);\n}\n',
};
/** Says none of the words of the code that it means. */
const QUESTION = { query: 'delete folders', explain: true };

interface Found {
  readonly path: string;
  readonly start_line: number;
  readonly reasons: readonly unknown[];
}

test('code_search finds code that shares no word with the query, and gives the reason', async () => {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  const { structured } = await call('code_search', QUESTION);
  const [first] = structured['results'] as readonly Found[];
  expect(first?.path).toBe('src/disk.ts');
  expect(JSON.stringify(first?.reasons)).toMatch(/similarity 0\.\d\d in lines 1–4/);
  expect(structured['backend']).toContain('dense');
  expect(structured).not.toHaveProperty('degraded');
});

test('code_search without vectors answers by words, and says so', async () => {
  const temp = await tempProject(FILES);
  const refuse = () => Promise.reject(new Error('no such model'));
  const embedder = madeBy(() => ({ ...staticEmbedder(), embedChunks: refuse }));
  const config = { projects: [temp.config] };
  const workspace = await Workspace.open(config, { writer: testWriter(), embedder });
  const { call } = await toolCaller({ temp, workspace });
  const { structured } = await call('code_search', { query: 'total of the items' });
  expect(structured['degraded']).toEqual(['dense']);
  expect((structured['results'] as readonly Found[])[0]?.path).toBe('src/cart.ts');
  const status = await call('index_status', {});
  expect(status.structured['vectors']).toMatchObject({ chunks: 0, problem: 'no such model' });
  expect(status.text).toContain('vectors: none; no such model');
});

test('code_search answers by words if the query gets no vector, and says so', async () => {
  const temp = await tempProject(FILES);
  const refuse = () => Promise.reject(new Error('no answer within 3000 ms'));
  const embedder = madeBy(() => ({ ...staticEmbedder(), embedQuestion: refuse }));
  const config = { projects: [temp.config] };
  const workspace = await Workspace.open(config, { writer: testWriter(), embedder });
  const { call } = await toolCaller({ temp, workspace });
  const { structured } = await call('code_search', { query: 'total of the items' });
  expect(structured['degraded']).toEqual(['dense']);
  expect((structured['results'] as readonly Found[])[0]?.path).toBe('src/cart.ts');
  const status = await call('index_status', {});
  expect(status.text).toContain('no answer within 3000 ms');
});

const PAGES = {
  ...FILES,
  'docs/basket.md': '# Basket\n\n## Clearing\n\nTo empty it, every article is removed at once.\n',
  'docs/login.md': '# Login\n\n## Sessions\n\nA user stays signed in for an hour.\n',
};

test('docs_search finds sections that share no word with the query, and gives the reason', async () => {
  const { call } = await toolCaller({ temp: await tempProject(PAGES) });
  const { structured, text } = await call('docs_search', { query: 'delete all items' });
  const [first] = structured['results'] as readonly Found[];
  expect(first?.path).toBe('docs/basket.md');
  expect(JSON.stringify(first?.reasons)).toMatch(/dense \+0\.\d+: similarity 0\.\d\d in lines/);
  expect(text).toContain(' - dense: ');
  expect(structured).not.toHaveProperty('degraded');
});

test('docs_search without vectors answers by words, and says so', async () => {
  const temp = await tempProject(PAGES);
  const refuse = () => Promise.reject(new Error('no such model'));
  const embedder = madeBy(() => ({ ...staticEmbedder(), embedChunks: refuse }));
  const config = { projects: [temp.config] };
  const workspace = await Workspace.open(config, { writer: testWriter(), embedder });
  const { call } = await toolCaller({ temp, workspace });
  const { structured } = await call('docs_search', { query: 'signed in' });
  expect(structured['degraded']).toEqual(['dense']);
  expect((structured['results'] as readonly Found[])[0]?.path).toBe('docs/login.md');
});

test('code_search does not report missing vectors if the configuration disables them', async () => {
  const { call } = await toolCaller({ temp: await tempProject(FILES, { embedding: 'none' }) });
  const { structured } = await call('code_search', QUESTION);
  expect(structured).not.toHaveProperty('degraded');
  expect(structured['backend']).not.toContain('dense');
});
