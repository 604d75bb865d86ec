import { pathOfSymbolId } from '../../model/symbol.ts';

/** Hexadecimal digits of a file's hash in a reference: enough to see that the file is another. */
const HASH_LENGTH = 8;

/** A name for a symbol and for the text it was seen in: `path@hash#Outer::name`, of a file `path@hash`. */
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

/** Whether a file's content is the one a reference was made from. */
export function isSameContent(ref: StableRef, hash: string): boolean {
  return hash.startsWith(ref.hash);
}
