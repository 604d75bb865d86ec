/**
 * Walks every node once and emits its references. All names are bound by then. This file only
 * decides which nodes are references, their form, and their owner.
 */
import { OP } from '../../model/expression.ts';
import type { ExpressionId, ReferenceForm } from '../../model/facts.ts';
import { blockScope } from './blocks.ts';
import { declareNamedExpression } from './callables.ts';
import { declareClassExpression } from './classes.ts';
import type { Context } from './context.ts';
import { exportStatement } from './exports.ts';
import { expressionOf } from './expressions.ts';
import { functionScope } from './functions.ts';
import { importedModule } from './modules.ts';
import { alternativeScope, consequenceScope } from './narrowing.ts';
import { declareObjectMembers } from './objects.ts';
import { Scope } from './scope.ts';
import { CLASS_TYPES, FUNCTION_TYPES, lastChild, type Syntax, unwrap } from './syntax.ts';
import { walkTagArguments } from './tag-arguments.ts';
import { walkType } from './types/walk-types.ts';

export function walk(context: Context, node: Syntax, scope: Scope): void {
  switch (node.type) {
    case 'import_statement':
    case 'import_alias':
      return;
    case 'export_statement':
      exportStatement(context, node, scope);
      return walkExported(context, node, scope);
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'function_signature':
    case 'method_definition':
    case 'method_signature':
    case 'abstract_method_signature':
      return walkFunction(context, node, scope);
    case 'interface_declaration':
    case 'type_alias_declaration':
    case 'type_annotation':
    case 'type_arguments':
    case 'type_parameters':
    case 'type_predicate_annotation':
    case 'asserts_annotation':
    case 'implements_clause':
      return walkType(context, node, context.scopes.get(node) ?? scope);
    case 'enum_declaration':
    case 'internal_module':
    case 'module':
    case 'public_field_definition':
    case 'field_definition':
      return walkMembers(context, node, context.scopes.get(node) ?? scope);
    case 'variable_declarator':
      return walkDeclarator(context, node, scope);
    case 'call_expression':
      return walkCall(context, node, scope);
    case 'new_expression':
      return walkCallee(context, node, scope, 'new');
    case 'member_expression':
      return walkMember(context, node, scope);
    case 'subscript_expression':
      return walkSubscript(context, node, scope);
    case 'identifier':
    case 'shorthand_property_identifier':
      return walkName(context, node, scope);
    case 'jsx_opening_element':
    case 'jsx_self_closing_element':
      return walkElement(context, node, scope);
    case 'jsx_closing_element':
      return;
    case 'decorator':
      return walkDecorator(context, node, scope);
    case 'class_body':
      return walkClassBody(context, node, scope);
    case 'as_expression':
    case 'satisfies_expression':
      return walkCast(context, node, scope);
    case 'assignment_expression':
      return walkAssignment(context, node, scope);
    case 'object':
      declareObjectMembers(context, node, scope);
      return walkChildren(context, node.children, scope);
    case 'if_statement':
    case 'ternary_expression':
    case 'binary_expression':
      return walkIf(context, node, scope);
    case 'pair':
      return walkPair(context, node, scope);
    default:
      return walkOther(context, node, scope);
  }
}

/**
 * The left side of `exports.x = …` is a declaration and not walked. That of `X.prototype.m = value`
 * only uses X.
 */
function walkAssignment(context: Context, node: Syntax, scope: Scope): void {
  for (const child of node.children) {
    if (context.prototypeTargets.has(child)) walkChildren(context, child.children, scope);
    else if (
      child.type !== 'member_expression' ||
      !(context.declared.has(child) || context.exportTargets.has(child))
    )
      walk(context, child, scope);
  }
}

function walkOther(context: Context, node: Syntax, scope: Scope): void {
  if (FUNCTION_TYPES.has(node.type)) {
    declareNamedExpression(context, node, scope);
    return walkFunction(context, node, scope);
  }
  if (CLASS_TYPES.has(node.type)) {
    declareClassExpression(context, node, scope, undefined);
    return walkMembers(context, node, context.scopes.get(node) ?? scope);
  }
  return walkChildren(context, node.children, blockScope(context, node, scope));
}

function walkChildren(context: Context, children: readonly Syntax[], scope: Scope): void {
  for (const child of children) walk(context, child, scope);
}

function walkIf(context: Context, node: Syntax, scope: Scope): void {
  const isBranch = node.type !== 'binary_expression';
  for (const [index, child] of node.children.entries()) {
    if (index === 0) walk(context, child, scope);
    else if (index === 1) walk(context, child, consequenceScope(context, node, scope));
    else walk(context, child, isBranch ? alternativeScope(context, node, scope) : scope);
  }
}

/**
 * Walks an export statement. An export list makes names visible but does not use them. Decorators
 * before a declaration belong to it.
 */
function walkExported(context: Context, node: Syntax, outer: Scope): void {
  const scope = context.scopes.get(node) ?? outer;
  const declared = node.children.find((child) => context.declared.has(child));
  for (const child of node.children) {
    if (child.type === 'decorator') walk(context, child, ownedBy(context, declared, scope));
    else if (child.type !== 'export_clause' && child.type !== 'namespace_export')
      walk(context, child, scope);
  }
}

/** Walks a class body. The grammar places a member's decorators before it as siblings. */
function walkClassBody(context: Context, node: Syntax, scope: Scope): void {
  const decorators: Syntax[] = [];
  for (const child of node.children) {
    if (child.type === 'decorator') {
      decorators.push(child);
      continue;
    }
    for (const decorator of decorators.splice(0)) {
      walk(context, decorator, ownedBy(context, child, scope));
    }
    walk(context, child, scope);
  }
  walkChildren(context, decorators, scope);
}

/** Returns a scope in which references belong to the symbol that a node declares. */
function ownedBy(context: Context, node: Syntax | undefined, scope: Scope): Scope {
  const owner = node && context.declared.get(node);
  return owner === undefined || owner === scope.owner ? scope : new Scope(scope, { owner });
}

/** Walks the bodies of classes, enums and namespaces. Their own names are not references. */
function walkMembers(context: Context, node: Syntax, scope: Scope): void {
  for (const child of node.children) {
    if (
      /^(type_identifier|identifier|nested_identifier|property_identifier|string)$/.test(child.type)
    ) {
      // A field's initializer may be a bare name. The field's own name comes first.
      if (child === lastChild(node) && node.children.length > 1 && /field/.test(node.type)) {
        walk(context, child, scope);
      }
    } else if (child.type === 'class_heritage') walkHeritage(context, child, scope);
    else if (child.type === 'statement_block') walkChildren(context, child.children, scope);
    else if (child.type === 'enum_body') {
      for (const member of child.children) {
        walkChildren(context, member.children.slice(1), context.scopes.get(member) ?? scope);
      }
    } else walk(context, child, scope);
  }
}

/** Bases are edges of their own kind, so only their inner parts are walked. */
function walkHeritage(context: Context, node: Syntax, scope: Scope): void {
  for (const clause of node.children) {
    if (clause.type === 'implements_clause') walkType(context, clause, scope);
    else {
      const parts = clause.type === 'extends_clause' ? clause.children : [clause];
      for (const part of parts) {
        if (part.type === 'call_expression' || part.type === 'type_arguments') {
          walk(context, part, scope);
        } else if (part.type === 'member_expression') {
          const object = part.children[0];
          if (object !== undefined) walk(context, object, scope);
        }
      }
    }
  }
}

function walkFunction(context: Context, node: Syntax, outer: Scope): void {
  const scope = functionScope(context, node, outer);
  for (const child of node.children) {
    if (child.type === 'formal_parameters') walkParameters(context, child, scope);
    else if (child.type === 'computed_property_name') walk(context, child, outer);
    else if (child !== node.children[0] || !/identifier$|^string$|^number$/.test(child.type)) {
      walk(context, child, scope);
    } else if (node.type === 'arrow_function' && node.children.length === 1) {
      walk(context, child, scope);
    }
  }
}

/** Walks parameters. Patterns bind names; only defaults, types and decorators are references. */
function walkParameters(context: Context, list: Syntax, scope: Scope): void {
  for (const parameter of list.children) {
    parameter.children.forEach((child, index) => {
      if (/annotation$|^decorator$/.test(child.type)) walk(context, child, scope);
      else if (/pattern$/.test(child.type)) walkPattern(context, child, scope);
      else if (index > 0 && !/modifier$/.test(child.type) && child !== firstName(parameter)) {
        walk(context, child, scope);
      }
    });
  }
}

function firstName(parameter: Syntax): Syntax | undefined {
  return parameter.children.find((child) => child.type === 'identifier' || child.type === 'this');
}

function walkPattern(context: Context, pattern: Syntax, scope: Scope): void {
  for (const [index, child] of pattern.children.entries()) {
    if (/pattern$/.test(child.type)) walkPattern(context, child, scope);
    else if (/assignment_pattern$/.test(pattern.type) && index === 1) walk(context, child, scope);
    else if (child.type === 'computed_property_name') walk(context, child, scope);
  }
}

/**
 * Walks a declarator. The annotation of `const f: T = () => …` belongs to the function, not the
 * file.
 */
function walkDeclarator(context: Context, node: Syntax, scope: Scope): void {
  const inside = context.scopes.get(node) ?? scope;
  for (const [index, child] of node.children.entries()) {
    if (index === 0) walkPattern(context, child, inside);
    else if (child.type === 'type_annotation')
      walkType(context, child, ownedBy(context, node, inside));
    else walk(context, child, inside);
  }
}

function walkCall(context: Context, node: Syntax, scope: Scope): void {
  if (importedModule(context, node) >= 0) return;
  const isTagged = lastChild(node)?.type === 'template_string';
  walkCallee(context, node, scope, isTagged ? 'tagged' : 'call');
  if (isTagged) walkTagArguments(context, node, scope);
}

function walkCallee(context: Context, node: Syntax, scope: Scope, form: ReferenceForm): void {
  const callee = node.children[0];
  if (callee === undefined) return;
  const isSuper = callee.type === 'super';
  const expression = expressionOf(context, callee, scope);
  if (expression === context.unknown && callee.type === 'member_expression') {
    referToName(context, callee, form, scope);
  } else if (!isAliasOfMember(context, callee, expression, scope)) {
    context.refer(scope.owner, isSuper ? 'super' : form, expression, callee.end - 1);
  }
  const object = callee.children[0];
  if (callee.type === 'member_expression' && object !== undefined) walk(context, object, scope);
  else if (callee.type === 'subscript_expression') walkChildren(context, callee.children, scope);
  else if (unwrap(callee).type !== 'identifier' && !isSuper) walk(context, callee, scope);
  walkChildren(context, node.children.slice(1), scope);
}

/** A call on an unknown receiver is emitted by its member name, so that it can be counted. */
function referToName(context: Context, callee: Syntax, form: ReferenceForm, scope: Scope): void {
  const name = lastChild(callee);
  if (name === undefined) return;
  const id = context.stringId(context.textOf(name));
  context.refer(scope.owner, form, context.table.add(OP.member, context.unknown, id), name.start);
}

/**
 * Whether a callee is a parameter or an alias of a member. `const f = options.fetch ?? fetch; f()`
 * calls the assigned value, not the property's declaration. A parameter is whatever was passed.
 * Names taken by destructuring are another spelling of members, so they do not count as aliases.
 */
function isAliasOfMember(
  context: Context,
  callee: Syntax,
  expression: ExpressionId,
  scope: Scope,
): boolean {
  if (callee.type !== 'identifier') return false;
  const binding = scope.value(context.textOf(callee));
  if (binding?.form !== 'local' || binding.part === true) return false;
  if (binding.parameter === true) return true;
  const op = context.table.opOf(expression);
  return op === OP.member || op === OP.either;
}

/**
 * Walks a member that is read, passed on or bound. The kind of its symbol later decides whether
 * this is a use.
 */
function walkMember(context: Context, node: Syntax, scope: Scope): void {
  const object = node.children[0];
  const expression = expressionOf(context, node, scope);
  const op = context.table.opOf(expression);
  const mayName = op === OP.member || op === OP.declaration || op === OP.binding;
  if (mayName && !isGlobal(context, expression)) {
    context.refer(scope.owner, 'value', expression, node.end - 1);
  }
  if (object !== undefined) walk(context, object, scope);
}

/**
 * Whether an expression is a member of a name that the file does not bind: `console.log`,
 * `module.exports`.
 */
function isGlobal(context: Context, expression: ExpressionId): boolean {
  let root = expression;
  while (context.table.opOf(root) === OP.member) root = context.table.operandOf(root, 0);
  return context.table.opOf(root) === OP.free;
}

/** Walks a subscript. `Colors['red']` equals `Colors.red`; other indexes are not resolved. */
function walkSubscript(context: Context, node: Syntax, scope: Scope): void {
  const [object, index] = node.children;
  if (object === undefined) return;
  if (index?.type === 'string') walkMember(context, node, scope);
  else walkChildren(context, node.children, scope);
}

/** Emits uses of symbols and imports, but not of locals and globals. */
function walkName(context: Context, node: Syntax, scope: Scope): void {
  const expression = expressionOf(context, node, scope);
  const op = context.table.opOf(expression);
  if (op !== OP.declaration && op !== OP.binding) return;
  const binding = scope.value(context.textOf(node)) ?? scope.type(context.textOf(node));
  if (binding?.form === 'local') return;
  context.refer(scope.owner, 'value', expression, node.start);
}

/** Lower-case elements belong to the platform. */
function walkElement(context: Context, node: Syntax, scope: Scope): void {
  const [name, ...rest] = node.children;
  if (name === undefined) return;
  if (
    /^(identifier|member_expression|nested_identifier)$/.test(name.type) &&
    /^[A-Z_$]|\./.test(context.textOf(name))
  ) {
    context.refer(scope.owner, 'jsx', expressionOf(context, name, scope), name.start);
    const owner = ownerOf(name);
    if (owner !== undefined) walkName(context, owner, scope);
    walkChildren(context, rest, scope);
  } else walkChildren(context, name.type === 'identifier' ? rest : node.children, scope);
}

/** Returns the first name of `<Icons.Plus />`. It is used even if the rest cannot be resolved. */
function ownerOf(name: Syntax): Syntax | undefined {
  let owner: Syntax | undefined = name;
  while (owner !== undefined && owner.type !== 'identifier') owner = owner.children[0];
  return owner === name ? undefined : owner;
}

function walkDecorator(context: Context, node: Syntax, scope: Scope): void {
  const inner = node.children[0];
  if (inner === undefined) return;
  const target = inner.type === 'call_expression' ? inner.children[0] : inner;
  if (target === undefined) return;
  context.refer(scope.owner, 'decorator', expressionOf(context, target, scope), target.start);
  if (inner.type === 'call_expression') walkChildren(context, inner.children.slice(1), scope);
}

function walkCast(context: Context, node: Syntax, scope: Scope): void {
  const [value, type] = node.children;
  if (value !== undefined) walk(context, value, scope);
  if (type !== undefined) walkType(context, type, scope);
}

function walkPair(context: Context, node: Syntax, scope: Scope): void {
  const [key, ...rest] = node.children;
  if (key?.type === 'computed_property_name') walk(context, key, scope);
  walkChildren(context, rest, context.scopes.get(node) ?? scope);
}
