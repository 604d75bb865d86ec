import type { Node, Parser } from 'web-tree-sitter';

/** UTF-16 units that the parser is given at a time. It asks again for what it goes back to. */
const PIECE_LENGTH = 1024;
/**
 * How often a text may be read, how much of a large one, and how much of any. Ordinary sources of 22
 * languages are read up to 4 times, broken ones that were put together up to 250; where something is
 * sought to the end of the file from each place, such as the end of a comment, it is as often as there
 * are places, all within few of the parser's steps. 64 million units take it a second or two, and so much
 * as any text may be read, prose that is taken for Swift being read thousands of times, a quarter of one.
 */
const READINGS_MAX = 400;
const READ_MAX = 64 * 1024 * 1024;
const READ_AT_LEAST = 16_384 * PIECE_LENGTH;

/** Parsing ended before its time because whoever asked for it has something else to do. */
export class ParseInterrupted extends Error {}

/**
 * Parses a text and hands its root to `use`; the tree is freed before this returns, so nothing of it
 * may be kept. Returns undefined when parsing takes more than `stepsMax` steps: the parser counts them
 * itself, a hundred of its operations each, so a busy machine gives up no sooner than an idle one; or
 * when it reads the text too often. Node offsets are UTF-16 units of `text`.
 * @throws {ParseInterrupted} once `isInterrupted`, asked at each step, says so.
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
    // Nothing more ends what looks for the end of the text; the next step ends the rest.
    return readable < 0 ? '' : text.slice(from, from + PIECE_LENGTH);
  };
  const tree = parser.parse(read, null, {
    progressCallback: () => {
      isWanted = !isInterrupted();
      return !isWanted || ++steps > stepsMax || readable < 0;
    },
  });
  const isCancelled = tree === null || readable < 0;
  // The tree asks for the texts of its nodes in the same way.
  readable = Number.POSITIVE_INFINITY;
  try {
    if (tree === null && !isWanted) throw new ParseInterrupted();
    return isCancelled ? undefined : use(tree.rootNode);
  } finally {
    tree?.delete();
    // A cancelled parser would resume the old text on its next call.
    if (tree === null) parser.reset();
  }
}
