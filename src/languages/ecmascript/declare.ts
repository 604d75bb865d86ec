/** Adding declarations to the file's list: what all kinds of them have in common. */
import { at } from '../../base/assert.ts';
import { signatureText } from '../../extractors/lowering/signature.ts';
import {
  type Modifier,
  modifierBits,
  type SymbolKind,
  type Visibility,
} from '../../model/symbol.ts';
import type { Context } from './context.ts';
import type { Binding, Scope } from './scope.ts';
import { childrenOfType, lastChild, type Syntax } from './syntax.ts';
import { docCommentBefore } from './text.ts';

/** Initializers this short are worth showing in the signature. */
export const SHOWN_INITIALIZER_CHARS_MAX = 60;

export interface DeclarationRequest {
  readonly node: Syntax;
  /** The node that readers see as the whole: an export statement, a declaration with its keyword. */
  readonly outer?: Syntax | undefined;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly parent: number;
  readonly exported?: boolean;
  readonly visibility?: Visibility;
  readonly modifiers?: readonly Modifier[];
  /** Offset where the body begins; the node's end when there is none. */
  readonly bodyStart?: number;
  /** What the signature is cut from, when that is not the declaration itself. */
  readonly signatureStart?: number;
  readonly signatureEnd?: number;
  /** Where the declaration begins, when decorators stand before the node. */
  readonly start?: number;
}

/** Adds a declaration and returns its number. Declaring a node again returns the first number. */
export function declare(context: Context, request: DeclarationRequest): number {
  const known = context.declared.get(request.node);
  if (known !== undefined) return known;
  const { node } = request;
  const outer = request.outer ?? node;
  const start = request.start ?? outer.start;
  const bodyStart = request.bodyStart ?? outer.end;
  const index = context.addDeclaration({
    name: request.name,
    kind: request.kind,
    parent: request.parent,
    start,
    end: outer.end,
    bodyStart,
    signature: signatureText(
      context,
      request.signatureStart ?? headStart(outer, node, start),
      request.signatureEnd ?? bodyStart,
    ),
    doc: docComment(context, request, start),
    exported: request.exported ?? false,
    visibility: request.visibility ?? 'public',
    modifiers: modifierBits(request.modifiers ?? []),
  });
  context.declared.set(node, index);
  return index;
}

/** Before the whole, or between its decorators and its name. */
function docComment(context: Context, request: DeclarationRequest, start: number): string {
  const before = docCommentBefore(context, request.signatureStart ?? start);
  return before === '' && request.node.start > start
    ? docCommentBefore(context, request.node.start)
    : before;
}

/** A signature begins behind the decorators. */
function headStart(outer: Syntax, node: Syntax, start: number): number {
  const decorators = [...childrenOfType(outer, 'decorator'), ...childrenOfType(node, 'decorator')];
  const end = decorators.reduce((latest, decorator) => Math.max(latest, decorator.end), start);
  return Math.max(end, start === outer.start ? start : node.start);
}

/** Binds a declaration's name where it may be used. */
export function bindDeclaration(
  context: Context,
  scope: Scope,
  name: string,
  index: number,
  kind: SymbolKind,
): void {
  const binding = { form: 'declaration', index } as const;
  const isType = /^(interface|typeAlias|class|enum|namespace)$/.test(kind);
  const isValue = !/^(interface|typeAlias)$/.test(kind);
  if (isValue && !keepsName(context, scope.values.get(name), kind)) scope.values.set(name, binding);
  if (isType && !keepsName(context, scope.types.get(name), kind)) scope.types.set(name, binding);
}

/**
 * Of declarations that merge, the class or function bears the name, else the first of them, so that
 * everybody who uses the name points at one symbol.
 */
function keepsName(context: Context, known: Binding | undefined, kind: SymbolKind): boolean {
  if (known === undefined) return false;
  if (kind === 'namespace') return true;
  if (known.form !== 'declaration') return false;
  const bearer = at(context.declarations, known.index).kind;
  return (
    (kind === 'interface' && (bearer === 'interface' || bearer === 'class')) ||
    (kind === 'enum' && bearer === 'enum')
  );
}

/** Where the body of a callable or class begins; an arrow function's expression is its body. */
export function bodyStartOf(node: Syntax): number {
  const last = lastChild(node);
  const isBody =
    last !== undefined &&
    (/(block|body)$/.test(last.type) ||
      (node.type === 'arrow_function' &&
        node.children.length > 1 &&
        last.type !== 'formal_parameters'));
  return isBody ? last.start : node.end;
}
