/**
 * The one table of what a score is made of. A file's score is Σ weight × evidence, in log-odds: a file
 * one unit ahead of another is about e times as likely to be the one that was meant.
 *
 * Weights are fitted on five sources of questions, each with the same total weight: benchmark
 * questions, issues, commits, doc comments and paraphrases (listwise softmax regression, signs
 * constrained, drawn towards weights of the benchmark alone). docs/ranking.md says what they are
 * worth on a source that is left out, docs/decisions/023 that weights hardly matter.
 */

/** Source of a signal; shown as the prefix of its reasons. */
type SignalFamily =
  | 'lexical'
  | 'path'
  | 'symbol'
  | 'dense'
  | 'sparse'
  | 'rerank'
  | 'trace'
  | 'history'
  | 'grep'
  | 'session';

interface Signal {
  readonly family: SignalFamily;
  /** Log-odds per unit of evidence; negative ones are penalties. */
  readonly weight: number;
  /** Unit of the evidence, and its range. */
  readonly unit: string;
  readonly meaning: string;
}

const SHARE_OF_BEST = 'share of the best file in scope, 0–1';

export const SIGNALS = {
  pathContent: {
    family: 'lexical',
    weight: 2.3,
    unit: SHARE_OF_BEST,
    meaning: 'BM25F of the best chunk over its words, its declarations and its path',
  },
  relatedWords: {
    family: 'lexical',
    weight: 1.1,
    unit: SHARE_OF_BEST,
    meaning: 'mean BM25 of the three best chunks, related words and abbreviations included',
  },
  contentSum: {
    family: 'lexical',
    weight: 1.9,
    unit: SHARE_OF_BEST,
    meaning: 'logarithm of the summed BM25F of all chunks: how much of the file is about the query',
  },
  coverage: {
    family: 'lexical',
    weight: 0.4,
    unit: 'share of the query’s words by their rarity, 0–1',
    meaning: 'how much of the query one chunk holds',
  },
  comments: {
    family: 'lexical',
    weight: 0.7,
    unit: SHARE_OF_BEST,
    meaning: 'BM25 over the file’s comment lines',
  },
  identifierPhrase: {
    family: 'lexical',
    weight: 0.5,
    unit: 'saturated count of the joined words, 0–1',
    meaning: 'neighbouring query words are written as one identifier',
  },
  stemWords: {
    family: 'path',
    weight: 1.5,
    unit: 'share of the file name’s words, 0–1',
    meaning: 'how much of the file name the query contains',
  },
  pathWords: {
    family: 'path',
    weight: 0.8,
    unit: 'share of the query’s words by their rarity, 0–1',
    meaning: 'how much of the query the path contains',
  },
  folderWords: {
    family: 'path',
    weight: 1.3,
    unit: 'share of the folder name’s words, 0–1',
    meaning: 'the query names the folder of the file',
  },
  stemPhrase: {
    family: 'path',
    weight: 0.7,
    unit: '0 or 1',
    meaning: 'the file is named like a phrase or an identifier of the query',
  },
  stemWord: {
    family: 'path',
    weight: 2.2,
    unit: 'rarity of the word among the query’s, 0–1',
    meaning: 'the file is named like one word of the query',
  },
  definition: {
    family: 'symbol',
    weight: 1.3,
    unit: 'type 1, function 0.8, other 0.4; less when many files declare it',
    meaning: 'declares an identifier of the query',
  },
  functionDefinition: {
    family: 'symbol',
    weight: 1.2,
    unit: 'outermost 1, nested 0.7; less when many files declare it',
    meaning: 'declares a function of the query',
  },
  nameWords: {
    family: 'symbol',
    weight: 1.6,
    unit: 'share of the query × share of the name, 0–1',
    meaning: 'declares a type or function whose name has much of the query and little else',
  },
  meaning: {
    family: 'dense',
    weight: 3.9,
    unit: `${SHARE_OF_BEST}; its weight × the share of the query that no chunk holds`,
    meaning: 'vectors of its chunks are near the question’s, whatever the words',
  },
  fileMeaning: {
    family: 'dense',
    weight: 4,
    unit: `${SHARE_OF_BEST}; its weight × the share of the query that no chunk holds`,
    meaning: 'the mean of the vectors of its chunks is near the question’s',
  },
  sparse: {
    family: 'sparse',
    weight: 1,
    unit: SHARE_OF_BEST,
    meaning:
      'a sparse model, if configured, finds terms of the question in a chunk, or related ones',
  },
  rerank: {
    family: 'rerank',
    weight: 3,
    unit: '1 / (1 + e^(mean of the candidates − own log-odds)), 0–1',
    meaning: 'a cross-encoder, if configured, reads the question beside the place shown',
  },
  stackFrame: {
    family: 'trace',
    weight: 2.5,
    unit: 'innermost frame of the project 1, × 0.7 for each frame outwards',
    meaning: 'a stack frame in the question leads to it',
  },
  namedFile: {
    family: 'trace',
    weight: 2.5,
    unit: '0 or 1',
    meaning: 'the question names it by its path',
  },
  commits: {
    family: 'history',
    weight: 4,
    unit: `${SHARE_OF_BEST}, × the share of the query that the messages hold; weight see fuse.ts`,
    meaning: 'BM25 over the messages of the commits that changed it',
  },
  testPath: {
    family: 'path',
    weight: -2.4,
    unit: '0 or 1',
    meaning: 'a test, specification, mock or fixture',
  },
  legacyPath: {
    family: 'path',
    weight: -2.2,
    unit: '0 or 1',
    meaning: 'kept for compatibility, deprecated, or older than a version beside it',
  },
  generatedPath: {
    family: 'path',
    weight: -2,
    unit: '0 or 1',
    meaning: 'generated, vendored, or declarations of other code',
  },
  examplePath: {
    family: 'path',
    weight: -1,
    unit: '0 or 1',
    meaning: 'an example, demonstration, benchmark or document',
  },
  settingsPath: {
    family: 'path',
    weight: -1.5,
    unit: '0 or 1',
    meaning: 'settings, data or plain text: JSON, YAML, TOML, text',
  },
  platformPath: {
    family: 'path',
    weight: -1.5,
    unit: '0 or 1',
    meaning: 'one of several variants by operating system, and the query names none',
  },
  depth: {
    family: 'path',
    weight: -0.4,
    unit: 'folders below the deepest folder that holds all files',
    meaning: 'files near the root are more often the target',
  },
  // These three signals exist only in an agent's session: the benchmark has neither files on disk
  // nor sessions.
  exactText: {
    family: 'grep',
    weight: 0.5,
    unit: 'all of the query or a quoted part 1, parts that look like code up to 0.5',
    meaning: 'holds text of the query exactly as it is written',
  },
  exactRare: {
    family: 'grep',
    weight: 8,
    unit: '1 / log2(1 + files that hold it), 0–1',
    meaning: 'holds a sentence, or a name of several parts, exactly as the query has it',
  },
  session: {
    family: 'session',
    weight: 0.6,
    unit: 'edited 1, read 0.5, halved every 5 turns, 0–1',
    meaning: 'was read or edited in this session',
  },
} as const satisfies Record<string, Signal>;

export type SignalName = keyof typeof SIGNALS;
export const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly SignalName[];

/** Weights that override the table, for measurements; other signals keep their weights. */
export type SignalWeights = Readonly<Partial<Record<SignalName, number>>>;

/** The kind of content that is searched. */
export type Corpus = 'code' | 'pages';

/**
 * Weight overrides per corpus. In a search for documentation a folder `docs` is no penalty, and
 * pages lie in deeper folders than a README and a changelog.
 */
export const CORPUS_WEIGHTS: Readonly<Record<Corpus, SignalWeights>> = {
  code: {},
  pages: { examplePath: 0, depth: 0, fileMeaning: 0 },
};

/**
 * Signals that make a file a candidate. Penalties do not, and neither does a session, because it is
 * about other questions, nor commits, because they tell no place in the file. Every file has some
 * meaning, and a cross-encoder reads candidates only.
 */
export const EVIDENCE_SIGNALS = SIGNAL_NAMES.filter(
  (name) =>
    SIGNALS[name].weight > 0 && !['session', 'commits', 'fileMeaning', 'rerank'].includes(name),
);

/**
 * Signals that are available without a disk, without git and without a session, and can therefore
 * be measured on sources and the packaged model alone.
 */
export const MEASURED_SIGNALS = SIGNAL_NAMES.filter(
  (name) => !['commits', 'session', 'exactText', 'exactRare', 'sparse', 'rerank'].includes(name),
);

/** Signals on which confidence is calibrated: those that the benchmark has. */
export const CALIBRATED_SIGNALS = MEASURED_SIGNALS.filter(
  (name) => name !== 'meaning' && name !== 'fileMeaning',
);

/** Constant of reciprocal rank fusion: Cormack, Clarke & Büttcher, SIGIR 2009. */
export const RRF_K = 60;
