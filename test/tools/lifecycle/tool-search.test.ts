import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../src/tools/registry.ts';
import { SessionLog } from '../../../src/tools/session-log.ts';
import { toolCaller } from '../temp-context.ts';

async function found(query: string, input: object = {}): Promise<readonly string[]> {
  const { call } = await toolCaller();
  const { structured } = await call('tool_search', { query, ...input });
  return (structured['results'] as readonly { name: string }[]).map(({ name }) => name);
}

describe('tool_search', () => {
  it.each([
    ['what does my diff break', 'changes'],
    ['list http routes', 'entrypoints'],
    ['git branch', 'git_summary'],
    ['regular expression', 'codebase_search_text'],
    ['table of contents', 'docs_get_toc'],
    ['broken links in the documentation', 'docs_drift'],
    ['how one symbol uses another', 'graph_path'],
    ['which projects are there', 'list_projects'],
    ['skipped files', 'index_status'],
  ])('finds the tool for "%s" among the first three', async (query, name) => {
    expect((await found(query)).slice(0, 3)).toContain(name);
  });

  it('lists every other active and deferred tool without a query', async () => {
    const names = CATALOG.inState('active', 'deferred').map((tool) => tool.name);
    expect(await found('', { max_tokens: 20_000 })).toEqual(
      names.filter((name) => name !== 'tool_search'),
    );
  });

  it('finds no hidden tool', async () => {
    expect(await found('neighbors of a symbol', { max_results: 50 })).not.toContain(
      'graph_neighbors',
    );
  });

  it('says so when no tool matches', async () => {
    const { call } = await toolCaller();
    const { text } = await call('tool_search', { query: 'zzzz' });
    expect(text).toContain('no tool matches "zzzz"');
  });

  it('gives the parameters of each tool, and notes the tools in the session', async () => {
    const session = new SessionLog();
    const { call } = await toolCaller({ session });
    const { text } = await call('tool_search', { query: 'path between symbols', max_results: 1 });
    expect(text).toMatch(/graph_path: [\s\S]*"required":\["from","to"\]/);
    expect([...session.loadedTools]).toEqual(['graph_path']);
  });
});
