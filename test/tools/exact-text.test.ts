/** Text that is pasted into a search, such as an error message: who holds it comes first, and surely. */
import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const MESSAGE = 'The order cannot be paid twice. Please try again.';
const FILES = {
  // Has every word, its names and its path, and not the sentence.
  'src/order.ts': `/** An order that is paid. Orders are paid twice a day; try again to pay the order. */
export function order() { return 'please pay'; }
export function payOrder() { return order(); }
export function tryOrder() { return payOrder(); }
`,
  'src/notes.ts': 'export const notes = "order paid twice, try again";\n',
  'src/deep/down/in/http.ts': `function status(code: number) { return code; }
export function refuse() {
  if (status(402)) throw new Error('${MESSAGE}');
  return labelOf('couldNotPay');
}
function labelOf(text: string) { return text; }
`,
  'src/zeta.ts': 'export const zeta = 1;\n',
};

async function ask(query: string) {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  return call('code_search', { query });
}

it.each([
  ['a sentence', MESSAGE],
  ['a sentence in quotes', `where is "${MESSAGE}" thrown`],
])('code_search finds %s first, at its line', async (_, query) => {
  const { structured, text } = await ask(query);
  const [first] = structured['results'] as { path: string; reasons: string[] }[];
  expect(first?.path).toBe('src/deep/down/in/http.ts');
  expect(first?.reasons.join()).toMatch(/grep \+[\d.]+: exact text at line 3/);
  expect(structured['confidence']).toBe('high');
  expect(text).toContain('exact text in 1 file)');
  expect(text).not.toContain('no confident match');
});

it('code_search is confident about text that no other file contains, even without a declaration of that name', async () => {
  const { structured } = await ask('couldNotPay');
  expect(structured['confidence']).toBe('high');
  expect(structured['results']).toHaveProperty('0.path', 'src/deep/down/in/http.ts');
});

it('code_search is confident about a name that is declared once, even if its only word scores low', async () => {
  const { structured } = await ask('zeta');
  expect(structured['confidence']).toBe('high');
  expect(structured['results']).toHaveProperty('0.path', 'src/zeta.ts');
});

it('code_search is not confident about a short name that is quoted in a longer question', async () => {
  const { structured } = await ask('are customers told early enough about `couldNotPay`');
  expect(structured['results']).toHaveProperty('0.path', 'src/deep/down/in/http.ts');
  expect(structured['confidence']).not.toBe('high');
});

it('code_search distinguishes literal parts of a query from the whole query', async () => {
  const { structured, text } = await ask('does couldNotPay mean bankruptcy');
  expect(text).toContain('exact parts of it in 1 file)');
  expect(structured['confidence']).not.toBe('high');
  expect(text).not.toMatch(/similar names: .*\b(does|mean)\b/);
});
