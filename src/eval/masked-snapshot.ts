import { appendTo } from '../base/append-to.ts';
import { extractFile } from '../extract/extract.ts';
import { buildGraph } from '../graph/build.ts';
import { fileTerms } from '../index/file-terms.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { buildTextIndex } from '../index/text-index.ts';
import type { RepoPath } from '../model/path.ts';
import { type DocumentedSymbol, maskDoc } from './doc-questions.ts';

export interface MaskedSnapshot {
  readonly snapshot: Snapshot;
  /** Symbols whose comments were blanked. */
  readonly masked: readonly DocumentedSymbol[];
}

/** Long enough for every file that was parsed within the project's own limit. */
const PARSE_MS_MAX = 60_000;

/**
 * Builds the project's index again from its current files, with the doc comments of some symbols
 * blanked. It has no edges, because ranking does not use them.
 */
export async function maskedSnapshot(
  snapshot: Snapshot,
  symbols: readonly DocumentedSymbol[],
  readText: (path: RepoPath) => Promise<string>,
): Promise<MaskedSnapshot> {
  const byPath = new Map<RepoPath, DocumentedSymbol[]>();
  for (const symbol of symbols) appendTo(byPath, symbol.path, symbol);
  const masked: DocumentedSymbol[] = [];
  const files = [];
  for (const path of snapshot.text.data.paths) {
    const original = await readText(path);
    const lines = original.split('\n');
    for (const symbol of byPath.get(path) ?? []) {
      if (maskDoc(lines, symbol)) masked.push(symbol);
    }
    const text = lines.join('\n');
    const source = { path, text, hash: '', sizeBytes: text.length, mtimeMs: 0, ctimeMs: 0 };
    const facts = await extractFile(source, { parseMsMax: PARSE_MS_MAX });
    if (!('reason' in facts)) files.push({ facts, terms: fileTerms(facts, text) });
  }
  const graph = buildGraph(
    files.map(({ facts }) => facts),
    [],
  );
  const text = buildTextIndex(files.map(({ facts, terms }) => ({ path: facts.path, terms })));
  return { snapshot: { ...snapshot, graph, text }, masked };
}
