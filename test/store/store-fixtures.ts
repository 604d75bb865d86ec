/** What a project would store, small. */
import { textWords } from '../../src/index/word-index.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { Manifest } from '../../src/model/manifest.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { FactsChanges } from '../../src/store/facts-file.ts';
import { type FileRecord, packRecord } from '../../src/store/file-record.ts';
import type { StoredSnapshot } from '../../src/store/locked-store.ts';
import type { StoreOptions } from '../../src/store/snapshot-store.ts';
import type { WriterIdentity } from '../../src/store/writer-lock.ts';
import { declaration } from '../helpers/graph-fixtures.ts';

/** Facts and terms that differ with the text, columns of every sort among them. */
export function fileRecord(path: string, text: string): FileRecord {
  const names = text.split(' ');
  const facts: FileFacts = {
    path: toRepoPath(path),
    language: 'typescript',
    packages: [],
    lineCount: names.length,
    doc: text,
    declarations: names.map((name) => declaration(`${path}::${name}`)),
    shapes: [],
    imports: [{ specifier: './x.ts', form: 'import', names, line: 1 }],
    bindings: [{ module: 0, name: 'x' }],
    exports: [{ form: 'all', module: 0 }],
    conformances: [],
    strings: names,
    expressions: Int32Array.from(names, (name) => name.length),
    references: Int32Array.of(-1, 0, 1, text.length),
    diagnostics: [],
  };
  return {
    facts,
    terms: {
      language: 'typescript',
      kinds: 128,
      terms: names,
      chunks: Int32Array.of(1, names.length, -1, 0, 0, 0),
      postingStarts: Int32Array.of(0, 0),
      postingTerms: new Int32Array(),
      postingCounts: new Uint8Array(),
      fileTerms: new Int32Array(),
      headerLength: 0,
      commentLength: 0,
      names,
      nameRoles: Uint8Array.from(names, () => 1),
      words: textWords(text),
    },
  };
}

/** A state of a project: the text of each file. */
export type Tree = Readonly<Record<string, string>>;

/** What a delta says besides the facts. */
export interface Patch {
  readonly tree: Tree;
}

export interface Sections {
  readonly words: readonly string[];
  readonly lengths: Uint32Array;
}

export function snapshotOf(generation: number, tree: Tree): StoredSnapshot<Sections> {
  const files = Object.entries(tree);
  const manifest: Manifest = new Map(
    files.map(([path, text]) => [
      toRepoPath(path),
      {
        sizeBytes: text.length,
        mtimeMs: generation + 0.25,
        ctimeMs: generation + 0.5,
        hash: `#${text}`,
      },
    ]),
  );
  const words = files.flatMap(([, text]) => text.split(' '));
  const lengths = Uint32Array.from(words, (word) => word.length);
  return { generation, manifest, sections: { words, lengths } };
}

/** What has to be saved to get from one state to the next. */
export function changesBetween(before: Tree, after: Tree): FactsChanges {
  const changed = Object.entries(after).filter(([path, text]) => before[path] !== text);
  const removed = Object.keys(before).filter((path) => after[path] === undefined);
  return {
    changed: new Map(
      changed.map(([path, text]) => [
        toRepoPath(path),
        { hash: `#${text}`, bytes: packRecord(fileRecord(path, text)) },
      ]),
    ),
    removed: new Set(removed.map(toRepoPath)),
  };
}

/** A writer on a host where the processes below 100 are running. */
export function writerIdentity(given: Partial<WriterIdentity> = {}): WriterIdentity {
  return {
    pid: 42,
    host: 'here',
    processStartedAtMs: 1_000,
    now: () => 5_000,
    isAlive: (pid) => pid < 100,
    fingerprintOf: () => undefined,
    pause: async () => {},
    ...given,
  };
}

export function storeOptions(given: Partial<WriterIdentity> = {}): StoreOptions {
  return { writer: writerIdentity(given), cacheKey: 'test 1' };
}
