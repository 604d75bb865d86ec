import { assert } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../model/edge.ts';
import { basenameOf } from '../model/path.ts';
import type { GraphFile, ResolvedEdge } from '../model/resolved-edge.ts';
import { type Declaration, fileSymbolId, SYMBOL_KINDS, VISIBILITIES } from '../model/symbol.ts';
import type { GraphColumns } from './columns.ts';
import { mergeSightings, NO_LINE, Sightings } from './merge-sightings.ts';
import { StringInterner } from './string-interner.ts';
import { SymbolGraph } from './symbol-graph.ts';

const CONTAINS = EDGE_KINDS.indexOf('contains');
const CALLS = EDGE_KINDS.indexOf('calls');

/**
 * Builds the graph of a project in O(files + declarations + edges).
 * Files are sorted by path. Nodes are numbered file by file: the file, then its declarations in order.
 * `contains` edges follow from the declarations' parents. Edges of equal source, target and kind
 * become one, with all lines and names, the strongest evidence and the form of the first line.
 * An edge from a node to itself is kept for `calls` (recursion) and dropped otherwise.
 * The answer does not depend on the order of `edges`.
 */
export function buildGraph(
  files: readonly GraphFile[],
  edges: readonly ResolvedEdge[],
): SymbolGraph {
  const strings = new StringInterner();
  const fileNode = numberNodes(files);
  const nodes = new NodeColumns(fileNode[files.length] as number);
  const fileLanguage = new Uint32Array(files.length);
  for (const [index, file] of files.entries()) {
    fileLanguage[index] = strings.intern(file.language);
    addFile(nodes, fileNode[index] as number, file, strings);
  }
  const sightings = new Sightings(nodes.nodeKind.length + edges.length);
  addContainment(sightings, nodes.nodeParent);
  for (const edge of edges) addEdge(sightings, edge, files, fileNode);
  const merged = mergeSightings(sightings, nodes.nodeKind.length, strings);
  const columns: GraphColumns = {
    strings: strings.strings,
    fileLanguage,
    fileNode,
    ...nodes,
    ...merged,
  };
  return new SymbolGraph(columns);
}

/** Returns the first node of each file, and one past the last node. */
function numberNodes(files: readonly GraphFile[]): Uint32Array {
  const fileNode = new Uint32Array(files.length + 1);
  let next = 0;
  for (const [index, file] of files.entries()) {
    const before = files[index - 1];
    if (before !== undefined)
      assert(compareStrings(before.path, file.path) < 0, `files not sorted at ${file.path}`);
    fileNode[index] = next;
    next += 1 + file.declarations.length;
  }
  fileNode[files.length] = next;
  return fileNode;
}

/** The node columns under construction; every field is one column of {@link GraphColumns}. */
class NodeColumns {
  readonly nodeKind: Uint8Array;
  readonly nodeName: Uint32Array;
  readonly nodeId: Int32Array;
  readonly nodeParent: Int32Array;
  readonly nodeSignature: Uint32Array;
  readonly nodeDoc: Uint32Array;
  readonly nodeStart: Uint32Array;
  readonly nodeEnd: Uint32Array;
  readonly nodeBodyStart: Uint32Array;
  readonly nodeStartLine: Uint32Array;
  readonly nodeEndLine: Uint32Array;
  readonly nodeFlags: Uint8Array;
  readonly nodeModifiers: Uint32Array;

  constructor(count: number) {
    this.nodeKind = new Uint8Array(count);
    this.nodeName = new Uint32Array(count);
    this.nodeId = new Int32Array(count);
    this.nodeParent = new Int32Array(count);
    this.nodeSignature = new Uint32Array(count);
    this.nodeDoc = new Uint32Array(count);
    this.nodeStart = new Uint32Array(count);
    this.nodeEnd = new Uint32Array(count);
    this.nodeBodyStart = new Uint32Array(count);
    this.nodeStartLine = new Uint32Array(count);
    this.nodeEndLine = new Uint32Array(count);
    this.nodeFlags = new Uint8Array(count);
    this.nodeModifiers = new Uint32Array(count);
  }
}

function addFile(
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

function addContainment(sightings: Sightings, nodeParent: Int32Array): void {
  const evidence = EVIDENCE.indexOf('exact');
  const form = EDGE_FORMS.indexOf('plain');
  for (let node = 0; node < nodeParent.length; node++) {
    const parent = nodeParent[node] as number;
    if (parent === -1) continue;
    sightings.add({
      source: parent,
      target: node,
      kind: CONTAINS,
      evidence,
      form,
      line: NO_LINE,
      names: [],
    });
  }
}

function addEdge(
  sightings: Sightings,
  edge: ResolvedEdge,
  files: readonly GraphFile[],
  fileNode: Uint32Array,
): void {
  const kind = EDGE_KINDS.indexOf(edge.kind);
  if (kind === CONTAINS) assert(false, 'contains edges follow from parents');
  if (!(edge.line >= 1)) assert(false, `line ${edge.line} of a ${edge.kind} edge`);
  const source = nodeOf(edge.sourceFile, edge.source, files, fileNode);
  const target = nodeOf(edge.targetFile, edge.target, files, fileNode);
  if (source === target && kind !== CALLS) return;
  sightings.add({
    source,
    target,
    kind,
    evidence: EVIDENCE.indexOf(edge.evidence),
    form: EDGE_FORMS.indexOf(edge.form),
    line: edge.line,
    names: edge.names,
  });
}

function nodeOf(
  file: number,
  declaration: number,
  files: readonly GraphFile[],
  fileNode: Uint32Array,
): number {
  const count = files[file]?.declarations.length ?? -1;
  if (!(declaration >= -1 && declaration < count))
    assert(false, `declaration ${declaration} of file ${file}`);
  return (fileNode[file] as number) + 1 + declaration;
}
