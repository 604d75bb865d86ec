/** What V8 does to the WebAssembly of grammars while the program runs. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { environment, makeSandbox, PROGRAM } from './program.ts';

const FUNCTION =
  'deploy() {\n  local target="$1"; if [ -n "$target" ]; then echo "to $target" | tee log; fi\n}\n';
/** Together several times what any V8 runs before it optimizes the largest function of Bash's grammar. */
const SCRIPTS = 4;
const REPEATED = 4000;

test('a function that is expensive to optimize stays unoptimized, however much is parsed', {
  timeout: 60_000,
}, async () => {
  const { folder, home, remove } = await makeSandbox();
  onTestFinished(remove);
  const cwd = join(folder, 'scripts');
  await mkdir(cwd);
  for (let index = 0; index < SCRIPTS; index++) {
    await writeFile(join(cwd, `${index}.sh`), FUNCTION.repeat(REPEATED));
  }
  const args = ['--trace-wasm-compilation-times', PROGRAM, 'index'];
  const options = { cwd, env: environment(home), maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toMatch(/bash 4/);
  const compiled = [...stdout.matchAll(/using (TurboFan|Liftoff),.* bodysize (\d+)/g)];
  const largest = (compiler: string) =>
    Math.max(...compiled.filter(([, by]) => by === compiler).map(([, , size]) => Number(size)));
  // Of the grammar, and of the parser itself.
  expect(largest('Liftoff')).toBeGreaterThan(100_000);
  expect(largest('TurboFan')).toBeLessThan(32_768);
});
