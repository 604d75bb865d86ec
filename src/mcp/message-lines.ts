/** A whole line without its end, or the two ends of one that was too long to be kept. */
export type MessageLine =
  | { readonly text: string }
  | { readonly head: string; readonly tail: string };

/** Bytes kept of either end of a line that is too long: enough to find the id of its request. */
const END_BYTES = 1024;
const NEWLINE = 0x0a;

/**
 * Splits a stream of bytes into lines. A line of more than `bytesMax` bytes is dropped as it
 * arrives, so that memory stays bounded; only its two ends are returned.
 */
export class MessageLines {
  readonly #bytesMax: number;
  /** Bytes of the current line; once it is too long, only its start and its last bytes. */
  #chunks: Buffer[] = [];
  #byteCount = 0;
  #head: string | undefined;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that end in this chunk. */
  *push(chunk: Buffer): Generator<MessageLine> {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      yield this.#take();
      rest = rest.subarray(end + 1);
    }
    this.#keep(rest);
  }

  /** The last line, when the stream ends without ending it. */
  *end(): Generator<MessageLine> {
    if (this.#byteCount > 0) yield this.#take();
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#chunks.push(part);
    this.#byteCount += part.length;
    if (this.#byteCount <= this.#bytesMax) return;
    const kept = Buffer.concat(this.#chunks);
    this.#head ??= kept.toString('utf8', 0, END_BYTES);
    // A copy: a view would keep the whole line.
    this.#chunks = [Buffer.from(kept.subarray(-END_BYTES))];
  }

  #take(): MessageLine {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    const head = this.#head;
    this.#chunks = [];
    this.#byteCount = 0;
    this.#head = undefined;
    return head === undefined ? { text } : { head, tail: text };
  }
}
