/**
 * Reads files as they are on disk now, through the same safety checks as indexing. Tools may show
 * only this text.
 */
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { getOrCompute, getOrComputeBounded } from '../base/memoize.ts';
import type { ProjectConfig } from '../config/load.ts';
import { extractFile } from '../extract/extract.ts';
import { discover } from '../files/discovery/discover.ts';
import { maskSecrets } from '../files/secrets/mask-secrets.ts';
import {
  type ClassifiedLines,
  classifyLines,
  type Occurrence,
  type WordContext,
  wholeWordOccurrences,
  wordContext,
} from '../index/whole-word.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { discoverOptionsOf } from './project-scan.ts';

/** Bound of {@link MaskedTexts}: more files than a session reads. */
const HASHES_MAX = 20_000;

/** Masks secrets once per content: finding them costs more than reading the file. */
export class MaskedTexts {
  /** Hashes of contents, and whether they hold secrets. Most hold none. */
  readonly #hasSecrets = new Map<string, boolean>();
  readonly #masked = new WeakMap<SourceFile, SourceFile>();

  /** Returns the source with its secrets masked: the same object for the same source. */
  of(source: SourceFile): SourceFile {
    if (this.#hasSecrets.get(source.hash) === false) return source;
    return getOrCompute(this.#masked, source, () => {
      const { text, maskedCount } = maskSecrets(source.text);
      if (this.#hasSecrets.size >= HASHES_MAX) this.#hasSecrets.clear();
      this.#hasSecrets.set(source.hash, maskedCount > 0);
      return maskedCount === 0 ? source : { ...source, text };
    });
  }
}

/** Reads one file of a project, or the reason why it cannot be shown. */
export type ReadSource = (path: RepoPath) => Promise<SourceFile | SkippedFile>;

/**
 * A file's text with its secrets masked, and the hash of what is on disk.
 * @throws {GraphMemoryError} GM_FILE_NOT_FOUND; GM_FILE_WITHHELD.
 */
export async function readCurrent(
  readSource: ReadSource,
  path: RepoPath,
  masked = new MaskedTexts(),
): Promise<SourceFile> {
  const read = await readSource(path);
  if ('reason' in read) throw refused(read);
  return masked.of(read);
}

/** The error of a file that may not be shown: GM_FILE_NOT_FOUND or GM_FILE_WITHHELD. */
export function refused(skipped: SkippedFile): GraphMemoryError {
  if (skipped.reason === 'secret') return withheld(skipped);
  const { path, reason, detail } = skipped;
  return new GraphMemoryError('GM_FILE_NOT_FOUND', `${path}: ${detail}`, {
    hint: 'The file may have been moved or removed; run reindex.',
    details: { path, reason },
  });
}

/** The occurrences of a word in a file as it is on disk now. */
export interface CurrentOccurrences {
  readonly occurrences: readonly Occurrence[];
  /** Classifies the place of an occurrence; see {@link wordContext}. */
  readonly contextOf: (occurrence: Occurrence) => WordContext;
}

/**
 * Finds a word in a file. Masking a whole file costs twenty times as much as reading it, so only the
 * lines of the word are masked: a word inside a secret is not found. The text itself is not
 * returned. Returns undefined when the file can no longer be read.
 */
export async function occurrencesIn(
  readSource: ReadSource,
  path: RepoPath,
  word: string,
): Promise<CurrentOccurrences | undefined> {
  const read = await readSource(path);
  return 'reason' in read ? undefined : occurrencesOf(read, word);
}

/** Words whose occurrences are cached for a file: several tools count the lines of one name. */
const WORDS_MAX = 16;
const OCCURRENCES = new WeakMap<object, Map<string, CurrentOccurrences>>();

/** Finds a word in a text, except inside secrets. */
export function occurrencesOf(source: { readonly text: string }, word: string): CurrentOccurrences {
  const known = getOrCompute(OCCURRENCES, source, () => new Map<string, CurrentOccurrences>());
  return getOrComputeBounded(WORDS_MAX, known, word, () => findOccurrences(source, word));
}

function findOccurrences(source: { readonly text: string }, word: string): CurrentOccurrences {
  const { text } = source;
  const masked = getOrCompute(MASKED_LINES, source, () => new Map<string, string>());
  return {
    occurrences: wholeWordOccurrences(text, word).filter((one) => isShown(text, word, one, masked)),
    contextOf: (occurrence) => {
      const lines = getOrCompute(CLASSIFIED_LINES, source, () => classifyLines(text));
      return wordContext(lines, word, occurrence);
    },
  };
}

/** Lines of sources that were searched for one name, which are often searched for another. */
const CLASSIFIED_LINES = new WeakMap<object, ClassifiedLines>();
const MASKED_LINES = new WeakMap<object, Map<string, string>>();

function isShown(
  text: string,
  word: string,
  { offset }: Occurrence,
  masked: Map<string, string>,
): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? text.length : end);
  const shown = getOrCompute(masked, line, () => maskSecrets(line).text);
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
