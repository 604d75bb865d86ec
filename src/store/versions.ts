/**
 * The versions of everything that is stored. An index of another version is built again: there are
 * no migrations, because rebuilding from source takes seconds. Raise the version that a change
 * concerns; `git log` of this file says what each one was.
 */
import { contentHash } from '../base/hash.ts';

/** Raised when stored data changes in shape, meaning or byte layout. Needs a fixture of the old one. */
export const FORMAT_VERSION = 13;

/** Raised when the same text gives other facts. */
const FACTS_VERSION = 87;

/** Raised when the same facts give another snapshot: resolving, the graph, the text index. */
const DERIVATION_VERSION = 58;

/** Raised when other texts are masked. */
export const MASKING_VERSION = 9;

const EXTRACTOR_VERSION = contentHash(`facts-${FACTS_VERSION}`).slice(0, 8);

/** Everything of the program that the facts and the snapshot of unchanged files depend on. */
export const PROGRAM_VERSIONS = [DERIVATION_VERSION, EXTRACTOR_VERSION, MASKING_VERSION];
