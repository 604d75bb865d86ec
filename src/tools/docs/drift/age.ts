/** Sections that are older than the code they explain, by what git says of their lines. */
import { type LineAge, lineAges } from '../../../git/line-ages.ts';
import type { SymbolGraph, SymbolNode } from '../../../graph/symbol-graph.ts';
import type { RepoPath } from '../../../model/path.ts';
import type { Project } from '../../../project/project.ts';
import { Sources } from '../../answer/sources.ts';

const DAY_S = 86_400;
/** Changes that leave the meaning as it was. */
const COSMETIC =
  /^(?:style|format|lint|typos?)\b|^\w+\((?:format|lint|style)\)|\b(?:prettier|reformat(?:ted)?|eslint|biome|ruff|gofmt|whitespace)\b/i;
const HAS_MEMBERS = /^(?:class|interface|enum|namespace)$/;

/** A change of code after the section that explains it was last edited. */
export interface LaterChange {
  readonly symbol: SymbolNode;
  /** What callers see of it is another. */
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

/** A project and the graph that nodes are numbers of. */
export interface Place {
  readonly project: Project;
  readonly graph: SymbolGraph;
}

/** The ages of lines, asked of git once per file. */
export class Ages {
  readonly #project: Project;
  readonly #graph: SymbolGraph;
  readonly #sources: Sources;
  readonly #lines = new Map<RepoPath, Promise<readonly LineAge[] | undefined>>();

  constructor({ project, graph }: Place) {
    this.#project = project;
    this.#graph = graph;
    this.#sources = new Sources(project);
  }

  /** When a section's own text was last edited; undefined when git does not say. */
  async edited(section: number): Promise<number | undefined> {
    const newest = await this.#newest(this.#own(this.#graph.node(section)), () => true);
    return newest?.timeS;
  }

  /** The last change of a symbol that is later than a time, first of what callers see. */
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

  /** Without what is inside of it and is explained, or changes, by itself. */
  #own({ index, kind, path, startLine, endLine }: SymbolNode): Lines {
    const isWhole = kind !== 'section' && !HAS_MEMBERS.test(kind);
    const inner = isWhole ? [] : this.#graph.outgoing(index, ['contains']);
    const starts = inner.map(({ target }) => this.#graph.node(target).startLine - 1);
    const last = Math.max(startLine, Math.min(endLine, ...starts));
    return { path, first: startLine, last };
  }

  /** Undefined also when the lines are not those that were committed. */
  async #newest(
    { path, first, last }: Lines,
    isIncluded: (age: LineAge) => boolean,
  ): Promise<LineAge | undefined> {
    let ages = this.#lines.get(path);
    if (ages === undefined) {
      ages = lineAges(this.#project.root, path);
      this.#lines.set(path, ages);
    }
    const all = await ages;
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
