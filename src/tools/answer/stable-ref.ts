import { pathOfSymbolId } from '../../model/symbol.ts';

/** Number of hexadecimal digits of a file's hash in a reference; enough to detect a change. */
const HASH_LENGTH = 8;

/**
 * A reference to a symbol in a certain version of its file: `path@hash#Outer::name`, or `path@hash`
 * for a file.
 */
export interface StableRef {
  readonly path: string;
  readonly hash: string;
  /** Empty for a file. */
  readonly symbol: string;
}

export function stableRef(
  { id, path }: { readonly id: string; readonly path: string },
  hash: string,
): string {
  const symbol = id.slice(pathOfSymbolId(id).length + 2);
  const ref = `${path}@${hash.slice(0, HASH_LENGTH)}`;
  return symbol === '' ? ref : `${ref}#${symbol}`;
}

export function parseStableRef(text: string): StableRef | undefined {
  const match = /^(.+?)@([0-9a-f]{8})(?:#(.+))?$/s.exec(text.trim());
  if (match === null) return undefined;
  const [, path = '', hash = '', symbol = ''] = match;
  return { path, hash, symbol };
}

/** Whether a file's content is the one that the reference was made from. */
export function isSameContent(ref: StableRef, hash: string): boolean {
  return hash.startsWith(ref.hash);
}
