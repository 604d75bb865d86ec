// Builds the package: TypeScript → dist/, and the grammar files out of their npm packages → grammars/.
// Grammars are copied at build time so that the published package needs neither the 50 MB grammar
// packages nor their install scripts.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

const GRAMMARS = [
  ['tree-sitter-javascript', 'tree-sitter-javascript.wasm'],
  ['tree-sitter-typescript', 'tree-sitter-typescript.wasm'],
  ['tree-sitter-typescript', 'tree-sitter-tsx.wasm'],
];

function copyGrammars() {
  const target = join(root, 'grammars');
  mkdirSync(target, { recursive: true });
  for (const [packageName, file] of GRAMMARS) {
    const source = join(dirname(require.resolve(`${packageName}/package.json`)), file);
    const copy = join(target, file);
    if (!existsSync(copy) || statSync(copy).size !== statSync(source).size)
      copyFileSync(source, copy);
  }
}

/** Files in dist whose source is gone would still be importable; a rename must not leave them behind. */
function sweepStale(dist, source) {
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name);
    if (entry.isDirectory()) sweepStale(path, join(source, entry.name));
    else if (/\.(d\.ts|js)$/.test(entry.name)) {
      const origin = join(source, entry.name.replace(/\.(d\.ts|js)$/, '.ts'));
      if (!existsSync(origin)) rmSync(path);
    }
  }
}

function copyAssets() {
  const from = join(root, 'src');
  cpSync(from, join(root, 'dist'), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || /\.(scm|prelude)$/.test(path),
  });
}

copyGrammars();
sweepStale(join(root, 'dist'), join(root, 'src'));
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', join(root, 'config/tsconfig.build.json')],
  {
    stdio: 'inherit',
  },
);
if (status !== 0) process.exit(status ?? 1);
copyAssets();
