/** Finds sections that are older than the code they explain, by the ages of their lines in git. */
import { type LineAge, lineAges } from '../../../git/line-ages.ts';
import type { SymbolGraph, SymbolNode } from '../../../graph/symbol-graph.ts';
import type { RepoPath } from '../../../model/path.ts';
import type { Project } from '../../../project/project.ts';
import { Sources } from '../../answer/sources.ts';
import type { OpenIndex } from '../../context.ts';

const DAY_S = 86_400;
/** Matches subjects of commits that do not change behaviour. */
const COSMETIC =
  /^(?:style|format|lint|typos?)\b|^\w+\((?:format|lint|style)\)|\b(?:prettier|reformat(?:ted)?|eslint|biome|ruff|gofmt|whitespace)\b/i;
const HAS_MEMBERS = /^(?:class|interface|enum|namespace)$/;

/** A code change made after the section that explains the code was last edited. */
export interface LaterChange {
  readonly symbol: SymbolNode;
  /** Whether the change affects the declaration's head, which callers see. */
  readonly isOfHead: boolean;
  readonly sectionTimeS: number;
  readonly changed: LineAge;
}

/** 1-based, inclusive. */
interface Lines {
  readonly path: RepoPath;
  readonly first: number;
  readonly last: number;
}

type FileAges = Promise<readonly LineAge[] | undefined>;

/** The ages of lines in one commit, by file: asking git takes longer than the rest of an answer. */
interface CommitAges {
  readonly commit: string | undefined;
  readonly files: Map<RepoPath, FileAges>;
}

/** Those of the last commit of each project. */
const KNOWN = new WeakMap<Project, CommitAges>();

/** Files that are kept; about 100 kB each. Documented code and its pages are fewer. */
const FILES_MAX = 300;

function agesOf({ project, commit }: OpenIndex): CommitAges {
  const known = KNOWN.get(project);
  if (known !== undefined && known.commit === commit && commit !== undefined) return known;
  const own = { commit, files: new Map<RepoPath, FileAges>() };
  KNOWN.set(project, own);
  return own;
}

/** The ages of lines; git is queried once per file and commit. */
export class Ages {
  readonly #project: Project;
  readonly #graph: SymbolGraph;
  readonly #sources: Sources;
  readonly #known: CommitAges;

  constructor(open: OpenIndex) {
    this.#project = open.project;
    this.#known = agesOf(open);
    this.#graph = open.snapshot.graph;
    this.#sources = new Sources(open);
  }

  /** Returns when a section's own text was last edited, or undefined if git does not know. */
  async edited(section: number): Promise<number | undefined> {
    const newest = await this.#newest(this.#own(this.#graph.node(section)), () => true);
    return newest?.timeS;
  }

  /**
   * Returns the last change of a symbol after a time. A change of its head, which callers see,
   * takes precedence.
   */
  async laterThan(sectionTimeS: number, symbol: number): Promise<LaterChange | undefined> {
    const node = this.#graph.node(symbol);
    if (node.kind === 'file' || node.kind === 'section') return undefined;
    const isLater = ({ timeS, subject }: LineAge): boolean =>
      timeS > sectionTimeS + DAY_S && !COSMETIC.test(subject);
    const own = this.#own(node);
    const { text } = await this.#sources.of(node.path);
    const head = text.slice(node.start, node.bodyStart).trimEnd().split('\n').length;
    const cut = Math.min(own.last, own.first + head - 1);
    const ofHead = await this.#newest({ ...own, last: cut }, isLater);
    const changed = ofHead ?? (await this.#newest({ ...own, first: cut + 1 }, isLater));
    return changed && { symbol: node, isOfHead: ofHead !== undefined, sectionTimeS, changed };
  }

  /**
   * Returns the node's own lines, without contained symbols or sections, which are checked on their
   * own.
   */
  #own({ index, kind, path, startLine, endLine }: SymbolNode): Lines {
    const isWhole = kind !== 'section' && !HAS_MEMBERS.test(kind);
    const inner = isWhole ? [] : this.#graph.outgoing(index, ['contains']);
    const starts = inner.map(({ target }) => this.#graph.node(target).startLine - 1);
    const last = Math.max(startLine, Math.min(endLine, ...starts));
    return { path, first: startLine, last };
  }

  #agesOf(path: RepoPath): FileAges {
    const { commit, files } = this.#known;
    const found = files.get(path);
    if (found !== undefined) return found;
    const ages = lineAges(this.#project.root, path, commit);
    ages.catch(() => files.delete(path));
    const [oldest] = files.keys();
    if (files.size >= FILES_MAX && oldest !== undefined) files.delete(oldest);
    files.set(path, ages);
    return ages;
  }

  /**
   * Returns the newest included line age; undefined if git has none or the lines differ from the
   * committed ones.
   */
  async #newest(
    { path, first, last }: Lines,
    isIncluded: (age: LineAge) => boolean,
  ): Promise<LineAge | undefined> {
    const all = await this.#agesOf(path);
    const { lines, isStale } = await this.#sources.of(path);
    if (all === undefined || isStale) return undefined;
    const own = all.slice(first - 1, last);
    const isCommitted = own.every(
      ({ text }, row) => text.trimEnd() === lines[first - 1 + row]?.trimEnd(),
    );
    if (!isCommitted) return undefined;
    let newest: LineAge | undefined;
    for (const age of own) {
      if (isIncluded(age) && age.timeS > (newest?.timeS ?? 0)) newest = age;
    }
    return newest;
  }
}

export function isoDay(timeS: number): string {
  return new Date(timeS * 1000).toISOString().slice(0, 10);
}
