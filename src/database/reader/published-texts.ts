import { GraphMemoryError } from '../../base/errors.ts';
import type { RepoPath } from '../../model/path.ts';
import type { SourceFile } from '../../model/source-file.ts';
import type { Database, Rows } from '../database.ts';

/** Files asked for one by one before all of a project are read at once. */
const SINGLE_READS_MAX = 64;
/** Texts of a project that are kept in memory, in characters. */
const KEPT_LENGTH_MAX = 64_000_000;

const FILES = `select f.path, f.hash, f.size_bytes,
    coalesce(string_agg(c.text, '' order by c.ordinal), '') as text
  from graph_memory.files f left join graph_memory.chunks c using (project_id, path)
  where f.project_id = $1`;

/** The texts of a published project. Files asked for at the same time are read together. */
export class PublishedTexts {
  readonly #database: Database;
  readonly #projectId: string;
  readonly #kept = new Map<string, Promise<SourceFile | undefined>>();
  #keptLength = 0;
  #waiting: Batch | undefined;
  #singleReads = 0;

  constructor(database: Database, projectId: string) {
    this.#database = database;
    this.#projectId = projectId;
  }

  /** Returns a file. @throws {GraphMemoryError} GM_FILE_NOT_FOUND; GM_DATABASE. */
  async read(path: RepoPath): Promise<SourceFile> {
    let reading = this.#kept.get(path);
    if (reading === undefined) {
      reading = this.#fetch(path);
      this.#kept.set(path, reading);
      // A failure is not kept: the next question tries again.
      reading.catch(() => this.#kept.delete(path));
    }
    const file = await reading;
    if (file !== undefined) return file;
    throw new GraphMemoryError('GM_FILE_NOT_FOUND', `${path}: not in the published state`, {
      hint: 'It may have been removed by a newer one; ask again.',
      details: { path, reason: 'missing' },
    });
  }

  async #fetch(path: RepoPath): Promise<SourceFile | undefined> {
    if (this.#keptLength > KEPT_LENGTH_MAX) this.#forget();
    this.#waiting ??= this.#nextBatch();
    const { paths, files } = this.#waiting;
    paths.push(path);
    return (await files).get(path);
  }

  #nextBatch(): Batch {
    const paths: RepoPath[] = [];
    const files = Promise.resolve().then(async () => {
      this.#waiting = undefined;
      this.#singleReads++;
      const isAll = this.#singleReads === SINGLE_READS_MAX;
      const rows = await this.#database.read(
        `${FILES} ${isAll ? '' : 'and f.path = any($2)'} group by f.path, f.hash, f.size_bytes`,
        isAll ? [this.#projectId] : [this.#projectId, paths],
      );
      const read = new Map(sourcesOf(rows).map((file) => [file.path, file]));
      for (const [path, file] of read) {
        this.#keptLength += file.text.length;
        if (isAll) this.#kept.set(path, Promise.resolve(file));
      }
      return read;
    });
    return { paths, files };
  }

  #forget(): void {
    this.#kept.clear();
    this.#keptLength = 0;
    this.#singleReads = 0;
  }
}

interface Batch {
  readonly paths: RepoPath[];
  readonly files: Promise<ReadonlyMap<RepoPath, SourceFile>>;
}

function sourcesOf(rows: Rows): readonly SourceFile[] {
  return rows.map((row) => ({
    path: String(row['path']) as RepoPath,
    text: String(row['text']),
    hash: String(row['hash']),
    sizeBytes: Number(row['size_bytes']),
    mtimeMs: 0,
    ctimeMs: 0,
  }));
}
