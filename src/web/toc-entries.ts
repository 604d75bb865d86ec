import { shortName } from './graph-layout.ts';
import type { TocItem } from './shapes.ts';

interface TocEntry {
  readonly id: string;
  readonly name: string;
  /** 0 for a page, 1 for its sections, and so on. */
  readonly depth: number;
  /** Path of a page; undefined for sections. */
  readonly path: string | undefined;
}

/**
 * Returns the entries of a table of contents with their ids, which the answer of `docs_get_toc`
 * leaves out where they follow from the entries above.
 */
export function tocEntries(items: readonly TocItem[]): readonly TocEntry[] {
  const around: string[] = [];
  return items.map(({ symbol, title, path, depth = 0 }) => {
    const id = symbol ?? path ?? `${around[depth - 1]}::${title}`;
    around[depth] = id;
    return { id, depth, path, name: title ?? shortName(id) };
  });
}
