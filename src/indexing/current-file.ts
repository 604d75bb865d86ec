/**
 * Reads files as they are on disk now, through the same safety checks as indexing. Tools may show
 * only this text.
 */
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { getOrComputeBounded } from '../base/memoize.ts';
import type { ProjectConfig } from '../config/load.ts';
import { extractFile } from '../extract/extract.ts';
import { discover } from '../files/discovery/discover.ts';
import { readSourceFile } from '../files/read.ts';
import { maskSecrets } from '../files/secrets/mask-secrets.ts';
import {
  type Occurrence,
  type WordContext,
  wholeWordOccurrences,
  wordContexts,
} from '../index/whole-word.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { discoverOptionsOf } from './project-scan.ts';

/** Bound of {@link MaskedTexts}: more files than a session reads. */
const MASKED_TEXTS_MAX = 20_000;

/**
 * Masks secrets once per content: finding them costs more than reading the file. Most contents have
 * none and need only their hash.
 */
export class MaskedTexts {
  readonly #masked = new Map<string, string | undefined>();

  of({ hash, text }: SourceFile): string {
    const known = getOrComputeBounded(MASKED_TEXTS_MAX, this.#masked, hash, () => {
      const masked = maskSecrets(text);
      return masked.maskedCount === 0 ? undefined : masked.text;
    });
    return known ?? text;
  }
}

/**
 * A file's text with its secrets masked, and the hash of what is on disk.
 * @throws {GraphMemoryError} GM_FILE_NOT_FOUND; GM_FILE_WITHHELD.
 */
export async function readCurrent(
  config: ProjectConfig,
  path: RepoPath,
  masked = new MaskedTexts(),
): Promise<SourceFile> {
  const read = await readSourceFile(config.root, { path }, config.code);
  if ('reason' in read && read.reason === 'secret') throw withheld(read);
  if ('reason' in read) {
    throw new GraphMemoryError('GM_FILE_NOT_FOUND', `${path}: ${read.detail}`, {
      hint: 'The file may have been moved or removed; run reindex.',
      details: { path, reason: read.reason },
    });
  }
  return { ...read, text: masked.of(read) };
}

/** The occurrences of a word in a file as it is on disk now. */
export interface CurrentOccurrences {
  readonly occurrences: readonly Occurrence[];
  /** Tells where an occurrence stands; see {@link wordContexts}. */
  readonly contextOf: (occurrence: Occurrence) => WordContext;
}

/**
 * Finds a word in a file. Masking a whole file costs twenty times as much as reading it, so only the
 * lines of the word are masked: a word inside a secret is not found. The text itself is not
 * returned. Returns undefined when the file can no longer be read.
 */
export async function occurrencesIn(
  config: ProjectConfig,
  path: RepoPath,
  word: string,
): Promise<CurrentOccurrences | undefined> {
  const read = await readSourceFile(config.root, { path }, config.code);
  return 'reason' in read ? undefined : occurrencesOf(read.text, word);
}

/** Finds a word in a text, except inside secrets. */
export function occurrencesOf(text: string, word: string): CurrentOccurrences {
  let contexts: ReturnType<typeof wordContexts> | undefined;
  return {
    occurrences: wholeWordOccurrences(text, word).filter((one) => isShown(text, word, one)),
    contextOf: (occurrence) => {
      contexts ??= wordContexts(text, word);
      return contexts(occurrence);
    },
  };
}

function isShown(text: string, word: string, { offset }: Occurrence): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? text.length : end);
  const { text: shown } = maskSecrets(line);
  return shown === line || wholeWordOccurrences(shown, word).length > 0;
}

/** The error about a file that is there and is not shown: GM_FILE_WITHHELD. */
export function withheld({ path, reason, detail }: SkippedFile): GraphMemoryError {
  return new GraphMemoryError('GM_FILE_WITHHELD', `${path} is withheld as secret: ${detail}`, {
    hint: 'Such files are never indexed or shown; rename it if it holds no secrets.',
    details: { path, reason },
  });
}

/** Whether a file is missing or withheld; the error's details give the reason. */
export function isFileRefused(error: unknown): error is GraphMemoryError {
  return (
    isGraphMemoryError(error) &&
    (error.code === 'GM_FILE_NOT_FOUND' || error.code === 'GM_FILE_WITHHELD')
  );
}

/** Returns the facts of a text, or undefined when it cannot be parsed. See {@link extractFile}. */
export async function currentFacts(
  config: ProjectConfig,
  source: SourceFile,
  isInterrupted?: () => boolean,
): Promise<FileFacts | undefined> {
  const facts = await extractFile(source, { ...config.code, isInterrupted });
  return 'reason' in facts ? undefined : facts;
}

/** Lists every regular file of a project that is not ignored, of any type, sorted. */
export async function listFiles(
  config: ProjectConfig,
  signal: AbortSignal | undefined,
): Promise<readonly RepoPath[]> {
  return (await discover(config.root, discoverOptionsOf(config), signal)).allPaths;
}
