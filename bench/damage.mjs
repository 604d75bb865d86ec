// `node bench/damage.mjs [RUNS] [SEED]`: damages a stored index, over and over: bytes changed, files
// cut, emptied, doubled, removed, exchanged, or replaced by folders, links and text. After each, the
// next process must load it or refuse it in words, and an update must say what a fresh index says.
// Prints what it saw; exits with 1 at the first failure.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isGraphMemoryError, loadConfig, Project, processWriter } from '../dist/index.js';
import { contentOf } from './content.mjs';
import { generateProject } from './generate.mjs';
import { randomOf } from './random.mjs';

const FILES = 40;
const RUNS = Number(process.argv[2] ?? 500);
const SEED = Number(process.argv[3] ?? 1);
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const below = randomOf(SEED);

const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-damage-'));
const root = join(scratch, 'project');

const changedBytes = (path, count) => {
  const bytes = readFileSync(path);
  for (let done = 0; done < count && bytes.length > 0; done++)
    bytes[below(bytes.length)] = below(256);
  writeFileSync(path, bytes);
};
const replaced = (path, make) => {
  rmSync(path);
  make();
};

/** Each damages one file of the store; `other` is another one. */
const DAMAGES = {
  'one byte changed': (path) => changedBytes(path, 1),
  'many bytes changed': (path) => changedBytes(path, 200),
  'a block of zeros': (path) => {
    const bytes = readFileSync(path);
    const start = below(bytes.length + 1);
    writeFileSync(path, bytes.fill(0, start, Math.min(start + 4096, bytes.length)));
  },
  cut: (path) => truncateSync(path, below(readFileSync(path).length + 1)),
  emptied: (path) => truncateSync(path, 0),
  'bytes appended': (path) => appendFileSync(path, Buffer.alloc(1 + below(5000), below(256))),
  doubled: (path) => appendFileSync(path, readFileSync(path)),
  removed: (path) => rmSync(path),
  exchanged: (path, other) => {
    const bytes = readFileSync(path);
    writeFileSync(path, readFileSync(other));
    writeFileSync(other, bytes);
  },
  text: (path) => writeFileSync(path, '{"snapshot": null}\n'),
  'a folder': (path) => replaced(path, () => mkdirSync(path)),
  'a link to itself': (path) => replaced(path, () => symlinkSync(path, path)),
};

function index() {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'index'], {
    cwd: root,
    env: { ...process.env, HOME: scratch },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Loads the store and brings it up to date; returns whether it was whole. */
async function recovered(config, expected) {
  const notices = [];
  const project = new Project(config, { writer: processWriter() });
  await project.load((line) => notices.push(line));
  try {
    await project.index({});
  } catch (error) {
    if (!isGraphMemoryError(error)) throw error;
    // What is no file of ours is not removed; the message names it.
    return { isWhole: false, refused: error.message };
  }
  if (contentOf(project.snapshot()) !== expected) throw new Error('differs from a fresh index');
  return { isWhole: notices.length === 0, refused: undefined };
}

let current = '';
try {
  generateProject(root, FILES);
  index();
  writeFileSync(join(root, 'src', 'later.ts'), 'export function later() {}\n');
  index();
  const { projects } = await loadConfig({ cwd: root, homeDir: scratch });
  const [config] = projects;
  const whole = join(scratch, 'whole');
  cpSync(config.storeDir, whole, { recursive: true });
  const fresh = new Project(
    { ...config, storeDir: join(scratch, 'fresh') },
    { writer: processWriter() },
  );
  await fresh.index({});
  const expected = contentOf(fresh.snapshot());
  const files = readdirSync(whole).filter((name) => name.endsWith('.gm'));
  const counts = { unharmed: 0, rebuilt: 0, refused: 0 };
  const refusals = new Set();
  for (let run = 0; run < RUNS; run++) {
    const names = Object.keys(DAMAGES);
    const name = names[run % names.length];
    const file = files[below(files.length)];
    const other = files[below(files.length)];
    current = `run ${run}: ${name}, ${file}`;
    rmSync(config.storeDir, { recursive: true });
    cpSync(whole, config.storeDir, { recursive: true });
    DAMAGES[name](join(config.storeDir, file), join(config.storeDir, other));
    const { isWhole, refused } = await recovered(config, expected);
    if (refused !== undefined) {
      counts.refused++;
      refusals.add(`${name}: ${refused.replace(config.storeDir, '…')}`);
    } else if (isWhole) counts.unharmed++;
    else counts.rebuilt++;
  }
  console.log(
    `${RUNS} damages to ${files.join(', ')}: ${counts.unharmed} loaded without a word, ${counts.rebuilt} named and repaired, ${counts.refused} refused; every index then equals a fresh one`,
  );
  for (const line of refusals) console.log(`  ${line}`);
} catch (error) {
  console.error(`${current}: ${error.stack}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
