/** The command `changes` as CI runs it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { makeSandbox } from './program.ts';

async function repository() {
  const sandbox = await makeSandbox();
  onTestFinished(() => sandbox.remove());
  const { project } = sandbox;
  const write = (name: string, text: string) => writeFile(join(project, name), text);
  git(project, 'init', '--initial-branch=main');
  await write('price.ts', 'export function price(): number {\n  return 1;\n}\n');
  await write('use.ts', "import { price } from './price';\nexport const sum = price() + 1;\n");
  commitAll(project, 'first');
  return { ...sandbox, write };
}

describe('graph-memory changes --check', () => {
  it('fails when a removed function is still used, and prints where', async () => {
    const { run, write } = await repository();
    await write('price.ts', 'export const other = 1;\n');
    const checked = await run(['changes', '--check']);
    expect(checked.stdout).toContain('use.ts:2 removedStillUsed');
    expect(checked.status).toBe(1);
    expect(checked.stderr).toContain('check failed: 2 removedStillUsed');
    const others = await run(['changes', '--check', '--fail-on', 'cycleIntroduced']);
    expect(others.status).toBe(0);
  });

  it('succeeds when nothing breaks', async () => {
    const { run, write } = await repository();
    await write('price.ts', 'export function price(): number {\n  return 2;\n}\n');
    const checked = await run(['changes', 'HEAD..', '--check']);
    expect(checked.status, checked.stderr).toBe(0);
    expect(checked.stderr).toContain('check passed: no finding of a kind that fails');
    expect(checked.stdout).toContain('changed body function price.ts::price');
  });

  it('writes findings as SARIF, with the failing ones as errors', async () => {
    const { run, write } = await repository();
    await write('price.ts', 'export const other = 1;\n');
    const { stdout } = await run(['changes', '--format', 'sarif', '--fail-on', 'removedStillUsed']);
    const [sarif] = JSON.parse(stdout).runs;
    expect(sarif.results).toContainEqual({
      ruleId: 'removedStillUsed',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'uses price, which is removed' },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'use.ts' }, region: { startLine: 2 } },
        },
      ],
    });
  });

  it('rejects an unknown kind of finding', async () => {
    const { run } = await repository();
    const { status, stderr } = await run(['changes', '--check', '--fail-on', 'everything']);
    expect(status).toBe(2);
    expect(stderr).toContain('Kinds: removedStillUsed');
  });
});
