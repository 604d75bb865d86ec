import { expect, it } from 'vitest';
import { toolListing } from '../../../src/tools/json-schema.ts';
import { TOOLS, UNLISTED_TOOLS } from '../../../src/tools/registry.ts';

const listing = { tools: TOOLS.map(toolListing) };

it('the default list is the one in the golden file, byte for byte', async () => {
  await expect(`${JSON.stringify(listing, undefined, 1)}\n`).toMatchFileSnapshot(
    './tools-list.golden',
  );
});

it('the default list has at most 10 tools and about 2,000 tokens', () => {
  expect(TOOLS.length).toBeLessThanOrEqual(10);
  // Two tokenizers of large models count 4.2 characters a token in this list.
  expect(JSON.stringify(listing.tools).length / 4.2).toBeLessThanOrEqual(2000);
});

it('the default list leaves out tools that are not active', () => {
  const text = JSON.stringify(listing);
  for (const { name } of UNLISTED_TOOLS) expect(text).not.toContain(`"name":"${name}"`);
});

it('only code_search asks clients to keep it loaded', () => {
  const marked = listing.tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true);
  expect(marked.map(({ name }) => name)).toEqual(['code_search']);
});

it('the descriptions say when to use a tool instead of grep or reading files', () => {
  const prose = TOOLS.map((tool) => tool.description).join('\n');
  expect(prose).toMatch(/instead of grep/);
  expect(prose).toMatch(/instead of reading the whole file/);
});
