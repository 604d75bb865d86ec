/**
 * Runs the commands of docs/getting-started.md and holds the page against their output.
 * `npm run golden` writes the output into the page.
 */
import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSandbox, repository, type Sandbox } from '../e2e/program.ts';

const PAGE = join(repository, 'docs/getting-started.md');
const BLOCK = /^```(console|yaml)\n([\s\S]*?)^```$/gm;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await makeSandbox();
  await mkdir(sandbox.home, { recursive: true });
});
afterAll(() => sandbox.remove());

/** Splits a command into words; quotes hold words together. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Replaces what differs from one run or machine to the next. */
function normalized(output: string): string {
  return output
    .replaceAll(sandbox.home, '/home/you')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-24T12:00:00.000Z')
    .replaceAll(/\d+\.\d s\b/g, '0.4 s')
    .replaceAll(/(\/\.graph-memory\/\w+)-[\da-f]{12}/g, '$1-0123456789ab')
    .replaceAll('\\', '/');
}

/** Runs one command as a shell in `cwd` does; returns its output and the folder after it. */
async function run(command: string, cwd: string): Promise<{ output: string; cwd: string }> {
  const [program, ...args] = wordsOf(command.replaceAll('/path/to/clone', repository));
  if (program === 'cd') return { output: '', cwd: resolve(cwd, args[0] ?? '') };
  if (program === 'cp') {
    const [, from = '', to = ''] = args;
    await cp(from, join(cwd, to), { recursive: true });
    return { output: '', cwd };
  }
  expect(program).toBe('graph-memory');
  const { status, stdout, stderr } = await sandbox.run(args, { cwd });
  expect(stderr).not.toContain('error[');
  expect(status).toBe(0);
  return { output: normalized(stdout.trim()), cwd };
}

it('docs/getting-started.md shows what its commands print', async () => {
  const page = readFileSync(PAGE, 'utf8');
  let cwd = sandbox.home;
  let rebuilt = '';
  let end = 0;
  for (const { 0: block, 1: language, 2: text = '', index } of page.matchAll(BLOCK)) {
    rebuilt += page.slice(end, index);
    end = index + block.length;
    if (language === 'yaml') {
      await writeFile(join(cwd, 'graph-memory.yaml'), text);
      rebuilt += block;
      continue;
    }
    const lines: string[] = [];
    for (const [command] of text.matchAll(/^\$ .*$/gm)) {
      const ran = await run(command.slice(2), cwd);
      cwd = ran.cwd;
      lines.push(command, ...(ran.output === '' ? [] : [ran.output]));
    }
    rebuilt += ['```console', ...lines, '```'].join('\n');
  }
  await expect(rebuilt + page.slice(end)).toMatchFileSnapshot(PAGE);
});
