import type { TextIndex } from '../index/text-index.ts';
import { SYMBOL_KINDS, type SymbolKind } from '../model/symbol.ts';
import { type SearchTables, tablesOf } from './evidence/tables.ts';

/**
 * How to treat tests, mocks and fixtures. `penalize` ranks them lower, `only` and `exclude` filter.
 */
export type TestsMode = 'penalize' | 'allow' | 'only' | 'exclude';

/** Restricts which files may be results. Empty lists allow everything. */
export interface ScopeRequest {
  readonly pathFilter?: ((path: string) => boolean) | undefined;
  /** Language ids. */
  readonly languages: readonly string[];
  /** Only files that declare a symbol of one of these kinds. */
  readonly kinds: readonly SymbolKind[];
  readonly includeTests: TestsMode;
}

/** Applies {@link filesInScope} with the index's own tables. */
export function scopeOf(index: TextIndex, request: ScopeRequest): Uint8Array {
  return filesInScope(index, tablesOf(index), request);
}

/**
 * Returns one byte per file: 1 if it is in scope. Computed before ranking, so a filter never hides
 * a hit.
 */
export function filesInScope(
  index: TextIndex,
  tables: SearchTables,
  request: ScopeRequest,
): Uint8Array {
  const { paths, fileLanguages, fileKinds, languages } = index.data;
  const allowed = languages.map((language) => request.languages.includes(language));
  const anyLanguage = request.languages.length === 0;
  const kindBits = bitsOf(request.kinds);
  const inScope = new Uint8Array(index.fileCount);
  for (const [file, path] of paths.entries()) {
    const isTest = tables.pathPenalties.testPath[file] === 1;
    if (request.includeTests === (isTest ? 'exclude' : 'only')) continue;
    if (!anyLanguage && allowed[fileLanguages[file] ?? 0] !== true) continue;
    if (kindBits !== 0 && ((fileKinds[file] ?? 0) & kindBits) === 0) continue;
    if (request.pathFilter !== undefined && !request.pathFilter(path)) continue;
    inScope[file] = 1;
  }
  return inScope;
}

/**
 * Returns the kinds as a bit mask. 0 means no restriction: no kinds requested, or files themselves
 * requested.
 */
function bitsOf(kinds: readonly SymbolKind[]): number {
  if (kinds.includes('file')) return 0;
  let bits = 0;
  for (const kind of kinds) bits |= 1 << SYMBOL_KINDS.indexOf(kind);
  return bits;
}
