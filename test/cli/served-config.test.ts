/** What a server takes over from its configuration while questions come. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { ServedConfig } from '../../src/cli/served-config.ts';
import { openWorkspace } from '../../src/cli/session.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { testWriter } from '../project/temp-project.ts';

type Folders = Readonly<Record<string, string>>;

interface Requested {
  readonly names: readonly string[];
  /** Projects whose folder is missing. */
  readonly missing: readonly string[];
  readonly notices: readonly string[];
}

interface Bench {
  readonly folder: string;
  /** Writes graph-memory.yaml: folders of projects by name, or its text. */
  write(projects: Folders | string): void;
  /** The projects that a question would be answered from, and what it is told. */
  query(): Promise<Requested>;
}

async function served(projects: Folders, project?: string): Promise<Bench> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['one', 'two', 'three']) mkdirSync(join(folder, name));
  const write = (given: Folders | string) => {
    const text =
      typeof given === 'string'
        ? given
        : JSON.stringify({
            projects: Object.fromEntries(
              Object.entries(given).map(([name, projectDir]) => [name, { projectDir }]),
            ),
          });
    writeFileSync(join(folder, 'graph-memory.yaml'), text);
  };
  write(projects);
  const terminal: Terminal = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    isStdinTty: false,
    isStdoutTty: false,
    isStderrTty: false,
    cwd: folder,
    homeDir: join(folder, 'home'),
    env: {},
    watchesTrees: false,
    programPath: '/main.js',
    signal: new AbortController().signal,
    now: () => Date.now(),
    memoryBytes: () => 0,
    writer: testWriter(),
    threadsMax: 0,
  };
  const options = { json: false, project, config: undefined, dir: undefined };
  const config = await ServedConfig.open(terminal, options);
  const workspace = await openWorkspace(terminal, options, config.config);
  onTestFinished(() => workspace.close());
  return {
    folder,
    write,
    query: async () => {
      const notices: string[] = [];
      await config.renew(workspace, (line) => notices.push(line));
      const names = workspace.projects.map(({ name }) => name);
      return { names, missing: workspace.missing.map(({ name }) => name), notices };
    },
  };
}

const missing: readonly string[] = [];
const CHANGED = 'the configuration has changed; projects: one, three';

it('concurrent questions wait for one configuration reload, and each is notified', async () => {
  const { write, query } = await served({ one: 'one', two: 'two' });
  write({ one: 'one', three: 'three' });
  const requested = await Promise.all(Array.from({ length: 10 }, query));
  expect(requested).toEqual(
    Array(10).fill({ names: ['one', 'three'], missing, notices: [CHANGED] }),
  );
  expect(await query()).toEqual({ names: ['one', 'three'], missing, notices: [] });
});

it('a question is answered with the configuration file at its arrival, despite a running reload', async () => {
  const { write, query } = await served({ one: 'one' });
  write({ one: 'one', two: 'two' });
  const first = query();
  for (let turn = 0; turn < 20; turn++) {
    write(turn % 2 === 0 ? { two: 'two' } : { one: 'one', three: 'three' });
    const requested = query();
    if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (turn === 19) expect((await requested).names).toEqual(['one', 'three']);
  }
  await first;
});

it('an invalid file keeps the last valid configuration and is reported', async () => {
  const { write, query } = await served({ one: 'one', two: 'two' });
  write('projects: [');
  const reported = [expect.stringContaining('still using the last valid one')];
  const kept = { names: ['one', 'two'], missing, notices: reported };
  expect(await Promise.all([query(), query(), query()])).toEqual([kept, kept, kept]);
  expect(await query()).toEqual(kept);
  write({ one: 'one', three: 'three' });
  expect(await query()).toEqual({ names: ['one', 'three'], missing, notices: [CHANGED] });
});

it('a project is served once its folder exists, and is reported as missing until then', async () => {
  const { folder, query } = await served({ one: 'one', late: 'late' });
  expect(await query()).toEqual({ names: ['one'], missing: ['late'], notices: [] });
  mkdirSync(join(folder, 'late'));
  const notices = [`folders found: ${join(folder, 'late')}; projects: one, late`];
  expect(await query()).toEqual({ names: ['one', 'late'], missing, notices });
  expect(await query()).toEqual({ names: ['one', 'late'], missing, notices: [] });
});

it('a command for one project keeps serving it while its folder is missing', async () => {
  const { folder, write, query } = await served({ one: 'one', two: 'two' }, 'two');
  rmSync(join(folder, 'two'), { recursive: true });
  write({ two: 'two', one: 'one' });
  expect(await query()).toEqual({
    names: ['two'],
    missing,
    notices: [
      expect.stringMatching(
        /project "two" .* its folder is missing: .*still using the last valid configuration/,
      ),
    ],
  });
  mkdirSync(join(folder, 'two'));
  expect((await query()).names).toEqual(['two']);
});
