import type ts from 'typescript';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { EdgeForm } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import { callSites } from './call-sites.ts';
import { namesOfExpression } from './expression-name.ts';
import type { FileReader } from './file-reader.ts';
import { ANY_NAME, type CompilerSite } from './site.ts';
import { optional, type SymbolLookup } from './symbol-lookup.ts';

/**
 * Returns every use in one file according to the compiler, or undefined if the compiler does not
 * have the file.
 */
export function compilerSites(
  graph: SymbolGraph,
  lookup: SymbolLookup,
  path: RepoPath,
): CompilerSite[] | undefined {
  const { api } = lookup.view;
  const file = lookup.view.sourceFile(path);
  if (file === undefined) return undefined;
  const reader: FileReader = {
    path,
    file,
    graph,
    lookup,
    lineAt: (offset) => file.getLineAndCharacterOfPosition(offset).line + 1,
  };
  const sites: CompilerSite[] = [];
  const visit = (node: ts.Node): void => {
    for (const read of [importSite, typeSite, mentionSite]) {
      const site = read(reader, node);
      if (site !== undefined) sites.push(site);
    }
    for (const site of callSites(reader, node)) sites.push(site);
    if (api.isClassLike(node) || api.isInterfaceDeclaration(node)) {
      sites.push(...heritageSites(reader, node));
    }
    // The types that comments state in JavaScript are no children of the nodes that they document.
    const { jsDoc = [] } = node as { readonly jsDoc?: readonly ts.Node[] };
    if ((node.flags & api.NodeFlags.JavaScriptFile) !== 0) jsDoc.forEach(visit);
    api.forEachChild(node, visit);
  };
  visit(file);
  return sites;
}

/** Returns the bases that a class or an interface names. */
function heritageSites(
  reader: FileReader,
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
): CompilerSite[] {
  const { api } = reader.lookup.view;
  return (node.heritageClauses ?? []).flatMap((clause) =>
    clause.types.flatMap((base): CompilerSite[] => {
      const isImplements = clause.token === api.SyntaxKind.ImplementsKeyword;
      const site = {
        kind: isImplements ? ('implements' as const) : ('extends' as const),
        path: reader.path,
        line: reader.lineAt(base.getStart(reader.file)),
        form: 'plain' as const,
      };
      const [name] = namesOfExpression(api, base.expression);
      // A mixin call creates a class without a name.
      if (name === undefined) {
        return [{ ...site, requirement: 'unknown', targets: [], place: '', name: ANY_NAME }];
      }
      const meaning = reader.lookup.meaningOf(name);
      const held = heldClass(reader, base, name.getText());
      // A local that holds a class also matches an edge to that class.
      if (meaning === undefined) return held === undefined ? [] : [{ ...site, ...optional(held) }];
      return [{ ...site, ...meaning, targets: [...meaning.targets, ...(held?.targets ?? [])] }];
    }),
  );
}

/** Returns the class itself if the base is a variable that holds it. */
function heldClass(reader: FileReader, base: ts.ExpressionWithTypeArguments, name: string) {
  const { checker } = reader.lookup.view;
  const symbol = checker.getTypeAtLocation(base).getSymbol();
  if (symbol === undefined) return undefined;
  return reader.lookup.meaningOfDeclarations(symbol.declarations ?? [], symbol.name, name);
}

interface Specifier {
  readonly literal: ts.StringLiteralLike;
  readonly form: EdgeForm;
  readonly isOptional?: boolean;
}

/** Returns the file that a statement or call imports; undefined for other nodes. */
function importSite(reader: FileReader, node: ts.Node): CompilerSite | undefined {
  const found = specifierOf(reader, node);
  if (found === undefined) return undefined;
  const { graph, file, path } = reader;
  const { view } = reader.lookup;
  const site = {
    kind: 'imports' as const,
    path,
    line: reader.lineAt(node.getStart(file)),
    form: found.form,
    name: found.literal.text,
  };
  const target = view.resolveModule(file, found.literal);
  const targetPath = target === undefined ? undefined : view.pathOf(target);
  const index = targetPath === undefined ? undefined : graph.fileNode(targetPath);
  if (index !== undefined && targetPath !== undefined) {
    // An import of the file itself need not be an edge.
    const requirement = found.isOptional === true || targetPath === path ? 'optional' : 'required';
    return { ...site, requirement, targets: [index], place: targetPath };
  }
  // The specifier is unresolved, or resolves to a project file that is not indexed, such as build
  // output. The compiler cannot tell which source file that corresponds to.
  const isUnknown = target === undefined || targetPath?.includes('node_modules/') === false;
  return isUnknown
    ? {
        ...site,
        requirement: 'unknown',
        targets: [],
        place: target === undefined ? found.literal.text : '',
        name: ANY_NAME,
      }
    : undefined;
}

function specifierOf(reader: FileReader, node: ts.Node): Specifier | undefined {
  const { api } = reader.lookup.view;
  const literal = (expression: ts.Node | undefined): ts.StringLiteralLike | undefined =>
    expression !== undefined && api.isStringLiteralLike(expression) ? expression : undefined;
  const of = (
    expression: ts.Node | undefined,
    form: EdgeForm,
    isOptional = false,
  ): Specifier | undefined => {
    const found = literal(expression);
    return found && { literal: found, form, isOptional };
  };
  if (api.isImportDeclaration(node)) return of(node.moduleSpecifier, 'plain');
  if (api.isExportDeclaration(node)) return of(node.moduleSpecifier, 'reexport');
  // Versions before 5.5 do not know this tag.
  if (api.isJSDocImportTag?.(node)) return of(node.moduleSpecifier, 'type');
  if (api.isExternalModuleReference(node)) return of(node.expression, 'require');
  if (api.isImportTypeNode(node)) {
    return api.isLiteralTypeNode(node.argument) ? of(node.argument.literal, 'type') : undefined;
  }
  if (api.isModuleDeclaration(node)) return of(node.name, 'type', true);
  if (!api.isCallExpression(node)) return undefined;
  if (node.expression.kind === api.SyntaxKind.ImportKeyword)
    return of(node.arguments[0], 'dynamic');
  if (!api.isIdentifier(node.expression) || node.expression.text !== 'require') return undefined;
  // The compiler treats `require` as an import in JavaScript only.
  const isJavaScript = (node.flags & api.NodeFlags.JavaScriptFile) !== 0;
  return of(node.arguments[0], 'require', !isJavaScript);
}

/** Returns the symbol that a type names; undefined for nodes other than named types. */
function typeSite(reader: FileReader, node: ts.Node): CompilerSite | undefined {
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
function mentionSite(reader: FileReader, node: ts.Node): CompilerSite | undefined {
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
