import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { NAME_ROLES, nameRoleOf } from '../../index/name-role.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { namesTests } from '../names/path-class.ts';

/** What choosing a place needs of a declaration. */
export interface FileDeclaration {
  readonly node: number;
  readonly kind: SymbolKind;
  readonly role: 'type' | 'function' | 'other';
  /** Numbers in the text index's list of names; −1 for none. */
  readonly name: number;
  readonly owner: number;
  readonly startLine: number;
  readonly endLine: number;
  /** It is one of the tests that stand in the file they test, in a namespace of their own. */
  readonly isTest: boolean;
}

/** Files whose declarations are remembered; a bound, so that a long-lived server does not grow. */
const CACHED_FILES_MAX = 4096;
const CACHE = new WeakMap<SymbolGraph, Map<string, readonly FileDeclaration[]>>();

/** The declarations of a file whose names say something, in source order; made once and kept. */
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
