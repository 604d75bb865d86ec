/** What a project does not do is not found with confidence, and the answer says what could be meant. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

it.each([
  'kubernetes deployment rollout',
  'bitcoin wallet signing',
  'where are PDF invoices generated',
  'bluetooth device pairing',
  'spell checker dictionary',
  'OAuth refresh token rotation',
  'resize image thumbnails',
  'GraphQL schema stitching',
  'how are bounced emails handled',
  'speech recognition model',
])('code_search has no confident hit for: %s', async (query) => {
  const { call } = await toolCaller();
  const { structured, text } = await call('code_search', { query });
  expect(['none', 'low']).toContain(structured['confidence']);
  expect(text).toMatch(/no confident match|absent/);
});

it('code_search returns as many places as requested with their code, however weak the match', async () => {
  const { call } = await toolCaller();
  const query = 'bitcoin wallet signing of an order total';
  const { structured, text } = await call('code_search', { query, max_tokens: 20_000 });
  expect(structured['confidence']).toBe('none');
  const results = structured['results'] as Record<string, unknown>[];
  expect(results).toHaveLength(Math.min(10, structured['total_count'] as number));
  for (const result of results) expect(result).toHaveProperty('snippet');
  // The text has the code of the first, and the last.
  expect(text).toMatch(/^\d+\|/m);
  expect(text).toContain(`\n${results.length}. `);
  expect(text).toMatch(/probably absent: bitcoin, wallet, signing is nowhere in the names, texts/);
});

it('code_search shows a literal match in full, whatever its words score', async () => {
  const temp = await tempProject({
    'a.ts': "throw new Error('x1 / y2 z3');\n",
    'b.ts': 'other();\n',
  });
  const { call } = await toolCaller({ temp });
  const { structured } = await call('code_search', { query: "'x1 / y2 z3'" });
  expect(structured['results']).toMatchObject([{ path: 'a.ts', snippet: expect.any(String) }]);
});

it('docs_search returns every page with its text, however weak the match', async () => {
  const page = (name: string) => [`docs/${name}.md`, `# ${name}\n\nTotals of ${name}.\n`];
  const temp = await tempProject(
    Object.fromEntries(['carts', 'orders', 'bills', 'sums', 'taxes'].map(page)),
  );
  const { call } = await toolCaller({ temp });
  const query = 'signing totals by a bitcoin wallet, quickly and often';
  const { structured, text } = await call('docs_search', { query });
  expect(structured['confidence']).toBe('none');
  expect(structured).toMatchObject({ returned_count: 5, total_count: 5 });
  for (const result of structured['results'] as Record<string, unknown>[]) {
    expect(result).toHaveProperty('snippet');
  }
  expect(text).toContain('no confident match; verify these');
});

it('code_search lists names similar to the query, and files that were not indexed', async () => {
  const caller = await toolCaller();
  await caller.temp.write('src/blob.ts', 'a\0b');
  const { text } = await caller.call('code_search', { query: 'zebra quantum availabilty' });
  expect(text).toMatch(/similar names: .*Availability/);
  expect(text).toMatch(/1 file skipped \(binary 1\)/);
});

describe('an answer about something absent', () => {
  const files = {
    'src/cart.ts': 'export function addItem() {}\n',
    'docs/guide.md': '# Webhooks\n',
  };

  it.each([
    ['kubernetes rollout', /absent, with high confidence: none of its words is in the names/],
    ['webhooks', /absent from the code; webhooks is in the documentation only: docs_search/],
  ])('says how sure it is and what was searched: %s', async (query, absence) => {
    const { call } = await toolCaller({ temp: await tempProject(files) });
    const { text } = await call('code_search', { query, scope: 'code' });
    expect(text).toMatch(absence);
  });
});
