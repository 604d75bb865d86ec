/**
 * The program as one script, and what V8 has compiled of it, kept between starts
 * (docs/decisions/022-the-program-is-kept-compiled.md).
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { cachedDataVersionTag, getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { contentHash } from '../base/hash.ts';
import { homeFolder } from './home-folder.ts';

/** Nobody else may put code there, nor see the names of projects beside it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS_WRITE = 0o022;

/**
 * Each start compiles what the ones before did not need. What is kept is replaced when there is so much
 * more of it: that takes 25 ms, and after a start or two of each command it does not happen again.
 */
const GROWTH_MIN = 1.05;

/** What was written so long before another file is of a program or a Node that is not there any more. */
const AGE_MAX_MS = 30 * 24 * 60 * 60 * 1000;

interface CodeCacheOptions {
  /** Of the user; what is not absolute is none. */
  readonly homeDir: string;
  /** Begins the name of the file: what is kept, and by which Node. */
  readonly name: string;
  /** Who runs this, where the system tells: only what is theirs alone to write is used. */
  readonly uid: number | undefined;
}

export interface CachedProgram<Exports> {
  readonly exports: Exports;
  /**
   * Keeps what is compiled by now, if that is a good deal more than what was kept, and V8 has the flags that
   * it was loaded with. Never throws: what cannot be kept is no failure.
   */
  readonly keep: () => void;
}

/** What is kept, and of what. */
interface CacheEntry {
  readonly program: string;
  /** Of all that was compiled when it was kept. */
  readonly bytecodeBytes: number;
  readonly code: Uint8Array;
}

/**
 * Runs a CommonJS script, which imports nothing while it runs, and returns what it exports. What is
 * compiled is kept in the user's folder, never among temporary files or below the current folder: others
 * may write there, and what is kept is code.
 */
export function loadProgram<Exports>(
  path: string,
  options: CodeCacheOptions,
): CachedProgram<Exports> {
  const { homeDir, name, uid } = options;
  // Else V8 forgets, while garbage is collected, how it starts.
  setFlagsFromString('--no-flush-bytecode');
  const source = readFileSync(path);
  const program = contentHash(source);
  // Of V8's version, its flags and the processor.
  const tag = cachedDataVersionTag();
  const file = isAbsolute(homeDir)
    ? join(compiledFolder(homeDir), `${name}-${tag.toString(16)}-${program.slice(0, 8)}.bin`)
    : undefined;
  const kept = file === undefined ? undefined : readCache(file, program, uid);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    {
      filename: path,
      ...(kept && { cachedData: kept.code }),
    },
  );
  const cachedBytes = script.cachedDataRejected === false ? (kept?.bytecodeBytes ?? 0) : 0;
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  return {
    exports: module.exports as Exports,
    keep: () => {
      if (file === undefined || cachedDataVersionTag() !== tag) return;
      try {
        const bytecodeBytes = getHeapCodeStatistics().bytecode_and_metadata_size;
        const isMore = (than: number) => bytecodeBytes >= than * GROWTH_MIN;
        // Another process may have kept more meanwhile.
        if (!isMore(cachedBytes) || !isMade(dirname(file), uid)) return;
        if (cachedBytes > 0 && !isMore(readCache(file, program, uid)?.bytecodeBytes ?? 0)) return;
        writeCache(file, { program, bytecodeBytes, code: script.createCachedData() });
      } catch {
        // The disk is full, or not ours to write.
      }
    },
  };
}

/** Where a program may keep what is compiled: nowhere if the user says so, as to Node's own cache. */
export function cachedIn(
  homeDir: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return (env['NODE_DISABLE_COMPILE_CACHE'] ?? '') === '' ? homeDir : '';
}

function compiledFolder(homeDir: string): string {
  return join(homeFolder(homeDir), 'compiled');
}

/**
 * Undefined when there is none, or a damaged one, or one that others could have written: V8 trusts what it
 * is given.
 */
function readCache(file: string, program: string, uid: number | undefined): CacheEntry | undefined {
  try {
    const folder = dirname(file);
    if (![file, folder, dirname(folder)].every((path) => isOwn(path, uid))) return undefined;
    const bytes = readFileSync(file);
    const sumEnd = bytes.indexOf('\n');
    const sum = bytes.toString('latin1', 0, sumEnd);
    if (contentHash(bytes.subarray(sumEnd + 1)) !== sum) return undefined;
    const headerEnd = bytes.indexOf('\n', sumEnd + 1);
    const header = JSON.parse(bytes.toString('utf8', sumEnd + 1, headerEnd)) as Omit<
      CacheEntry,
      'code'
    >;
    if (header.program !== program) return undefined;
    return { ...header, code: bytes.subarray(headerEnd + 1) };
  } catch {
    return undefined;
  }
}

/** @throws of the system, when it cannot be written. */
function writeCache(file: string, { code, ...header }: CacheEntry): void {
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), code]);
  const sum = contentHash(rest);
  // Two that write at the same time write the same, or one after the other.
  const temporary = `${file}.${sum.slice(0, 8)}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${sum}\n`), rest]), { mode: FILE_MODE });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  removeOlder(dirname(file), statSync(file).mtimeMs - AGE_MAX_MS);
}

function removeOlder(folder: string, thanMs: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < thanMs) rmSync(path, { force: true });
  }
}

/** false: there is no home, or a read-only one, or somebody else's, or a file in its place. */
function isMade(folder: string, uid: number | undefined): boolean {
  return [dirname(folder), folder].every((path) => {
    try {
      mkdirSync(path, { mode: FOLDER_MODE });
    } catch {
      // It may be there already.
    }
    return statSync(path).isDirectory() && isOwn(path, uid);
  });
}

/** Theirs, and nobody else's to write. */
function isOwn(path: string, uid: number | undefined): boolean {
  const stats = statSync(path);
  return uid === undefined || (stats.uid === uid && (stats.mode & OTHERS_WRITE) === 0);
}
