/** Results of searching code name the section that explains them. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/retry.ts':
    '/** Tries a request again. */\nexport function retryRequest() {}\n\nexport function hiddenRetry() {}\n',
  'README.md': '# Web\n\nSee `retryRequest`.\n\n## Retrying with `retryRequest`\n\nThree times.\n',
};
const BEST = 'README.md::Web::Retrying with retryRequest';

describe('documented_in', () => {
  it.each([
    ['code_search', { query: 'retryRequest' }],
    ['codebase_search_symbol', { symbol: 'retryRequest' }],
  ])('names the best section in results of %s', async (tool, input) => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const { structured, text } = await caller.call(tool, input);
    const results = structured['results'] as { symbol: string; documented_in?: string }[];
    const [first] = results.filter(({ symbol }) => symbol.endsWith('retryRequest'));
    expect(first?.documented_in).toBe(BEST);
    expect(text).toContain(`documented in: ${BEST}`);
    const others = results.filter(({ symbol }) => symbol.endsWith('hiddenRetry'));
    for (const other of others) expect(other).not.toHaveProperty('documented_in');
  });
});

it('a doc comment that names a symbol counts as a mention, not as documentation', async () => {
  const files = {
    'src/send.ts':
      "import { retryRequest } from './retry';\n/** Sends once; see {@link retryRequest}. */\nexport function send() {}\n",
    'src/retry.ts': FILES['src/retry.ts'],
  };
  const caller = await toolCaller({ temp: await tempProject(files) });
  const { structured } = await caller.call('docs_cross_references', { symbol: 'retryRequest' });
  expect(structured['by_group']).toEqual({ definitions: 1, mentions: 1 });
  expect(structured['references']).toContainEqual(
    expect.objectContaining({ group: 'mentions', symbol: 'src/send.ts::send', lines: [2] }),
  );
});
