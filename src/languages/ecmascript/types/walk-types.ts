/** Walks type syntax and emits a reference for every named type in it. */
import { words } from '../../../extractors/lowering/words.ts';
import { OP } from '../../../model/expression.ts';
import type { Context } from '../context.ts';
import { expressionOf } from '../expressions.ts';
import { functionScope } from '../functions.ts';
import { Scope } from '../scope.ts';
import type { Syntax } from '../syntax.ts';
import { walk } from '../walk.ts';
import { bindOpaque } from './bind-types.ts';
import { entityExpression } from './types.ts';

export function walkType(context: Context, node: Syntax, scope: Scope): void {
  switch (node.type) {
    case 'type_identifier':
    case 'nested_type_identifier':
      return refer(context, node, scope);
    case 'member_expression':
      // `import('./x').Name`
      return refer(context, node, scope);
    case 'type_query':
      return walkQuery(context, node, scope);
    case 'interface_declaration':
    case 'type_alias_declaration':
      return walkTypes(context, node.children.slice(1), scope);
    case 'type_parameter':
      return walkTypes(context, node.children.slice(1), scope);
    case 'property_signature':
    case 'method_signature':
    case 'call_signature':
    case 'construct_signature':
      return walkSignature(context, node, scope);
    case 'decorator':
      return walk(context, node, scope);
    case 'conditional_type':
    case 'function_type':
    case 'constructor_type':
    case 'index_signature':
      return walkTypes(context, node.children, bindOpaque(context, node, scope));
    case 'infer_type':
      return walkTypes(context, node.children.slice(1), scope);
    case 'mapped_type_clause':
      return walkTypes(context, node.children.slice(1), scope);
    default:
      return walkTypes(context, node.children, scope);
  }
}

function walkTypes(context: Context, nodes: readonly Syntax[], scope: Scope): void {
  for (const node of nodes) walkType(context, node, scope);
}

/**
 * Walks a signature. A member of an interface owns the references in its type. Members of an alias
 * are part of its type.
 */
function walkSignature(context: Context, node: Syntax, scope: Scope): void {
  const declaration = context.declared.get(node);
  const holder = declaration === undefined ? -1 : (context.declarations[declaration]?.parent ?? -1);
  if (declaration === undefined || context.declarations[holder]?.kind === 'typeAlias') {
    return walkTypes(context, node.children, bindOpaque(context, node, scope));
  }
  const inside =
    node.type === 'method_signature'
      ? functionScope(context, node, scope)
      : new Scope(scope, { owner: declaration });
  walkTypes(context, node.children, inside);
}

/** Walks `typeof x`, which names a value even if a type of that name exists. */
function walkQuery(context: Context, node: Syntax, scope: Scope): void {
  for (const child of node.children) {
    if (child.type === 'identifier' || child.type === 'member_expression') {
      context.refer(scope.owner, 'value', expressionOf(context, child, scope), child.end - 1);
    } else if (child.type === 'instantiation_expression') walkQuery(context, child, scope);
    else walkType(context, child, scope);
  }
}

/** Types of the language's library, which projects use everywhere and do not declare. */
const LIBRARY_TYPES = words(`
  Array ArrayBuffer Awaited Boolean Buffer ConstructorParameters Date Error Exclude Extract Function
  InstanceType Iterable Iterator Map NonNullable Number Object Omit Parameters Partial Pick Promise
  Readonly ReadonlyArray ReadonlyMap ReadonlySet Record RegExp Required ReturnType Set String Symbol
  Uint8Array WeakMap WeakSet
`);

function refer(context: Context, node: Syntax, scope: Scope): void {
  const entity = entityExpression(context, node, scope);
  const op = context.table.opOf(entity);
  if (op === OP.typeParameter) return;
  if (op === OP.free && LIBRARY_TYPES.has(context.textOf(node))) return;
  context.refer(scope.owner, 'type', entity, node.start);
}
