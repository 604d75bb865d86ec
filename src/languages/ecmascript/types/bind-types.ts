/** Binds the type parameters of declarations, function types and other types in scopes. */
import { OP } from '../../../model/expression.ts';
import type { ExpressionId } from '../../../model/facts.ts';
import type { Context } from '../context.ts';
import { type Binding, Scope } from '../scope.ts';
import { childOfType, type Syntax } from '../syntax.ts';

/** Binds a declaration's type parameters in its scope. */
export function bindTypeParameters(
  context: Context,
  node: Syntax,
  declaration: number,
  scope: Scope,
): void {
  for (const { name } of typeParameterNodes(context, node)) {
    // The type parameters of anonymous functions are unknown, but still hide outer names.
    scope.types.set(
      name,
      declaration < 0 ? opaqueBinding(context) : { form: 'typeParameter', declaration, name },
    );
  }
}

/** Binds a type parameter that belongs to a type and no declaration, and returns it. */
export function bindOwnParameter(
  context: Context,
  name: string,
  scope: Scope,
  constraint: ExpressionId,
): ExpressionId {
  const type = context.table.add(OP.ownParameter, context.stringId(name), constraint);
  scope.types.set(name, { form: 'local', evaluate: () => type, memo: type });
  return type;
}

/**
 * Returns a scope for the type parameters that a node itself binds: those of a function type, of
 * `infer`, or the key of a mapped type. They are unknown there, so they neither leak outward nor
 * resolve to outer names.
 */
export function bindOpaque(context: Context, node: Syntax, scope: Scope): Scope {
  const names = binders(context, node);
  if (names.length === 0) return scope;
  const inside = new Scope(scope);
  for (const name of names) {
    inside.types.set(name, opaqueBinding(context));
  }
  return inside;
}

/** Returns the binding of a name whose type is unknown. */
export function opaqueBinding(context: Context): Binding {
  return { form: 'local', evaluate: () => context.unknown, memo: context.unknown };
}

/** Returns the names that a type binds: type parameters, those of `infer`, the key of a mapped type. */
export function binders(context: Context, node: Syntax): readonly string[] {
  const names: string[] = [];
  for (const child of node.children) {
    if (child.type === 'type_parameters') {
      for (const parameter of child.children) {
        if (parameter.children[0] !== undefined) names.push(context.textOf(parameter.children[0]));
      }
    } else if (child.type === 'mapped_type_clause' && child.children[0] !== undefined) {
      names.push(context.textOf(child.children[0]));
    }
  }
  if (node.type === 'conditional_type') collectInfer(context, node.children[1], names);
  return names;
}

function collectInfer(context: Context, node: Syntax | undefined, names: string[]): void {
  if (node === undefined) return;
  if (node.type === 'infer_type' && node.children[0] !== undefined) {
    names.push(context.textOf(node.children[0]));
  }
  for (const child of node.children) collectInfer(context, child, names);
}

/** Returns the type parameters in a node's list, with their names. */
export function typeParameterNodes(
  context: Context,
  node: Syntax,
): readonly { readonly parameter: Syntax; readonly name: string }[] {
  const list = childOfType(node, 'type_parameters');
  return (list?.children ?? []).flatMap((parameter) => {
    const name = parameter.children[0];
    return name === undefined ? [] : [{ parameter, name: context.textOf(name) }];
  });
}
