/**
 * Resolves link targets that any page can reach by name alone: labels of Sphinx and MyST, and
 * titles.
 */
import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { PageAnchor } from '../../model/page.ts';
import { dirnameOf, type RepoPath } from '../../model/path.ts';
import { lookupKey, type SharedLookup } from '../invalidation/dependency-keys.ts';
import type { Linked } from './link-target.ts';

interface LabelPlace {
  readonly path: RepoPath;
  readonly node: number;
}

type LabelTable = Exclude<SharedLookup, 'conventions'>;
type LabelPlaces = ReadonlyMap<string, readonly LabelPlace[]>;

export class Labels {
  readonly #linked: Linked;
  // Created lazily: the pages of most projects link by path only.
  readonly #tables = new Map<LabelTable, LabelPlaces>();

  constructor(linked: Linked) {
    this.#linked = linked;
  }

  /**
   * Returns the target that pages of the project give this label. If there are several, the one
   * nearest to `from` is used.
   */
  labelled(from: RepoPath, name: string): number | undefined {
    return nearest(from, this.#table('labels').get(plainLabel(name)) ?? []);
  }

  names(folder: string): readonly string[] {
    const isInside = ({ path }: LabelPlace): boolean => path.startsWith(`${folder}/`);
    return [...this.#table('labels')]
      .filter(([, places]) => places.some(isInside))
      .map(([name]) => name);
  }

  /** Returns the heading or anchor with this name, if there is exactly one. */
  anchored(name: string): number | undefined {
    return onlyOne(this.#table('anchors').get(plainLabel(name)));
  }

  /** Returns the section with this title, if it is the only one, on one page or on all pages. */
  titled(title: string, page?: RepoPath): number | undefined {
    const places = this.#table('titles').get(plainLabel(title)) ?? [];
    return onlyOne(page === undefined ? places : places.filter(({ path }) => path === page));
  }

  /** Returns a line for each name of a table, with the places that have it. */
  lines(table: LabelTable): readonly string[] {
    const { graph } = this.#linked;
    return Array.from(this.#table(table), ([name, places]) =>
      [name, ...places.map(({ node }) => graph.node(node).id)].join('\n'),
    ).sort();
  }

  #table(table: LabelTable): LabelPlaces {
    this.#linked.dependencies?.add(lookupKey(table));
    return getOrCompute(this.#tables, table, () =>
      table === 'titles'
        ? this.#sections()
        : this.#anchorsWith(({ isLabel = false }) => isLabel === (table === 'labels')),
    );
  }

  #anchorsWith(isMatch: (anchor: PageAnchor) => boolean): LabelPlaces {
    const { graph, pages } = this.#linked;
    const places = new Map<string, LabelPlace[]>();
    for (const [path, { anchors }] of pages) {
      const file = graph.fileNode(path);
      if (file === undefined) continue;
      for (const anchor of anchors.filter(isMatch)) {
        appendTo(places, plainLabel(anchor.name), { path, node: file + 1 + anchor.section });
      }
    }
    return places;
  }

  #sections(): LabelPlaces {
    const { graph, pages } = this.#linked;
    const places = new Map<string, LabelPlace[]>();
    for (const path of pages.keys()) {
      for (const node of graph.symbolsOf(path)) {
        appendTo(places, plainLabel(graph.node(node).name), { path, node });
      }
    }
    return places;
  }
}

/** Normalizes a label as Sphinx does for comparison. */
function plainLabel(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

function onlyOne(places: readonly LabelPlace[] = []): number | undefined {
  const [only, ...others] = new Set(places.map(({ node }) => node));
  return others.length > 0 ? undefined : only;
}

/**
 * Prefers the page itself, then the innermost folder around it that has a match. Projects with
 * several manuals repeat names.
 */
function nearest(from: RepoPath, places: readonly LabelPlace[]): number | undefined {
  const [here] = places.filter(({ path }) => path === from);
  if (here !== undefined) return here.node;
  for (let folder = dirnameOf(from); folder !== ''; folder = dirnameOf(folder)) {
    const inside = places.filter(({ path }) => path.startsWith(`${folder}/`));
    if (inside.length > 0) return onlyOne(inside);
  }
  return onlyOne(places);
}
