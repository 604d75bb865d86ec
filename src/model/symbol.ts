import type { RepoPath } from './path.ts';

/**
 * A stable symbol name: `<path>::<Outer>::<name>`, with `~2` for the second of the same name in
 * source order. It contains no lines and no hashes, so it survives edits elsewhere. A file's id is
 * its path.
 */
export type SymbolId = string & { readonly __brand: 'SymbolId' };

/** LSP's names; order is the stored code, so new kinds go last. */
export const SYMBOL_KINDS = [
  'file',
  'namespace',
  'class',
  'interface',
  'typeAlias',
  'enum',
  'enumMember',
  'function',
  'method',
  'constructor',
  'accessor',
  'field',
  'property',
  'variable',
  // A section of a page under its heading.
  'section',
  // A named part of a settings file: a key, a job, a table.
  'key',
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** Kinds whose reads and writes make no edge (docs/decisions/005); calls of them do. */
export const KINDS_OF_VALUES: ReadonlySet<SymbolKind> = new Set(['field', 'property', 'accessor']);

export const VISIBILITIES = ['public', 'protected', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Bit positions in {@link Declaration.modifiers}; order is the stored code, so new ones go last. */
export const MODIFIERS = [
  'abstract',
  'async',
  'generator',
  'static',
  'readonly',
  'const',
  'declare',
  'default',
  'override',
  'optional',
  'getter',
  'setter',
  'partial',
  // Declared for the whole program: in `declare global`, or in a declaration file without imports.
  'global',
  // A module that is declared by name: `declare module 'x'`.
  'module',
  // In another block than the one before it of this name and parent, with which it does not merge.
  'apart',
] as const;
export type Modifier = (typeof MODIFIERS)[number];

export function modifierBits(names: Iterable<Modifier>): number {
  let bits = 0;
  for (const name of names) bits |= 1 << MODIFIERS.indexOf(name);
  return bits;
}

export function modifierNames(bits: number): Modifier[] {
  return MODIFIERS.filter((_, position) => (bits & (1 << position)) !== 0);
}

/** Where and how a file introduces a symbol. */
export interface Declaration {
  readonly id: SymbolId;
  readonly name: string;
  readonly kind: SymbolKind;
  /** Index of the enclosing declaration in the same file's list, always smaller than its own; −1: the file. */
  readonly parent: number;
  /** One line, at most 300 characters, cut before the body by syntax. */
  readonly signature: string;
  /** Doc comment without its markers; empty when there is none. */
  readonly doc: string;
  /** UTF-16 offsets, half-open: decorators, export keyword and body; without the doc comment. */
  readonly start: number;
  readonly end: number;
  /** UTF-16 offset of the body (block, initializer, right-hand side); equal to `end` when there is none. */
  readonly bodyStart: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly exported: boolean;
  readonly visibility: Visibility;
  /** Bits of {@link MODIFIERS}. */
  readonly modifiers: number;
}

/** A file's id is its path. */
export function fileSymbolId(path: RepoPath): SymbolId {
  return path as string as SymbolId;
}

/** The path part of an id. Names may hold `::` (quoted members), paths are cut at the first. */
export function pathOfSymbolId(id: string): string {
  const cut = id.indexOf('::');
  return cut < 0 ? id : id.slice(0, cut);
}
