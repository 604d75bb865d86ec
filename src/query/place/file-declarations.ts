import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { NAME_ROLES, nameRoleOf } from '../../index/name-role.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { namesTests } from '../names/path-class.ts';
import type { PlaceKind } from '../scope.ts';

/** The properties of a declaration that are needed to choose a place. */
export interface FileDeclaration {
  readonly node: number;
  readonly kind: SymbolKind;
  readonly role: 'type' | 'function' | 'constructor' | 'other';
  /** Number in the text index's list of names; −1 if it is not listed. */
  readonly name: number;
  readonly owner: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Whether it is an inline test: in a test namespace of the file that it tests. */
  readonly isTest: boolean;
}

/**
 * Maximum number of files whose declarations are cached; bounds the memory of a long-lived server.
 */
const CACHED_FILES_MAX = 4096;
const CACHE = new WeakMap<SymbolGraph, Map<string, readonly FileDeclaration[]>>();

/**
 * Returns the declarations of a file that have meaningful names, and constructors, in source order.
 * The result is cached.
 */
export function fileDeclarations(snapshot: Snapshot, path: string): readonly FileDeclaration[] {
  let files = CACHE.get(snapshot.graph);
  if (files === undefined || files.size >= CACHED_FILES_MAX) {
    files = new Map();
    CACHE.set(snapshot.graph, files);
  }
  let declarations = files.get(path);
  if (declarations === undefined) {
    const isPlace = ({ kind }: Pick<SymbolNode, 'kind'>, nameRole: number): boolean =>
      nameRole !== 0 || kind === 'constructor';
    declarations = deriveDeclarations(snapshot, path, isPlace);
    files.set(path, declarations);
  }
  return declarations;
}

const TESTS = new WeakMap<readonly FileDeclaration[], readonly FileDeclaration[]>();

/** Returns the inline tests of a file, in source order. */
export function inlineTests(snapshot: Snapshot, path: string): readonly FileDeclaration[] {
  const declarations = fileDeclarations(snapshot, path);
  return getOrCompute(TESTS, declarations, () => declarations.filter(({ isTest }) => isTest));
}

/** Returns the declarations of a file of some kinds, in source order; their names may say nothing. */
export function declarationsOfKinds(
  snapshot: Snapshot,
  path: string,
  kinds: readonly PlaceKind[],
): readonly FileDeclaration[] {
  return deriveDeclarations(snapshot, path, ({ kind }) => kinds.includes(kind));
}

function deriveDeclarations(
  { graph, text }: Snapshot,
  path: string,
  isIncluded: (declaration: Pick<SymbolNode, 'kind'>, nameRole: number) => boolean,
): FileDeclaration[] {
  const fileNode = graph.fileNode(path);
  const names = new Map<number, number>();
  const tests = new Set<number>();
  const found: FileDeclaration[] = [];
  for (const node of graph.symbolsOf(path)) {
    const { kind, name, parent, startLine, endLine } = graph.node(node);
    // A constructor has the name of its class or none: it is found by its owner and its content.
    const number = kind === 'constructor' ? -1 : text.nameNumber(name);
    names.set(node, number);
    if (tests.has(parent) || (kind === 'namespace' && namesTests(name))) tests.add(node);
    const bits = nameRoleOf({ kind, name, parent: parent === fileNode ? -1 : parent });
    if (!isIncluded({ kind }, bits)) continue;
    const role = roleOf(kind, bits);
    const owner = names.get(parent) ?? -1;
    const isTest = tests.has(node);
    found.push({ node, kind, role, name: number, owner, startLine, endLine, isTest });
  }
  return found;
}

function roleOf(kind: SymbolKind, nameRole: number): FileDeclaration['role'] {
  if (kind === 'constructor') return 'constructor';
  if (nameRole === NAME_ROLES.type) return 'type';
  return nameRole === NAME_ROLES.other ? 'other' : 'function';
}

/** Maximum number of declarations before a line that are checked for enclosing it. */
const ENCLOSING_LOOKED_AT_MAX = 256;

/** Returns the innermost declaration that contains all of the lines; undefined if there is none. */
export function enclosingDeclaration(
  snapshot: Snapshot,
  path: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): FileDeclaration | undefined {
  const declarations = fileDeclarations(snapshot, path);
  let low = 0;
  let high = declarations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(declarations, middle).startLine <= startLine) low = middle + 1;
    else high = middle;
  }
  // In source order an enclosing declaration precedes its members. Nesting is shallow but files are
  // long.
  const from = Math.max(0, low - ENCLOSING_LOOKED_AT_MAX);
  return declarations.slice(from, low).findLast((declaration) => declaration.endLine >= endLine);
}
