/**
 * The program as one script, and what V8 has compiled of it, kept between starts
 * (docs/decisions/022-the-program-is-kept-compiled.md).
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { contentHash } from '../base/hash.ts';
import { homeFolder } from './home-folder.ts';

/** Nobody else may put code there, nor see the names of projects beside it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Each start compiles what the ones before did not need. What is kept is replaced when there is so much
 * more of it: that takes 25 ms, and after a start or two of each command it does not happen again.
 */
const GROWTH_MIN = 1.05;

interface KeptOptions {
  /** Of the user; what is not absolute is none. */
  readonly homeDir: string;
  /** Tells what can read what is kept: another version of Node compiles otherwise. */
  readonly runtime: string;
}

interface KeptProgram<Exports> {
  readonly exports: Exports;
  /**
   * Keeps what is compiled by now, if what was kept is of another program or a good deal less. A folder that
   * cannot be written is no failure.
   */
  readonly keep: () => void;
}

/** What is kept, and of what. */
interface Kept {
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
export function loadProgram<Exports>(path: string, options: KeptOptions): KeptProgram<Exports> {
  const { homeDir, runtime } = options;
  // Else V8 forgets, while garbage is collected, how it starts.
  setFlagsFromString('--no-flush-bytecode');
  const source = readFileSync(path);
  const program = contentHash(source);
  const file = isAbsolute(homeDir) ? join(compiledFolder(homeDir), `${runtime}.bin`) : undefined;
  const found = file === undefined ? undefined : readKept(file);
  const kept = found?.program === program ? found : undefined;
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    {
      filename: path,
      ...(kept && { cachedData: kept.code }),
    },
  );
  const keptBytes = script.cachedDataRejected === false ? (kept?.bytecodeBytes ?? 0) : 0;
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  return {
    exports: module.exports as Exports,
    keep: () => {
      if (file === undefined) return;
      const bytecodeBytes = getHeapCodeStatistics().bytecode_and_metadata_size;
      if (bytecodeBytes < keptBytes * GROWTH_MIN) return;
      writeKept(file, { program, bytecodeBytes, code: script.createCachedData() });
    },
  };
}

/** Where a program may keep what is compiled: nowhere if the user says so, as to Node's own cache. */
export function keptIn(homeDir: string, env: Readonly<Record<string, string | undefined>>): string {
  return (env['NODE_DISABLE_COMPILE_CACHE'] ?? '') === '' ? homeDir : '';
}

function compiledFolder(homeDir: string): string {
  return join(homeFolder(homeDir), 'compiled');
}

/** Undefined when there is none, or a damaged one: V8 trusts what it is given. */
function readKept(file: string): Kept | undefined {
  try {
    const bytes = readFileSync(file);
    const sumEnd = bytes.indexOf('\n');
    const sum = bytes.toString('latin1', 0, sumEnd);
    if (contentHash(bytes.subarray(sumEnd + 1)) !== sum) return undefined;
    const headerEnd = bytes.indexOf('\n', sumEnd + 1);
    const header = bytes.toString('utf8', sumEnd + 1, headerEnd);
    return { ...(JSON.parse(header) as Omit<Kept, 'code'>), code: bytes.subarray(headerEnd + 1) };
  } catch {
    return undefined;
  }
}

function writeKept(file: string, { code, ...header }: Kept): void {
  const folder = dirname(file);
  if (!isMade(dirname(folder)) || !isMade(folder)) return;
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), code]);
  const sum = contentHash(rest);
  // Two that start at the same time write the same, or one after the other.
  const temporary = `${file}.${sum.slice(0, 8)}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${sum}\n`), rest]), { mode: FILE_MODE });
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

/** false: there is no home, or a read-only one, or a file in its place; the program starts as without. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch {
    // It may be there already.
  }
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
