/** What a project does not do is not found with confidence, and the answer says what could be meant. */
import { expect, it } from 'vitest';
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
  expect(text).toMatch(/no confident match|No match for/);
  expect(text).toMatch(/not in this project: /);
});

it('code_search lists only three locations if nothing matches well, and a cursor returns the rest in full', async () => {
  const { call } = await toolCaller();
  const query = 'bitcoin wallet signing of an order total';
  const { structured, text } = await call('code_search', { query });
  expect(structured).toMatchObject({ confidence: 'none', returned_count: 3, truncated: true });
  expect(text).toContain('only the nearest names are listed');
  for (const result of structured['results'] as Record<string, unknown>[]) {
    expect(result).not.toHaveProperty('snippet');
    expect(result).not.toHaveProperty('signature');
  }
  expect(text.length).toBeLessThan(1500);
  const cursor = structured['next_cursor'];
  const rest = (await call('code_search', { query, cursor })).structured;
  expect(rest['returned_count']).toBe((structured['total_count'] as number) - 3);
  expect(JSON.stringify(rest['results'])).toContain('snippet');
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

it('docs_search also lists only three locations if nothing matches well', async () => {
  const page = (name: string) => [`docs/${name}.md`, `# ${name}\n\nTotals of ${name}.\n`];
  const temp = await tempProject(
    Object.fromEntries(['carts', 'orders', 'bills', 'sums', 'taxes'].map(page)),
  );
  const { call } = await toolCaller({ temp });
  const query = 'signing totals by a bitcoin wallet, quickly and often';
  const { structured, text } = await call('docs_search', { query });
  expect(structured['confidence']).toBe('none');
  expect(structured).toMatchObject({ returned_count: 3, total_count: 5 });
  expect(JSON.stringify(structured)).not.toContain('snippet');
  expect(text).toContain('only the nearest names are listed');
});

it('code_search lists names similar to the query, and files that were not indexed', async () => {
  const caller = await toolCaller();
  await caller.temp.write('src/blob.ts', 'a\0b');
  const { text } = await caller.call('code_search', { query: 'zebra quantum availabilty' });
  expect(text).toMatch(/similar names: .*Availability/);
  expect(text).toMatch(/1 file skipped \(binary 1\)/);
});
