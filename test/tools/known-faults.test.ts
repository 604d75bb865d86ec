/**
 * The faults that were found in another program's code tools, each as what it must not be here. F1 to
 * F24 are the numbers of that list; its Git faults are told for what we show of files.
 */
import { describe, expect, it } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { INSTRUCTIONS } from '../../src/mcp/server.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { inputJsonSchema } from '../../src/tools/json-schema.ts';
import { findTool, TOOLS, UNLISTED_TOOLS } from '../../src/tools/registry.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';
import { shopFor, type ToolCaller, toolCaller } from './temp-context.ts';

const ALL = [...TOOLS, ...UNLISTED_TOOLS];

async function caller(files: Record<string, string>): Promise<ToolCaller> {
  return toolCaller({ temp: await tempProject(files) });
}

async function pathsOf(given: ToolCaller, name: string, input: unknown): Promise<string[]> {
  const { structured } = await given.call(name, input);
  return (structured['results'] as { path: string }[]).map(({ path }) => path);
}

const fn = (name: string) => `export function ${name}(): void {}\n`;

it('F1: tool descriptions name only tools that exist', () => {
  const prose = [INSTRUCTIONS, ...ALL.map(({ description }) => description)].join('\n');
  const named = prose.match(/\b(?:code|codebase|graph|git|docs|index|list)_[a-z_]+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(findTool(name), name).toBeDefined();
});

it('F2: a search sees an edit at the next request', async () => {
  const tools = await caller({ 'a.ts': fn('before') });
  expect(await pathsOf(tools, 'codebase_search_symbol', { symbol: 'before' })).toEqual(['a.ts']);
  await tools.temp.write('a.ts', fn('after'));
  expect(
    await pathsOf(tools, 'codebase_search_symbol', { symbol: 'before', match: 'exact' }),
  ).toEqual([]);
  expect(await pathsOf(tools, 'codebase_search_symbol', { symbol: 'after' })).toEqual(['a.ts']);
});

it('F3: the scope of one search does not affect the next', async () => {
  const tools = await caller({ 'a/x.ts': fn('same'), 'b/x.ts': fn('same') });
  const ask = (path_glob: string[]) =>
    pathsOf(tools, 'codebase_search_symbol', { symbol: 'same', path_glob });
  expect(await ask(['a/'])).toEqual(['a/x.ts']);
  expect(await ask([])).toEqual(['a/x.ts', 'b/x.ts']);
  expect(await ask(['b/'])).toEqual(['b/x.ts']);
});

it('F4: a cancelled build is not used as a complete one', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`f${i}.ts`, fn(`part${i}`)]),
  );
  const tools = await caller(files);
  const cancelled = { ...tools.context, signal: AbortSignal.abort() };
  await expect(findTool('reindex')?.run(cancelled, { full: false })).rejects.toMatchObject({
    code: 'GM_CANCELLED',
  });
  const { structured } = await tools.call('codebase_search_symbol', { symbol: 'part' });
  expect(structured['total_count']).toBe(50);
});

it('F5: totals are correct, and lists are cut after sorting', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `z${String(i).padStart(3, '0')}.ts`,
      `needle; ${i};\n`.repeat(1 + (i % 5)),
    ]),
  );
  const tools = await caller(files);
  const { structured } = await tools.call('codebase_search_text', {
    query: 'needle',
    max_results: 10,
  });
  expect(structured).toMatchObject({
    total_count: 120,
    returned_count: 10,
    truncated: true,
    match_count: 360,
  });
  const counts = (structured['results'] as { match_count: number }[]).map((r) => r.match_count);
  expect(counts).toEqual(Array(10).fill(5));
});

describe('F6: a parameter that exceeds its bound is clamped with a note', () => {
  const bounded = ALL.flatMap((tool) =>
    Object.entries(tool.bounds).map(([name, bounds]) => ({ tool, name, bounds })),
  );
  it.each(bounded.map(({ tool, name, bounds }) => [tool.name, name, bounds.max] as const))(
    'in %s for the parameter %s',
    async (tool, name, max) => {
      const tools = await toolCaller({ temp: await shopFor(tool) });
      const inputs: Readonly<Record<string, unknown>> = {
        query: 'cart',
        symbol: 'Cart',
        path: 'src/cart/cart.ts',
        from: 'src/main.ts',
        to: 'sumCents',
        section: 'Totals',
        about: ['Cart'],
        symbols: ['Cart'],
        pattern: 'class -contains-> method',
      };
      const required = inputJsonSchema(findTool(tool)!)['required'] as string[] | undefined;
      const input = Object.fromEntries((required ?? []).map((key) => [key, inputs[key]]));
      const needed: Readonly<Record<string, object>> = {
        codebase_read: { path: inputs['path'] },
        code_get_symbol: { symbol: inputs['symbol'] },
        code_get_file_symbols: { path: inputs['path'] },
        memory_get: { about: inputs['symbol'] },
      };
      const { structured } = await tools.call(tool, { ...input, ...needed[tool], [name]: 1e9 });
      expect(structured['notes']).toEqual(
        expect.arrayContaining([expect.stringContaining(`used ${max}`)]),
      );
    },
  );
});

it('F7: a symbol of one language does not hide a symbol of the same name in another', async () => {
  const tools = await caller({
    'a.ts': fn('Login'),
    'b.jsx': 'export function Login() {}\n',
    'c.js': 'function Login() {}\n',
  });
  const paths = await pathsOf(tools, 'codebase_search_symbol', { symbol: 'Login' });
  expect(paths.toSorted()).toEqual(['a.ts', 'b.jsx', 'c.js']);
});

it('F8: the same search returns the same answer a hundred times, also in parallel', async () => {
  const tools = await toolCaller();
  const ask = () => tools.call('codebase_search_symbol', { symbol: 'c', max_results: 5 });
  const answers = [...(await Promise.all(Array.from({ length: 50 }, ask)))];
  for (let time = 0; time < 50; time++) answers.push(await ask());
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

it('F9, F10, F24: symbol kinds follow the syntax of functions, methods, generics and blocks', async () => {
  const tools = await caller({
    'kinds.ts': `
      export function plain(ctx: context.Context): void {}
      export function generic<T extends object>(value: T): T { return value; }
      export class Box<T> { method(x: number): void {} static make<U>(): Box<U> { return new Box(); } }
      export type Alias<T> = { field: T };
      export const { a, b: renamed } = pair, arrow = <T,>(x: T) => x;
    `,
  });
  const { structured } = await tools.call('code_get_file_symbols', { path: 'kinds.ts' });
  const kinds = (structured['symbols'] as { name: string; kind: string }[]).map(
    (s) => `${s.kind} ${s.name}`,
  );
  expect(kinds).toEqual(
    expect.arrayContaining([
      'function plain',
      'function generic',
      'class Box',
      'method method',
      'method make',
      'typeAlias Alias',
      'function arrow',
      'variable renamed',
    ]),
  );
});

it('F11: codebase_read accepts every name and location that a search returns', async () => {
  const tools = await toolCaller();
  const { structured } = await tools.call('codebase_search_symbol', { symbol: 'chargeWithRetry' });
  const [hit] = structured['results'] as {
    path: string;
    symbol: string;
    start_line: number;
    end_line: number;
  }[];
  const byLines = await tools.call('codebase_read', {
    path: `${hit?.path}:${hit?.start_line}-${hit?.end_line}`,
  });
  const bySymbol = await tools.call('codebase_read', { symbol: hit?.symbol });
  expect(byLines.structured['text']).toBe(bySymbol.structured['text']);
  const { structured: again } = await tools.call('codebase_read', {
    path: bySymbol.structured['ref'],
  });
  expect(again['text']).toBe(bySymbol.structured['text']);
});

it('F12: a file of 400 kB is found and read; a file above the size limit is counted with the reason', async () => {
  const large = `${'// filler line of a large file\n'.repeat(13_000)}${fn('needle')}`;
  const tools = await toolCaller({
    temp: await tempProject(
      { 'large.ts': large, 'huge.ts': `${'x();\n'.repeat(3e5)}` },
      { fileSizeBytesMax: 2 ** 20 },
    ),
  });
  expect(await pathsOf(tools, 'code_search', { query: 'needle' })).toEqual(['large.ts']);
  const { structured } = await tools.call('codebase_read', { symbol: 'needle' });
  expect(structured['text']).toContain('needle');
  await expect(tools.call('codebase_read', { path: 'huge.ts' })).rejects.toMatchObject({
    details: { reason: 'oversized' },
  });
  const status = await tools.call('index_status', {});
  expect(status.structured['skipped']).toMatchObject({ by_reason: { oversized: 1 } });
});

it('F13: text is never cut inside a character', async () => {
  const tools = await caller({ 'a.ts': `// ${'価格😀é'.repeat(40)}\n` });
  for (let max_bytes = 1; max_bytes < 60; max_bytes++) {
    const { structured } = await tools.call('codebase_read', { path: 'a.ts', max_bytes });
    expect(structured['text']).not.toMatch(/�|[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(Buffer.byteLength(String(structured['text']))).toBeLessThanOrEqual(max_bytes);
  }
});

it.each(ALL.map(({ name }) => name))(
  'F14: %s answers {} or rejects it with a defined error',
  async (name) => {
    const tools = await toolCaller();
    const outcome = await tools.call(name, {}).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(isGraphMemoryError(outcome)).toBe(true);
    else expect(outcome).toMatchObject({ text: expect.stringMatching(/./) });
  },
);

it('F15: links that lead outside or nowhere are skipped, and the search continues', async () => {
  const tools = await caller({ 'a.ts': fn('needle') });
  await tools.temp.link('out.ts', '/etc/passwd');
  await tools.temp.link('broken.ts', 'no-such-file.ts');
  expect(await pathsOf(tools, 'codebase_search_text', { query: 'needle' })).toEqual(['a.ts']);
  const { structured } = await tools.call('index_status', {});
  expect(structured['skipped']).toMatchObject({ by_reason: { symlink: 2 } });
});

it('F16: in a subfolder of a repository, paths are relative to the subfolder and nothing outside is visible', async () => {
  const temp = await tempProject({
    '.git/HEAD': 'ref: x\n',
    'outside.ts': fn('needle'),
    'app/inside.ts': fn('needle'),
  });
  const config = { ...temp.config, root: `${temp.config.root}/app` };
  const tools = await toolCaller({ temp: { ...temp, config } });
  expect(await pathsOf(tools, 'codebase_search_text', { query: 'needle' })).toEqual(['inside.ts']);
  const { structured } = await tools.call('codebase_read', { path: 'inside.ts' });
  expect(structured['text']).toContain('needle');
});

it('F17: a hit whose text changed is marked as stale', async () => {
  const tools = await toolCaller({
    temp: await tempProject({ 'a.ts': fn('needle') }),
    refresh: false,
  });
  await tools.call('code_search', { query: 'needle' });
  await tools.temp.write('a.ts', 'other();\n');
  const { structured } = await tools.call('code_search', { query: 'needle' });
  expect(structured['results']).toMatchObject([{ stale: true }]);
});

it('F18: no tool reveals secrets, even from a renamed file', async () => {
  const secret = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
  const env = `STRIPE_SECRET_KEY=${secret}\nneedle=1\n`;
  const tools = await caller({
    '.env': env,
    'conf.txt': env,
    'conf.ts': `export const needle = '${secret}';\n`,
  });
  const calls: readonly (readonly [string, unknown])[] = [
    ['code_search', { query: 'needle' }],
    ['code_search', { query: secret }],
    ['codebase_search_text', { query: 'needle', context_lines: 3 }],
    ['codebase_search_text', { query: 'sk_live', regex: true }],
    ['codebase_read', { path: 'conf.txt' }],
    ['codebase_read', { path: 'conf.ts' }],
    ['codebase_read', { path: '.env' }],
    ['code_get_symbol', { symbol: 'needle' }],
    ['code_get_file_symbols', { path: 'conf.ts' }],
  ];
  for (const [name, input] of calls) {
    const outcome = await tools.call(name, input).catch((error: Error) => error.message);
    const said = JSON.stringify(outcome)
      .replaceAll(`"${secret}"`, '')
      .replaceAll(`\\"${secret}\\"`, '');
    expect(said, name).not.toContain(secret);
  }
});

it.each(
  ALL.flatMap((tool) =>
    Object.keys(tool.input.shape)
      .filter((name) => /^(path|path_glob|paths|symbol|from|to)$/.test(name))
      .map((name) => [tool.name, name] as const),
  ),
)('F19: %s reveals nothing outside the project through its parameter %s', async (tool, name) => {
  const tools = await toolCaller();
  const others = { query: 'root', symbol: 'Cart', from: 'Cart', to: 'Cart' };
  const shape = findTool(tool)?.input.shape ?? {};
  const filled = Object.fromEntries(
    Object.entries(others).filter(([key]) => key in shape && tool !== 'codebase_read'),
  );
  for (const path of [
    '../../etc/passwd',
    '/etc/passwd',
    'src/../../etc/passwd',
    '..\\..\\etc\\passwd',
  ]) {
    const outcome = await tools
      .call(tool, { ...filled, [name]: path })
      .catch((error: Error) => error);
    expect(JSON.stringify(outcome)).not.toContain('root:x:0');
  }
});

it('F20: a path is recognized with forward slashes or backslashes', async () => {
  const tools = await toolCaller();
  const { structured } = await tools.call('code_get_file_symbols', { path: 'src\\cart\\cart.ts' });
  expect(structured['path']).toBe('src/cart/cart.ts');
});

it('F21: indexing unchanged files again does no work', async () => {
  const tools = await caller({ 'a.ts': fn('a'), 'b.md': '# B\n', 'c.unknown': 'c\n' });
  await tools.call('reindex', {});
  const { structured } = await tools.call('reindex', {});
  expect(structured).toMatchObject({ changed_anything: false, parsed: 0, added: 0, changed: 0 });
});

it('F22: several projects are open at once, and none loses its index to another', async () => {
  const one = await tempProject({ 'one.ts': fn('one') });
  const two = await tempProject({ 'two.ts': fn('two') });
  const projects = [
    { ...one.config, name: 'one' },
    { ...two.config, name: 'two' },
  ];
  const workspace = await Workspace.open({ projects }, { writer: testWriter() });
  const tools = await toolCaller({ temp: one, workspace });
  for (const project of ['one', 'two', 'one', 'two']) {
    const paths = await pathsOf(tools, 'codebase_search_symbol', { symbol: project, project });
    expect(paths).toEqual([`${project}.ts`]);
  }
  for (const project of projects) {
    expect(workspace.project(project.name).snapshot().generation).toBe(1);
  }
});

it('F23: codebase_search_text has parameters for expressions, case and whole words', () => {
  const parameters = Object.keys(findTool('codebase_search_text')?.input.shape ?? {});
  expect(parameters).toEqual(
    expect.arrayContaining(['regex', 'ignore_case', 'whole_word', 'context_lines', 'path_glob']),
  );
});
