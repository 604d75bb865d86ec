import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageLine, MessageLines } from '../../src/mcp/message-lines.ts';
import { LINE_BYTES_MAX, serveStdio } from '../../src/mcp/stdio.ts';
import { ToolService } from '../../src/service/tool-service.ts';

interface Reply {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a server answers to bytes that end, and what it logs. */
async function serve(
  input: Iterable<string | Buffer>,
): Promise<{ readonly replies: readonly Reply[]; readonly log: readonly string[] }> {
  const output = new PassThrough();
  const log: string[] = [];
  const text = output.setEncoding('utf8').toArray();
  const { signal } = new AbortController();
  const service = new ToolService({
    openWorkspace: () => Promise.reject(new Error('opened although no tool was called')),
    refresh: true,
    deadlineMs: 30_000,
    signal,
    log: (line) => log.push(line),
  });
  await serveStdio(
    { version: '1.2.3', service, signal, log: (line) => log.push(line) },
    { input: Readable.from(input, { objectMode: true }).map((part) => Buffer.from(part)), output },
  );
  output.end();
  const lines = (await text).join('').split('\n').slice(0, -1);
  return { replies: lines.map((line) => JSON.parse(line) as Reply), log };
}

const PING = '{"jsonrpc":"2.0","id":99,"method":"ping"}\n';
const PONG = { id: 99, result: {} };

const BAD_LINES: readonly (readonly [string, string, number, unknown])[] = [
  ['text that is not JSON', 'hello', -32700, null],
  ['JSON that ends early', '{"jsonrpc":"2.0","id":1', -32700, null],
  ['a number', '7', -32600, null],
  ['null', 'null', -32600, null],
  ['a batch', `[${PING.trim()}]`, -32600, null],
  ['an empty object', '{}', -32600, null],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1],
  ['no version', '{"id":"a","method":"ping"}', -32600, 'a'],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":42}', -32600, 1],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
  ['an id that is a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
  ['an unknown field', '{"jsonrpc":"2.0","id":1,"method":"ping","x":1}', -32600, 1],
  ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602, 1],
  ['params that are null', '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', -32602, 1],
  ['params of no known method', '{"jsonrpc":"2.0","id":1,"method":"x","params":[]}', -32602, 1],
  ['a malformed _meta', '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":7}}', -32602, 1],
  ['a tool name that is a number', call({ name: 42 }), -32602, 1],
  ['arguments that are a list', call({ name: 'code_search', arguments: [] }), -32602, 1],
  ['a tool call without params', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602, 1],
  ['an unknown tool', call({ name: 'no_such_tool' }), -32602, 1],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"x"}', -32601, 1],
  ['initialize without params', '{"jsonrpc":"2.0","id":1,"method":"initialize"}', -32602, 1],
];

function call(params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

describe('a line that is no valid request', () => {
  it.each(BAD_LINES)('%s is answered, and the next one too', async (_, line, code, id) => {
    const { replies, log } = await serve([`${line}\n`, PING]);
    expect(replies).toHaveLength(2);
    expect(replies).toContainEqual(expect.objectContaining(PONG));
    expect(replies).toContainEqual(
      expect.objectContaining({ id, error: expect.objectContaining({ code }) }),
    );
    expect(log.join('\n').split('\n').length).toBeLessThanOrEqual(1);
    for (const reply of replies) expect(reply.error?.message ?? '').not.toContain('\n');
  });

  it.each([
    ['a notification with wrong params', '{"jsonrpc":"2.0","method":"x","params":[]}'],
    [
      'a malformed cancellation',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
    ],
    ['a malformed response', '{"jsonrpc":"2.0","id":1,"result":7}'],
    ['a malformed error', '{"jsonrpc":"2.0","id":1,"error":7}'],
  ])('%s is logged in one line, for nobody waits', async (_, line) => {
    const { replies, log } = await serve([`${line}\n`, PING]);
    expect(replies).toMatchObject([PONG]);
    expect(log).toEqual([expect.stringMatching(/^protocol: message refused: .+$/)]);
  });

  it('an empty line is nothing', async () => {
    const { replies, log } = await serve(['\n', ' \r\n', PING]);
    expect(replies).toMatchObject([PONG]);
    expect(log).toEqual([]);
  });

  it('a long text that is not JSON is quoted briefly', async () => {
    const { replies, log } = await serve([`${'x'.repeat(100_000)}\n`]);
    expect(JSON.stringify(replies).length).toBeLessThan(1000);
    expect(log.join('\n').length).toBeLessThan(1000);
  });
});

describe('a line of more than 10 MiB', () => {
  const filling = 'x'.repeat(LINE_BYTES_MAX);
  const tooLong = (text: string) => [
    '{"method":"tools/call","params":{"id":7,"text":"',
    filling,
    `"},${text}}\n`,
    PING,
  ];

  it('is answered with the id of its request, be it first or last', async () => {
    const refused = { error: { code: -32600, message: expect.stringContaining('10485760 bytes') } };
    const last = await serve(tooLong('"jsonrpc":"2.0","id":3'));
    expect(last.replies).toMatchObject([{ id: 3, ...refused }, PONG]);
    const first = ['{"jsonrpc":"2.0","id":"a","method":"x","params":{"text":"', filling, '"}}\n'];
    expect((await serve(first)).replies).toMatchObject([{ id: 'a', ...refused }]);
  });

  it('is answered with no id when neither end tells it', async () => {
    const { replies } = await serve(tooLong('"jsonrpc":"2.0"'));
    expect(replies).toMatchObject([{ id: null, error: { code: -32600 } }, PONG]);
  });

  it('is refused from the first byte too many', async () => {
    const padded = (byteCount: number) => [PING.trim().padEnd(byteCount), '\n'];
    expect((await serve(padded(LINE_BYTES_MAX))).replies).toMatchObject([PONG]);
    expect((await serve(padded(LINE_BYTES_MAX + 1))).replies).toMatchObject([
      { error: { code: -32600 } },
    ]);
  });
});

it('a last request without a line end is answered', async () => {
  expect((await serve([PING.trim()])).replies).toMatchObject([PONG]);
});

it('lines are the same however the bytes are cut', () => {
  const BYTES_MAX = 3000;
  const line = fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => text.replaceAll('\n', ''));
  const long = fc.integer({ min: 0, max: 4000 }).map((length) => 'ä'.repeat(length / 2));
  const lines = fc.array(fc.oneof(line, long), { maxLength: 6 });
  fc.assert(
    fc.property(lines, fc.array(fc.nat(9000), { maxLength: 12 }), (texts, cuts) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      const splitter = new MessageLines(BYTES_MAX);
      const found: MessageLine[] = [];
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      for (const [index, start] of places.slice(0, -1).entries())
        found.push(...splitter.push(bytes.subarray(start, places[index + 1])));
      found.push(...splitter.end());
      const expected = texts.map((text) => {
        const own = Buffer.from(text);
        return own.length <= BYTES_MAX
          ? { text: own.toString() }
          : { head: own.toString('utf8', 0, 1024), tail: own.subarray(-1024).toString() };
      });
      expect(found).toEqual(expected);
    }),
  );
});
