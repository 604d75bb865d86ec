import { contentHash } from '../base/hash.ts';
import { languageOf } from '../languages/registry.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { SourceFile } from '../model/source-file.ts';
import { parserFor } from '../parse/grammar.ts';
import { withTree } from '../parse/parse.ts';

export interface ExtractLimits {
  /** Longest time one file may be parsed, in ms. */
  readonly parseMsMax: number;
}

/**
 * Extracts what one file says. Never throws on content: a file that cannot be parsed in its budget, or
 * that breaks the extractor, comes back as skipped with a reason. Files of unknown languages assert,
 * since discovery offers known ones only.
 */
export async function extractFile(
  source: SourceFile,
  limits: ExtractLimits,
  now: () => number = () => performance.now(),
): Promise<FileFacts | SkippedFile> {
  const language = languageOf(source.path);
  if (language === undefined) {
    return { path: source.path, reason: 'parseFailed', detail: 'no grammar for this extension' };
  }
  const parser = await parserFor(language.grammar);
  try {
    const text = language.preParse?.(source.text) ?? source.text;
    const facts = withTree(parser, text, limits.parseMsMax, now, (root) =>
      language.extract(root, source.text, source.path),
    );
    if (facts !== undefined) return facts;
    return { path: source.path, reason: 'parseBudget', detail: `over ${limits.parseMsMax} ms` };
  } catch (cause) {
    // An extractor's bug on one odd file must not cost the user the whole index; it is named in `status`.
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { path: source.path, reason: 'parseFailed', detail: detail.slice(0, 200) };
  }
}

/** Identifies the extractor's output; facts cached under another value are extracted anew. */
export const EXTRACTOR_VERSION = contentHash('facts-3').slice(0, 8);
