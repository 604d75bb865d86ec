/**
 * Fingerprints of the texts of a file and its declarations: two 32-bit hashes each, of the head and
 * of the body. Notes are bound to code by them. They do not depend on line ends, on how far the
 * declaration is indented as a whole, or on its own name, so moved and renamed code keeps them.
 */
import type { Declaration } from '../model/symbol.ts';

/** Integers per entry of the list: the hash of the head, then of the body. */
const WIDTH = 2;
// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/, over UTF-16 code units.
const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Gives the second hash of a file, whose text is not split into head and body. */
const SECOND_BASIS = 0x2f0b4c47;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const TAB = 9;
const SPACE = 32;
/** Bounds the search for the start of a line, so that one long line takes linear time. */
const LINE_HEAD_MAX = 500;

/** Returns the hashes of the file, followed by those of its declarations, in order. */
export function fingerprintsOf(
  text: string,
  declarations: readonly Pick<Declaration, 'name' | 'start' | 'end' | 'bodyStart'>[],
): Uint32Array {
  const hashes = new Uint32Array(WIDTH * (declarations.length + 1));
  hashes.set(hashesOfFile(text));
  for (const [index, { name, start, end, bodyStart }] of declarations.entries()) {
    const own = { indent: indentAt(text, start), name };
    const row = WIDTH * (index + 1);
    hashes[row] = hashOf(text, { start, end: bodyStart, ...own });
    hashes[row + 1] = hashOf(text, { start: bodyStart, end, ...own });
  }
  return hashes;
}

interface Range {
  readonly start: number;
  readonly end: number;
  /** Number of blanks to leave out at the start of lines. */
  readonly indent: number;
  /** The name that is replaced; empty for none. */
  readonly name: string;
}

function hashesOfFile(text: string): readonly number[] {
  let first = OFFSET_BASIS;
  let second = SECOND_BASIS;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED) continue;
    first = Math.imul(first ^ code, PRIME);
    second = Math.imul(second ^ code, PRIME);
  }
  return [mixed(first), mixed(second)];
}

function hashOf(text: string, { start, end, indent, name }: Range): number {
  let hash = OFFSET_BASIS;
  const first = name === '' ? -1 : name.charCodeAt(0);
  for (let index = start; index < end; index++) {
    let code = text.charCodeAt(index);
    if (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED) continue;
    if (code === first && isNameAt(text, index, name)) {
      code = 0;
      index += name.length - 1;
    }
    hash = Math.imul(hash ^ code, PRIME);
    if (code !== LINE_FEED) continue;
    for (let left = indent; left > 0 && index + 1 < end && isBlank(text, index + 1); left--)
      index++;
  }
  return mixed(hash);
}

function isNameAt(text: string, index: number, name: string): boolean {
  return (
    text.startsWith(name, index) &&
    !isWordPart(text.charCodeAt(index - 1)) &&
    !isWordPart(text.charCodeAt(index + name.length))
  );
}

function isWordPart(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

/**
 * Returns the number of blanks before the first character of the line of an offset; 0 if the line
 * begins far before, as in minified code.
 */
function indentAt(text: string, offset: number): number {
  let lineStart = offset;
  while (lineStart > 0 && text.charCodeAt(lineStart - 1) !== LINE_FEED) {
    if (offset - lineStart >= LINE_HEAD_MAX) return 0;
    lineStart--;
  }
  let indent = 0;
  while (lineStart + indent < offset && isBlank(text, lineStart + indent)) indent++;
  return indent;
}

function isBlank(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === SPACE || code === TAB;
}

/** Spreads the bits; the finalizer of MurmurHash3. */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
