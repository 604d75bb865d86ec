/** Python's scopes: a name belongs to the innermost function, class or module that binds it anywhere. */
import { appendTo } from '../../base/append-to.ts';
import type { Syntax } from '../../extractors/lowering/syntax.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** One place that binds a name. */
export interface Entry {
  readonly form: 'declaration' | 'import' | 'value' | 'parameter';
  readonly offset: number;
  /** The block that it stands in: after it, code inside that block sees no earlier entry. */
  readonly block: Syntax;
  /** Set for what holds only inside {@link block}, such as a name that `isinstance` has narrowed. */
  readonly isLimited?: boolean;
  readonly evaluate: () => ExpressionId;
}

/** What `self` and `super()` mean in a method. */
export interface Receiver {
  readonly declaration: number;
  /** A class method's receiver is the class itself. */
  readonly isClass: boolean;
}

export class Scope {
  readonly form: 'module' | 'class' | 'function';
  readonly parent: Scope | undefined;
  /** The symbol that code here belongs to; −1: the file. */
  readonly owner: number;
  readonly receiver: Receiver | undefined;
  readonly body: Syntax;
  readonly names = new Map<string, Entry[]>();
  /** Declarations of the variables that a module or class assigns. */
  readonly variables = new Map<string, number>();
  /** Names that `global` and `nonlocal` hand to an outer scope. */
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

  /** The same names, for code that belongs to another symbol. */
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

  /** The scope that `nonlocal` means for a name. */
  outerFunctionWith(name: string): Scope {
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
      if (scope.form === 'function' && scope.names.has(name)) return scope;
    }
    return this.parent ?? this;
  }

  /** The entries that a name can mean at a place; undefined: bound nowhere in the file. */
  entriesAt(name: string, use: Syntax): readonly Entry[] | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.parent) {
      // Methods do not see the names of their class.
      if (scope.form === 'class' && scope !== this) continue;
      const entries = scope.names.get(name);
      if (entries === undefined) continue;
      const reaching =
        scope === this ? reachingHere(entries, use) : reachingLater(entries, scope, use);
      if (reaching.length > 0) return reaching;
    }
    return undefined;
  }
}

/** Bindings that may hold at a place of the same scope: back to the one that stands before it for sure. */
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

/** Bindings that may hold when a function inside runs: any, after the last that is sure. */
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

/** Where statements stand. */
export interface Place {
  readonly scope: Scope;
  readonly block: Syntax;
}
