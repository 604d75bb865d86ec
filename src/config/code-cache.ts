/**
 * Loads the program as one script and caches its compiled V8 code between starts
 * (docs/decisions/022-the-program-is-kept-compiled.md).
 */
import { isAscii } from 'node:buffer';
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

/** Nobody else may put code there or see the names of the neighbouring projects. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS_WRITE = 0o022;

/**
 * Minimum growth at which cached code is replaced. Each start compiles functions that earlier
 * starts did not need. Replacing takes 25 ms, and stops happening after one or two starts of each
 * command.
 */
const GROWTH_MIN = 1.05;

/**
 * Age, relative to a newly written file, at which a file is removed: it belongs to a program or
 * Node version that no longer exists.
 */
const AGE_MAX_MS = 30 * 24 * 60 * 60 * 1000;

interface CodeCacheOptions {
  /** Home folder of the user; ignored if it is not absolute. */
  readonly homeDir: string;
  /** Prefix of the file name: identifies the script and the Node version. */
  readonly name: string;
  /**
   * User id of this process, if the system provides one. Only files that nobody else can write are
   * used.
   */
  readonly uid: number | undefined;
}

export interface CachedProgram<Exports> {
  readonly exports: Exports;
  /**
   * Caches the code compiled so far, if it is clearly more than the cached code and V8 still has
   * the same flags as at loading. Never throws: failing to cache is no error.
   */
  readonly keep: () => void;
}

/** The cached code, and the program it belongs to. */
interface CacheEntry {
  readonly program: string;
  /** Size of all bytecode compiled when the cache was written. */
  readonly bytecodeBytes: number;
  readonly code: Uint8Array;
}

/**
 * Runs a CommonJS script, which imports nothing while it runs, and returns its exports. Compiled
 * code is cached in the user's folder, never among temporary files or below the current folder,
 * because others may write there and the cache contains executable code.
 */
export function loadProgram<Exports>(
  path: string,
  options: CodeCacheOptions,
): CachedProgram<Exports> {
  const { homeDir, name, uid } = options;
  // Otherwise garbage collection discards the bytecode of startup code.
  setFlagsFromString('--no-flush-bytecode');
  const source = readFileSync(path);
  const program = contentHash(source);
  // Depends on V8's version, its flags and the processor.
  const tag = cachedDataVersionTag();
  const file = isAbsolute(homeDir)
    ? join(compiledFolder(homeDir), `${name}-${tag.toString(16)}-${program.slice(0, 8)}.bin`)
    : undefined;
  const kept = file === undefined ? undefined : readCache(file, program, uid);
  // Decoding UTF-8 takes 15 ms.
  const text = source.toString(isAscii(source) ? 'latin1' : 'utf8');
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${text}\n})`,
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
        // Another process may have cached more in the meantime.
        if (!isMore(cachedBytes) || !isMade(dirname(file), uid)) return;
        if (cachedBytes > 0 && !isMore(readCache(file, program, uid)?.bytecodeBytes ?? 0)) return;
        writeCache(file, { program, bytecodeBytes, code: script.createCachedData() });
      } catch {
        // The disk is full, or not writable for us.
      }
    },
  };
}

/** Returns the folder for compiled code: '' if the user disabled Node's own compile cache. */
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
 * Returns undefined if there is no cache, it is damaged, or others could have written it: V8 trusts
 * cached code.
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

/**
 * Writes the cache atomically.
 * @throws {Error} the system error, when it cannot be written.
 */
function writeCache(file: string, { code, ...header }: CacheEntry): void {
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), code]);
  const sum = contentHash(rest);
  // Concurrent writers write identical bytes, or one after the other.
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

/**
 * Whether the folder exists, created if needed. False if there is no home folder, or it is
 * read-only, belongs to another user, or a file is in its place.
 */
function isMade(folder: string, uid: number | undefined): boolean {
  return [dirname(folder), folder].every((path) => {
    try {
      mkdirSync(path, { mode: FOLDER_MODE });
    } catch {
      // It may already exist.
    }
    return statSync(path).isDirectory() && isOwn(path, uid);
  });
}

/** Whether a path belongs to the user and nobody else can write it. */
function isOwn(path: string, uid: number | undefined): boolean {
  const stats = statSync(path);
  return uid === undefined || (stats.uid === uid && (stats.mode & OTHERS_WRITE) === 0);
}
