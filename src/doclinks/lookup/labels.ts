/** Places that pages link to by a name alone, from any page: labels of Sphinx and MyST, and titles. */
import { appendTo } from '../../base/append-to.ts';
import type { PageAnchor } from '../../model/page.ts';
import { dirnameOf, type RepoPath } from '../../model/path.ts';
import type { Linked } from './link-target.ts';

interface LabelPlace {
  readonly path: RepoPath;
  readonly node: number;
}

type LabelPlaces = ReadonlyMap<string, readonly LabelPlace[]>;

export class Labels {
  readonly #linked: Linked;
  // Made when first asked for: most projects' pages link by paths alone.
  #set: LabelPlaces | undefined;
  #anchors: LabelPlaces | undefined;
  #titles: LabelPlaces | undefined;

  constructor(linked: Linked) {
    this.#linked = linked;
  }

  /** What a page of the project calls so; of several, what is nearest to `from`. */
  labelled(from: RepoPath, name: string): number | undefined {
    this.#set ??= this.#anchorsWith(({ isLabel }) => isLabel === true);
    return nearest(from, this.#set.get(plainLabel(name)) ?? []);
  }

  /** Those that pages in a folder set. */
  names(folder: string): readonly string[] {
    this.#set ??= this.#anchorsWith(({ isLabel }) => isLabel === true);
    const isInside = ({ path }: LabelPlace): boolean => path.startsWith(`${folder}/`);
    return [...this.#set].filter(([, places]) => places.some(isInside)).map(([name]) => name);
  }

  /** The one heading or anchor that has the name on its page. */
  anchored(name: string): number | undefined {
    this.#anchors ??= this.#anchorsWith(({ isLabel }) => isLabel !== true);
    return onlyOne(this.#anchors.get(plainLabel(name)));
  }

  /** The one section of that title, of a page or of all. */
  titled(title: string, page?: RepoPath): number | undefined {
    this.#titles ??= this.#sections();
    const places = this.#titles.get(plainLabel(title)) ?? [];
    return onlyOne(page === undefined ? places : places.filter(({ path }) => path === page));
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

/** As Sphinx compares them. */
function plainLabel(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

function onlyOne(places: readonly LabelPlace[] = []): number | undefined {
  const [only, ...others] = new Set(places.map(({ node }) => node));
  return others.length > 0 ? undefined : only;
}

/** On the page, or in the innermost folder around it that has any: projects of several manuals repeat names. */
function nearest(from: RepoPath, places: readonly LabelPlace[]): number | undefined {
  const [here] = places.filter(({ path }) => path === from);
  if (here !== undefined) return here.node;
  for (let folder = dirnameOf(from); folder !== ''; folder = dirnameOf(folder)) {
    const inside = places.filter(({ path }) => path.startsWith(`${folder}/`));
    if (inside.length > 0) return onlyOne(inside);
  }
  return onlyOne(places);
}
