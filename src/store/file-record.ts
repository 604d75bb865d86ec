/**
 * Encodes the indexing results of one file: size of the facts (4), zero (4), the facts and, aligned
 * to a multiple of 8, the terms, deflated together. Facts and terms are separate values, because
 * facts can exist and be read without terms.
 */
import type { FileTerms } from '../index/file-terms.ts';
import type { FileFacts } from '../model/facts.ts';
import { align } from './align.ts';
import { decode, decodeOwn, encode } from './codec.ts';
import { deflate, inflate } from './deflate.ts';
import { storeCorrupt } from './store-errors.ts';

/**
 * All indexing results of one file alone; a function of its path, its text and the program version.
 */
export interface FileRecord {
  readonly facts: FileFacts;
  readonly terms: FileTerms;
}

const HEADER_BYTES = 8;

export function encodeFacts(facts: FileFacts): Uint8Array {
  return encode(facts);
}

/** Decodes what {@link encodeFacts} returned in this run, in any thread. */
export function decodeFacts(bytes: Uint8Array): FileFacts {
  return decodeOwn(bytes) as FileFacts;
}

export function encodeTerms(terms: FileTerms): Uint8Array {
  return encode(terms);
}

/** Decodes what {@link encodeTerms} returned in this run, in any thread. */
export function decodeTerms(bytes: Uint8Array): FileTerms {
  return decodeOwn(bytes) as FileTerms;
}

/** Encodes a file's record for storage. */
export function packRecord({ facts, terms }: FileRecord): Uint8Array {
  return packParts(encodeFacts(facts), encodeTerms(terms));
}

/** Packs encoded facts and terms into a record. */
export function packParts(facts: Uint8Array, terms: Uint8Array): Uint8Array {
  const termsStart = align(HEADER_BYTES + facts.byteLength);
  const bytes = Buffer.alloc(termsStart + terms.byteLength);
  bytes.writeUInt32LE(facts.byteLength, 0);
  bytes.set(facts, HEADER_BYTES);
  bytes.set(terms, termsStart);
  return deflate(bytes);
}

/**
 * Unpacks a stored record. Each part is decoded when it is read: most readers need one of the two.
 * @throws {GraphMemoryError} GM_STORE_CORRUPT when the bytes are no record, also later.
 */
export function unpackRecord(bytes: Uint8Array): FileRecord {
  const { facts, terms } = partsOf(inflate(bytes));
  return {
    get facts() {
      return decode(facts) as FileFacts;
    },
    get terms() {
      return decode(terms) as FileTerms;
    },
  };
}

/** Decodes the facts of a stored record. @throws as {@link unpackRecord}. */
export function unpackFacts(bytes: Uint8Array): FileFacts {
  return decode(partsOf(inflate(bytes)).facts) as FileFacts;
}

/** Decodes the terms of a stored record. @throws as {@link unpackRecord}. */
export function unpackTerms(bytes: Uint8Array): FileTerms {
  return decode(partsOf(inflate(bytes)).terms) as FileTerms;
}

/** Decodes the facts of a record that this run has packed, in any thread. */
export function unpackOwnFacts(bytes: Uint8Array): FileFacts {
  return decodeFacts(partsOf(inflate(bytes)).facts);
}

function partsOf(bytes: Uint8Array): { facts: Uint8Array; terms: Uint8Array } {
  if (bytes.byteLength < HEADER_BYTES) throw storeCorrupt('a record shorter than its header');
  const factsBytes = Buffer.from(bytes.buffer, bytes.byteOffset, HEADER_BYTES).readUInt32LE(0);
  const factsEnd = HEADER_BYTES + factsBytes;
  if (align(factsEnd) > bytes.byteLength) throw storeCorrupt('a record with cut facts');
  return { facts: bytes.subarray(HEADER_BYTES, factsEnd), terms: bytes.subarray(align(factsEnd)) };
}
