/** An answer from an older snapshot says so, and never shows newer lines as older symbols. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { TOOLS, UNLISTED_TOOLS } from '../../src/tools/registry.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const A = 'export function a() {\n  return 1;\n}\n';
const B = 'import { a } from "./a";\nexport function b() {\n  return a();\n}\n';

async function indexed(files: Readonly<Record<string, string>> = { 'a.ts': A, 'b.ts': B }) {
  const caller = await toolCaller({ refresh: false, temp: await tempProject(files) });
  await caller.call('code_search', { query: 'return' });
  return caller;
}

describe('code_get_symbol after its file changed', () => {
  it('shows a moved symbol at its current lines', async () => {
    const { temp, call } = await indexed();
    await temp.write('a.ts', `// one\n// two\nexport function other() {}\n${A}`);
    const { structured } = await call('code_get_symbol', { symbol: 'a' });
    expect(structured).toMatchObject({
      symbol: { id: 'a.ts::a', start_line: 4, end_line: 6 },
      body: { text: A.trimEnd(), start_line: 4, end_line: 6 },
      stale: true,
    });
  });

  it('shows no text of a symbol that is no longer there', async () => {
    const { temp, call } = await indexed();
    await temp.write('a.ts', 'export function other() {\n  return 2;\n}\n');
    const { structured, text } = await call('code_get_symbol', { symbol: 'a' });
    expect(structured['body']).toBeUndefined();
    expect(structured['stale']).toBe(true);
    expect(text).not.toContain('other');
    expect(text).toContain('no longer declares a');
  });

  it('shows no line of a changed file as the place of an edge', async () => {
    const { temp, call } = await indexed();
    await temp.write('b.ts', `// one\n// two\nconst secretLine = 1;\n${B}`);
    const { structured, text } = await call('graph_neighbors', { symbol: 'a' });
    const edges = structured['edges'] as Record<string, unknown>[];
    const [use] = edges.filter(({ edge }) => edge === 'calls');
    expect(use).toMatchObject({ symbol: 'b.ts::b', stale: true });
    expect(use).not.toHaveProperty('code');
    expect(text).not.toContain('secretLine');
  });
});

it('docs_get_section shows a section of a changed page at its current lines, or no text', async () => {
  const { temp, call } = await indexed({
    'a.ts': A,
    'r.md': '# One\n\nfirst\n\n# Two\n\nsecond\n',
  });
  await temp.write('r.md', '# Zero\n\nnew\n\n# One\n\nfirst\n');
  const one = await call('docs_get_section', { section: 'r.md::One' });
  expect(one.structured).toMatchObject({ body: { start_line: 5 }, stale: true });
  const two = await call('docs_get_section', { section: 'r.md::Two' });
  expect(two.structured['body']).toBeUndefined();
  expect(two.text).toContain('no longer declares Two');
});

/** A server that answers at once from the snapshot it has. */
async function impatient(temp: TempProject) {
  const workspace = await Workspace.open(
    { projects: [temp.config] },
    { writer: testWriter(), answerWaitMs: 0 },
  );
  return toolCaller({ temp, workspace });
}

const INPUTS: Readonly<Record<string, object>> = {
  code_get_symbol: { symbol: 'a' },
  code_get_file_symbols: { path: 'a.ts' },
  code_references: { symbol: 'a' },
  docs_cross_references: { symbol: 'a' },
  graph_neighbors: { symbol: 'a' },
  graph_traverse: { symbol: 'a' },
  graph_path: { from: 'b', to: 'a' },
  graph_match: { pattern: 'function -calls-> function' },
  code_search: { query: 'a' },
  codebase_search: { query: 'a' },
  codebase_search_text: { query: 'return' },
  codebase_search_symbol: { symbol: 'a' },
  codebase_read: { path: 'a.ts' },
  docs_search: { query: 'one' },
  docs_get_section: { section: 'r.md' },
  docs_get_toc: {},
  docs_drift: {},
  explain: { about: ['a'] },
  retrieve: { query: 'a' },
  memory_get: { about: 'a' },
  impact: { symbols: ['a'] },
};
/** These do not answer from a snapshot that they bring up to date, or compare revisions of git. */
const WITHOUT_SNAPSHOT = [
  'list_projects',
  'index_status',
  'reindex',
  'tool_search',
  'changes',
  'git_summary',
  'git_changed_files',
  'git_changed_snippets',
  'graph_diff',
  'memory_write',
];

describe('an answer from an older snapshot', () => {
  const tools = [...TOOLS, ...UNLISTED_TOOLS].map(({ name }) => name);

  it.each(tools.filter((name) => !WITHOUT_SNAPSHOT.includes(name)))(
    'is marked in the data and in the text of %s',
    async (name) => {
      const temp = await tempProject({ 'a.ts': A, 'b.ts': B, 'r.md': '# One\n\nfirst\n' });
      const { context, call } = await impatient(temp);
      await call('reindex', {});
      const before = await call(name, INPUTS[name]);
      // The first call found nothing new, so only its deadline could mark it.
      expect(before.structured).toHaveProperty('outdated', ['shop']);
      await context.workspace.close();
      const patient = await toolCaller({ temp });
      const { structured, text } = await patient.call(name, INPUTS[name]);
      expect(structured).not.toHaveProperty('outdated');
      expect(text).not.toContain('changes are being indexed');
      expect(before.text).toContain('note: shop: changes are being indexed');
    },
  );
});

describe('index_commit', () => {
  function git(root: string, ...args: string[]): string {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
    return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
  }

  async function repository() {
    const temp = await tempProject({ 'a.ts': A });
    const { root } = temp.config;
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'one');
    return {
      temp,
      commit: (message: string) => git(root, 'commit', '-qam', message),
      head: () => git(root, 'rev-parse', 'HEAD'),
    };
  }

  it('names the commit of the snapshot that answered, never a newer one', async () => {
    const { temp, commit, head } = await repository();
    const first = head();
    const { call } = await impatient(temp);
    await call('reindex', {});
    await temp.write('a.ts', 'export function renamed() {}\n');
    commit('two');
    const { structured } = await call('codebase_search_symbol', { symbol: 'a', match: 'exact' });
    expect(structured).toMatchObject({
      total_count: 1,
      index_commit: first,
      outdated: ['shop'],
    });
    await call('reindex', {});
    const later = await call('codebase_search_symbol', { symbol: 'renamed' });
    const now = { index_commit: head(), index_branch: 'main' };
    expect(structured).not.toHaveProperty('index_branch');
    expect(later.structured).toMatchObject({ total_count: 1, ...now });
    const status = await call('index_status', {});
    expect(status.structured).toMatchObject({ commit: head(), branch: 'main' });
    expect(status.text).toContain(`commit: ${head().slice(0, 12)} of branch main`);
  });

  it('follows a commit that changes no file', async () => {
    const { temp, commit, head } = await repository();
    const { call } = await toolCaller({ temp });
    await call('code_search', { query: 'a' });
    await temp.write('a.ts', 'export function renamed() {}\n');
    await call('reindex', {});
    const uncommitted = await call('code_search', { query: 'a' });
    expect(uncommitted.structured).toMatchObject({ index_commit: head() });
    commit('two');
    // On a busy machine a question may share the look at the disk of the one before.
    await call('reindex', {});
    const { structured } = await call('code_search', { query: 'renamed' });
    expect(structured).toMatchObject({ index_commit: head() });
  });
});
