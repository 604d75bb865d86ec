/**
 * Labels of Sphinx that pages link to and none sets. Other projects' labels, and those that extensions make
 * when pages are built, look the same: told only where nearly all labels of a manual are its own.
 */
import { editDistance } from '../../base/edit-distance.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';
import { type Leading, resolveLink } from '../links/resolve-link.ts';

/** Sphinx makes them itself. */
const OF_SPHINX = /^(?:genindex|modindex|py-modindex|search)$/i;
const NAME = /^[\w.-]+(?: [\w.-]+)*$/;
/** Of the labels that pages of a manual link to, one may be unknown, and one more for so many that are known. */
const KNOWN_SHARE = 10;
/** Fewer show nothing. */
const KNOWN_MIN = 4;
/** One slip in so many letters. */
const LETTERS_PER_SLIP = 6;

/** The label that is probably meant, or none. */
interface MissingLabel {
  readonly near: readonly string[];
}

export class LabelCheck {
  readonly #project: Leading;
  readonly #isThere: (path: RepoPath) => boolean;
  readonly #trusted = new Map<RepoPath, boolean>();

  constructor(project: Leading, isThere: (path: RepoPath) => boolean) {
    this.#project = project;
    this.#isThere = isThere;
  }

  /** Of a label that leads nowhere; undefined where it may be there all the same. */
  missing(from: RepoPath, label: string): MissingLabel | undefined {
    const settings = isOwnName(label) ? this.settingsAround(from) : undefined;
    if (settings === undefined || !this.#isTrusted(settings)) return undefined;
    const near = this.#project.labels
      .names(dirnameOf(settings))
      .filter((own) => isSlip(label, own));
    return near.length === 0 && this.#hasForeign(settings) ? undefined : { near };
  }

  /** The `conf.py` of the manual that a page is of. */
  settingsAround(from: RepoPath): RepoPath | undefined {
    for (let folder = dirnameOf(from); folder !== ''; folder = dirnameOf(folder)) {
      const settings = joinRepoPath(folder, 'conf.py');
      if (settings !== undefined && this.#isThere(settings)) return settings;
    }
    return undefined;
  }

  /** Labels of other projects need nothing before them; a file that is not indexed may ask for some. */
  #hasForeign(settings: RepoPath): boolean {
    const { graph } = this.#project.linked;
    if (graph.fileNode(settings) === undefined) return true;
    return graph.byName('intersphinx_mapping').some((node) => graph.node(node).path === settings);
  }

  /** Most labels that its pages link to are set by them: no extension makes them. */
  #isTrusted(settings: RepoPath): boolean {
    return getOrCompute(this.#trusted, settings, () => {
      const { pages } = this.#project.linked;
      const root = `${dirnameOf(settings)}/`;
      const known = new Set<string>();
      const unknown = new Set<string>();
      for (const [path, { links }] of pages) {
        if (!path.startsWith(root)) continue;
        for (const link of links) {
          if (link.form !== 'label' || !isOwnName(link.target)) continue;
          const isKnown = resolveLink(this.#project, path, link).form === 'node';
          (isKnown ? known : unknown).add(link.target);
        }
      }
      return known.size >= KNOWN_MIN && (unknown.size - 1) * KNOWN_SHARE <= known.size;
    });
  }
}

/** Not with another project's name before it, and nothing to be filled in. */
function isOwnName(label: string): boolean {
  return NAME.test(label) && !OF_SPHINX.test(label);
}

function isSlip(label: string, own: string): boolean {
  const [written, there] = [bare(label), bare(own)];
  if (Math.abs(written.length - there.length) * LETTERS_PER_SLIP > written.length) return false;
  return editDistance(written, there) * LETTERS_PER_SLIP <= written.length;
}

/** Generators differ in what they make of spaces and signs. */
export function bare(label: string): string {
  return label.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}
