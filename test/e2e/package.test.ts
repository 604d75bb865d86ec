/** The package as npm packs it, in a project that has nothing to do with this repository. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { environment, makeSandbox, repository } from './program.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';

/** npm with its own cache and settings, so that the packages of an earlier installation are reused. */
function npm(args: readonly string[], cwd: string) {
  return run('npm', ['--silent', ...args], { cwd, shell: isWindows });
}

test('the packed package installs without scripts into an unrelated project and answers there', {
  timeout: 180_000,
}, async () => {
  const { folder, home, project, remove } = await makeSandbox();
  onTestFinished(remove);
  // The build is there already; its declarations do not matter here.
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], repository);
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? '';
  const place = join(folder, 'tools');
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await npm(['install', ...options, join(folder, tarball)], place);
  const about = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  const program = join(place, 'node_modules', about.name, 'dist/cli/main.js');
  const args = [program, 'search', 'where is a discount applied', '--max-results', '1'];
  const answer = await run(process.execPath, args, { cwd: project, env: environment(home) });
  expect(answer.stdout).toContain('src/checkout/discount.ts:17-20');
});
