/** Declares everything in a list of statements before any of it is read. */
import { OP } from '../../model/expression.ts';
import { bodyBlock, hoistVariables } from './blocks.ts';
import { declareFunction } from './callables.ts';
import { declareClass } from './classes.ts';
import { declareAssignment } from './commonjs.ts';
import type { Context } from './context.ts';
import { exportLocal, hoistImportAlias } from './exports.ts';
import { hoistImport } from './modules.ts';
import { readDefinedProperty, readPrototypeCall } from './prototypes.ts';
import { Scope } from './scope.ts';
import {
  childOfType,
  childrenOfType,
  FUNCTION_TYPES,
  lastChild,
  type Syntax,
  unwrap,
} from './syntax.ts';
import {
  declareEnum,
  declareInterface,
  declareNamespace,
  declareTypeAlias,
} from './types/type-declarations.ts';
import { declareDefaultValue, declareVariables } from './variables.ts';

/** Information that an enclosing export or `declare` adds to a statement. */
export interface Surroundings {
  /** The outermost wrapper, which is shown to readers as the declaration. */
  readonly outer: Syntax;
  readonly exported: boolean;
  readonly isDefault: boolean;
  readonly ambient: boolean;
  /** Whether the declaration is visible in the whole program without an import. */
  readonly isGlobal?: boolean;
}

export function hoistStatements(
  context: Context,
  statements: readonly Syntax[],
  scope: Scope,
  ambient = false,
  isGlobal = false,
): void {
  for (const statement of statements) {
    hoist(context, statement, scope, {
      outer: statement,
      exported: ambient && scope.owner !== -1,
      isDefault: false,
      ambient,
      isGlobal,
    });
  }
}

/** Whether a file declares its names for the whole program, because it is no module. */
export function isGlobalFile(statements: readonly Syntax[], path: string): boolean {
  return (
    /\.d\.[cm]?ts$/.test(path) &&
    !statements.some(({ type }) => /^(import_statement|export_statement|import_alias)$/.test(type))
  );
}

function hoist(context: Context, node: Syntax, scope: Scope, around: Surroundings): void {
  switch (node.type) {
    case 'import_statement':
      return hoistImport(context, node, scope);
    case 'import_alias':
      return hoistImportAlias(context, node, scope, around.exported);
    case 'export_statement':
      return hoistExport(context, node, scope, around);
    case 'ambient_declaration':
      return hoistAmbient(context, node, scope, around);
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'function_signature':
      return exportDefault(context, scope, around, declareFunction(context, node, scope, around));
    case 'class_declaration':
    case 'abstract_class_declaration':
      return exportDefault(context, scope, around, declareClass(context, node, scope, around));
    case 'interface_declaration':
      return exportDefault(context, scope, around, declareInterface(context, node, scope, around));
    case 'type_alias_declaration':
      return declareTypeAlias(context, node, scope, around);
    case 'enum_declaration':
      return declareEnum(context, node, scope, around);
    case 'internal_module':
    case 'module':
      return declareNamespace(context, node, scope, around);
    case 'lexical_declaration':
    case 'variable_declaration':
      return declareVariables(context, node, scope, around);
    case 'expression_statement': {
      const inner = node.children[0];
      if (inner?.type === 'internal_module') declareNamespace(context, inner, scope, around);
      else if (inner?.type === 'assignment_expression') declareAssignment(context, inner, scope);
      else if (inner?.type === 'call_expression') {
        readPrototypeCall(context, inner, scope);
        readDefinedProperty(context, inner, scope);
      }
      return;
    }
    case 'statement_block':
      // `global { … }` in a declared module, which the grammar reads as a name and a block.
      if (around.ambient) hoistGlobals(context, node, scope);
      return;
    case 'ERROR':
      // Nodes that failed to parse often contain whole statements.
      return hoistStatements(context, node.children, scope, around.ambient);
    case 'labeled_statement': {
      const inner = lastChild(node);
      if (inner !== undefined) hoist(context, inner, scope, around);
      return;
    }
    default:
      return;
  }
}

function hoistExport(context: Context, node: Syntax, scope: Scope, around: Surroundings): void {
  const decorators = childrenOfType(node, 'decorator');
  const from = decorators[decorators.length - 1]?.end ?? node.start;
  const isDefault = /^\s*export\s+default\b/.test(context.text.slice(from, from + 200));
  for (const child of node.children) {
    const inner = { ...around, outer: node, exported: around.isGlobal !== true, isDefault };
    if (isDefault && FUNCTION_TYPES.has(child.type)) {
      exportDefault(context, scope, inner, declareFunction(context, child, scope, inner));
    } else if (isDefault && child.type === 'class') {
      exportDefault(context, scope, inner, declareClass(context, child, scope, inner));
    } else if (isDefault && isOwnValue(child)) {
      exportDefault(context, scope, inner, declareDefaultValue(context, child, scope, inner));
    } else hoist(context, child, scope, inner);
  }
}

/** Whether an expression creates a value rather than naming one that is declared elsewhere. */
function isOwnValue(node: Syntax): boolean {
  const inner = unwrap(node);
  if (/^(as|satisfies)_expression$/.test(inner.type)) {
    return inner.children[0] !== undefined && isOwnValue(inner.children[0]);
  }
  return /^(object|array|string|template_string|number|(call|new|await|binary|ternary)_expression)$/.test(
    inner.type,
  );
}

function exportDefault(
  context: Context,
  scope: Scope,
  around: Surroundings,
  declaration: number,
): void {
  if (!around.isDefault || declaration < 0) return;
  exportLocal(context, scope, 'default', context.table.add(OP.declaration, declaration));
}

/**
 * Hoists an ambient declaration. The contents of `declare global { … }` belong to no module, not
 * even to the one around it.
 */
function hoistAmbient(context: Context, node: Syntax, scope: Scope, around: Surroundings): void {
  const block = childOfType(node, 'statement_block');
  if (block !== undefined) return hoistGlobals(context, block, scope);
  for (const child of node.children) {
    const outer = around.outer.type === 'export_statement' ? around.outer : node;
    hoist(context, child, scope, { ...around, outer, ambient: true });
  }
}

function hoistGlobals(context: Context, block: Syntax, scope: Scope): void {
  const inside = new Scope(scope, { owner: -1, self: undefined, isLocal: false });
  context.scopes.set(block, inside);
  hoistStatements(context, block.children, inside, true, true);
}

/** Binds the `var` declarations anywhere in a function's body. */
export function hoistBody(context: Context, node: Syntax, scope: Scope): void {
  const block = bodyBlock(node);
  if (block !== undefined) hoistVariables(context, block, scope);
}
