/**
 * Builds the page-specific parts of a snapshot, and the two text indexes: one of code, one of
 * pages.
 */

import type { Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import type { FilePlace } from '../embed/static-chunks.ts';
import type { FileTerms } from '../index/file-terms.ts';
import { sharedFolderDepth } from '../index/path-words.ts';
import type { Pages, Snapshot } from '../index/snapshot.ts';
import { type TextIndex, TextIndexBuilder, updateTextIndexSteps } from '../index/text-index.ts';
import { isPagePath } from '../languages/registry.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileRecord } from '../store/file-record.ts';

type Records = ReadonlyMap<RepoPath, FileRecord>;
/** The text index of code and the text index of pages. */
export type Texts = Pick<Snapshot, 'text' | 'docsText'>;

export interface PagesRecord {
  readonly paths: readonly string[];
  readonly pages: readonly PageFacts[];
}

/** Builds both text indexes from files that are added one at a time. */
export class TextsBuilder {
  readonly #code = new TextIndexBuilder();
  readonly #pages = new TextIndexBuilder();

  add(path: RepoPath, terms: FileTerms): void {
    (isPagePath(path) ? this.#pages : this.#code).add(path, terms);
  }

  *buildSteps(): Task<Texts> {
    return { text: yield* this.#code.buildSteps(), docsText: yield* this.#pages.buildSteps() };
  }
}

/** The files of a project, split into code and pages; both sorted. */
interface SplitPaths {
  readonly code: readonly RepoPath[];
  readonly pages: readonly RepoPath[];
}

/**
 * Splits paths into code and pages. `before` is the split before a change; it speeds up the common
 * case that most files remain.
 */
export function splitPaths(
  paths: readonly RepoPath[],
  before: SplitPaths = { code: [], pages: [] },
): SplitPaths {
  const split: Record<keyof SplitPaths, RepoPath[]> = { code: [], pages: [] };
  const next = { code: 0, pages: 0 };
  for (const path of paths) {
    let side: keyof SplitPaths = 'code';
    if (before.code[next.code] === path) next.code++;
    else if (before.pages[next.pages] === path) {
      side = 'pages';
      next.pages++;
    } else {
      side = isPagePath(path) ? 'pages' : 'code';
      next[side] = lowerBound(before[side], path);
      if (before[side][next[side]] === path) next[side]++;
    }
    split[side].push(path);
  }
  return split;
}

/** Returns a function that gives the place of a file in its index. `paths` must be sorted. */
export function placesOf(paths: readonly RepoPath[]): (path: RepoPath) => FilePlace {
  const { code, pages } = splitPaths(paths);
  const [ofCode, ofPages] = [sharedFolderDepth(code), sharedFolderDepth(pages)];
  return (path) => ({ path, sharedFolderDepth: isPagePath(path) ? ofPages : ofCode });
}

/** The previous terms of the changed and removed files. */
export type TermsBefore = ReadonlyMap<RepoPath, FileTerms>;

/** Updates both text indexes; `records` are the new and changed files. */
export function* updateTextIndexesSteps(
  before: Texts,
  { code, pages }: SplitPaths,
  records: Records,
  termsBefore: TermsBefore | undefined,
): Task<Texts> {
  function* update(index: TextIndex, paths: readonly RepoPath[], isPage: boolean): Task<TextIndex> {
    const filesOf = (all: TermsBefore) =>
      new Map([...all].filter(([path]) => isPagePath(path) === isPage));
    const files = filesOf(new Map(Array.from(records, ([path, { terms }]) => [path, terms])));
    const isSame = files.size === 0 && paths.length === index.fileCount;
    if (isSame) return index;
    const change = { paths, files, before: termsBefore && filesOf(termsBefore) };
    return yield* updateTextIndexSteps(index, change);
  }
  const text = yield* update(before.text, code, false);
  return { text, docsText: yield* update(before.docsText, pages, true) };
}

/**
 * The origin of updated pages: the pages before all updates, and the changes since. If each update
 * kept the previous pages, a server would accumulate them all.
 */
interface Updated {
  readonly base: Pages;
  readonly changed: ReadonlyMap<RepoPath, PageFacts>;
}
const UPDATED = new WeakMap<Pages, Updated>();

export function updatePages(before: Pages, { pages: own }: SplitPaths, records: Records): Pages {
  if (own.length === 0) return () => new Map();
  const { base, changed: previous } = UPDATED.get(before) ?? { base: before, changed: new Map() };
  const fresh = new Map(pageEntries(records));
  const changed = new Map(entriesOf(own, (path) => fresh.get(path) ?? previous.get(path)));
  const pages = once(() => {
    const known = base();
    return new Map(entriesOf(own, (path) => changed.get(path) ?? known.get(path)));
  });
  UPDATED.set(pages, { base, changed });
  return pages;
}

function entriesOf(
  paths: readonly RepoPath[],
  pageOf: (path: RepoPath) => PageFacts | undefined,
): (readonly [RepoPath, PageFacts])[] {
  return paths.flatMap((path) => {
    const page = pageOf(path);
    return page === undefined ? [] : [[path, page] as const];
  });
}

function pageEntries(found: Records): (readonly [RepoPath, PageFacts])[] {
  return [...found].flatMap(([path, { facts }]) =>
    facts.page === undefined ? [] : [[path, facts.page] as const],
  );
}

export function toPagesRecord(pages: Pages): PagesRecord {
  const all = pages();
  return { paths: [...all.keys()], pages: [...all.values()] };
}

export function fromPagesRecord(read: () => PagesRecord): Pages {
  return once(() => {
    const { paths, pages } = read();
    return new Map(
      paths.flatMap((path, index) => {
        const page = pages[index];
        return page === undefined ? [] : [[path as RepoPath, page] as const];
      }),
    );
  });
}

/** Memoizes `make`, and releases it and everything it references after the first call. */
function once<Value>(make: () => Value): () => Value {
  let state: { readonly make: () => Value } | { readonly value: Value } = { make };
  return () => {
    if ('make' in state) state = { value: state.make() };
    return state.value;
  };
}
