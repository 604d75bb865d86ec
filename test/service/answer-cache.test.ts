/** A server answers repeated requests from its cache, and never with an answer of an earlier state. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WatchSettings } from '../../src/project/project-watch.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { type ToolRequest, ToolService } from '../../src/service/tool-service.ts';
import { CATALOG } from '../../src/tools/registry.ts';
import { SessionLog } from '../../src/tools/session-log.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';

interface Served {
  readonly files: TempProject;
  readonly workspace: Workspace;
  ask(input?: object, given?: Partial<ToolRequest> & { readonly name?: string }): Promise<Answer>;
}
type Answer = Awaited<ReturnType<ToolService['call']>>['answer'];

/** A service of one project, whose file `src/a.ts` has the function `pay`. */
async function served(watch: WatchSettings | undefined = WATCH): Promise<Served> {
  const files = await tempProject({ 'src/a.ts': 'export function pay() {\n  return 1;\n}\n' });
  const workspace = await Workspace.open(
    { projects: [files.config] },
    { writer: testWriter(), watch },
  );
  onTestFinished(() => workspace.close());
  const service = new ToolService({
    openWorkspace: async () => workspace,
    refresh: true,
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    log: () => undefined,
  });
  const ask: Served['ask'] = async (input = { symbol: 'pay' }, { name, ...given } = {}) => {
    const tool = CATALOG.find(name ?? 'code_get_symbol');
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return (await service.call({ tool, input, channel: 'data', ...given })).answer;
  };
  // The first answer builds the index, and the second begins to watch.
  await ask({ symbol: 'pay', max_tokens: 999 });
  await ask({ symbol: 'pay', max_tokens: 998 });
  return { files, workspace, ask };
}

const WATCH: WatchSettings = { recursive: process.platform !== 'linux' };

describe('an answer to a repeated request', () => {
  it('is not made again while nothing changes', async () => {
    const { ask } = await served();
    expect(await ask()).toBe(await ask());
  });

  it('is made once for requests at the same time', async () => {
    const { ask } = await served();
    const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
    for (const other of others) expect(other).toBe(first);
  });

  it('has every edit that was made before the request', async () => {
    const { files, ask } = await served();
    for (let count = 2; count < 8; count++) {
      await ask();
      await files.write('src/a.ts', `export function pay() {\n  return ${count};\n}\n`);
      expect((await ask()).text).toContain(`return ${count};`);
    }
  });

  it('is forgotten with the state that it was made from', async () => {
    const { files, ask } = await served();
    const before = await ask();
    await files.write('src/b.ts', 'export const other = 1;\n');
    const after = await ask();
    expect(after).not.toBe(before);
    expect(after.structured['generation']).not.toBe(before.structured['generation']);
  });

  it('is that of another project once the configuration names another', async () => {
    const { workspace, ask } = await served();
    await ask();
    const other = await tempProject({ 'src/a.ts': 'export function pay() {\n  return 99;\n}\n' });
    await workspace.adopt({ projects: [other.config] });
    expect((await ask()).text).toContain('return 99;');
  });

  it.each<[string, object, Partial<ToolRequest> & { readonly name?: string }]>([
    ['other arguments', { symbol: 'pay', max_tokens: 3000 }, {}],
    ['another form', { symbol: 'pay' }, { channel: 'text' }],
    ['other rights', { symbol: 'pay' }, { projects: new Set(['shop']) }],
    ['a session, which knows what it has read', { symbol: 'pay' }, { session: new SessionLog() }],
  ])('is not given to a request with %s', async (_, input, given) => {
    const { files, ask } = await served();
    const rights = given.projects && { projects: new Set([files.config.name]) };
    expect(await ask(input, { ...given, ...rights })).not.toBe(await ask());
  });

  it.each([
    ['index_status', {}],
    ['codebase_read', { path: 'src/a.ts' }],
    ['code_get_symbol', { symbol: 'pay', history: true }],
    ['code_get_symbol', { symbol: 'pay', rev: 'HEAD' }],
  ])('is made again if it depends on more than the index: %s', async (name, input) => {
    const { files, ask } = await served();
    git(files.config.root, 'init');
    commitAll(files.config.root, 'start');
    expect(await ask(input, { name })).not.toBe(await ask(input, { name }));
  });

  it('is made again where changes of files are not reported', async () => {
    const { ask } = await served({
      ...WATCH,
      open: () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    });
    expect(await ask()).not.toBe(await ask());
  });
});
