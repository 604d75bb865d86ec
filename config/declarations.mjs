// Writes the declarations of the public API, and what it names, beside the bundled modules in dist.
// The compiler declares every module; those that no declaration of the API leads to are of no use there.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

const args = [compiler, '-p', join(root, 'config/tsconfig.build.json')];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const needed = new Set();
collect(join(dist, 'index.d.ts'));
for (const name of readdirSync(dist, { recursive: true })) {
  const path = join(dist, name);
  if (path.endsWith('.d.ts') && !needed.has(path)) rmSync(path);
}
// `require` of a module needs a file that is a CommonJS module, for Node and for the compiler.
writeFileSync(join(dist, 'index.cjs'), "module.exports = require('./index.js');\n");
writeFileSync(join(dist, 'index.d.cts'), "export * from './index.js';\n");

function collect(path) {
  if (needed.has(path)) return;
  needed.add(path);
  for (const [, relative] of readFileSync(path, 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.ts['"]/g))
    collect(join(dirname(path), `${relative}.d.ts`));
}
