/**
 * Compares the commands, jobs, schedules and consumers of a project with a list made by hand.
 *
 * node bench/commands.mjs FOLDER TRUTH
 *
 * TRUTH has a line `TYPE name` for each. A schedule may be given by its time alone. Scripts of
 * package.json do not count. Needs a build.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, truthFile] = process.argv.slice(2);
if (truthFile === undefined) throw new Error('usage: commands.mjs FOLDER TRUTH');

const TYPES = ['cli', 'job', 'schedule', 'consumer'];

function entryPoints(type) {
  const home = mkdtempSync(join(tmpdir(), 'commands-'));
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const limits = ['--max-results', '2000', '--max-tokens', '40000'];
  const args = [main, 'entrypoints', '--type', type, ...limits, '--json'];
  const env = { ...process.env, HOME: home };
  const text = execFileSync(process.execPath, args, { cwd: folder, env, maxBuffer: 1e8 });
  rmSync(home, { recursive: true });
  const { entrypoints, truncated } = JSON.parse(text.toString());
  if (truncated) throw new Error('too many entry points for one answer');
  return entrypoints.filter(({ route }) => !route.startsWith('npm run '));
}

const missing = readFileSync(truthFile, 'utf8').trim().split('\n');
const expected = missing.length;
const wrong = [];
let handled = 0;
for (const entry of TYPES.flatMap(entryPoints)) {
  const line = `${entry.type} ${entry.route}`;
  const own = missing.findIndex(
    (one) => line === one || (entry.type === 'schedule' && line.startsWith(`${one} `)),
  );
  if (own < 0) wrong.push(`${line} ${entry.path}:${entry.line}`);
  else missing.splice(own, 1);
  if (own >= 0 && entry.handler !== '') handled++;
}
const right = expected - missing.length;
for (const line of missing) console.log(`missing ${line}`);
for (const line of wrong) console.log(`wrong   ${line}`);
console.log(
  `${right} right, ${missing.length} missing, ${wrong.length} wrong, ${handled} with a handler`,
);
