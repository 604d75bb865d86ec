/** Finds the files that mention a name, so that an edit need not ask all of them. */
import { type FileLinks, hashesOf, intersects } from './links.ts';

/** Changed files are checked one by one; with more of them, the index is built again. */
const CHANGED_MAX = 200;
/** Mentions per bucket, on average. */
const BUCKET_SIZE = 8;

/** Mentions in buckets by hash. */
interface Buckets {
  /** Number of buckets minus one; that number is a power of two. */
  readonly mask: number;
  /** Start of each bucket, and one final entry. */
  readonly starts: Uint32Array;
  readonly hashes: Uint32Array;
  readonly files: Uint32Array;
}

/** Built on first use from the links of all files; a later index replaces some of them. */
export class MentionIndex {
  readonly #links: readonly (FileLinks | undefined)[];
  /** The buckets are of these links. */
  #base: { readonly buckets: Buckets; readonly changed: ReadonlySet<number> } | undefined;

  /** `links` are by file number; undefined for new files. */
  constructor(links: readonly (FileLinks | undefined)[]) {
    this.#links = links;
  }

  /** Returns the index of other links, which differ in some files only. */
  with(links: readonly FileLinks[], files: Iterable<number>): MentionIndex {
    const index = new MentionIndex(links);
    if (this.#base === undefined) return index;
    const { buckets, changed } = this.#base;
    const all = new Set([...changed, ...files]);
    if (all.size <= CHANGED_MAX) index.#base = { buckets, changed: all };
    return index;
  }

  /** Returns the files that mention any of the names, ascending. */
  filesWith(names: ReadonlySet<string>): readonly number[] {
    const wanted = hashesOf(names);
    this.#base ??= { buckets: bucketsOf(this.#links), changed: new Set() };
    const { buckets, changed } = this.#base;
    const found = new Set<number>();
    for (const file of changed) {
      const links = this.#links[file];
      if (links !== undefined && intersects(wanted, links.mentions)) found.add(file);
    }
    const { mask, starts, hashes, files } = buckets;
    for (const hash of wanted) {
      const end = starts[(hash & mask) + 1] as number;
      for (let row = starts[hash & mask] as number; row < end; row++) {
        const file = files[row] as number;
        if (hashes[row] === hash && !changed.has(file)) found.add(file);
      }
    }
    return [...found].sort((a, b) => a - b);
  }
}

const NONE = new Uint32Array();

function bucketsOf(links: readonly (FileLinks | undefined)[]): Buckets {
  const mentioned = links.map((own) => own?.mentions ?? NONE);
  let count = 0;
  for (const { length } of mentioned) count += length;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, count / BUCKET_SIZE))) - 1;
  const starts = new Uint32Array(mask + 2);
  for (const mentions of mentioned)
    for (const hash of mentions) starts[(hash & mask) + 1] = (starts[(hash & mask) + 1] ?? 0) + 1;
  for (let bucket = 0; bucket <= mask; bucket++)
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
  const next = starts.slice();
  const hashes = new Uint32Array(count);
  const files = new Uint32Array(count);
  for (const [file, mentions] of mentioned.entries()) {
    for (const hash of mentions) {
      const place = next[hash & mask] as number;
      next[hash & mask] = place + 1;
      hashes[place] = hash;
      files[place] = file;
    }
  }
  return { mask, starts, hashes, files };
}
