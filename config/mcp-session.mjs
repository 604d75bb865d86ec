// Records docs/mcp-session.md: one session of the official SDK client with the built server over stdio,
// on the small shop in fixtures. Run by `npm run docs`.
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist/cli/main.js'), 'mcp', '--dir', project],
    env: { ...process.env, HOME: scratch },
    stderr: 'ignore',
  });
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
    'Recorded by `npm run docs` with the official SDK client over stdio; sizes, times and paths are left out.',
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
    rmSync(scratch, { recursive: true, force: true });
  }
  return `${parts.join('\n\n')}\n`;
}

function fenced(text) {
  return `\`\`\`\`text\n${text}\n\`\`\`\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'docs/mcp-session.md'), await recordSession());
}
