// Builds the package: the modules of src → a few files in dist, and the grammar files, where they are
// not there yet → grammars. docs/decisions/017-dist-is-bundled.md says why. Types are checked by
// `npm run types`, and declared in dist by `npm pack` alone (config/tsconfig.build.json).
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { provideGrammars } from './grammars.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

/** What a user starts or imports, and what runs in threads. */
const ENTRIES = [
  'index',
  'semantic/embed-worker',
  'workers/extract-worker',
  'semantic/hnsw-worker',
  'semantic/model-worker',
];

/** What the programs of bench, config and training use besides; no part of the package's API. */
const PARTS = [
  'cli/v8-flags',
  'cli/process-writer',
  'clients/instructions',
  'clients/skill',
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
  'files/discovery/discover',
  'files/read',
  'files/secrets/secret-paths',
  'files/secrets/mask-secrets',
  'graph/build',
  'index/file-terms',
  'index/tokenize',
  'languages/registry',
  'semantic/embed-thread',
  'semantic/embedders',
  'workers/extract-one',
  'project/project',
  'indexing/stored-index',
  'notes/fingerprint',
  'notes/note-text',
  'notes/project-notes',
  'indexing/project-scan',
  'semantic/vector-service',
  'query/evidence/evidence',
  'query/evidence/query-terms',
  'query/evidence/tables',
  'query/fuse',
  'query/literal/literals',
  'query/names/path-class',
  'query/parse-query',
  'query/scope',
  'query/search',
  'query/weights',
  'resolve/resolve',
  'store/disk-directory',
  'store/snapshot-store',
  'store/vectors-file',
  'tools/answer/sources',
  'tools/input/tests-mode',
  'tools/markdown',
  'tools/search/exact-text',
  'vector/exact-scan',
  'vector/hnsw',
];

/** Modules find the files of the package two folders above their own, in src as in dist. */
function checkDepth({ fileName, code }) {
  if (fileName.split('/').length === 2 || !/new URL\(["'`]\.\.\//.test(code)) return;
  throw new Error(`dist/${fileName} looks for files of the package from another depth`);
}

const source = (name) => join(root, 'src', `${name}.ts`);

async function bundled(input, output) {
  const bundle = await rolldown({ platform: 'node', ...input });
  const comments = { legal: true, annotation: false, jsdoc: false };
  const { output: files } = await bundle.write({ comments, ...output });
  await bundle.close();
  return files;
}

/** Dependencies stay packages of their own: what is installed can be seen, audited and replaced. */
function buildModules() {
  return bundled(
    {
      input: Object.fromEntries([...ENTRIES, ...PARTS].map((name) => [name, source(name)])),
      external: (id) => !id.startsWith('.') && !id.startsWith(root),
    },
    { dir: dist, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
  );
}

/** Packages that look for files of their own beside their code. */
const NOT_IN_PROGRAM = ['msgpackr-extract', 'web-tree-sitter'];

/** Modules that few commands need. Loading them takes a tenth of the time that the program takes to load. */
const LOADED_LATE = ['web-tree-sitter', 'node:http', 'node:https', 'node:http2'];

/** A program that loads the rest. One file, because each import of another takes a millisecond. */
function buildEntry(name) {
  return bundled(
    { input: source(name) },
    { file: join(dist, `${name}.js`), format: 'esm', codeSplitting: false },
  );
}

/** A part of the program as one script with its dependencies, which can be kept compiled (docs/decisions/022). */
async function buildScript(name, fileName) {
  const files = await bundled(
    { input: source(name), resolve: { mainFields: ['module', 'main'] }, external: NOT_IN_PROGRAM },
    { file: join(dist, fileName), format: 'cjs', codeSplitting: false },
  );
  // Node has no stable way for a script to import what is not part of it.
  const isImporting = files.some(({ code }) => /(?<![.\w$"'`])import\s*\(/.test(code));
  if (isImporting) throw new Error(`${fileName} imports something while it runs`);
  for (const file of files) writeFileSync(join(dist, fileName), inAscii(loadingLate(file.code)));
  return files.map((file) => ({ ...file, fileName }));
}

/** Loads some modules when something of them is used. Only the others can be renamed by the bundler's helpers. */
function loadingLate(code) {
  return code.replace(/^(let \w+ = )require\("([^"]+)"\);$/gm, (line, start, name) =>
    LOADED_LATE.includes(name)
      ? `${start}new Proxy({}, { get: (_, key) => require("${name}")[key] });`
      : line,
  );
}

/** Escapes all other characters: V8 stores ASCII in half of the memory, and reads it without decoding. */
function inAscii(code) {
  const raw = /String\.raw`[^`]*[^\0-\x7f]/.exec(code)?.[0];
  if (raw !== undefined) throw new Error(`cannot be escaped: ${raw}`);
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The packages whose code is in a bundle, and the texts of their licences. */
function licensesOf(output) {
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = ids.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) =>
      /^(?:licen[cs]e|copying|notice)/i.test(file),
    );
    const parts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...parts].join('\n\n');
  });
  return `The scripts in this folder contain code of these packages.\n\n${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The web page: a script, one more for the map, and a style sheet. Its files lie where `http/page-files.ts` looks for them. */
async function buildPage() {
  const output = await bundled(
    {
      input: join(root, 'src/web/page.tsx'),
      platform: 'browser',
      transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    },
    {
      dir: join(dist, 'web'),
      entryFileNames: 'page.js',
      chunkFileNames: '[name].js',
      format: 'esm',
      minify: true,
    },
  );
  for (const name of ['index.html', 'style.css', 'icon.svg']) {
    copyFileSync(join(root, 'src/web', name), join(dist, 'web', name));
  }
  writeFileSync(join(dist, 'web/licenses.txt'), licensesOf(output));
}

provideGrammars();
rmSync(dist, { recursive: true, force: true });
const modules = [
  ...(await buildModules()),
  ...(await buildEntry('cli/main')),
  ...(await buildEntry('cli/extract-thread')),
];
const scripts = [
  ...(await buildScript('cli/whole-program', 'cli/program.cjs')),
  ...(await buildScript('workers/extract-worker', 'cli/extract-thread.cjs')),
];
for (const file of [...modules, ...scripts]) checkDepth(file);
writeFileSync(join(dist, 'cli', 'licenses.txt'), licensesOf(scripts));
await buildPage();
