import { contentHash } from '../base/hash.ts';
import { languageOf } from '../languages/registry.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { SourceFile } from '../model/source-file.ts';
import { parserFor } from '../parse/grammar.ts';
import { withTree } from '../parse/parse.ts';

export interface ExtractLimits {
  /** Longest time one file may be parsed, in ms of a machine that has nothing else to do. */
  readonly parseMsMax: number;
}

/**
 * A budget in steps instead of time gives the same answer on every machine. Measured on ordinary
 * sources: 27 to 34 steps a ms; on texts made to be slow, 19 to 70.
 */
const STEPS_PER_MS = 30;

/**
 * Extraction keeps some 450 bytes per node while it works: 500 MB at this bound. A source of
 * 160 kB has some 40,000.
 */
const NODES_MAX = 1_100_000;

/**
 * Extracts what one file says. Never throws on content: a file that cannot be parsed in its budget, or
 * that breaks the extractor, comes back as skipped with a reason. Files of unknown languages assert,
 * since discovery offers known ones only.
 */
export async function extractFile(
  source: SourceFile,
  limits: ExtractLimits,
): Promise<FileFacts | SkippedFile> {
  const language = languageOf(source.path);
  if (language === undefined) {
    return { path: source.path, reason: 'parseFailed', detail: 'no grammar for this extension' };
  }
  const parser = await parserFor(language.grammar);
  try {
    const text = language.preParse?.(source.text) ?? source.text;
    const skip = (detail: string): SkippedFile => ({
      path: source.path,
      reason: 'parseBudget',
      detail,
    });
    const stepsMax = limits.parseMsMax * STEPS_PER_MS;
    const facts = withTree(parser, text, stepsMax, (root) =>
      root.descendantCount > NODES_MAX
        ? skip(`over ${NODES_MAX} nodes of syntax`)
        : language.extract(root, source.text, source.path),
    );
    return facts ?? skip(`over ${limits.parseMsMax} ms`);
  } catch (cause) {
    // An extractor's bug on one odd file must not cost the user the whole index; it is named in `status`.
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { path: source.path, reason: 'parseFailed', detail: detail.slice(0, 200) };
  }
}

/** Identifies the extractor's output; facts cached under another value are extracted anew. */
export const EXTRACTOR_VERSION = contentHash('facts-3').slice(0, 8);
