/** Checks links of pages for missing files, anchors and labels. */
import { nearestNames } from '../../base/edit-distance.ts';
import type { PageFacts } from '../../model/page.ts';
import { basenameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';
import { type Leading, resolveLink } from '../links/resolve-link.ts';
import type { Linked } from '../lookup/link-target.ts';
import type { Drift, FindingLocation } from './drift.ts';
import { bare, type LabelCheck } from './drift-labels.ts';

/** Matches links to files. A link without an ending, or to a generated page, is a site address. */
const FILE_ENDING = /\.(?!html?$)[a-z][a-z\d]{0,9}$/i;
const NEAR_MAX = 2;

export function linkDrift(
  project: Leading,
  { path, node }: FindingLocation,
  page: PageFacts,
  labels: LabelCheck,
  isThere: (path: RepoPath) => boolean,
): readonly Drift[] {
  const { linked } = project;
  return page.links.flatMap((link): readonly Drift[] => {
    const { section, line, target } = link;
    const found = resolveLink(project, path, link);
    if (link.form === 'name') return [];
    const at = { path, line, node: node(section), text: target, confidence: 'sure' } as const;
    if (found.form === 'noLabel') {
      const missing = labels.missing(path, target);
      const detail = `no page has the label ${target}`;
      return missing === undefined ? [] : [{ ...at, kind: 'missingLabel', detail, ...missing }];
    }
    if (found.form === 'noFile') {
      const isFile = !target.startsWith('/') && FILE_ENDING.test(found.path);
      if (!isFile || /[{}<>$*]/.test(target) || isThere(found.path)) return [];
      // On a site each page may be a folder, and links in plain HTML are relative to it.
      const onSite = joinRepoPath(path.replace(/\.\w+$/, ''), target.replace(/[?#].*$/, ''));
      if (onSite !== undefined && isThere(onSite)) return [];
      const near = sameName(linked, found.path);
      return [{ ...at, kind: 'missingFile', detail: `there is no ${found.path}`, near }];
    }
    if (found.form !== 'noAnchor' || found.path.endsWith('.mdx')) return [];
    const other = linked.pages.get(found.path);
    if (other?.isOpen === true) return [];
    const anchors = other?.anchors.map(({ name }) => name) ?? [];
    const isSpelledSo = anchors.some((name) => bare(name) === bare(found.anchor));
    // In a Sphinx manual it may be a declaration or a page, also of another project.
    const isName = target.startsWith('#') && /[./]/.test(found.anchor);
    if (isName && labels.settingsAround(path) !== undefined) return [];
    if (isSpelledSo || /^(readme$|:~:|L\d|\/|!)/i.test(found.anchor)) return [];
    const detail = `${found.path} has no heading or anchor #${found.anchor}`;
    const near = nearestNames(found.anchor, anchors, NEAR_MAX).map((name) => `#${name}`);
    return [{ ...at, kind: 'missingAnchor', detail, near }];
  });
}

/** Returns files of the same name elsewhere: the file may have moved. */
export function sameName({ graph }: Pick<Linked, 'graph'>, path: RepoPath): readonly string[] {
  const name = basenameOf(path);
  const same = graph.paths().filter((other) => basenameOf(other) === name);
  return same.length > NEAR_MAX ? [] : same;
}
