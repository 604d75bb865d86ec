/** What a project does not do is not found with confidence, and the answer says what could be meant. */
import { expect, it } from 'vitest';
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
])('%s: no confident hit', async (query) => {
  const { call } = await toolCaller();
  const { structured, text } = await call('code_search', { query });
  expect(['none', 'low']).toContain(structured['confidence']);
  expect(text).toMatch(/no confident match|No match for/);
  expect(text).toMatch(/nowhere in this project: /);
});

it('names what resembles the question, and what was not indexed', async () => {
  const caller = await toolCaller();
  await caller.temp.write('src/blob.ts', 'a\0b');
  const { text } = await caller.call('code_search', { query: 'zebra quantum availabilty' });
  expect(text).toMatch(/similar names: .*Availability/);
  expect(text).toMatch(/1 file skipped \(binary 1\)/);
});
