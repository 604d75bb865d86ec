import { appendTo } from '../../base/append-to.ts';
import { bounded, OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Context } from './context.ts';

/** Meaning of a name. Locals are not symbols; their expression is evaluated lazily. */
export type Binding =
  | { readonly form: 'declaration'; readonly index: number }
  | { readonly form: 'import'; readonly index: number }
  | { readonly form: 'typeParameter'; readonly declaration: number; readonly name: string }
  | {
      readonly form: 'local';
      readonly evaluate: () => ExpressionId;
      /** Whether the local is a part that a pattern takes out of a value. */
      readonly part?: true;
      /**
       * Whether the local is a parameter. Its value depends on the callers, whatever its default.
       */
      readonly parameter?: true;
      /** Whether the local is an object literal, to which members may be added. */
      isObject?: true;
      /** Values that are assigned to members of the local. */
      members?: readonly LocalMember[];
      memo: ExpressionId | undefined;
    };

/** A member of a local object: `local.name = value`. */
interface LocalMember {
  readonly name: string;
  readonly value: () => ExpressionId;
}

/** Meaning of `this` inside a scope. */
export type Self =
  | { readonly form: 'instance'; readonly declaration: number }
  | { readonly form: 'static'; readonly declaration: number }
  | { readonly form: 'value'; readonly expression: ExpressionId };

/**
 * One lexical scope. Values and types have separate tables, as in TypeScript: a parameter `user`
 * does not hide a type `user`. Classes, enums, namespaces and imports are in both.
 */
export class Scope {
  readonly parent: Scope | undefined;
  /** Symbol that owns the code in this scope; −1 for the file. */
  readonly owner: number;
  readonly self: Self | undefined;
  /** Whether the scope is inside a function. Its variables are then locals, not symbols. */
  readonly isLocal: boolean;
  readonly values = new Map<string, Binding>();
  readonly types = new Map<string, Binding>();
  #narrowed: Map<string, { readonly from: number; readonly binding: Binding }[]> | undefined;

  constructor(
    parent: Scope | undefined,
    options: { owner?: number; self?: Self | undefined; isLocal?: boolean } = {},
  ) {
    this.parent = parent;
    this.owner = options.owner ?? parent?.owner ?? -1;
    this.self = 'self' in options ? options.self : parent?.self;
    this.isLocal = options.isLocal ?? parent?.isLocal ?? false;
  }

  /** Returns the meaning of a name, where it is used at an offset if one is given. */
  value(name: string, offset = 0): Binding | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const found = scope.#narrowedAt(name, offset) ?? scope.values.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Gives a name another meaning from an offset to the end of the scope. */
  narrowAfter(name: string, from: number, binding: Binding): void {
    this.#narrowed ??= new Map();
    appendTo(this.#narrowed, name, { from, binding });
  }

  #narrowedAt(name: string, offset: number): Binding | undefined {
    return this.#narrowed?.get(name)?.findLast(({ from }) => from <= offset)?.binding;
  }

  type(name: string): Binding | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      const found = scope.types.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

export function localBinding(evaluate: () => ExpressionId): Binding {
  return { form: 'local', evaluate, memo: undefined };
}

/**
 * Returns the expression of a bound name. A local whose initializer depends on itself is unknown.
 */
export function bindingExpression(context: Context, binding: Binding): ExpressionId {
  switch (binding.form) {
    case 'declaration':
      return context.table.add(OP.declaration, binding.index);
    case 'import':
      return context.table.add(OP.binding, binding.index);
    case 'typeParameter':
      return context.table.add(
        OP.typeParameter,
        binding.declaration,
        context.stringId(binding.name),
      );
    case 'local': {
      if (binding.memo === undefined) {
        binding.memo = context.unknown;
        binding.memo = withMembers(context, binding.evaluate(), binding.members);
      }
      return binding.memo;
    }
  }
}

/** Returns a value with the members that are assigned to it. */
function withMembers(
  context: Context,
  value: ExpressionId,
  members: readonly LocalMember[] = [],
): ExpressionId {
  if (members.length === 0) return value;
  const entries = members.flatMap((member) => [context.stringId(member.name), member.value()]);
  return context.table.add(OP.object, ...bounded([context.stringId('...'), value, ...entries]));
}

export function valueNamed(context: Context, scope: Scope, name: string, offset = 0): ExpressionId {
  const binding = scope.value(name, offset);
  if (binding !== undefined) return bindingExpression(context, binding);
  return context.table.add(OP.free, context.stringId(name));
}

export function typeNamed(context: Context, scope: Scope, name: string): ExpressionId {
  const binding = scope.type(name);
  if (binding !== undefined) return bindingExpression(context, binding);
  return context.table.add(OP.free, context.stringId(name));
}
