import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { NAME_ROLES, nameRoleOf } from '../../index/name-role.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { namesTests } from '../names/path-class.ts';

/** The properties of a declaration that are needed to choose a place. */
export interface FileDeclaration {
  readonly node: number;
  readonly kind: SymbolKind;
  readonly role: 'type' | 'function' | 'other';
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
 * Returns the declarations of a file that have meaningful names, in source order. The result is
 * cached.
 */
export function fileDeclarations(snapshot: Snapshot, path: string): readonly FileDeclaration[] {
  let files = CACHE.get(snapshot.graph);
  if (files === undefined || files.size >= CACHED_FILES_MAX) {
    files = new Map();
    CACHE.set(snapshot.graph, files);
  }
  let declarations = files.get(path);
  if (declarations === undefined) {
    declarations = deriveDeclarations(snapshot, path);
    files.set(path, declarations);
  }
  return declarations;
}

function deriveDeclarations({ graph, text }: Snapshot, path: string): FileDeclaration[] {
  const fileNode = graph.fileNode(path);
  const names = new Map<number, number>();
  const tests = new Set<number>();
  const found: FileDeclaration[] = [];
  for (const node of graph.symbolsOf(path)) {
    const { kind, name, parent, startLine, endLine } = graph.node(node);
    const number = text.nameNumber(name);
    names.set(node, number);
    if (tests.has(parent) || (kind === 'namespace' && namesTests(name))) tests.add(node);
    const bits = nameRoleOf({ kind, name, parent: parent === fileNode ? -1 : parent });
    if (bits === 0) continue;
    const role =
      bits === NAME_ROLES.type ? 'type' : bits === NAME_ROLES.other ? 'other' : 'function';
    const owner = names.get(parent) ?? -1;
    const isTest = tests.has(node);
    found.push({ node, kind, role, name: number, owner, startLine, endLine, isTest });
  }
  return found;
}
