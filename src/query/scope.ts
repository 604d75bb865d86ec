import type { TextIndex } from '../index/text-index.ts';
import type { RepoPath } from '../model/path.ts';
import { SYMBOL_KINDS } from '../model/symbol.ts';
import { type SearchTables, tablesOf } from './evidence/tables.ts';

/**
 * How to treat tests, mocks and fixtures. `penalize` ranks them lower, `only` and `exclude` filter.
 */
export type TestsMode = 'penalize' | 'allow' | 'only' | 'exclude';

/**
 * Kinds of places. A block has no symbol of its own: a code block of a page, or a chunk of a file
 * outside all of its declarations.
 */
export const PLACE_KINDS = [...SYMBOL_KINDS, 'block'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Restricts which files may be results. Empty lists allow everything. */
export interface ScopeRequest {
  readonly pathFilter?: ((path: string) => boolean) | undefined;
  /** Language ids. */
  readonly languages: readonly string[];
  /** Only files with a place of one of these kinds. */
  readonly kinds: readonly PlaceKind[];
  /** Whether a file has blocks; needed if `kinds` includes them. */
  readonly hasBlocks?: ((path: RepoPath) => boolean) | undefined;
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
  // Every file is a place of the kind `file`.
  const isAnyFile = !isRestricted(request) || request.kinds.includes('file');
  const kindBits = isAnyFile ? undefined : bitsOf(request.kinds);
  const inScope = new Uint8Array(index.fileCount);
  for (const [file, path] of paths.entries()) {
    const isTest = tables.pathPenalties.testPath[file] === 1;
    if (request.includeTests === (isTest ? 'exclude' : 'only')) continue;
    if (!anyLanguage && allowed[fileLanguages[file] ?? 0] !== true) continue;
    if (kindBits !== undefined && ((fileKinds[file] ?? 0) & kindBits) === 0) {
      if (request.hasBlocks?.(path) !== true) continue;
    }
    if (request.pathFilter !== undefined && !request.pathFilter(path)) continue;
    inScope[file] = 1;
  }
  return inScope;
}

/** Whether places are restricted by kind. */
export function isRestricted({ kinds }: Pick<ScopeRequest, 'kinds'>): boolean {
  return kinds.length > 0;
}

/** Returns the kinds of symbols as a bit mask. */
function bitsOf(kinds: readonly PlaceKind[]): number {
  return SYMBOL_KINDS.reduce(
    (bits, kind, bit) => (kinds.includes(kind) ? bits | (1 << bit) : bits),
    0,
  );
}
