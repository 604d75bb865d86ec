import type ts from 'typescript';
import type { FileReader } from './file-reader.ts';
import type { CompilerSite } from './site.ts';

/** Returns the symbol that a type names; undefined for nodes other than named types. */
export function typeSite(reader: FileReader, node: ts.Node): CompilerSite | undefined {
  const named = namedType(reader, node);
  if (named === undefined) return undefined;
  const meaning = reader.lookup.meaningOf(named.name);
  if (meaning === undefined) return undefined;
  const site = {
    kind: 'references' as const,
    path: reader.path,
    line: reader.lineAt(named.start.getStart(reader.file)),
    form: 'type' as const,
    ...meaning,
  };
  const isOwn = site.targets.some((target) => encloses(reader, target, node));
  // A type's mention of itself need not be an edge.
  return isOwn ? { ...site, requirement: 'optional' } : site;
}

function namedType(
  reader: FileReader,
  node: ts.Node,
): { readonly name: ts.Node; readonly start: ts.Node } | undefined {
  const { api } = reader.lookup.view;
  const last = (entity: ts.EntityName): ts.Node =>
    api.isQualifiedName(entity) ? entity.right : entity;
  if (api.isTypeReferenceNode(node)) return { name: last(node.typeName), start: node.typeName };
  if (api.isTypeQueryNode(node)) return { name: last(node.exprName), start: node.exprName };
  if (api.isImportTypeNode(node) && node.qualifier !== undefined) {
    return { name: last(node.qualifier), start: node };
  }
  return undefined;
}

function encloses(reader: FileReader, target: number, node: ts.Node): boolean {
  const { path, start, end, kind } = reader.graph.node(target);
  return kind !== 'file' && path === reader.path && start <= node.pos && node.end <= end;
}

/**
 * Returns any other mention of a symbol: a value, the left part of a qualified name, a base. Each
 * of them may be an edge, but none is required.
 */
export function mentionSite(reader: FileReader, node: ts.Node): CompilerSite | undefined {
  const { api, checker } = reader.lookup.view;
  const { parent } = node;
  const isMember =
    api.isStringLiteralLike(node) &&
    api.isElementAccessExpression(parent) &&
    parent.argumentExpression === node;
  if (!api.isIdentifier(node) && !api.isPrivateIdentifier(node) && !isMember) return undefined;
  const shorthand = api.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : undefined;
  const meaning =
    shorthand === undefined
      ? reader.lookup.meaningOf(node)
      : reader.lookup.meaningOfSymbol(shorthand, node.text);
  if (meaning === undefined) return undefined;
  return {
    kind: 'references',
    path: reader.path,
    line: reader.lineAt(node.getStart(reader.file)),
    form: 'value',
    ...meaning,
    requirement: meaning.requirement === 'unknown' ? 'unknown' : 'optional',
  };
}
