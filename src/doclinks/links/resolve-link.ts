/** Resolves any link of a page: to a file, a place on a page, or a declaration by name. */
import type { PageLink } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Labels } from '../lookup/labels.ts';
import { type Linked, type LinkTarget, linkTarget } from '../lookup/link-target.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { dottedTarget } from '../mentions/dotted-name.ts';

/** A link to a label that does not exist. */
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
  // In MyST, a label is a link target like a file, with or without a leading mark.
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

/**
 * Resolves a section by title, if Sphinx is configured for it: `Carts and shelves`,
 * `guide/carts:Carts and shelves`.
 */
function titled({ linked, labels }: Leading, from: RepoPath, name: string): LinkTarget | undefined {
  const [, page, title = ''] = /^([^:]+):(.+)$/.exec(name) ?? [];
  const found = page === undefined ? undefined : linkTarget(linked, from, `/${page}`);
  if (found?.form === 'node') {
    return scoped(labels.titled(title, linked.graph.pathOf(found.node)));
  }
  // A word in lower case is the name of a label, perhaps of another project.
  return /[A-Z\s]/.test(name) ? scoped(labels.titled(name)) : undefined;
}

/** Resolves a declaration by its full name: `shop.stock.Cart`. */
function declared(names: SymbolLookup, from: RepoPath, name: string): LinkTarget | undefined {
  const parts = /^\w+(?:\.\w+)+$/.test(name) ? name.split('.') : [];
  const node = parts.length === 0 ? undefined : dottedTarget(names, from, parts);
  return node === undefined ? undefined : { form: 'node', node, evidence: 'exact' };
}
