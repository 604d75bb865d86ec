/** Chooses the projects that a question over all of them concerns, by statements in the database. */
import { staticModel } from '../../embed/static-model.ts';
import { embedQuestion } from '../../embed/static-question.ts';
import { isParameter } from '../../model/entry-point.ts';
import type { ProjectQuestion } from '../../project/workspace.ts';
import { parseQuery } from '../../query/parse-query.ts';
import { lastName } from '../../query/symbol-search.ts';
import type { Database, Rows } from '../database.ts';
import { INDEXED_DIMENSIONS, REQUEST_PARTS, ROUTE_PARTS } from '../migrations.ts';

/** Projects to choose from: the database's number by name. */
export type ProjectIds = ReadonlyMap<string, string>;

/**
 * Number of projects that one question searches. Each costs some milliseconds, and a reader holds
 * the indexes of few hundred.
 */
const CHOSEN_MAX = 12;
/** Terms looked up, rarest first. */
const TERMS_MAX = 12;
/** Expected number of files that all looked-up terms have together; each costs a page of the table. */
const FILES_MAX = 4000;
/** Share of the nearest meaning in a score, beside the words. */
const MEANING_SHARE = 0.5;
const NEAREST_FILES = 40;
/** Share of a symbol's name in a score: a name decides before the words of files. */
const NAME_SHARE = 2;
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

/** Symbols of one name that are looked at; bounds the time. */
const NAMES_MAX = 20_000;

/** An equal name, whatever its case, is worth more than one that begins so. */
const BY_NAME = `select project_id, max(weight) as weight from (
    (select project_id, 1 as weight from graph_memory.symbols
      where lower(name) = $1 and project_id = any($3::bigint[]) limit ${NAMES_MAX})
    union all
    (select project_id, 0.5 as weight from graph_memory.symbols
      where lower(name) like $2 and project_id = any($3::bigint[]) limit ${NAMES_MAX})) found
  group by project_id`;

/** Requests come before routes, which tell whether a request is to another project. */
const BY_REQUEST = `select project_id, max(weight) as weight from (
    select project_id, 100 + ${equalParts(REQUEST_PARTS)} as weight from graph_memory.requests
      where ${REQUEST_PARTS} && $1 and project_id = any($2::bigint[])
    union all
    select project_id, ${equalParts(ROUTE_PARTS)} as weight from graph_memory.entry_points
      where ${ROUTE_PARTS} && $1 and project_id = any($2::bigint[])) found
  group by project_id`;

function equalParts(parts: string): string {
  return `cardinality(array(select unnest(${parts}) intersect select unnest($1::text[])))`;
}

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
   * Returns the names of the projects that fit best, best first: those with files that have the
   * question's rare words, or whose meaning is near to it, or with symbols of the name. If none
   * fits, the first by name, so that the time is bounded in any case. Projects with requests
   * come before those with such routes.
   */
  async choose({ words, seeks }: ProjectQuestion, ids: ProjectIds): Promise<readonly string[]> {
    const numbers = [...ids.values()];
    if (seeks === 'requests') return best(ids, await this.#byRequest(words, numbers));
    if (ids.size <= CHOSEN_MAX) return [...ids.keys()];
    const [byTerms, byOther] = await Promise.all([
      this.#byTerms(words, numbers),
      seeks === 'symbols' ? this.#byName(words, numbers) : this.#byMeaning(words, numbers),
    ]);
    const share = seeks === 'symbols' ? NAME_SHARE : MEANING_SHARE;
    const scores = numbers.map((id) => {
      return [id, (byTerms.get(id) ?? 0) + share * (byOther.get(id) ?? 0)] as const;
    });
    const found = best(ids, new Map(scores));
    return found.length > 0 ? found : [...ids.keys()].slice(0, CHOSEN_MAX);
  }

  async #byRequest(routes: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = routes
      .toLowerCase()
      .split(/[/\n]/)
      .filter((part) => part !== '' && !isParameter(part));
    return weightsOf(await this.#database.read(BY_REQUEST, [[...new Set(known)], ids]));
  }

  async #byName(symbol: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const name = lastName(symbol).toLowerCase();
    const prefix = `${name.replace(/[\\%_]/g, '\\$&')}%`;
    return weightsOf(await this.#database.read(BY_NAME, [name, prefix, ids]));
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

/** Returns the names of the projects with the highest scores above 0. */
function best(ids: ProjectIds, scores: ReadonlyMap<string, number>): readonly string[] {
  return Array.from(ids, ([name, id]) => ({ name, score: scores.get(id) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, CHOSEN_MAX)
    .map(({ name }) => name);
}

function weightsOf(rows: Rows): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [String(row['project_id']), Number(row['weight'])]));
}
