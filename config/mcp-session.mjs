// Records docs/mcp-session.md: a session of the official client of each SDK line with the built server
// over stdio, on the small shop in fixtures. Run by `npm run docs`.
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as StatelessClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as StatelessTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is asked: the title of a section and the call it shows. */
const CALLS = [
  ['Is there an index?', 'index_status', {}],
  ['Which projects are there?', 'list_projects', {}],
  [
    'Where is a discount applied?',
    'code_search',
    { query: 'where is a discount applied', max_results: 2 },
  ],
  ['What is in a file?', 'code_get_file_symbols', { path: 'src/cart/cart.ts' }],
  ['Exactly one symbol', 'code_get_symbol', { symbol: 'src/cart/cart.ts::Cart::total' }],
  ['Bring the index up to date', 'reindex', {}],
  ['A wrong argument', 'code_search', { query: 'total', max_result: 5 }],
  ['An unknown symbol', 'code_get_symbol', { symbol: 'src/cart/cart.ts::Cart::totl' }],
];

export async function recordSession(extraCalls = []) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'graph-memory-session-')));
  const project = join(scratch, 'shop');
  cpSync(join(root, 'fixtures/projects/shop'), project, { recursive: true });
  const start = {
    command: process.execPath,
    args: [join(root, 'dist/cli/main.js'), 'mcp', '--dir', project],
    env: { ...process.env, HOME: scratch },
    stderr: 'ignore',
  };
  const transport = new StdioClientTransport(start);
  const client = new Client({ name: 'session-recorder', version: '1.0.0' });
  const plain = (text) =>
    text
      .replaceAll(scratch, '<home>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/-[0-9a-f]{12}\b/g, '-<hash>')
      .replace(/\d+(\.\d+)? (s|ms|MB|kB)\b/g, '<n> $2')
      .trimEnd();
  const parts = [
    '# An MCP session',
    'Recorded by `npm run docs` with the official clients over stdio; sizes, times and paths are left out.',
    'The first part is a client that opens with `initialize` (SDK 1), the last one a client of the stateless protocol of 2026-07-28 (SDK 2).',
  ];
  try {
    await client.connect(transport);
    parts.push('## initialize', fenced(plain(client.getInstructions() ?? '')));
    const { tools } = await client.listTools();
    const list = tools.map((tool) => `- \`${tool.name}\`: ${tool.description}`).join('\n');
    parts.push('## tools/list', list);
    for (const [title, name, args] of [...CALLS, ...extraCalls]) {
      const result = await client.callTool({ name, arguments: args });
      const kind = result.isError === true ? 'isError' : 'text';
      const text = result.content.map((item) => item.text).join('\n');
      parts.push(
        `## ${title}`,
        `\`${name} ${JSON.stringify(args)}\` → ${kind}`,
        fenced(plain(text)),
      );
    }
  } finally {
    await client.close();
  }
  try {
    parts.push(...(await recordStateless(start, plain)));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return `${parts.join('\n\n')}\n`;
}

/** What a client of the stateless protocol sends and receives: no handshake, metadata in each request. */
async function recordStateless(start, plain) {
  const mode = { pin: '2026-07-28' };
  const client = new StatelessClient(
    { name: 'session-recorder', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  const transport = new StatelessTransport(start);
  const parts = ['## Stateless: messages as they are sent'];
  const write = transport.send.bind(transport);
  const shown = (message) => fenced(plain(JSON.stringify(message, null, 1)).replace(/\n\s*/g, ' '));
  transport.send = (message, options) => {
    parts.push(`Request \`${message.method}\``, shown(message));
    return write(message, options);
  };
  try {
    await client.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      parts.push('Response', shown(message));
      onmessage?.(message, extra);
    };
    await client.callTool({ name: 'list_projects', arguments: {} });
  } finally {
    await client.close();
  }
  return parts;
}

function fenced(text) {
  return `\`\`\`\`text\n${text}\n\`\`\`\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'docs/mcp-session.md'), await recordSession());
}
