// Writes <name>-<version>.mcpb: the package with its dependencies as one file that desktop clients install
// (github.com/modelcontextprotocol/mcpb). Its manifest is integrations/claude-desktop/manifest.json.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { name, version } = createRequire(import.meta.url)('../package.json');

/** Of no use at run time, and a quarter of the size. */
const LEFT_OUT = /\.(?:map|md|d\.[cm]?ts)$|\/web-tree-sitter\/debug\/|\/\.package-lock\.json$/;
/** Zip files cannot hold the time zero; a fixed one gives equal files for equal content. */
const MODIFIED = new Date('2000-01-01T00:00:00Z');

const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
try {
  writeBundle();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writeBundle() {
  npm(['pack', '--pack-destination', folder], root);
  const tarball = join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz')),
  );
  const target = join(folder, 'bundle');
  mkdirSync(target);
  writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--omit=optional', '--omit=peer', '--no-audit', '--no-fund'];
  npm(['install', '--no-package-lock', ...options, tarball], target);
  const manifest = join(root, 'integrations/claude-desktop/manifest.json');
  writeFileSync(join(target, 'manifest.json'), readFileSync(manifest));
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file) && !file.startsWith('node_modules/.bin'))
    .filter((file) => statSync(join(target, file)).isFile())
    .sort();
  const entries = files.map((file) => [file, readFileSync(join(target, file))]);
  const bytes = zipSync(Object.fromEntries(entries), { level: 9, mtime: MODIFIED });
  const path = `${name.replace(/^@/, '').replace('/', '-')}-${version}.mcpb`;
  writeFileSync(join(root, path), bytes);
  console.log(`${path}: ${files.length} files, ${(bytes.length / 1e6).toFixed(1)} MB`);
}

function npm(args, cwd) {
  const options = {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  };
  const { status } = spawnSync('npm', ['--silent', ...args], options);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with status ${status}`);
}
