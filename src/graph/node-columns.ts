import { assert } from '../base/assert.ts';
import { basenameOf } from '../model/path.ts';
import type { GraphFile } from '../model/resolved-edge.ts';
import { type Declaration, fileSymbolId, SYMBOL_KINDS, VISIBILITIES } from '../model/symbol.ts';
import { NODE_COLUMNS, type NodeColumns } from './columns.ts';
import type { StringInterner } from './string-interner.ts';

/** Creates the columns of nodes, to be filled. */
export function nodeColumns(count: number): NodeColumns {
  const columns = Object.entries(NODE_COLUMNS).map(([name, Class]) => [name, new Class(count)]);
  return Object.fromEntries(columns);
}

/** Copies columns of nodes to columns of another length. */
export function resizedNodes(nodes: NodeColumns, count: number): NodeColumns {
  const resized = nodeColumns(count);
  for (const name of Object.keys(NODE_COLUMNS) as (keyof NodeColumns)[])
    resized[name].set(nodes[name].subarray(0, count));
  return resized;
}

export function addFile(
  nodes: NodeColumns,
  first: number,
  file: GraphFile,
  strings: StringInterner,
): void {
  nodes.nodeKind[first] = SYMBOL_KINDS.indexOf('file');
  nodes.nodeName[first] = strings.intern(basenameOf(file.path));
  const path = strings.intern(file.path);
  nodes.nodeId[first] = ~path;
  nodes.nodeParent[first] = -1;
  nodes.nodeSignature[first] = path;
  nodes.nodeDoc[first] = strings.intern(file.doc);
  nodes.nodeStartLine[first] = 1;
  nodes.nodeEndLine[first] = file.lineCount;
  addFingerprints(nodes, first, file);
  let index = 0;
  for (const declaration of file.declarations) {
    const { parent } = declaration;
    if (!(parent >= -1 && parent < index)) assert(false, `parent ${parent} of ${declaration.id}`);
    const parentId = parent === -1 ? fileSymbolId(file.path) : file.declarations[parent]?.id;
    const node = first + 1 + index;
    nodes.nodeId[node] = idPart(declaration.id, `${parentId}::`, strings);
    nodes.nodeParent[node] = first + 1 + parent;
    addDeclaration(nodes, node, declaration, strings);
    index++;
  }
}

function addFingerprints(nodes: NodeColumns, first: number, { fingerprints }: GraphFile): void {
  for (let row = 0; row < (fingerprints?.length ?? 0); row += 2) {
    nodes.nodeHead[first + row / 2] = fingerprints?.[row] ?? 0;
    nodes.nodeBody[first + row / 2] = fingerprints?.[row + 1] ?? 0;
  }
}

function idPart(id: string, prefix: string, strings: StringInterner): number {
  return id.startsWith(prefix) ? strings.intern(id.slice(prefix.length)) : ~strings.intern(id);
}

function addDeclaration(
  nodes: NodeColumns,
  node: number,
  declaration: Declaration,
  strings: StringInterner,
): void {
  nodes.nodeKind[node] = SYMBOL_KINDS.indexOf(declaration.kind);
  nodes.nodeName[node] = strings.intern(declaration.name);
  nodes.nodeSignature[node] = strings.intern(declaration.signature);
  nodes.nodeDoc[node] = strings.intern(declaration.doc);
  nodes.nodeStart[node] = declaration.start;
  nodes.nodeEnd[node] = declaration.end;
  nodes.nodeBodyStart[node] = declaration.bodyStart;
  nodes.nodeStartLine[node] = declaration.startLine;
  nodes.nodeEndLine[node] = declaration.endLine;
  nodes.nodeFlags[node] =
    (declaration.exported ? 1 : 0) | (VISIBILITIES.indexOf(declaration.visibility) << 1);
  nodes.nodeModifiers[node] = declaration.modifiers;
}
