// Builds the package: the modules of src → a few files in dist, and the grammar files, where they are
// not there yet → grammars. docs/decisions/017-dist-is-bundled.md says why. Types are checked by
// `npm run types`, and declared in dist by `npm pack` alone (config/tsconfig.build.json).
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { provideGrammars } from './grammars.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

/** What a user starts or imports, and what runs in threads. */
const ENTRIES = [
  'cli/main',
  'index',
  'project/embed-worker',
  'project/extract-worker',
  'project/hnsw-worker',
  'project/model-worker',
];

/** What the programs of bench, config and training use besides; no part of the package's API. */
const PARTS = [
  'cli/optimize-later',
  'cli/process-writer',
  'config/json-schema',
  'config/load',
  'embed/static-model',
  'embed/static-question',
  'eval/ablation',
  'eval/doc-questions',
  'eval/evaluate',
  'eval/masked-snapshot',
  'eval/meanings',
  'eval/measures',
  'eval/question',
  'eval/token-budget',
  'extract/extract',
  'files/discover',
  'files/secrets',
  'graph/build',
  'index/file-terms',
  'index/tokenize',
  'languages/registry',
  'project/embed-thread',
  'project/embedders',
  'project/extract-one',
  'project/project',
  'project/survey',
  'project/vector-keeper',
  'query/evidence/evidence',
  'query/evidence/query-terms',
  'query/evidence/tables',
  'query/names/path-class',
  'query/parse-query',
  'query/scope',
  'query/search',
  'query/weights',
  'resolve/resolve',
  'store/vectors-file',
  'tools/markdown',
  'vector/exact-scan',
  'vector/hnsw',
];

/** Modules find the files of the package two folders above their own, in src as in dist. */
function checkDepth({ fileName, code }) {
  if (fileName.split('/').length === 2 || !/new URL\(["'`]\.\.\//.test(code)) return;
  throw new Error(`dist/${fileName} looks for files of the package from another depth`);
}

provideGrammars();
rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(
    [...ENTRIES, ...PARTS].map((name) => [name, join(root, 'src', `${name}.ts`)]),
  ),
  platform: 'node',
  // Dependencies stay packages of their own: what is installed can be seen, audited and replaced.
  external: (id) => !id.startsWith('.') && !id.startsWith(root),
});
const { output } = await bundle.write({
  dir: dist,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  comments: { legal: true, annotation: false, jsdoc: false },
});
await bundle.close();
for (const file of output) checkDepth(file);
