/** Columns of everything that resolving reads of each file: an update takes over the rows of unchanged files. */
import { at } from '../base/assert.ts';
import { OUTSIDE } from '../languages/registry.ts';
import { type FileTraits, type Flag, flagsOf, hasFlag } from './links.ts';

/** Numbers of all symbols; files that describe known packages follow those of the project. */
interface Numbering {
  /** Number of each file's first symbol, and one final entry. */
  readonly bases: Int32Array;
  readonly fileOfNode: Int32Array;
}

export class FileTable {
  readonly #counts: Uint32Array;
  /** One bit per flag. */
  readonly #bits: Uint8Array;
  #numbering: Numbering | undefined;

  private constructor(counts: Uint32Array, bits: Uint8Array, numbering?: Numbering) {
    this.#counts = counts;
    this.#bits = bits;
    this.#numbering = numbering;
  }

  static of(files: readonly FileTraits[]): FileTable {
    return new FileTable(
      Uint32Array.from(files, ({ declarationCount }) => declarationCount),
      Uint8Array.from(files, flagsOf),
    );
  }

  /** Returns the table with other traits for some files, by number. */
  with(changed: ReadonlyMap<number, FileTraits>): FileTable {
    const [counts, bits] = [this.#counts.slice(), this.#bits.slice()];
    for (const [file, traits] of changed) {
      counts[file] = traits.declarationCount;
      bits[file] = flagsOf(traits);
    }
    const isSame = [...changed.keys()].every((file) => counts[file] === this.#counts[file]);
    return new FileTable(counts, bits, isSame ? this.#numbering : undefined);
  }

  /** Whether all files have the traits of another table, which this one was made from. */
  equals(before: FileTable): boolean {
    return (
      this.#numbering !== undefined &&
      this.#numbering === before.#numbering &&
      Buffer.compare(this.#bits, before.#bits) === 0
    );
  }

  has(file: number, flag: Flag): boolean {
    return hasFlag(at(this.#bits, file), flag);
  }

  /** Returns the files with a flag, ascending. */
  filesWith(flag: Flag): readonly number[] {
    const found: number[] = [];
    for (const [file, bits] of this.#bits.entries()) if (hasFlag(bits, flag)) found.push(file);
    return found;
  }

  get numbering(): Numbering {
    this.#numbering ??= numberingOf([
      ...this.#counts,
      ...OUTSIDE.map(({ declarationCount }) => declarationCount),
    ]);
    return this.#numbering;
  }
}

function numberingOf(counts: readonly number[]): Numbering {
  const bases = new Int32Array(counts.length + 1);
  for (const [file, count] of counts.entries()) bases[file + 1] = at(bases, file) + count;
  const fileOfNode = new Int32Array(at(bases, counts.length));
  // A plain loop, because files have few symbols, for which `fill` is slower.
  for (let file = 0, node = 0; file < counts.length; file++)
    for (const end = bases[file + 1] as number; node < end; node++) fileOfNode[node] = file;
  return { bases, fileOfNode };
}
