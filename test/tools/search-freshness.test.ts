/** Hits are what the disk has when they are shown, not what it had when it was indexed. */
import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const PAYMENT = 'src/checkout/payment.ts';

async function before() {
  const caller = await toolCaller({ refresh: false });
  await caller.call('code_search', { query: 'retry' });
  return caller;
}

it('code_search shows a moved symbol at its current lines', async () => {
  const caller = await before();
  const text = await caller.temp.read(PAYMENT);
  await caller.temp.write(PAYMENT, `// one\n// two\n// three\n${text}`);
  const { structured, text: message } = await caller.call('code_search', {
    query: 'chargeWithRetry',
  });
  const [hit] = structured['results'] as Record<string, unknown>[];
  expect(hit).toMatchObject({ path: PAYMENT, moved: true });
  expect(hit?.['stale']).toBeUndefined();
  const lines = `// one\n// two\n// three\n${text}`.split('\n');
  expect(lines[(hit?.['start_line'] as number) - 1]).toContain('function chargeWithRetry');
  expect(hit?.['snippet']).toContain('chargeWithRetry');
  expect(message).toContain('[the file changed; these are its lines now]');
});

it('code_search marks a hit whose symbol no longer exists as stale', async () => {
  const caller = await before();
  await caller.temp.write(PAYMENT, '// nothing here any more\n');
  const { structured, text } = await caller.call('code_search', { query: 'chargeWithRetry' });
  expect(structured['results']).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: PAYMENT, stale: true })]),
  );
  expect(text).toContain('[stale: the file changed]');
});

it('code_search never shows a deleted file, and later hits move up', async () => {
  const caller = await before();
  await caller.temp.remove(PAYMENT);
  const { structured, text } = await caller.call('code_search', {
    query: 'chargeWithRetry',
    max_results: 1,
  });
  const paths = (structured['results'] as { path: string }[]).map(({ path }) => path);
  expect(paths).toHaveLength(1);
  expect(paths).not.toContain(PAYMENT);
  expect(text).toContain('1 file left out, deleted since indexing');
});

it('code_search never shows a file that became a secret or a link', async () => {
  const caller = await toolCaller({
    refresh: false,
    temp: await tempProject({ 'a.ts': 'export const zebra = 1;\n', 'b.ts': 'zebra();\n' }),
  });
  await caller.call('code_search', { query: 'zebra' });
  await caller.temp.remove('a.ts');
  await caller.temp.link('a.ts', '/etc/hostname');
  const { structured } = await caller.call('code_search', { query: 'zebra' });
  expect((structured['results'] as { path: string }[]).map(({ path }) => path)).toEqual(['b.ts']);
});
