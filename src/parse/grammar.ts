import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import { Language, Parser } from 'web-tree-sitter';
import { brokenInstallation } from '../base/broken-installation.ts';
import { contentHash } from '../base/hash.ts';
import { getOrCompute } from '../base/memoize.ts';
import { readPackagedFile } from '../files/packaged-file.ts';
import { LANGUAGES } from '../languages/registry.ts';
import type { Heap } from './subtrees.ts';

/**
 * Built by `npm run build` from the grammars' npm packages. src and dist are at equal depth, so the
 * path holds for both.
 */
const GRAMMAR_FOLDER = new URL('../../grammars/', import.meta.url);

/**
 * Grammars with a function of more than 32 kB. V8 compiles WebAssembly a second time, optimized,
 * once a function has run for a while. That saves a third of the parse time. But optimizing the
 * largest function of Swift's grammar (400 kB) takes 6 s of CPU (docs/performance.md). These
 * grammars keep their first compilation.
 */
export const COSTLY_TO_OPTIMIZE: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ grammar, isCostlyToOptimize }) =>
    grammar !== undefined && isCostlyToOptimize === true ? [grammar] : [],
  ),
);

/**
 * Views of the parser's WebAssembly memory. The parser's runtime sets them once there is a parser.
 */
export const parserHeap: Heap = {};
let runtime: Promise<void> | undefined;
let checksums: Promise<ReadonlyMap<string, string>> | undefined;
const parsers = new Map<string, Promise<Parser>>();

/**
 * Loads a grammar once per thread.
 * @throws {GraphMemoryError} GM_INSTALLATION when its file is missing or damaged. Files of its
 * language must not be skipped then, because they would stay skipped until they change.
 */
export function parserFor(grammar: string): Promise<Parser> {
  return getOrCompute(parsers, grammar, () => load(grammar));
}

async function load(grammar: string): Promise<Parser> {
  try {
    return await loadWhole(grammar);
  } catch (error) {
    // A RangeError is about memory, not about the grammar file.
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw brokenInstallation(`the grammar ${grammar}`, error);
  }
}

async function loadWhole(grammar: string): Promise<Parser> {
  runtime ??= Parser.init(parserHeap);
  await runtime;
  const bytes = await verified(grammar);
  const language = COSTLY_TO_OPTIMIZE.has(grammar)
    ? await unoptimized(() => Language.load(bytes))
    : await Language.load(bytes);
  const parser = new Parser();
  parser.setLanguage(language);
  return parser;
}

/**
 * The content of a grammar's file, which must be that of the list: a damaged one may load all the same
 * and parse wrongly. Takes 3 ms for 1.5 MB.
 */
async function verified(grammar: string): Promise<Uint8Array> {
  checksums ??= readChecksums();
  const expected = (await checksums).get(grammar);
  const stored = await readPackagedFile(new URL(`${grammar}.br`, GRAMMAR_FOLDER));
  const bytes = brotliDecompressSync(stored);
  // Half of a SHA-256 detects damage just as well.
  if (expected?.startsWith(contentHash(bytes)) !== true) {
    const listed = expected === undefined ? 'is not listed' : 'is listed with another checksum';
    throw new Error(`the file ${listed} in grammars/sources.json`);
  }
  return bytes;
}

/** SHA-256 by file name, as `config/grammars.mjs` has written it. */
async function readChecksums(): Promise<ReadonlyMap<string, string>> {
  const bytes = await readPackagedFile(new URL('sources.json', GRAMMAR_FOLDER));
  const sources = JSON.parse(Buffer.from(bytes).toString()) as readonly {
    readonly files: Record<string, string>;
  }[];
  const entries = sources.flatMap(({ files }) => Object.entries(files));
  return new Map(entries.map(([file, sha256]) => [file.slice(file.lastIndexOf('/') + 1), sha256]));
}

/**
 * V8 flags to turn off, so that everything is compiled at once and only once. Lazily compiled
 * functions may be optimized later.
 */
const OPTIMIZING = ['wasm-dynamic-tiering', 'wasm-tier-up', 'wasm-lazy-compilation'];
/** Longer than compiling any grammar takes. */
const WAIT_MS = 60_000;

/**
 * Runs work with V8's WebAssembly optimization turned off: modules created meanwhile are never
 * optimized. The flags apply to the whole process. A grammar that another thread loads at the same
 * moment is slower, or, if it is costly to optimize, may still be optimized. V8 11 and 12 also
 * supported `--liftoff-only`; a large budget (`--wasm-tiering-budget`) is soon used up.
 */
async function unoptimized<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const flag of OPTIMIZING) setFlagsFromString(`--no-${flag}`);
  // When V8 13 compiles everything at once, a pending compilation does not keep the process alive.
  const waiting = setTimeout(() => undefined, WAIT_MS);
  try {
    return await work();
  } finally {
    clearTimeout(waiting);
    for (const flag of OPTIMIZING) setFlagsFromString(`--${flag}`);
  }
}
