import { CST, Parser } from 'yaml';
import { DEPTH_READ, type Entry } from '../../extractors/data-files/entries.ts';

type Token = CST.Token | null | undefined;

/** Reads the concrete syntax tree, which keeps positions and does not resolve aliases and tags. */
export function readYaml(text: string): readonly Entry[] {
  const documents: CST.Document[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') documents.push(token);
  }
  return documents.flatMap(({ value }, index) =>
    resource(entriesOf(text, value, documents[index + 1]?.offset ?? text.length, 1) ?? []),
  );
}

/**
 * Wraps a document that has a kind and a name, like those of Kubernetes, in one entry:
 * `Service/web`.
 */
function resource(entries: readonly Entry[]): readonly Entry[] {
  const [first] = entries;
  const last = entries.at(-1);
  const kind = entries.find(({ name }) => name === 'kind')?.scalar;
  const metadata = entries.find(({ name }) => name === 'metadata')?.entries;
  const name = metadata?.find((entry) => entry.name === 'name')?.scalar;
  if (kind === undefined || name === undefined || !first || !last) return entries;
  return [{ name: `${kind}/${name}`, start: first.start, end: last.end, entries }];
}

/** Returns the entries of a block mapping or list, or undefined for other values. */
function entriesOf(text: string, value: Token, end: number, depth: number): Entry[] | undefined {
  if (value?.type !== 'block-map' && value?.type !== 'block-seq') return undefined;
  if (depth > DEPTH_READ) return [];
  const entries: Entry[] = [];
  let next = end;
  for (const item of value.items.toReversed()) {
    const start = startOf(item);
    const stop = start === undefined ? 0 : withoutRemarks(text, start, next);
    if (start === undefined || stop === start) continue;
    entries.push({
      name: scalarOf(item.key) ?? '',
      start,
      end: stop,
      scalar: scalarOf(item.value),
      entries: entriesOf(text, item.value, stop, depth + 1),
    });
    next = start;
  }
  return entries.reverse();
}

/** Returns the offset of the key or the dash. An item that is only comments has none. */
function startOf({ key, start }: CST.CollectionItem): number | undefined {
  return key?.offset ?? start.find(({ type }) => type === 'seq-item-ind')?.offset;
}

/** Excludes blank lines and comments at the end, which belong to the next item. */
function withoutRemarks(text: string, start: number, end: number): number {
  for (let stop = end; ; ) {
    while (stop > start && /\s/.test(text.charAt(stop - 1))) stop--;
    const line = text.lastIndexOf('\n', stop - 1) + 1;
    if (line <= start || !/^[ \t]*(?:#|---)/.test(text.slice(line, stop))) return stop;
    stop = line;
  }
}

function scalarOf(token: Token): string | undefined {
  if (!CST.isScalar(token)) return undefined;
  // Errors are ignored in favor of the text. Without this callback, the parser throws them.
  const ignore = (): void => undefined;
  return CST.resolveAsScalar(token, false, ignore)?.value;
}
