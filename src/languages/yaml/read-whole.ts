import { isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml';
import type { Documents, Entry } from '../../extractors/data-files/entries.ts';

/** Maximum depth of a value; an alias may contain itself. */
const DEPTH_MAX = 16;

/** Maximum number of values of a file; aliases of aliases would multiply without it. */
const VALUES_MAX = 100_000;

/** Reads all documents with all levels. Errors are ignored in favor of what can be read. */
export function readWhole(text: string): Documents {
  const parsed = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false });
  const documents = 'empty' in parsed ? [] : parsed;
  let count = 0;
  return documents.map((document) => {
    const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
    const entryOf = (name: string, given: unknown, start: number, depth: number): Entry => {
      const node = resolve(given);
      const own = { name, start, end: (given as Node | null)?.range?.[1] ?? start };
      if (isScalar(node)) return { ...own, scalar: String(node.value) };
      if (depth > DEPTH_MAX || ++count > VALUES_MAX) return own;
      if (isSeq(node))
        return {
          ...own,
          entries: node.items.map((item) => entryOf('', item, startOf(item, start), depth + 1)),
        };
      if (!isMap(node)) return own;
      const entries = node.items.flatMap(({ key, value }) =>
        isScalar(key) ? [entryOf(String(key.value), value, startOf(key, start), depth + 1)] : [],
      );
      return { ...own, entries };
    };
    return entryOf('', document.contents, 0, 0).entries ?? [];
  });
}

function startOf(node: unknown, fallback: number): number {
  return (node as Node | null)?.range?.[0] ?? fallback;
}
