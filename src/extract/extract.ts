import type { Parser } from 'web-tree-sitter';
import type { GrammarLanguage, Reading, ReadSnippet } from '../extractors/language.ts';
import type { ParsedTree } from '../extractors/parsed-tree.ts';
import { collectRegistrations } from '../extractors/registrations/collector.ts';
import { sentRequests } from '../extractors/registrations/sent-requests.ts';
import { plainFacts } from '../extractors/text-facts.ts';
import { languageOfSource } from '../languages/registry.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import { type RepoPath, toRepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { isTestPath } from '../model/test-paths.ts';
import { parserFor, parserHeap } from '../parse/grammar.ts';
import { ParseInterrupted, withTree } from '../parse/parse.ts';
import { readTree } from '../parse/tree-memory.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { cliFlags } from './option-flags.ts';
import { settingFacts } from './settings/setting-facts.ts';
import { snippetFacts, snippetLanguage, withoutPrompts } from './snippets.ts';

export interface ExtractLimits {
  /** Maximum parse time of one file, in milliseconds of an idle machine. */
  readonly parseMsMax: number;
  /** Polled regularly. Once it returns true, extraction throws {@link ParseInterrupted}. */
  readonly isInterrupted?: (() => boolean) | undefined;
}

/**
 * Converts milliseconds to parser steps: a budget in steps gives the same result on every machine.
 * Measured on ordinary sources: 27 to 34 steps per millisecond; on texts made to be slow, 19 to 70.
 */
const STEPS_PER_MS = 30;

/**
 * Step limits that no real source exceeds for its length. Of 4,600 files in 16 repositories, each
 * took less than 0.05 steps per character, besides a base of a hundred for small files. Text that
 * is not code of its language, such as prose parsed as Kotlin, can take minutes, and its steps take
 * thirty times as long.
 */
const STEPS_AT_LEAST = 200;
const STEPS_PER_CHARACTER = 0.2;

/**
 * Maximum number of nodes. Extraction uses about 450 bytes per node: 500 MB at this limit. A source
 * of 160 kB has about 40,000 nodes.
 */
const NODES_MAX = 1_100_000;

/**
 * Extracts the facts of one file. Never throws on content: a file that exceeds its parse budget or
 * breaks the extractor is skipped with a reason. A file of an unknown language is text.
 * @throws {ParseInterrupted} when the limits interrupt it.
 */
export async function extractFile(
  source: SourceFile,
  limits: ExtractLimits,
): Promise<FileFacts | SkippedFile> {
  const language = languageOfSource(source.path, source.text);
  if (language?.grammar !== undefined)
    return withFingerprints(await parsed(language, source, limits), source);
  const facts = await guarded(source, async () =>
    language === undefined
      ? plainFacts('text', source.text, source.path)
      : language.extractText(source.text, source.path, snippetReader(limits)),
  );
  return withFingerprints(facts, source);
}

function withFingerprints(
  facts: FileFacts | SkippedFile,
  { text }: SourceFile,
): FileFacts | SkippedFile {
  if ('reason' in facts) return facts;
  return { ...facts, fingerprints: fingerprintsOf(text, facts.declarations) };
}

/** Returns a function that reads the code blocks of a page. */
function snippetReader(limits: ExtractLimits): ReadSnippet {
  return async (word, code, line) => {
    const language = snippetLanguage(word);
    if (language === undefined) return undefined;
    const text = withoutPrompts(code);
    const path = toRepoPath(`snippet${language.extensions[0] ?? ''}`);
    const source = { path, text, hash: '', sizeBytes: 0, mtimeMs: 0, ctimeMs: 0 };
    const facts = await parsed(language, source, limits);
    if ('reason' in facts) return undefined;
    return { language: language.id, ...snippetFacts(facts, text, line) };
  };
}

async function parsed(
  language: GrammarLanguage,
  source: SourceFile,
  { parseMsMax, isInterrupted }: ExtractLimits,
): Promise<FileFacts | SkippedFile> {
  const { grammar, text } = language.view?.(source.text) ?? {
    grammar: language.grammar,
    text: source.text,
  };
  const stepsForTime = parseMsMax * STEPS_PER_MS;
  const stepsForLength = STEPS_AT_LEAST + Math.ceil(text.length * STEPS_PER_CHARACTER);
  const skip = (detail: string): SkippedFile => ({
    path: source.path,
    reason: 'parseBudget',
    detail,
  });
  /** Returns undefined for a text that is not understood, if there is another reading. */
  const attempt = (
    parser: Parser,
    reading: Reading,
    isLast: boolean,
  ): FileFacts | SkippedFile | undefined => {
    let isUnderstood = true;
    const readable = reading.preParse(text);
    const facts = withTree(
      parser,
      readable,
      Math.min(stepsForTime, stepsForLength),
      (root) => {
        if (root.descendantCount > NODES_MAX) return skip(`over ${NODES_MAX} syntax nodes`);
        isUnderstood = isLast || !root.hasError;
        if (!isUnderstood) return undefined;
        const tree = readTree(parserHeap, root, readable);
        return withSettings(
          withFlags(factsOf(language, tree, text, source.path), text),
          tree,
          text,
        );
      },
      isInterrupted,
    );
    if (facts !== undefined || !isUnderstood) return facts;
    return skip(
      stepsForTime <= stepsForLength
        ? `over ${parseMsMax} ms`
        : `over ${stepsForLength} parser steps, or repeated reads, for ${text.length} characters`,
    );
  };
  const { preParse = (one: string) => one } = language;
  const readings: readonly Reading[] = language.readings?.(text) ?? [{ preParse }];
  for (const [index, reading] of readings.entries()) {
    const parser = await parserFor(reading.grammar ?? grammar);
    const isLast = index === readings.length - 1;
    const facts = await guarded(source, async () => attempt(parser, reading, isLast));
    if (facts !== undefined) return facts;
  }
  return skip('not understood');
}

function factsOf(
  language: GrammarLanguage,
  tree: ParsedTree,
  text: string,
  path: RepoPath,
): FileFacts {
  const facts = language.extract(tree, text, path);
  if (language.registrations === undefined) return facts;
  if (isTestPath(path)) {
    const sent = sentRequests(language.registrations, tree, text, facts.declarations);
    return sent.length === 0 ? facts : { ...facts, sentRequests: sent };
  }
  const registrations = collectRegistrations(language.registrations, tree, text);
  return registrations === undefined ? facts : { ...facts, registrations };
}

function withFlags(facts: FileFacts, text: string): FileFacts {
  const flags = cliFlags(text, facts);
  return flags.length === 0 ? facts : { ...facts, cliFlags: flags };
}

function withSettings(facts: FileFacts, tree: ParsedTree, text: string): FileFacts {
  const settings = settingFacts(tree, text, facts);
  return settings.length === 0 ? facts : { ...facts, settings };
}

/**
 * An extractor bug on one unusual file must not break the whole index; `status` reports the file.
 */
async function guarded<Facts>(
  { path }: SourceFile,
  extract: () => Promise<Facts>,
): Promise<Facts | SkippedFile> {
  try {
    return await extract();
  } catch (cause) {
    if (cause instanceof ParseInterrupted) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { path, reason: 'parseFailed', detail: detail.slice(0, 200) };
  }
}
