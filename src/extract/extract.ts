import { contentHash } from '../base/hash.ts';
import type { GrammarLanguage, ReadSnippet } from '../extractors/language.ts';
import { plainFacts } from '../extractors/text-facts.ts';
import { languageOf, languageOfScript } from '../languages/registry.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import { toRepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { parserFor, parserHeap } from '../parse/grammar.ts';
import { ParseInterrupted, withTree } from '../parse/parse.ts';
import { readTree } from '../parse/tree-memory.ts';
import { cliFlags } from './option-flags.ts';
import { readKeys } from './read-keys.ts';
import { snippetFacts, snippetLanguage, withoutPrompts } from './snippets.ts';

export interface ExtractLimits {
  /** Longest time one file may be parsed, in ms of a machine that has nothing else to do. */
  readonly parseMsMax: number;
  /** Asked now and then; once it is true, extraction ends with {@link ParseInterrupted}. */
  readonly isInterrupted?: (() => boolean) | undefined;
}

/**
 * A budget in steps instead of time gives the same answer on every machine. Measured on ordinary
 * sources: 27 to 34 steps a ms; on texts made to be slow, 19 to 70.
 */
const STEPS_PER_MS = 30;

/**
 * What no source needs for its length: of 4,600 files of 16 repositories each took less than 0.05 steps
 * a character, once small ones had their first hundred. Text that is no code of its language, such as
 * prose read as Kotlin, can go on for minutes, and its steps take thirty times as long.
 */
const STEPS_AT_LEAST = 200;
const STEPS_PER_CHARACTER = 0.2;

/**
 * Extraction keeps some 450 bytes per node while it works: 500 MB at this bound. A source of
 * 160 kB has some 40,000.
 */
const NODES_MAX = 1_100_000;

/**
 * Extracts what one file says. Never throws on content: a file that cannot be parsed in its budget, or
 * that breaks the extractor, comes back as skipped with a reason. A file of no known language is text.
 * @throws {ParseInterrupted} where the limits say so.
 */
export async function extractFile(
  source: SourceFile,
  limits: ExtractLimits,
): Promise<FileFacts | SkippedFile> {
  const language = languageOf(source.path) ?? languageOfScript(source.text);
  if (language?.grammar !== undefined) return parsed(language, source, limits);
  return guarded(source, async () =>
    language === undefined
      ? plainFacts('text', source.text, source.path)
      : language.extractText(source.text, source.path, snippetReader(limits)),
  );
}

/** Reads the code blocks of one page. */
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
  const parser = await parserFor(grammar);
  const readable = language.preParse?.(text) ?? text;
  const stepsForTime = parseMsMax * STEPS_PER_MS;
  const stepsForLength = STEPS_AT_LEAST + Math.ceil(readable.length * STEPS_PER_CHARACTER);
  const skip = (detail: string): SkippedFile => ({
    path: source.path,
    reason: 'parseBudget',
    detail,
  });
  return guarded(
    source,
    async () =>
      withTree(
        parser,
        readable,
        Math.min(stepsForTime, stepsForLength),
        (root) =>
          root.descendantCount > NODES_MAX
            ? skip(`over ${NODES_MAX} nodes of syntax`)
            : withFlags(
                language.extract(readTree(parserHeap, root, readable), text, source.path),
                text,
              ),
        isInterrupted,
      ) ??
      skip(
        stepsForTime <= stepsForLength
          ? `over ${parseMsMax} ms`
          : `over ${stepsForLength} steps of the parser, or read over and over, for ${readable.length} characters`,
      ),
  );
}

function withFlags(facts: FileFacts, text: string): FileFacts {
  const flags = [...cliFlags(text, facts), ...readKeys(text, facts)];
  return flags.length === 0 ? facts : { ...facts, cliFlags: flags };
}

/** An extractor's bug on one odd file must not cost the user the whole index; it is named in `status`. */
async function guarded(
  { path }: SourceFile,
  extract: () => Promise<FileFacts | SkippedFile>,
): Promise<FileFacts | SkippedFile> {
  try {
    return await extract();
  } catch (cause) {
    if (cause instanceof ParseInterrupted) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { path, reason: 'parseFailed', detail: detail.slice(0, 200) };
  }
}

/** Identifies the extractor's output; facts cached under another value are extracted anew. */
export const EXTRACTOR_VERSION = contentHash('facts-41').slice(0, 8);
