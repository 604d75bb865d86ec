/** Stores the parts of the names and paths of a text index, because deriving them takes long. */
import type { Task } from '../base/cooperative.ts';
import { once } from '../base/once.ts';
import { pathPartsSteps } from './path-parts.ts';
import type { TextIndex } from './text-index.ts';
import {
  keepTextParts,
  namePartsSteps,
  type TextPartsRecord,
  toTextPartsRecord,
} from './text-parts.ts';

/** The stored parts of one text index. */
export interface PartsRecord {
  readonly names: TextPartsRecord;
  readonly paths: TextPartsRecord;
}

/** Returns the parts of an index in their stored form, as a cooperative task. */
export function* partsRecordSteps({ data }: TextIndex): Task<PartsRecord> {
  const { names, paths, sharedFolderDepth } = data;
  const nameParts = yield* namePartsSteps(names);
  const { all: pathParts } = yield* pathPartsSteps(paths, sharedFolderDepth);
  return { names: toTextPartsRecord(nameParts), paths: toTextPartsRecord(pathParts) };
}

/** Names with stored parts, by {@link TextIndex.lineage}. */
const STORED_NAMES = new WeakMap<object, readonly string[]>();

/** Returns the names of the stored index that an index was updated from, if their parts are stored. */
export function storedNamesOf(lineage: object): readonly string[] | undefined {
  return STORED_NAMES.get(lineage);
}

/** Registers the stored parts of an index. `read` is called when they are first needed. */
export function keepParts({ data, lineage }: TextIndex, read: () => PartsRecord): void {
  const record = once(read);
  STORED_NAMES.set(lineage, data.names);
  keepTextParts(data.names, () => record().names);
  keepTextParts(data.paths, () => record().paths);
}
