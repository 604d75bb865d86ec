import type ts from 'typescript';
import type { EdgeForm } from '../model/edge.ts';
import type { FileReader } from './file-reader.ts';
import { ANY_NAME, type CompilerSite } from './site.ts';

interface Specifier {
  readonly literal: ts.StringLiteralLike;
  readonly form: EdgeForm;
  readonly isOptional?: boolean;
}

/** Returns the file that a statement or call imports; undefined for other nodes. */
export function importSite(reader: FileReader, node: ts.Node): CompilerSite | undefined {
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
