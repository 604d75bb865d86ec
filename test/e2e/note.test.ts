/** The command `note` as a person and CI run it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeSandbox } from './program.ts';

it('note check fails once the code of a decision has changed, until someone confirms it', async () => {
  const sandbox = await makeSandbox();
  onTestFinished(() => sandbox.remove());
  const { project, run } = sandbox;
  const added = await run(
    ['note', 'add', 'Sum', 'cents', '--kind', 'decision', '--about', 'sumCents', '--body', '-'],
    { input: 'Floats lose cents.' },
  );
  expect(added.stdout, added.stderr).toContain('created .graph-memory/notes/sum-cents.md');
  expect((await run(['note', 'check'])).status).toBe(0);
  const shown = await run(['note', 'show', 'sum-cents']);
  expect(shown.stdout).toContain('13|Floats lose cents.');
  const source = join(project, 'src/shared/money.ts');
  const code = await readFile(source, 'utf8');
  await writeFile(source, code.replace(/(function sumCents[^{]*\{)/, '$1\n  // changed\n'));
  const failed = await run(['note', 'check']);
  expect(failed.stdout).toContain('changed decision sum-cents');
  expect(failed.status).toBe(1);
  expect((await run(['note', 'edit', 'sum-cents', '--confirm'])).status).toBe(0);
  expect((await run(['note', 'check'])).status).toBe(0);
  expect((await run(['note', 'list', '--json'])).stdout).toContain('"state":"fresh"');
});
