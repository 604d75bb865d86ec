/**
 * Checks Sphinx labels that pages link to but no page sets. Labels of other projects, and labels
 * that extensions create during the build, look the same. Findings are therefore reported only if
 * nearly all labels of a manual are its own.
 */
import { editDistance } from '../../base/edit-distance.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';
import { type Leading, resolveLink } from '../links/resolve-link.ts';

/** Labels that Sphinx itself creates. */
const OF_SPHINX = /^(?:genindex|modindex|py-modindex|search)$/i;
const NAME = /^[\w.-]+(?: [\w.-]+)*$/;
/** One linked label of a manual may be unknown, plus one for each this many known ones. */
const KNOWN_SHARE = 10;
/** Fewest known labels that allow a conclusion. */
const KNOWN_MIN = 4;
/** One typing error is accepted for each this many letters. */
const LETTERS_PER_SLIP = 6;

/** The labels that were probably intended, or none. */
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

  /** Checks a label that cannot be resolved. Returns undefined when it may exist all the same. */
  missing(from: RepoPath, label: string): MissingLabel | undefined {
    const settings = isOwnName(label) ? this.settingsAround(from) : undefined;
    if (settings === undefined || !this.#isTrusted(settings)) return undefined;
    const near = this.#project.labels
      .names(dirnameOf(settings))
      .filter((own) => isSlip(label, own));
    return near.length === 0 && this.#hasForeign(settings) ? undefined : { near };
  }

  /** Returns the `conf.py` of the manual that contains a page. */
  settingsAround(from: RepoPath): RepoPath | undefined {
    for (let folder = dirnameOf(from); folder !== ''; folder = dirnameOf(folder)) {
      const settings = joinRepoPath(folder, 'conf.py');
      if (settings !== undefined && this.#isThere(settings)) return settings;
    }
    return undefined;
  }

  /**
   * Whether labels of other projects may be used; they need no prefix. Assumed if the settings file
   * is not indexed.
   */
  #hasForeign(settings: RepoPath): boolean {
    const { graph } = this.#project.linked;
    if (graph.fileNode(settings) === undefined) return true;
    return graph.byName('intersphinx_mapping').some((node) => graph.pathOf(node) === settings);
  }

  /**
   * Whether most labels that a manual's pages link to are set by the pages, and not by an
   * extension.
   */
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

/** Whether a label has no prefix of another project and no placeholder. */
function isOwnName(label: string): boolean {
  return NAME.test(label) && !OF_SPHINX.test(label);
}

function isSlip(label: string, own: string): boolean {
  const [written, there] = [bare(label), bare(own)];
  if (Math.abs(written.length - there.length) * LETTERS_PER_SLIP > written.length) return false;
  return editDistance(written, there) * LETTERS_PER_SLIP <= written.length;
}

/** Normalizes a label, because generators treat spaces and punctuation differently. */
export function bare(label: string): string {
  return label.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}
