// `node bench/churn.mjs [SECONDS] [SEED]`: asks a live server while its project changes in hostile ways:
// files become pipes, links out of the project and folders, the sources become a link, and configurations
// and ignore files become nonsense. Fails at an internal error, a late answer, or text from outside; at the
// end, a new file must be found.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from './random.mjs';
import { startMcp } from './server-process.mjs';

const SECONDS = Number(process.argv[2] ?? 60);
const random = randomOf(Number(process.argv[3] ?? 1));
const FILES = 30;
/** An answer later than this is a hang, in ms. */
const WAIT_MS_MAX = 30_000;
/** Text of a file outside of the project. */
const OUTSIDE = 'text_from_outside';

const top = mkdtempSync(join(tmpdir(), 'graph-memory-churn-'));
const project = join(top, 'project');
const [home, outside] = [join(top, 'home'), join(top, 'outside')];
for (const folder of [join(project, 'src'), home, outside]) mkdirSync(folder, { recursive: true });
writeFileSync(join(outside, 'f1.ts'), `export const a = '${OUTSIDE}';\n`);

const at = (path) => join(project, path);
const pick = (list) => list[random(list.length)];
const write = (path, text) => writeFileSync(at(path), text);
/** Removes a random file and returns its path. */
function freed() {
  const path = at(`src/f${random(FILES)}.ts`);
  rmSync(path, { recursive: true, force: true });
  return path;
}
const restore = () => {
  rmSync(at('src'));
  renameSync(at('moved'), at('src'));
};
const CHANGES = [
  () => execFileSync('mkfifo', [freed()]),
  () => symlinkSync(join(outside, 'f1.ts'), freed()),
  () => mkdirSync(freed()),
  () => {
    const path = freed();
    writeFileSync(path, `export function g${random(FILES)}() {}\n`.repeat(1 + random(50)));
    const seconds = pick([0, 1e10, -1e9, Date.now() / 1000 + 1e6]);
    utimesSync(path, seconds, seconds);
  },
  () => {
    renameSync(at('src'), at('moved'));
    symlinkSync(outside, at('src'));
  },
  restore,
  () => write('tsconfig.json', pick(['{', '{ "extends": "./tsconfig.json" }', '\0'])),
  () => write('.gitignore', pick(['*', '!', '**/**/**', 'src/'])),
  () => rmSync(at('.gitignore')),
  () =>
    write(
      'graph-memory.yaml',
      pick(['projects: {}', 'x: [', 'projects: { a: { projectDir: .. } }']),
    ),
  () => rmSync(at('graph-memory.yaml')),
];
const CALLS = [
  ['code_search', () => ({ query: `g${random(FILES)}` })],
  ['codebase_read', () => ({ path: `src/f${random(FILES)}.ts` })],
  ['codebase_search_text', () => ({ query: OUTSIDE.slice(0, 9) })],
  ['code_get_symbol', () => ({ symbol: `g${random(FILES)}` })],
  ['git_changed_files', () => ({})],
  ['index_status', () => ({})],
];

/** Changes that do not apply to the present state fail, which is of no interest. */
function attempt(change) {
  try {
    change();
  } catch {}
}

for (let file = 0; file < FILES; file++)
  write(`src/f${file}.ts`, `export function g${file}() { return ${file}; }\n`);
const server = await startMcp(project, home);
let asked = 0;
const problems = [];
async function ask(name, input) {
  const late = pause(WAIT_MS_MAX, { late: true }, { ref: false });
  const text = JSON.stringify(await Promise.race([server.callTool(name, input), late]));
  asked += 1;
  if (/GM_INTERNAL|"late":true/.test(text) || text.includes(OUTSIDE))
    problems.push(`${name} ${JSON.stringify(input)}: ${text.slice(0, 200)}`);
  return text;
}
const end = Date.now() + SECONDS * 1000;
while (Date.now() < end && problems.length === 0) {
  for (let count = 0; count < 3; count++) attempt(pick(CHANGES));
  const [name, input] = pick(CALLS);
  await ask(name, input());
}
attempt(restore);
for (const name of ['graph-memory.yaml', '.gitignore', 'tsconfig.json'])
  rmSync(at(name), { force: true });
write('src/last.ts', 'export function theLastOne() {}\n');
await pause(1500);
if (!(await ask('codebase_search_symbol', { symbol: 'theLastOne' })).includes('last.ts'))
  problems.push('the last file is not found');
server.end();
rmSync(top, { recursive: true, force: true });
console.log(`${asked} calls`, problems.length === 0 ? 'without a problem' : problems);
process.exitCode = problems.length === 0 ? 0 : 1;
