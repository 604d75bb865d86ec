// Packs the package and checks it as its users get it: publint, attw, its size, and its types and its API
// in an unrelated project, as an ECMAScript module and as CommonJS.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { name } = require('../package.json');

const MB = 1e6;
/** What a first `npx` has to download, and what stays on the disk. */
const PACKED_BYTES_MAX = 12 * MB;
const INSTALLED_BYTES_MAX = 60 * MB;

/** Uses the API with all of its types, however it is imported. */
const USE = `
const roots: readonly string[] = TOOLS.map((tool) => tool.name);
const find: typeof findTool = findTool;
if (!(GraphMemoryError.prototype instanceof Error)) throw new Error('not an error');
if (find('code_search')?.name !== 'code_search' || roots.length === 0) throw new Error('no tools');
export const open = Project.open;
`;
const IMPORT = `import { findTool, GraphMemoryError, Project, TOOLS } from '${name}';`;
/** Module systems in which a user's compiler may resolve the package. */
const CONSUMERS = [
  { file: 'module.mts', options: ['--module', 'nodenext'] },
  { file: 'common.cts', options: ['--module', 'nodenext'] },
  { file: 'bundled.ts', options: ['--module', 'esnext', '--moduleResolution', 'bundler'] },
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'package-')));
try {
  check();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function check() {
  npm(['pack', '--pack-destination', folder], root);
  const tarball = join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz')),
  );
  node('publint/src/cli.js', ['--strict', tarball], root);
  node('@arethetypeswrong/cli/dist/index.js', [tarball], root);
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], consumer);
  checkSizes(tarball, join(consumer, 'node_modules'));
  for (const { file, options } of CONSUMERS) checkConsumer(consumer, file, options);
}

function checkSizes(tarball, modules) {
  const packed = statSync(tarball).size;
  const installed = readdirSync(modules, { recursive: true }).reduce(
    (sum, file) => sum + statSync(join(modules, file)).size,
    0,
  );
  const isWithin = packed <= PACKED_BYTES_MAX && installed <= INSTALLED_BYTES_MAX;
  const text = `${(packed / MB).toFixed(1)} MB packed, ${(installed / MB).toFixed(1)} MB installed`;
  if (!isWithin) fail(`the package is too large: ${text}`);
  console.log(text);
}

function checkConsumer(consumer, file, options) {
  writeFileSync(join(consumer, file), `${IMPORT}\n${USE}`);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const all = ['--strict', '--target', 'es2023', '--skipLibCheck', 'false', ...options, ...types];
  node('typescript/lib/tsc.js', [...all, file], consumer);
  // A bundler would run the third one.
  const built = file.replace(/ts$/, 'js');
  if (file !== 'bundled.ts') run(process.execPath, [join(consumer, built)], consumer);
}

function node(script, args, cwd) {
  run(process.execPath, [join(root, 'node_modules', script), ...args], cwd);
}

/** npm says where it is itself in what it runs; elsewhere it is on the path. */
function npm(args, cwd) {
  const own = process.env.npm_execpath;
  if (own?.endsWith('.js')) run(process.execPath, [own, '--silent', ...args], cwd);
  else run('npm', ['--silent', ...args], cwd);
}

function run(command, args, cwd) {
  const shell = command === 'npm' && process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    shell,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${[command, ...args].join(' ')}\n${error ?? ''}${stdout}${stderr}`);
}

function fail(message) {
  throw new Error(message);
}
