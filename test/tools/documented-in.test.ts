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

describe('documented in', () => {
  it.each([
    ['code_search', { query: 'try a request again' }],
    ['codebase_search_symbol', { symbol: 'retryRequest' }],
  ])('%s', async (tool, input) => {
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
