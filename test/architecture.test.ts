/**
 * The layers, as data and as a test. A folder imports itself, `base`, `model` and the folders of its
 * row; a library has one home; the clock, the disk and the process are asked for at the edges only.
 * The last describe feeds the check what it must refuse and what it must allow, so that a check that
 * sees nothing cannot pass.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** Folder → the folders it may import besides itself, `base` and `model`; in reading order. */
const FOLDERS = {
  base: [],
  model: [],
  extractors: [],
  languages: ['extractors'],
  config: [],
  // Edits configurations of other programs; knows nothing of code.
  clients: ['config'],
  files: ['languages'],
  parse: ['extractors', 'languages', 'files'],
  extract: ['extractors', 'languages', 'parse'],
  resolve: ['extractors', 'languages'],
  // Routes follow values through imports, so the resolved program is what it reads.
  entrypoints: ['resolve'],
  // Which file implements what another declares is a fact of its language.
  graph: ['languages'],
  doclinks: ['extractors', 'languages', 'resolve', 'graph'],
  index: ['graph'],
  notes: ['graph', 'index'],
  vector: ['index'],
  embed: ['index'],
  // What git may not be started on is a fact of the disk.
  git: ['files'],
  store: ['graph', 'index', 'vector'],
  query: ['languages', 'graph', 'index'],
  changes: ['extractors', 'languages', 'extract', 'graph', 'doclinks', 'index', 'query'],
  // Between retrieval and the printers: it takes what was found, and knows no text.
  explain: ['graph', 'query'],
  workers: ['config', 'embed', 'extract', 'files', 'index', 'parse', 'store'],
  indexing: [
    'extractors',
    'languages',
    'config',
    'files',
    'extract',
    'resolve',
    'entrypoints',
    'graph',
    'doclinks',
    'index',
    'notes',
    'vector',
    'embed',
    'store',
    'workers',
  ],
  semantic: ['config', 'embed', 'index', 'vector', 'store', 'workers', 'indexing'],
  project: [
    'config',
    'files',
    'doclinks',
    'graph',
    'index',
    'embed',
    'git',
    'store',
    'workers',
    'indexing',
    'semantic',
  ],
  verify: ['languages', 'graph', 'project'],
  tools: [
    'languages',
    'files',
    'graph',
    'doclinks',
    'index',
    'notes',
    'query',
    'changes',
    'explain',
    'git',
    'indexing',
    'project',
  ],
  // Publishes what a project holds, and lets projects answer from what was published.
  database: [
    'config',
    'graph',
    'index',
    'vector',
    'embed',
    'store',
    'query',
    'indexing',
    'project',
  ],
  eval: ['extract', 'graph', 'index', 'query', 'git', 'semantic', 'project', 'tools'],
  service: ['workers', 'project', 'tools'],
  mcp: ['service', 'tools'],
  http: ['config', 'project', 'service', 'mcp', 'tools'],
  // Runs in a browser and reaches the others over HTTP only.
  web: [],
  cli: [
    'clients',
    'config',
    'files',
    'workers',
    'project',
    'database',
    'verify',
    'tools',
    'eval',
    'service',
    'mcp',
    'http',
  ],
} as const satisfies Record<string, readonly string[]>;
type Folder = keyof typeof FOLDERS;

/** The only file outside of the folders: the public API, which names things of any of them. */
const PUBLIC_API = 'index.ts';

/** A reader finds a file in a folder of this size at a glance. */
const FOLDER_FILES_MAX = 25;

/** Folders that had grown past it before the rule was checked. A folder that is split leaves the list. */
const LARGE_FOLDERS = [
  'base',
  'entrypoints',
  'graph',
  'languages/ecmascript',
  'project',
  'resolve',
  'store',
  'tools/answer',
];

interface Home {
  readonly folders: readonly Folder[];
  /** Folders that may name its types and nothing more. */
  readonly typesOnly?: readonly Folder[];
}

const EVERYWHERE = Object.keys(FOLDERS) as Folder[];

/** Package or module → where it lives. What is not listed may not be imported at all. */
const LIBRARIES: Readonly<Record<string, Home>> = {
  'web-tree-sitter': { folders: ['parse', 'extract'] },
  'tsconfig-paths': { folders: ['languages'] },
  'resolve.exports': { folders: ['languages'] },
  'jsonc-parser': { folders: ['languages', 'clients'] },
  'smol-toml': { folders: ['clients'] },
  'markdown-it': { folders: ['languages'] },
  ignore: { folders: ['files'] },
  picomatch: { folders: ['files'] },
  // The page draws its map from one.
  graphology: { folders: ['graph', 'web'] },
  sigma: { folders: ['web'] },
  'graphology-types': { folders: ['graph'] },
  msgpackr: { folders: ['store'] },
  zod: { folders: ['config', 'tools'] },
  yaml: { folders: ['config', 'languages', 'clients', 'notes'] },
  '@modelcontextprotocol/server': { folders: ['mcp', 'http'] },
  hono: { folders: ['http'] },
  preact: { folders: ['web'] },
  '@hono/node-server': { folders: ['http'] },
  commander: { folders: ['cli'] },
  // Optional, as the native runtime, whose name no statement has.
  'onnxruntime-web': { folders: ['embed'] },
  '@huggingface/tokenizers': { folders: ['embed'] },
  // The user's own compiler, loaded while the program runs; ours for its types.
  typescript: { folders: [], typesOnly: ['verify'] },
  // Loaded while the program runs, if the user has installed it.
  pg: { folders: [], typesOnly: ['database'] },
  // Packages that a script asks for.
  'node:module': { folders: ['config', 'verify', 'database'] },
  // A script that is kept compiled; nothing else of the platform can interrupt a regular expression.
  'node:vm': { folders: ['config', 'tools'] },
  // `embed` reads the model of the package, and those that are named; it keeps what it fetches. `http`
  // reads the web page of the package.
  'node:fs': { folders: ['base', 'config', 'clients', 'files', 'embed', 'store', 'http'] },
  // `store` reads and writes shared facts in a bucket.
  'node:http': { folders: ['http', 'store'] },
  'node:https': { folders: ['store'] },
  // Connecting to a running server, in a process that loads nothing else.
  'node:net': { folders: ['cli'] },
  'node:os': { folders: ['cli'] },
  'node:child_process': { folders: ['git', 'clients'] },
  'node:util': { folders: ['git', 'store', 'clients'] },
  'node:events': { folders: ['cli'] },
  // Whether WebAssembly is compiled twice, how fast the heap grows, and what is compiled.
  'node:buffer': { folders: ['config'] },
  'node:v8': { folders: ['cli', 'config', 'parse', 'workers'] },
  // In store: pieces of a large file are deflated one after another.
  'node:stream': { folders: ['cli', 'store'], typesOnly: ['mcp', 'http'] },
  // Compression of what is stored, and of the grammars.
  'node:zlib': { folders: ['store', 'parse'] },
  'node:worker_threads': { folders: ['workers', 'semantic', 'cli'] },
  // Processor time, which tells a slow file from a busy machine; the environment that git is given.
  'node:process': { folders: ['git', 'workers'] },
  // Yielding to the event loop while walking a big tree, and the program's pauses.
  'node:timers': { folders: ['files', 'cli'] },
  // The store's checksum covers whole envelopes and is longer than a content hash. Tokens.
  'node:crypto': { folders: ['base', 'store', 'http', 'cli'] },
  // Pure functions on strings.
  'node:path': { folders: EVERYWHERE },
  'node:url': { folders: EVERYWHERE },
};

/** What a program asks its surroundings for, and the folders that may. */
const AMBIENT: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly folders: readonly Folder[];
}[] = [
  { name: 'process', pattern: /\bprocess\s*[.[]/, folders: ['cli'] },
  { name: 'console', pattern: /\bconsole\s*\./, folders: ['cli'] },
  { name: 'Date.now', pattern: /\bDate\.now\b|\bnew Date\(\)/, folders: ['cli'] },
  { name: 'performance', pattern: /\bperformance\./, folders: [] },
  { name: 'Math.random', pattern: /\bMath\.random\b/, folders: [] },
  // Tokens of the HTTP server.
  { name: 'random bytes', pattern: /\brandom(UUID|Bytes)\b/, folders: ['cli'] },
  { name: 'fetch', pattern: /(?<![.#\w])fetch\(/, folders: ['web'] },
  { name: 'require', pattern: /(?<![.\w'`])require\(/, folders: [] },
];

/**
 * Functions that open a file whatever it is: a pipe keeps them waiting, a device has no end. What a project
 * controls is read through `base/regular-file.ts`; the other files that may open one, and why.
 */
const OPENING =
  /\b(?:openSync|open|openAsBlob|readFile|readFileSync|createReadStream|ReadStream)\b/;
const OPENERS: Readonly<Record<string, string>> = {
  'base/regular-file.ts': 'it is the one way',
  'config/code-cache.ts': 'the program itself, and what it keeps in the home folder',
  'embed/hub.ts': 'writes into the home folder',
  'embed/static-model.ts': 'a file of the package',
  'files/packaged-file.ts': 'files of the package',
  'store/disk-directory.ts': 'writes and syncs; it reads in the one way',
  'store/process-fingerprint.ts': 'two fixed files of /proc',
};

/** Why a file may not import what it does from `node:fs`; undefined when it may. */
function openingProblem(from: string, text: string): string | undefined {
  const statements = codeOf(text).matchAll(
    /(?:import|export)\s+(?!type\s)([^'"`;=]*?)\s+from\s+'node:fs(?:\/promises)?'|import\('node:fs[^']*'\)/g,
  );
  const names = [...statements].map((match) => match[1] ?? '*').join(' ');
  const opens =
    OPENING.test(names) ||
    names.includes('*') ||
    /(?:^|\s)\w+\s*(?:,|$)/.test(withoutBraces(names));
  return opens && OPENERS[from] === undefined
    ? `${from}: opens files on its own; use base/regular-file.ts`
    : undefined;
}

/** What is left is a default import, which has all names. */
function withoutBraces(names: string): string {
  return names.replace(/\{[^}]*\}/g, '');
}

interface Import {
  /** Path below `src`. */
  readonly from: string;
  readonly specifier: string;
  readonly isType: boolean;
}

function folderOf(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

function isFolder(name: string): name is Folder {
  return Object.hasOwn(FOLDERS, name);
}

/** The text without lines that are comments as a whole: those may speak of anything. */
function codeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n');
}

/** Import and export-from statements and dynamic imports, one per match. */
function importsOf(from: string, text: string): Import[] {
  const statements = codeOf(text).matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"`;=]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map((match) => ({
    from,
    specifier: match[2] ?? match[3] ?? '',
    isType: match[1] !== undefined,
  }));
}

/** `@scope/name/deep` → `@scope/name`; `node:fs/promises` → `node:fs`. */
function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Why an import is forbidden; undefined when it is not. */
function problemWith(found: Import): string | undefined {
  const home = folderOf(found.from);
  if (found.from === PUBLIC_API) return undefined;
  if (!isFolder(home)) return `${found.from}: undeclared folder "${home}"`;
  return found.specifier.startsWith('.') ? problemInside(found, home) : problemOutside(found, home);
}

function problemInside({ from, specifier }: Import, home: Folder): string | undefined {
  const target = join(folderPath(from), specifier);
  const folder = folderOf(target);
  if (target === PUBLIC_API) return `${from} -> ${target}: the public API is for users`;
  if (!isFolder(folder)) return `${from} -> ${target}: undeclared folder "${folder}"`;
  const allowed: readonly string[] = FOLDERS[home];
  const isBelow = folder === 'base' || (folder === 'model' && home !== 'base');
  if (folder === home || isBelow || allowed.includes(folder)) return undefined;
  return `${from} -> ${target}: ${home} may not import ${folder}`;
}

function folderPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function problemOutside({ from, specifier, isType }: Import, home: Folder): string | undefined {
  const name = packageOf(specifier);
  const library = LIBRARIES[name];
  if (library === undefined) return `${from} -> ${specifier}: ${name} has no home`;
  if (library.folders.includes(home)) return undefined;
  if (library.typesOnly?.includes(home)) {
    return isType ? undefined : `${from} -> ${specifier}: only its types are allowed in ${home}`;
  }
  return `${from} -> ${specifier}: ${name} does not live in ${home}`;
}

function ambientProblems(from: string, text: string): string[] {
  const home = folderOf(from);
  const code = codeOf(text);
  return AMBIENT.filter(
    ({ pattern, folders }) => pattern.test(code) && !(folders as readonly string[]).includes(home),
  ).map(({ name }) => `${from}: ${name} is not for ${home}`);
}

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));
const imports = sources.flatMap(({ path, text }) => importsOf(path, text));

describe('the source code', () => {
  test('imports only along the allowed dependencies, and libraries only in their own modules', () => {
    expect(imports.flatMap((found) => problemWith(found) ?? [])).toEqual([]);
  });

  test('uses process, console, time and randomness only at the edges', () => {
    expect(sources.flatMap(({ path, text }) => ambientProblems(path, text))).toEqual([]);
  });

  test('open files that a project controls in one way only', () => {
    expect(sources.flatMap(({ path, text }) => openingProblem(path, text) ?? [])).toEqual([]);
    // What no longer opens a file has no exception.
    const opening = sources.filter(({ text }) => openingProblem('', text) !== undefined);
    expect(opening.map(({ path }) => path)).toEqual(Object.keys(OPENERS));
  });

  test('is covered by this check', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(imports.length).toBeGreaterThan(600);
    expect([...new Set(sources.map(({ path }) => folderOf(path)))].sort()).toEqual(
      ['', ...Object.keys(FOLDERS)].sort(),
    );
    const seen = new Set(imports.map(({ specifier }) => packageOf(specifier)));
    expect(Object.keys(LIBRARIES).filter((name) => !seen.has(name))).toEqual([
      // Its types reach us through graphology; TypeScript wants it installed.
      'graphology-types',
    ]);
    // Every statement that names a module was matched, not only those written on one line.
    const statements = sources.flatMap(({ text }) => text.match(/ from '[^']+';$/gm) ?? []);
    expect(imports.length).toBeGreaterThanOrEqual(statements.length);
  });

  test('has no barrel files except the public API', () => {
    expect(sources.filter(({ text }) => /^export \*/m.test(text))).toEqual([]);
    const indexes = sources.filter(({ path }) => /(^|\/)index\.ts$/.test(path));
    expect(indexes.map(({ path }) => path)).toEqual([PUBLIC_API]);
  });

  test('has no more folders with too many files', () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) {
      const folder = posix.dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const large = [...counts].filter(([, count]) => count > FOLDER_FILES_MAX);
    expect(large.filter(([folder]) => !LARGE_FOLDERS.includes(folder))).toEqual([]);
  });
});

describe('the architecture check', () => {
  const REFUSED: readonly (readonly [from: string, statement: string, why: string])[] = [
    ['model/edge.ts', "import { Query } from '../query/query.ts';", 'may not import query'],
    ['base/hash.ts', "import { toRepoPath } from '../model/path.ts';", 'may not import model'],
    ['query/search.ts', "import { load } from '../store/load.ts';", 'may not import store'],
    ['resolve/a.ts', "import type { Node } from '../parse/parse.ts';", 'may not import parse'],
    ['mcp/server.ts', "import { a } from '../query/search.ts';", 'may not import query'],
    ['cli/main.ts', "import { a } from '../store/codec.ts';", 'may not import store'],
    ['graph/build.ts', "import {\n  a,\n  b,\n} from '../index/x.ts';", 'may not import index'],
    ['tools/a/b.ts', "export { x } from '../../cli/main.ts';", 'may not import cli'],
    ['utils/strings.ts', "import { a } from '../base/a.ts';", 'undeclared folder "utils"'],
    ['query/a.ts', "import { a } from '../utils/a.ts';", 'undeclared folder "utils"'],
    ['tools/a.ts', "import { a } from '../index.ts';", 'the public API is for users'],
    ['store/a.ts', "import { a } from '../../config/build.mjs';", 'undeclared folder ".."'],
    ['query/a.ts', "import Graph from 'graphology';", 'graphology does not live in query'],
    ['model/a.ts', "import { z } from 'zod';", 'zod does not live in model'],
    ['verify/a.ts', "import ts from 'typescript';", 'only its types'],
    [
      'languages/a.ts',
      "import type { Node } from 'web-tree-sitter';",
      'does not live in languages',
    ],
    ['parse/a.ts', "import { readFile } from 'node:fs/promises';", 'node:fs does not live'],
    ['tools/a.ts', "const x = await import('node:fs');", 'node:fs does not live'],
    ['files/a.ts', "import { spawn } from 'node:child_process';", 'does not live in files'],
    ['cli/a.ts', "import 'left-pad';", 'left-pad has no home'],
  ];
  test.each(REFUSED)('refuses in %s the import %s', (from, statement, why) => {
    const [problem] = importsOf(from, statement).map(problemWith);
    expect(problem).toContain(why);
  });

  const ALLOWED: readonly (readonly [from: string, statement: string])[] = [
    ['query/search.ts', "import { a } from './fuse.ts';"],
    ['query/deep/a.ts', "import { at } from '../../base/assert.ts';"],
    ['verify/x/a.ts', "import type ts from 'typescript';"],
    ['parse/a.ts', "import { Parser } from 'web-tree-sitter';"],
    ['store/a.ts', "import { open } from 'node:fs/promises';"],
    ['mcp/a.ts', "import { S } from '@modelcontextprotocol/server';"],
    ['indexing/a.ts', "import {\n  a,\n  b,\n} from '../resolve/resolve.ts';"],
    ['index.ts', "export { a } from './tools/a.ts';"],
  ];
  test.each(ALLOWED)('allows in %s the import %s', (from, statement) => {
    const found = importsOf(from, statement);
    expect(found).toHaveLength(1);
    expect(found.map(problemWith)).toEqual([undefined]);
  });

  test.each([
    "import { readFile } from 'node:fs/promises';",
    "import {\n  stat,\n  openSync as look,\n} from 'node:fs';",
    "import * as fs from 'node:fs';",
    "import fs from 'node:fs';",
    "import fs, { stat } from 'node:fs';",
    "const fs = await import('node:fs/promises');",
    "export { createReadStream } from 'node:fs';",
  ])('refuses to open files by %j', (statement) => {
    expect(openingProblem('files/a.ts', statement)).toContain('opens files on its own');
    expect(openingProblem('base/regular-file.ts', statement)).toBeUndefined();
  });

  test.each([
    "import { stat, opendir, statSync } from 'node:fs';",
    "import type { FileHandle, ReadStream } from 'node:fs/promises';",
    "import { readRegularFile } from '../base/regular-file.ts';",
  ])('allows %j', (statement) => {
    expect(openingProblem('files/a.ts', statement)).toBeUndefined();
  });

  test.each([
    ['query/a.ts', 'const t = Date.now();', ['query/a.ts: Date.now is not for query']],
    ['store/a.ts', 'if (process.platform) {}', ['store/a.ts: process is not for store']],
    ['tools/a.ts', "console.log('x');", ['tools/a.ts: console is not for tools']],
    ['graph/a.ts', 'sort(() => Math.random());', ['graph/a.ts: Math.random is not for graph']],
    ['graph/a.ts', '  // Once per process.\n * console.log is for the cli', []],
    ['cli/a.ts', 'process.exitCode = 1; console.log(Date.now());', []],
    ['store/a.ts', 'const at = new Date(now()).toISOString();', []],
  ])('classifies ambient names in %s: %s', (from, text, problems) => {
    expect(ambientProblems(from, text)).toEqual(problems);
  });
});
