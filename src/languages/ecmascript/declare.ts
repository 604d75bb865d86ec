/** Adds declarations to the file's list. Shared by all kinds of declarations. */
import { at } from '../../base/assert.ts';
import { signatureText } from '../../extractors/lowering/signature.ts';
import {
  type Modifier,
  modifierBits,
  type SymbolKind,
  type Visibility,
} from '../../model/symbol.ts';
import type { Context } from './context.ts';
import type { Surroundings } from './hoist.ts';
import type { Binding, Scope } from './scope.ts';
import { childrenOfType, lastChild, type Syntax } from './syntax.ts';
import { docCommentBefore } from './text.ts';

/** Maximum length of an initializer that is shown in the signature, in characters. */
export const SHOWN_INITIALIZER_CHARS_MAX = 60;

export interface DeclarationRequest {
  readonly node: Syntax;
  /** The whole node shown to readers: an export statement, or a declaration with its keyword. */
  readonly outer?: Syntax | undefined;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly parent: number;
  readonly exported?: boolean;
  readonly visibility?: Visibility;
  readonly modifiers?: readonly Modifier[];
  /** Offset where the body begins, or the node's end if there is no body. */
  readonly bodyStart?: number;
  /** Start of the signature, if it is not the declaration's start. */
  readonly signatureStart?: number;
  readonly signatureEnd?: number;
  /** Start of the declaration, if decorators come before the node. */
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

/** Returns the modifiers that a declaration has because of what encloses it. */
export function surroundingModifiers(around: Surroundings): Modifier[] {
  const modifiers: Modifier[] = [];
  if (around.isDefault) modifiers.push('default');
  if (around.ambient) modifiers.push('declare');
  if (around.isGlobal === true) modifiers.push('global');
  return modifiers;
}

/** Returns the doc comment before the whole declaration, or between its decorators and its name. */
function docComment(context: Context, request: DeclarationRequest, start: number): string {
  const before = docCommentBefore(context, request.signatureStart ?? start);
  return before === '' && request.node.start > start
    ? docCommentBefore(context, request.node.start)
    : before;
}

/** Returns where the signature begins, after the decorators. */
function headStart(outer: Syntax, node: Syntax, start: number): number {
  const decorators = [...childrenOfType(outer, 'decorator'), ...childrenOfType(node, 'decorator')];
  const end = decorators.reduce((latest, decorator) => Math.max(latest, decorator.end), start);
  return Math.max(end, start === outer.start ? start : node.start);
}

/** Binds a declaration's name as a value, a type or both. */
export function bindDeclaration(
  context: Context,
  scope: Scope,
  name: string,
  index: number,
  kind: SymbolKind,
): void {
  at(context.declarations, index).block = scope;
  const binding = { form: 'declaration', index } as const;
  const isType = /^(interface|typeAlias|class|enum|namespace)$/.test(kind);
  const isValue = !/^(interface|typeAlias)$/.test(kind);
  if (isValue && !keepsName(context, scope.values.get(name), kind)) scope.values.set(name, binding);
  if (isType && !keepsName(context, scope.types.get(name), kind)) scope.types.set(name, binding);
}

/**
 * Whether an earlier declaration keeps the name when declarations merge. The class or function has
 * precedence, else the first one, so that all uses of the name refer to one symbol.
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

/**
 * Returns where the body of a callable or class begins. The expression of an arrow function is its
 * body.
 */
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
