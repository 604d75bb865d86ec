import { expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { tempShop, testWriter } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

/** A shop whose first index no question waits for. */
async function impatient() {
  const temp = await tempShop();
  const options = { writer: testWriter(), firstWaitMs: 0 };
  const workspace = await Workspace.open({ projects: [temp.config] }, options);
  const caller = await toolCaller({ temp, workspace, channel: 'text' });
  const indexed = () => workspace.project().prepare({ refresh: true, notice: () => undefined });
  return { ...caller, indexed };
}

it.each([
  ['code_search', { query: 'how is a card charged again' }, 'src/checkout/payment.ts'],
  ['codebase_search_text', { query: 'chargeWithRetry' }, 'src/checkout/payment.ts'],
])(
  '%s answers from the texts during the first index, and says how far it is',
  async (name, input, place) => {
    const { call, indexed } = await impatient();
    const early = await call(name, input);
    expect(early.text).toMatch(
      /shop: the first index is being made \((?:listing the files|\d+ % of the files read)/,
    );
    expect(early.text).toContain(place);
    expect(early.structured).toMatchObject({ index_generation: 0, outdated: ['shop'] });
    await indexed();
    const whole = await call(name, input);
    expect(whole.structured).toMatchObject({ index_generation: 1 });
    expect(whole.structured).not.toHaveProperty('outdated');
  },
);

it('during the first index, a file with more words of the question comes first', async () => {
  const { call } = await impatient();
  const { structured } = await call('code_search', { query: 'retry the charge of a card' });
  const [first] = structured['results'] as { path: string; reasons: string[] }[];
  expect(first?.path).toMatch(/payment/);
  expect(first?.reasons[0]).toMatch(/^text: .*charg/);
});

it('a question about a symbol waits for the first index', async () => {
  const { call } = await impatient();
  expect((await call('code_get_symbol', { symbol: 'Cart' })).text).toContain('cart.ts::Cart');
});
