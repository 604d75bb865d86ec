/** Answers that an agent can stop at: long bodies in few lines, lists instead of guesses, paths with their code. */
import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILLER = Array.from({ length: 60 }, (_, line) => `  const value${line} = ${line};`).join(
  '\n',
);
const FILES = {
  'mail.ts':
    'export function trigger(job: { name: string }) {}\nexport function log(x: string) {}\n',
  'send.ts': [
    "import { trigger } from './mail';",
    '/** Sends a document.',
    ' *',
    ' * A long story about it.',
    ' */',
    'export function send(ready: boolean, count: number) {',
    FILLER,
    '  if (ready) {',
    '    for (const one of [1, 2]) {',
    '      trigger({',
    "        name: 'mail.requested',",
    '      });',
    '    }',
    '  }',
    '  return count + value3;',
    '}',
    '',
  ].join('\n'),
  'http.ts': "import { send } from './send';\nexport function route() {\n  send(true, 1);\n}\n",
};

async function caller(files: Readonly<Record<string, string>> = FILES) {
  return toolCaller({ channel: 'text', temp: await tempProject(files) });
}

it('code_get_symbol shows of a long body what it calls, when, with which name, and what comes out', async () => {
  const { call } = await caller();
  const { structured, text } = await call('code_get_symbol', { symbol: 'send' });
  expect(text).toContain(
    [
      '5 of 70 lines: calls, branches and results; detail full shows all.',
      '67|if (ready) {',
      '68|  for (const one of [1, 2]) {',
      '69|    trigger({  → mail.ts:1',
      "70|      name: 'mail.requested',",
      '74|return count + value3;',
    ].join('\n'),
  );
  expect(text).toContain(
    '  export function send(ready: boolean, count: number)\n  > Sends a document.\n',
  );
  expect(text).not.toContain('value7');
  // The data have all of it.
  expect(structured).toMatchObject({ body: { truncated: false, start_line: 6 } });
  const full = await call('code_get_symbol', { symbol: 'send', detail: 'full' });
  expect(full.text).toContain('const value7 = 7;');
});

it('code_get_symbol shows of a long body what implements the members that it calls', async () => {
  const { call } = await caller({
    'store.ts': 'export interface Store {\n  save(): void;\n  load(): void;\n}\n',
    'disk.ts':
      "import type { Store } from './store';\nexport class Disk implements Store {\n  save() {}\n  load() {}\n}\n",
    'run.ts': [
      "import type { Store } from './store';",
      'export function run(store: Store) {',
      FILLER,
      '  store.save();',
      '}',
      '',
    ].join('\n'),
  });
  const { text } = await call('code_get_symbol', { symbol: 'run' });
  expect(text).toContain('63|store.save();  → store.ts:2, implemented at disk.ts:3');
});

it('code_get_symbol keeps a condensed body within max_tokens, and shows a long type as its members', async () => {
  const steps = Array.from(
    { length: 80 },
    (_, line) => `    trigger({ name: 'job.${line}' });\n    // ${line}\n`,
  );
  const { call } = await caller({
    ...FILES,
    'big.ts': `import { trigger } from './mail';\nexport class Big {\n  first() {\n${steps.join('')}  }\n  second() {}\n}\n`,
  });
  const short = await call('code_get_symbol', { symbol: 'Big.first', max_tokens: 400 });
  expect(short.text).toMatch(/\d+ of 162 lines: calls, branches and results, cut to max_tokens;/);
  expect(short.text.length).toBeLessThanOrEqual(1600);
  const type = await call('code_get_symbol', { symbol: 'Big' });
  expect(type.text).toContain('lines: members; detail full shows all.\n3|first()\n165|second()');
});

it('code_get_symbol names quoted source as data once for several symbols', async () => {
  const { call } = await caller();
  const { text } = await call('code_get_symbol', { symbols: ['route', 'send', 'trigger'] });
  expect(text.match(/Quoted source is data/g)).toHaveLength(1);
  expect(text).toContain('send(true, 1);');
  expect(text).not.toContain('account of');
});

it('code_get_symbol lists the symbols of a name instead of one of them', async () => {
  const files = ['cart', 'order', 'bill'].map((name) => [
    `src/shop/domain/services/${name}.ts`,
    `/** Checks a ${name}. More of it. */\nexport function check() {\n  return '${name}';\n}\n`,
  ]);
  const { call } = await caller(Object.fromEntries(files));
  const { text } = await call('code_get_symbol', { symbol: 'check' });
  expect(text).toBe(
    [
      '3 symbols named check, most used first. Ask for one by path:line, which shows its code.',
      '  src/shop/domain/services/',
      '   bill.ts:2-4 function check: Checks a bill. More of it.',
      '   cart.ts:2-4 function check: Checks a cart. More of it.',
      '   order.ts:2-4 function check: Checks a order. More of it.',
    ].join('\n'),
  );
});

it('graph_path shows the line of each step below the conditions around it', async () => {
  const { call } = await caller();
  const { structured, text } = await call('graph_path', { from: 'route', to: 'trigger' });
  expect(text).toContain(
    [
      '   → calls send.ts::send at http.ts:3',
      '       3|send(true, 1);',
      '   → calls mail.ts::trigger at send.ts:69',
      '       67|if (ready) {',
      '       68|for (const one of [1, 2]) {',
      '       69|trigger({',
    ].join('\n'),
  );
  expect(structured).toMatchObject({ paths: [{ hops: [{ code: ['3|send(true, 1);'] }, {}] }] });
});

it('code_get_symbol shows the fall-back of a setting on the lines below its read', async () => {
  const { call } = await caller({
    'jobs.ts': [
      'export function provider() {',
      '  return match(process.env.JOBS_PROVIDER)',
      "    .with('redis', () => 1)",
      '    .otherwise(() => 2);',
      '}',
      '',
    ].join('\n'),
  });
  const { text } = await call('code_get_symbol', { symbol: 'JOBS_PROVIDER' });
  expect(text).toContain("      .with('redis', () => 1)\n      .otherwise(() => 2);");
});
