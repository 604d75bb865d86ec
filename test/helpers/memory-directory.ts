import { compareStrings } from '../../src/base/compare.ts';
import type { Directory, DirectoryEntry, FileContent } from '../../src/store/directory.ts';
import { wholeOf } from './whole-of.ts';

/** A directory in memory, for tests. */
export class MemoryDirectory implements Directory {
  readonly location = 'memory';
  readonly #files = new Map<string, Uint8Array>();

  async read(name: string): Promise<Uint8Array | undefined> {
    return this.#files.get(name);
  }

  async readHead(name: string, byteCount: number): Promise<Uint8Array | undefined> {
    return this.#files.get(name)?.subarray(0, byteCount);
  }

  async write(name: string, content: FileContent): Promise<void> {
    this.#files.set(name, wholeOf(content));
  }

  async syncFile(_name: string): Promise<void> {}

  async rename(source: string, target: string): Promise<boolean> {
    const bytes = this.#files.get(source);
    if (bytes === undefined) return false;
    this.#files.delete(source);
    this.#files.set(target, bytes);
    return true;
  }

  async syncFolder(): Promise<void> {}

  async createExclusive(name: string, bytes: Uint8Array): Promise<boolean> {
    if (this.#files.has(name)) return false;
    this.#files.set(name, Uint8Array.from(bytes));
    return true;
  }

  async remove(name: string): Promise<void> {
    this.#files.delete(name);
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    return [...this.#files]
      .map(([name, bytes]) => ({ name, sizeBytes: bytes.byteLength }))
      .sort((a, b) => compareStrings(a.name, b.name));
  }
}
