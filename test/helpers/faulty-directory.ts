import type { Directory, DirectoryEntry, FileContent } from '../../src/store/directory.ts';
import { ioError } from '../../src/store/io-error.ts';
import { wholeOf } from './whole-of.ts';

/** What happens to the n-th operation (from 0, reading ones included). */
export interface Fault {
  readonly operation: number;
  /**
   * fail: it is refused, once. crash: the process dies before it. tear: the process dies during it,
   * after half of its bytes; for anything but writing the same as crash.
   */
  readonly kind: 'fail' | 'crash' | 'tear';
}

/** A file's content, whatever it is called. */
interface Content {
  bytes: Uint8Array;
  /** What a power loss leaves of it; undefined: half of its bytes. */
  synced: Uint8Array | undefined;
}

/**
 * A directory in memory that breaks on demand and, like a disk, forgets what was not synced: content
 * by syncFile, names by syncFolder.
 */
export class FaultyDirectory implements Directory {
  readonly location = 'faulty memory';
  /** Every operation so far, e.g. `write facts.gm.tmp`. */
  readonly operations: string[] = [];
  readonly #fault: Fault | undefined;
  #dead = false;
  #names: Map<string, Content>;
  #syncedNames: Map<string, Content>;

  constructor(fault?: Fault, names: Map<string, Content> = new Map()) {
    this.#fault = fault;
    this.#names = names;
    this.#syncedNames = new Map(names);
  }

  /** The same files, everything synced, waiting for a fault. */
  withFault(fault: Fault): FaultyDirectory {
    return this.#restarted(fault, this.#names, (content) => content.bytes);
  }

  /** What the next process finds when only the process died: all that was done. */
  afterCrash(): FaultyDirectory {
    return this.#restarted(undefined, this.#names, (content) => content.bytes);
  }

  /** What is found after a power loss. Names that were not synced may be the old ones or the new. */
  afterPowerLoss(names: 'old' | 'new'): FaultyDirectory {
    return this.#restarted(
      undefined,
      names === 'old' ? this.#syncedNames : this.#names,
      ({ bytes, synced }) => synced ?? bytes.subarray(0, bytes.length / 2),
    );
  }

  #restarted(
    fault: Fault | undefined,
    names: ReadonlyMap<string, Content>,
    keep: (content: Content) => Uint8Array,
  ): FaultyDirectory {
    const kept = [...names].map(([name, content]) => {
      const bytes = keep(content);
      return [name, { bytes, synced: bytes }] as const;
    });
    return new FaultyDirectory(fault, new Map(kept));
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    this.#step(`read ${name}`);
    return this.#names.get(name)?.bytes;
  }

  async readHead(name: string, byteCount: number): Promise<Uint8Array | undefined> {
    this.#step(`read the head of ${name}`);
    return this.#names.get(name)?.bytes.subarray(0, byteCount);
  }

  async write(name: string, given: FileContent): Promise<void> {
    const bytes = wholeOf(given);
    const put = (content: Uint8Array): void => {
      const existing = this.#names.get(name);
      // Overwriting in place changes the one content that an already synced name stands for.
      if (existing !== undefined) Object.assign(existing, { bytes: content, synced: undefined });
      else this.#names.set(name, { bytes: content, synced: undefined });
    };
    this.#step(`write ${name}`, () => put(half(bytes)));
    put(bytes);
  }

  async syncFile(name: string): Promise<void> {
    this.#step(`sync ${name}`);
    const content = this.#names.get(name);
    if (content === undefined) throw ioError(this.location, `sync ${name}`, 'no such file');
    content.synced = content.bytes;
  }

  async rename(source: string, target: string): Promise<boolean> {
    this.#step(`rename ${source} to ${target}`);
    const content = this.#names.get(source);
    if (content === undefined) return false;
    this.#names.delete(source);
    this.#names.set(target, content);
    return true;
  }

  async syncFolder(): Promise<void> {
    this.#step('sync the folder');
    this.#syncedNames = new Map(this.#names);
  }

  async createExclusive(name: string, bytes: Uint8Array): Promise<boolean> {
    const put = (content: Uint8Array): void => {
      if (!this.#names.has(name)) this.#names.set(name, { bytes: content, synced: undefined });
    };
    this.#step(`create ${name}`, () => put(half(bytes)));
    if (this.#names.has(name)) return false;
    put(Uint8Array.from(bytes));
    return true;
  }

  async remove(name: string): Promise<void> {
    this.#step(`remove ${name}`);
    this.#names.delete(name);
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    this.#step('list the files');
    return [...this.#names.keys()]
      .sort()
      .map((name) => ({ name, sizeBytes: this.#names.get(name)?.bytes.length ?? 0 }));
  }

  #step(operation: string, tear?: () => void): void {
    if (this.#dead) throw new Error('a dead process does nothing');
    const fault = this.operations.length === this.#fault?.operation ? this.#fault : undefined;
    this.operations.push(operation);
    if (fault === undefined) return;
    if (fault.kind === 'tear') tear?.();
    this.#dead = fault.kind !== 'fail';
    throw ioError(this.location, operation, Object.assign(new Error('disk'), { code: 'EIO' }));
  }
}

function half(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes.subarray(0, bytes.length / 2));
}
