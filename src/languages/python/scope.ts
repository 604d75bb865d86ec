/**
 * Python's scopes. A name belongs to the innermost function, class or module that binds it
 * anywhere.
 */
import { appendTo } from '../../base/append-to.ts';
import type { Syntax } from '../../extractors/lowering/syntax.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** One binding of a name. */
export interface Entry {
  readonly form: 'declaration' | 'import' | 'value' | 'parameter';
  readonly offset: number;
  /** The block that contains the binding. Later code inside this block sees no earlier entry. */
  readonly block: Syntax;
  /** Set if the entry holds only inside {@link block}, such as a name narrowed by `isinstance`. */
  readonly isLimited?: boolean;
  readonly evaluate: () => ExpressionId;
}

/** Meaning of `self` and `super()` in a method. */
export interface Receiver {
  readonly declaration: number;
  /** A class method's receiver is the class itself. */
  readonly isClass: boolean;
}

export class Scope {
  readonly form: 'module' | 'class' | 'function';
  readonly parent: Scope | undefined;
  /** The symbol that code here belongs to; −1 for the file. */
  readonly owner: number;
  readonly receiver: Receiver | undefined;
  readonly body: Syntax;
  readonly names = new Map<string, Entry[]>();
  /** Declarations of the variables assigned in a module or class. */
  readonly variables = new Map<string, number>();
  /** Names that `global` and `nonlocal` bind in an outer scope. */
  readonly handedOut = new Map<string, Scope>();

  constructor(
    form: Scope['form'],
    parent: Scope | undefined,
    place: { owner: number; body: Syntax; receiver?: Receiver | undefined },
  ) {
    this.form = form;
    this.parent = parent;
    this.owner = place.owner;
    this.body = place.body;
    this.receiver = place.receiver ?? (form === 'class' ? undefined : parent?.receiver);
  }

  /** Returns a scope with the same names whose code belongs to another symbol. */
  ownedBy(owner: number): Scope {
    const scope = Object.create(this) as Scope;
    Object.defineProperty(scope, 'owner', { value: owner });
    return scope;
  }

  bind(name: string, entry: Entry): void {
    const scope = this.handedOut.get(name) ?? this;
    appendTo(scope.names, name, entry);
  }

  get module(): Scope {
    return this.parent?.module ?? this;
  }

  /** Returns the scope in which `nonlocal` binds a name. */
  outerFunctionWith(name: string): Scope {
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
      if (scope.form === 'function' && scope.names.has(name)) return scope;
    }
    return this.parent ?? this;
  }

  /**
   * Returns the entries that a name may refer to at a position, or undefined if the file never
   * binds it.
   */
  entriesAt(name: string, use: Syntax): readonly Entry[] | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      // Methods do not see the names in the scope of their class.
      if (scope.form === 'class' && scope !== this) continue;
      const entries = scope.names.get(name);
      if (entries === undefined) continue;
      // Before a class body binds a name, the name is that of the scope outside: `@copy def copy(self)`.
      const isEarly = scope.form === 'class' && entries.every(({ offset }) => offset > use.start);
      if (isEarly) {
        const outer = this.parent?.entriesAt(name, use);
        if (outer !== undefined) return outer;
      }
      const reaching =
        scope === this ? reachingHere(entries, use) : reachingLater(entries, scope, use);
      if (reaching.length > 0) return reaching;
    }
    return undefined;
  }
}

/**
 * Returns the bindings that may hold at a position in the same scope. The search goes back to the
 * last binding that certainly ran.
 */
function reachingHere(entries: readonly Entry[], use: Syntax): readonly Entry[] {
  const found: Entry[] = [];
  for (const entry of entries.toReversed()) {
    const isInside = contains(entry.block, use);
    if (entry.offset > use.start || (entry.isLimited === true && !isInside)) continue;
    found.push(entry);
    if (isInside) break;
  }
  if (found.length > 0) return found.reverse();
  return entries.filter(({ isLimited }) => isLimited !== true);
}

/**
 * Returns the bindings that may hold when an inner function runs: the last unconditional one and
 * all after it.
 */
function reachingLater(entries: readonly Entry[], scope: Scope, use: Syntax): readonly Entry[] {
  const found: Entry[] = [];
  for (const entry of entries.toReversed()) {
    if (entry.isLimited === true && !contains(entry.block, use)) continue;
    found.push(entry);
    if (entry.block === scope.body) break;
  }
  return found.reverse();
}

function contains(block: Syntax, use: Syntax): boolean {
  return block.start <= use.start && use.end <= block.end;
}

/** Position of a statement: its scope and its block. */
export interface Place {
  readonly scope: Scope;
  readonly block: Syntax;
}
