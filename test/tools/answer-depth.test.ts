/** What the text of an answer shows in full, and what in a line. */
import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const BODY = Array.from({ length: 20 }, (_, line) => `  step${line}();`).join('\n');
const FILES = {
  'src/retry.ts': `/** Retries a payment. */\nexport function retryPayment() {\n${BODY}\n}\n`,
  'src/log.ts': 'export function log() {\n  write("payment");\n}\n',
  'src/app.ts':
    "import { retryPayment } from './retry.ts';\n\nexport function pay() {\n  retryPayment();\n  retryPayment();\n}\n\nexport function payAgain() {\n  retryPayment();\n}\n",
};

async function textOf(name: string, input: Record<string, unknown>): Promise<string> {
  const { call } = await toolCaller({ temp: await tempProject(FILES), channel: 'text' });
  return (await call(name, input)).text;
}

it('a search shows the best hit whole, with its comment, and hits far below it in one line', async () => {
  const text = await textOf('code_search', { query: 'retry payment' });
  expect(text).toContain('1|/** Retries a payment. */');
  expect(text).toContain('step19();');
  const [last] = text.split('\n').filter((line) => line.includes('src/log.ts'));
  expect(last).toMatch(/^\d\. src\/log\.ts:1-3 function log$/);
  expect(text).not.toContain('write("payment")');
});

it('a search shows equal hits whole only until they fill a part of the answer', async () => {
  const functionOf = (name: string, lines: number) =>
    `export function chargeCard${name}() {\n${'  chargeCard(1, 2, 3);\n'.repeat(lines)}}\n`;
  const countOf = async (lines: number) => {
    const files = Object.fromEntries(
      ['A', 'B', 'C'].map((name) => [`src/${name}.ts`, functionOf(name, lines)]),
    );
    const { call } = await toolCaller({ temp: await tempProject(files), channel: 'text' });
    const { text } = await call('code_search', { query: 'charge card' });
    return text.match(/^\d+\|export function/gm)?.length;
  };
  expect(await countOf(2)).toBe(3);
  expect(await countOf(20)).toBe(2);
});

it('a search says why in at most a tenth of its text, and everything with detail full', async () => {
  const short = await textOf('code_search', { query: 'retry payment' });
  const why = [...short.matchAll(/ - (\w.*)$/gm)].map(([, reason = '']) => reason.length);
  expect(why.length).toBeGreaterThan(0);
  expect(why.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(short.length / 10);
  expect(short).not.toContain('score');
  const full = await textOf('code_search', { query: 'retry payment', detail: 'full' });
  expect(full).toMatch(/\(score 0\.\d+\)\n {3}why: .* \| /);
  expect(full).toContain('write("payment")');
});

it('a symbol repeats neither its signature nor its path above its body', async () => {
  const text = await textOf('code_get_symbol', { symbol: 'retryPayment' });
  expect(text).toMatch(
    /^src\/retry\.ts::retryPayment \(function, exported\) lines 2-23\n {2}> Retries/,
  );
  expect(text.match(/export function retryPayment/g)).toHaveLength(1);
  // A path is printed once for the edges that follow each other in it.
  expect(text).toContain('← calls (2):\n  src/app.ts\n   ::pay (function, 3-6) at line 4,5\n');
});

it('references name a file once for the uses that follow each other in it', async () => {
  const text = await textOf('code_references', { symbol: 'retryPayment', kinds: ['calls'] });
  expect(text).toMatch(/calls \(2\):\n {2}src\/app\.ts\n {3}:4,5 pay\n {3}:9 payAgain\n/);
});
