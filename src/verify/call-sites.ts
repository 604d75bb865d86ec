import type ts from 'typescript';
import { symbolGroup } from '../graph/symbol-groups.ts';
import type { EdgeForm } from '../model/edge.ts';
import { namesOfExpression } from './expression-name.ts';
import type { FileReader } from './file-reader.ts';
import type { TypeScript } from './load-typescript.ts';
import { ANY_NAME, type CompilerSite } from './site.ts';
import { type Meaning, optional, unknown } from './symbol-lookup.ts';

interface Call {
  readonly callee: ts.Node;
  readonly form: EdgeForm;
  /** Offset that determines the line of the call. */
  readonly offset: number;
}

/**
 * Returns the targets of a call, `new`, JSX element, decorator or tagged template; none for other
 * nodes.
 */
export function callSites(reader: FileReader, node: ts.Node): CompilerSite[] {
  const call = callOf(reader, node);
  if (call === undefined) return [];
  const names = namesOfExpression(reader.lookup.view.api, call.callee);
  // If the callee is itself a call, the compiler knows no symbol for it, at best a signature.
  const meanings =
    names.length === 0
      ? [throughSignature(reader, node) ?? unknown(ANY_NAME)]
      : names.map(
          (name) =>
            reader.lookup.meaningOf(name) ??
            throughFunctionMethod(reader, call) ??
            throughSignature(reader, node),
        );
  return meanings.flatMap((meaning) => {
    if (meaning === undefined) return [];
    // Any overload is accepted, and for a class also its constructor.
    const targets = meaning.targets.flatMap((target) => symbolGroup(reader.graph, target));
    const isSure =
      names.length === 1 && isPlain(reader, call) && isCallable(reader, call.form, targets);
    return [
      {
        kind: 'calls' as const,
        path: reader.path,
        line: reader.lineAt(call.offset),
        form: call.form,
        ...(isSure ? meaning : optional(meaning)),
        targets: [...new Set(targets)],
      },
    ];
  });
}

/**
 * Whether the callee is not cast. For a cast callee the compiler reports the type it is cast to.
 */
function isPlain(reader: FileReader, { callee }: Call): boolean {
  const { api } = reader.lookup.view;
  let node = callee;
  while (api.isParenthesizedExpression(node) || api.isNonNullExpression(node))
    node = node.expression;
  return !api.isAsExpression(node) && !api.isSatisfiesExpression(node);
}

const COMPONENT_KINDS: ReadonlySet<string> = new Set(['class', 'function', 'variable', 'method']);
const UNCALLED_KINDS: ReadonlySet<string> = new Set([
  'interface',
  'typeAlias',
  'enumMember',
  'namespace',
]);

/**
 * Whether a call of one of the targets requires an edge. A JSX element that is a property may be
 * anything that was passed for it, so it requires none. A target that is missing in the graph
 * always requires one.
 */
function isCallable(reader: FileReader, form: EdgeForm, targets: readonly number[]): boolean {
  const kinds = targets.map((target) => reader.graph.node(target).kind);
  if (kinds.length === 0) return true;
  return kinds.some((kind) =>
    form === 'jsx' ? COMPONENT_KINDS.has(kind) : !UNCALLED_KINDS.has(kind),
  );
}

function callOf(reader: FileReader, node: ts.Node): Call | undefined {
  const { api } = reader.lookup.view;
  const at = (callee: ts.Node, form: EdgeForm): Call => ({
    callee,
    form,
    offset: callee.getEnd() - 1,
  });
  const from = (callee: ts.Node, form: EdgeForm): Call => ({
    callee,
    form,
    offset: callee.getStart(reader.file),
  });
  if (api.isDecorator(node)) {
    const { expression } = node;
    return from(api.isCallExpression(expression) ? expression.expression : expression, 'decorator');
  }
  if (api.isJsxOpeningElement(node) || api.isJsxSelfClosingElement(node)) {
    return isComponent(node.tagName) ? from(node.tagName, 'jsx') : undefined;
  }
  if (api.isNewExpression(node)) return at(node.expression, 'new');
  if (api.isTaggedTemplateExpression(node)) return at(node.tag, 'tagged');
  if (!api.isCallExpression(node) || api.isDecorator(node.parent)) return undefined;
  const { expression } = node;
  if (expression.kind === api.SyntaxKind.ImportKeyword) return undefined;
  if (api.isIdentifier(expression) && expression.text === 'require') return undefined;
  const isSuper = expression.kind === api.SyntaxKind.SuperKeyword;
  return at(expression, isSuper ? 'super' : 'plain');
}

/** Lower-case elements belong to the platform. */
function isComponent(tag: ts.JsxTagNameExpression): boolean {
  return /^[A-Z_$]|\./.test(tag.getText());
}

const FUNCTION_METHODS: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

/** Accepts `f.call(x)` as an optional call of f. */
function throughFunctionMethod(reader: FileReader, { callee }: Call): Meaning | undefined {
  const { api } = reader.lookup.view;
  if (!api.isPropertyAccessExpression(callee) || !FUNCTION_METHODS.has(callee.name.text))
    return undefined;
  const [object] = namesOfExpression(api, callee.expression);
  const meaning = object && reader.lookup.meaningOf(object);
  return meaning && optional(meaning);
}

/**
 * Accepts a call of a local as an optional call of the function it holds, if the types identify
 * that function.
 */
function throughSignature(reader: FileReader, node: ts.Node): Meaning | undefined {
  const { api, checker } = reader.lookup.view;
  if (!api.isCallLikeExpression(node)) return undefined;
  const signature = checker.getResolvedSignature(node);
  // A class without a constructor of its own has a signature without a declaration.
  const made = api.isNewExpression(node) ? signature?.getReturnType().getSymbol() : undefined;
  const declaration = made?.declarations?.[0] ?? signature?.declaration;
  if (declaration === undefined || api.isJSDocSignature(declaration)) return undefined;
  const symbol =
    checker.getSymbolAtLocation(declaration) ?? checker.getTypeAtLocation(declaration).getSymbol();
  const owner = ownerOf(api, declaration);
  const meaning = reader.lookup.meaningOfDeclarations([owner], symbol?.name ?? '', '');
  return meaning && optional(meaning);
}

/**
 * Returns the declaration that names a function: for a function without a name, the variable or
 * property that holds it.
 */
function ownerOf(api: TypeScript, declaration: ts.Declaration): ts.Declaration {
  // Declarations created by the compiler have no parent.
  const parent: ts.Node | undefined = declaration.parent;
  if (parent === undefined) return declaration;
  const isValue =
    api.isVariableDeclaration(parent) ||
    api.isPropertyAssignment(parent) ||
    api.isPropertyDeclaration(parent);
  return isValue ? parent : declaration;
}
