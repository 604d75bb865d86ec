/** What any link of a page leads to: a file, a place in a page, or a declaration by its name. */
import type { PageLink } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Labels } from '../lookup/labels.ts';
import { type Linked, type LinkTarget, linkTarget } from '../lookup/link-target.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { dottedTarget } from '../mentions/dotted-name.ts';

/** A link to a label that nothing is called. */
interface NoLabel {
  readonly form: 'noLabel';
}

export interface Leading {
  readonly names: SymbolLookup;
  readonly linked: Linked;
  readonly labels: Labels;
}

export function resolveLink(
  project: Leading,
  from: RepoPath,
  { target, form }: Pick<PageLink, 'target' | 'form'>,
): LinkTarget | NoLabel {
  const { names, linked, labels } = project;
  if (form === 'label') {
    return labelled(labels, from, target) ?? titled(project, from, target) ?? { form: 'noLabel' };
  }
  if (form === 'name') {
    const byName = labelled(labels, from, target) ?? declared(names, from, target);
    return byName ?? scoped(labels.anchored(target)) ?? linkTarget(linked, from, target);
  }
  const found = linkTarget(linked, from, target);
  // To MyST a label is a link's target as a file is, with a mark before it or without.
  if (found.form === 'noFile' && form === 'link') {
    return labelled(labels, from, target) ?? declared(names, from, target) ?? found;
  }
  const name = found.form === 'noAnchor' && target.startsWith('#') ? found.anchor : undefined;
  if (name === undefined) return found;
  return labelled(labels, from, name) ?? declared(names, from, name) ?? found;
}

function labelled(labels: Labels, from: RepoPath, name: string): LinkTarget | undefined {
  const node = labels.labelled(from, name);
  return node === undefined ? undefined : { form: 'node', node, evidence: 'exact' };
}

function scoped(node: number | undefined): LinkTarget | undefined {
  return node === undefined ? undefined : { form: 'node', node, evidence: 'scoped' };
}

/** `Carts and shelves`, `guide/carts:Carts and shelves`: sections by their titles, where Sphinx is set so. */
function titled({ linked, labels }: Leading, from: RepoPath, name: string): LinkTarget | undefined {
  const [, page, title = ''] = /^([^:]+):(.+)$/.exec(name) ?? [];
  const found = page === undefined ? undefined : linkTarget(linked, from, `/${page}`);
  if (found?.form === 'node') {
    return scoped(labels.titled(title, linked.graph.node(found.node).path));
  }
  // A word in small letters is a label's name, perhaps of another project.
  return /[A-Z\s]/.test(name) ? scoped(labels.titled(name)) : undefined;
}

/** By its whole name: `shop.stock.Cart`. */
function declared(names: SymbolLookup, from: RepoPath, name: string): LinkTarget | undefined {
  const parts = /^\w+(?:\.\w+)+$/.test(name) ? name.split('.') : [];
  const node = parts.length === 0 ? undefined : dottedTarget(names, from, parts);
  return node === undefined ? undefined : { form: 'node', node, evidence: 'exact' };
}
