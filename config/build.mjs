// Builds the package: TypeScript → dist/, and the grammar files, where they are not there yet → grammars/.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideGrammars } from './grammars.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

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

provideGrammars();
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
