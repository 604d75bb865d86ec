import type { Node, Parser } from 'web-tree-sitter';

/**
 * Number of UTF-16 units passed to the parser at a time. The parser requests earlier text again
 * when it backtracks.
 */
const PIECE_LENGTH = 1024;
/**
 * Limits of reading: how many times a text may be read, the maximum for large texts, and the
 * allowance for any text. Ordinary sources of 22 languages are read up to 4 times; artificially
 * broken ones up to 250 times. A grammar that searches to the end of the file from each position,
 * e.g. for the end of a comment, reads the text once per position, all within few parser steps.
 * Reading 64 million units takes one to two seconds. The allowance for any text takes a quarter of
 * a second: prose parsed as Swift is read thousands of times.
 */
const READINGS_MAX = 400;
const READ_MAX = 64 * 1024 * 1024;
const READ_AT_LEAST = 16_384 * PIECE_LENGTH;

/** Thrown when the caller interrupts parsing. */
export class ParseInterrupted extends Error {}

/**
 * Parses a text and passes its root to `use`. The tree is freed before this returns, so no part of
 * it may be kept. Returns undefined when parsing takes more than `stepsMax` steps or reads the text
 * too often. The parser counts steps itself, a hundred of its operations each, so the limit does
 * not depend on the load of the machine. Node offsets are UTF-16 units of `text`.
 * @throws {ParseInterrupted} once `isInterrupted`, called at each step, returns true.
 */
export function withTree<Result>(
  parser: Parser,
  text: string,
  stepsMax: number,
  use: (root: Node) => Result,
  isInterrupted: () => boolean = () => false,
): Result | undefined {
  let steps = 0;
  let isWanted = true;
  let readable = Math.min(READINGS_MAX * text.length, READ_MAX) + READ_AT_LEAST;
  const read = (from: number): string => {
    readable -= PIECE_LENGTH;
    // An empty piece ends a search for the end of the text; the next step ends everything else.
    return readable < 0 ? '' : text.slice(from, from + PIECE_LENGTH);
  };
  const tree = parser.parse(read, null, {
    progressCallback: () => {
      isWanted = !isInterrupted();
      return !isWanted || ++steps > stepsMax || readable < 0;
    },
  });
  const isCancelled = tree === null || readable < 0;
  // Reading the texts of tree nodes uses the same callback.
  readable = Number.POSITIVE_INFINITY;
  try {
    if (tree === null && !isWanted) throw new ParseInterrupted();
    return isCancelled ? undefined : use(tree.rootNode);
  } finally {
    tree?.delete();
    // A cancelled parser would continue with the old text on its next call.
    if (tree === null) parser.reset();
  }
}
