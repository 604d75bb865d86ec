const SLAB_BYTES = 1 << 20;

/**
 * Copies of small byte arrays, many in one buffer. What other threads have allocated lies between what
 * they have freed since, so keeping it would keep that memory from being given back.
 */
export class ByteSlabs {
  #slab = new Uint8Array();
  #end = 0;

  copy(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (this.#end + length > this.#slab.length) {
      this.#slab = new Uint8Array(Math.max(length, SLAB_BYTES));
      this.#end = 0;
    }
    const start = this.#end;
    this.#end += length;
    this.#slab.set(bytes, start);
    return this.#slab.subarray(start, this.#end);
  }
}
