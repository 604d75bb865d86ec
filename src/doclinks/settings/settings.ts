/** Decides which symbols may be settings, or options of a call. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';

const OPTIONS = /config|option|setting|flag|param|^args$|args?(?=[A-Z]|$)|^cli/i;
const OPTIONS_IN_SHORT = /(?:^opt|Opt)s?(?![a-z])/;

/** Whether a member belongs to a type whose name says options. */
export function isOfOptions(names: SymbolLookup, { parent }: SymbolNode): boolean {
  if (parent < 0) return false;
  const { kind, name } = names.node(parent);
  return kind !== 'file' && (OPTIONS.test(name) || OPTIONS_IN_SHORT.test(name));
}

/** Whether a member is a value, or a function that may be provided: `merge?(a, b): void`. */
export function isSetting(names: SymbolLookup, node: SymbolNode): boolean {
  const { kind, parent, path, name, signature } = node;
  if (parent < 0 || names.isNonApiPath(path) || names.node(parent).kind === 'file') return false;
  return (
    /^(field|property|accessor)$/.test(kind) ||
    (kind === 'method' && signature.startsWith(`${name}?`))
  );
}

/**
 * Whether a member's type is named after its owner: `build` for `BuildConfig`, `html` for
 * `HtmlConfig`.
 */
export function isNamedAfter(names: SymbolLookup, { parent }: SymbolNode, owner: string): boolean {
  const plain = owner.replaceAll(/[-_]/g, '').toLowerCase();
  const type = names.node(parent).name.replaceAll('_', '').toLowerCase();
  return type.endsWith(plain) || type.replace(/(?:config|options|settings)$/, '').endsWith(plain);
}
