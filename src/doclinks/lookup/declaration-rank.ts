/** Chooses between several declarations of one name. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { basenameOf, dirnameOf, type RepoPath } from '../../model/path.ts';
import { isNonApiPath } from './non-api-paths.ts';

export const TYPES = /^(class|interface|typeAlias|enum|namespace)$/;

/**
 * Prefers types to values, and a plain id to one with `~2`: it is the implementation of an
 * overloaded function.
 */
function worth({ kind, id }: SymbolNode): number {
  return (TYPES.test(kind) ? 2 : 0) + (/~\d+$/.test(id) ? 0 : 1);
}

/**
 * Whether a file's declaration is preferred to an equal one: the file named after the symbol wins,
 * then the shorter path.
 */
function precedes(node: SymbolNode, known: SymbolNode): boolean {
  const isCalledSo = ({ path, name }: SymbolNode): boolean =>
    basenameOf(path).replace(/\.\w+$/, '') === name;
  if (isCalledSo(node) !== isCalledSo(known)) return isCalledSo(node);
  // A C++ template is preferred to its specializations.
  const length = ({ language, signature }: SymbolNode): number =>
    languageById(language)?.specializesTemplates === true ? signature.length : 0;
  if (length(node) !== length(known)) return length(node) < length(known);
  return node.path.length < known.path.length;
}

/** The first in worth of those that are declared in one place. */
export function onePerPlace(nodes: readonly SymbolNode[]): readonly SymbolNode[] {
  const byPlace = new Map<string, SymbolNode>();
  for (const node of nodes) {
    const key = `${node.path}\n${node.parent}`;
    const known = byPlace.get(key);
    if (known === undefined || worth(node) > worth(known)) byPlace.set(key, node);
  }
  return [...byPlace.values()];
}

/**
 * Returns one symbol each for declarations that are split into parts or repeated for each platform,
 * in files of one folder.
 */
export function onePerName(nodes: readonly SymbolNode[]): readonly SymbolNode[] {
  const byName = new Map<string, SymbolNode>();
  for (const node of nodes) {
    const name = node.id.slice(node.path.length).replaceAll(/~\d+/g, '');
    const isFolderOne = languageById(node.language)?.declaresAcrossFolder === true;
    const key = `${isFolderOne ? dirnameOf(node.path) : node.path}\n${name}`;
    const known = byName.get(key);
    if (known === undefined || precedes(node, known)) byName.set(key, node);
  }
  return [...byName.values()];
}

function isTypings(path: RepoPath): boolean {
  return /\.d\.[cm]?ts$/.test(path);
}

/** Removes declarations in separate typings if the symbol itself is declared in code. */
export function withoutTypings(nodes: readonly SymbolNode[]): readonly SymbolNode[] {
  if (!nodes.some(({ path }) => isTypings(path))) return nodes;
  const nameOf = ({ id, path }: SymbolNode): string =>
    id.slice(path.length).replaceAll(/~\d+/g, '');
  const made = new Set(
    nodes.filter(({ path }) => !isTypings(path) && !isNonApiPath(path)).map(nameOf),
  );
  return nodes.filter((node) => !isTypings(node.path) || !made.has(nameOf(node)));
}

/** Whether a type declares the member as absent: `merge?: never`. */
export function isNeverProperty({ kind, signature }: SymbolNode): boolean {
  return kind === 'property' && /^[\w$]+\?:\s*(?:never|undefined)\s*[;,]?$/.test(signature);
}
