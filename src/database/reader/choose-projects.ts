/** Chooses the projects that a question over all of them concerns, by statements in the database. */
import { staticModel } from '../../embed/static-model.ts';
import { embedQuestion } from '../../embed/static-question.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { Database, Rows } from '../database.ts';
import { INDEXED_DIMENSIONS } from '../migrations.ts';

/** Projects to choose from: the database's number by name. */
export type ProjectIds = ReadonlyMap<string, string>;

/**
 * Number of projects that one question searches. Each costs some milliseconds, and a reader holds
 * the indexes of few hundred.
 */
const CHOSEN_MAX = 12;
/** Terms looked up, rarest first. */
const TERMS_MAX = 12;
/** Expected number of files that all looked-up terms have together; bounds the time. */
const FILES_MAX = 20_000;
/** Share of the nearest meaning in a score, beside the words. */
const MEANING_SHARE = 0.5;
const NEAREST_FILES = 40;
/** Statistics of the server change slowly. */
const COMMON_TERMS_MS = 60_000;

const BY_TERMS = `select project_id, max(weight) as weight from (
    select f.project_id, f.path, sum(q.weight) as weight
    from unnest($1::text[], $2::real[]) q (term, weight)
    join graph_memory.files f on f.terms @> array[q.term]
    where f.project_id = any($3::bigint[])
    group by f.project_id, f.path) found
  group by project_id`;

const BY_MEANING = `select project_id, max(nearness) as weight from (
    select project_id, 1 - (meaning::vector(${INDEXED_DIMENSIONS}) <=> $1::vector) as nearness
    from graph_memory.files
    where vector_dims(meaning) = ${INDEXED_DIMENSIONS} and project_id = any($2::bigint[])
    order by meaning::vector(${INDEXED_DIMENSIONS}) <=> $1::vector limit ${NEAREST_FILES}) near
  group by project_id`;

const COMMON = `select most_common_elems::text::text[] as terms, most_common_elem_freqs as shares,
    (select reltuples from pg_class where oid = 'graph_memory.files'::regclass) as files
  from pg_stats
  where schemaname = 'graph_memory' and tablename = 'files' and attname = 'terms'`;

interface CommonTerms {
  /** Share of files that have a term; terms that are not listed are rare. */
  readonly shares: ReadonlyMap<string, number>;
  readonly fileCount: number;
}

export class ProjectChooser {
  readonly #database: Database;
  readonly #hasVectors: boolean;
  readonly #now: () => number;
  #common: { readonly sinceMs: number; readonly terms: CommonTerms } | undefined;

  constructor(database: Database, hasVectors: boolean, now: () => number) {
    this.#database = database;
    this.#hasVectors = hasVectors;
    this.#now = now;
  }

  /**
   * Returns the names of the projects with the files that fit best, best first: files that have the
   * question's rare words, or whose meaning is near to it.
   */
  async choose(question: string, ids: ProjectIds): Promise<readonly string[]> {
    const numbers = [...ids.values()];
    const [byTerms, byMeaning] = await Promise.all([
      this.#byTerms(question, numbers),
      this.#byMeaning(question, numbers),
    ]);
    const scored = Array.from(ids, ([name, id]) => ({
      name,
      score: (byTerms.get(id) ?? 0) + MEANING_SHARE * (byMeaning.get(id) ?? 0),
    }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, CHOSEN_MAX)
      .map(({ name }) => name);
  }

  async #byTerms(question: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { terms, joined } = parseQuery(question);
    const weighed = weighTerms([...terms.map(({ stem }) => stem), ...joined], await this.#terms());
    const most = weighed.reduce((sum, { weight }) => sum + weight, 0);
    if (most === 0) return new Map();
    const rows = await this.#database.read(BY_TERMS, [
      weighed.map(({ term }) => term),
      weighed.map(({ weight }) => weight / most),
      ids,
    ]);
    return weightsOf(rows);
  }

  async #byMeaning(question: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (!this.#hasVectors) return new Map();
    const vector = embedQuestion(staticModel(), question);
    if (vector.every((value) => value === 0)) return new Map();
    const literal = `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`;
    return weightsOf(await this.#database.read(BY_MEANING, [literal, ids]));
  }

  async #terms(): Promise<CommonTerms> {
    const sinceMs = this.#now();
    if (this.#common !== undefined && sinceMs - this.#common.sinceMs < COMMON_TERMS_MS)
      return this.#common.terms;
    const [row] = await this.#database.read(COMMON);
    // The client returns both lists as arrays; the second ends with statistics of its own.
    const terms = (row?.['terms'] ?? []) as readonly string[];
    const shares = (row?.['shares'] ?? []) as readonly number[];
    const known = {
      shares: new Map(terms.map((term, place) => [term, shares[place] ?? 0])),
      fileCount: Math.max(1, Number(row?.['files'] ?? 1)),
    };
    this.#common = { sinceMs, terms: known };
    return known;
  }
}

interface WeighedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Weighs terms by their rarity, and drops common ones that the rare ones make superfluous. */
function weighTerms(terms: readonly string[], known: CommonTerms): readonly WeighedTerm[] {
  const { shares, fileCount } = known;
  const rarest = [...new Set(terms)]
    .map((term) => ({ term, share: shares.get(term) ?? 1 / fileCount }))
    .sort((a, b) => a.share - b.share)
    .slice(0, TERMS_MAX);
  const weighed: WeighedTerm[] = [];
  let files = 0;
  for (const { term, share } of rarest) {
    files += share * fileCount;
    if (files > FILES_MAX && weighed.length > 0) break;
    weighed.push({ term, weight: Math.log1p(1 / share) });
  }
  return weighed;
}

function weightsOf(rows: Rows): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [String(row['project_id']), Number(row['weight'])]));
}
