/**
 * Resolves a name at a place: locals, enclosing declarations, the file, imports, then everything
 * else.
 */
import { appendTo } from '../../base/append-to.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { modifierBits } from '../../model/symbol.ts';
import type { Syntax } from '../lowering/syntax.ts';
import { ruleFor } from '../outline/reading.ts';
import { memberNamed, partsOf, TYPES } from '../outline/scope.ts';
import type { Lowering } from './lowering.ts';

const OWNERS = /^(class|interface|enum)$/;

/**
 * How a name is used. `call` looks up methods, in languages where methods and values may share a
 * name.
 */
export type NameUsage = 'value' | 'type' | 'call';

const KINDS: Readonly<Record<NameUsage, RegExp>> = {
  type: TYPES,
  call: /^(method|function)$/,
  value: /^(?!constructor$)/,
};

/**
 * Returns the expression of a name, looked up from the innermost scope outwards. An enclosing value
 * may also have the name, as an inherited member or as a member of a receiver. It is tried before
 * outer scopes.
 */
export function nameExpression(
  lowering: Lowering,
  name: string,
  at: Syntax,
  usage: NameUsage,
  count?: number,
): ExpressionId {
  const { draft } = lowering;
  const inheritors: Inheritor[] = [];
  const isSeparate = usage === 'call' && lowering.spec.separateMethods !== 'members';
  const key: MemberKey = { name: isSeparate ? `${name}()` : name, count };
  /** Expressions whose members are all visible here, innermost first. */
  const globs: ExpressionId[] = [];
  /** Those that take precedence over the file's declarations. */
  const innerGlobs: ExpressionId[] = [];
  /** A local is called only if no method has its name. */
  let called: ExpressionId | undefined;
  /**
   * The child that the walk came from, because the bases of one part of a type are not members of
   * its other parts.
   */
  let from: Syntax | undefined;
  for (let node: Syntax | undefined = at; node !== undefined; node = node.parent) {
    const local = isLocalSeen(lowering, usage) ? lowering.localOf(node, name, at) : undefined;
    if (local !== undefined && usage === 'value') return local;
    called ??= local;
    const given = ruleFor(lowering.spec.namesIn, node)?.(node, name, lowering);
    if (given !== undefined) return given;
    const bound = lowering.boundIn(node, name);
    if (bound !== undefined) return bound;
    const seen = lowering.globsIn(node);
    globs.push(...seen);
    if (node.parent !== undefined) innerGlobs.push(...seen);
    for (const declaration of draft.declared.get(node) ?? []) {
      const parameter = usage === 'type' ? lowering.typeParameter(declaration, name) : undefined;
      if (parameter !== undefined) return parameter;
      const found = inDeclaration(lowering, declaration, name, usage);
      const isAccepted = usage !== 'call' || lowering.spec.takes?.(at, found, lowering) !== false;
      if (found >= 0 && isAccepted) return declaredName(lowering, found, inheritors, key);
      if (inherits(lowering, declaration) || isInPart(lowering, declaration, from)) {
        inheritors.push({ value: draft.table.add(OP.self, declaration), node });
      }
    }
    const isImplicitLookup = isImplicit(lowering) && usage !== 'type';
    const value = isImplicitLookup ? lowering.receiver(node) : undefined;
    if (value !== undefined) inheritors.push({ value, node });
    from = node;
  }
  const top = fileLevelNamed(lowering, name, usage);
  if (top >= 0) {
    const declared = declaredName(lowering, top, usage === 'type' ? [] : inheritors, key);
    return firstOf(lowering, innerGlobs, key, declared);
  }
  const isGiven = lowering.spec.globals?.has(name) === true;
  const owners = inheritors.map(({ value }) => value);
  const beyond = outside(lowering, name, key.name);
  const last = called ?? inNamespaces(lowering, at, name, beyond);
  // A name that is imported by itself hides those that come with all members of something.
  const isOpen = !isGiven && draft.table.opOf(beyond) === OP.free;
  return firstOf(lowering, isOpen ? [...owners, ...globs] : owners, key, last);
}

/** How a name is looked up as a member, and the number of arguments if that selects overloads. */
interface MemberKey {
  readonly name: string;
  readonly count: number | undefined;
}

/** An enclosing value that may have the name as a member, and the node where it is `this`. */
interface Inheritor {
  readonly value: ExpressionId;
  readonly node: Syntax;
}

/**
 * Returns a found declaration, after members of that name of the values in between. A declaration
 * inside such a value's node hides the value's members.
 */
function declaredName(
  lowering: Lowering,
  found: number,
  inheritors: readonly Inheritor[],
  key: MemberKey,
): ExpressionId {
  const { start = 0, end = 0 } = lowering.draft.declarations[found] ?? {};
  const between = inheritors.filter(({ node }) => start < node.start || end > node.end);
  const declaration = lowering.draft.table.add(OP.declaration, found);
  return firstOf(
    lowering,
    between.map(({ value }) => value),
    key,
    declaration,
  );
}

function firstOf(
  lowering: Lowering,
  owners: readonly ExpressionId[],
  { name, count }: MemberKey,
  last: ExpressionId,
): ExpressionId {
  const { draft } = lowering;
  if (owners.length === 0) return last;
  const members = owners.map((owner) =>
    owner === draft.unknown ? owner : lowering.memberOf(owner, name, count),
  );
  return draft.table.add(OP.firstOf, ...members, last);
}

/** Returns the expression of a name at file level or outside the file. */
export function nameOutside(lowering: Lowering, name: string): ExpressionId {
  const top = fileLevelNamed(lowering, name, 'call');
  return top >= 0
    ? lowering.draft.table.add(OP.declaration, top)
    : outside(lowering, name, `${name}()`);
}

function outside(lowering: Lowering, name: string, key: string): ExpressionId {
  const imported = lowering.imported(key);
  if (imported !== undefined) return imported;
  const isPlain = lowering.spec.separateMethods === 'preferred';
  const plain = isPlain ? lowering.imported(name) : undefined;
  return plain ?? freeName(lowering, isPlain ? name : key);
}

function freeName({ draft }: Lowering, name: string): ExpressionId {
  return draft.table.add(OP.free, draft.stringId(name));
}

/**
 * Tries a name from outside the file in each enclosing namespace first, because another file may
 * declare it there.
 */
function inNamespaces(
  { draft, spec }: Lowering,
  at: Syntax,
  name: string,
  last: ExpressionId,
): ExpressionId {
  const mark = spec.namespaceSeparator;
  if (mark === undefined || draft.table.opOf(last) !== OP.free) return last;
  const around: ExpressionId[] = [];
  for (let node: Syntax | undefined = at; node !== undefined; node = node.parent) {
    for (const declaration of draft.declared.get(node) ?? []) {
      if (draft.kindOf(declaration) !== 'namespace') continue;
      const spelled = afterSeparator(draft.declarations[declaration]?.name ?? '', mark);
      around.push(draft.table.add(OP.free, draft.stringId(spelled + mark + name)));
    }
  }
  return around.length === 0 ? last : draft.table.add(OP.firstOf, ...around, last);
}

/** Returns `c` for `a::b::c`. */
export function afterSeparator(name: string, mark: string): string {
  const at = name.lastIndexOf(mark);
  return at < 0 ? name : name.slice(at + mark.length);
}

function isLocalSeen({ spec }: Lowering, usage: NameUsage): boolean {
  return usage === 'value' || (usage === 'call' && spec.separateMethods === 'preferred');
}

/**
 * Finds a declaration at file level. A method whose type is in another file is stored at file
 * level, but its bare name does not refer to it.
 */
function fileLevelNamed(lowering: Lowering, name: string, usage: NameUsage): number {
  const { draft } = lowering;
  const found = named(lowering, -1, name, usage);
  if (found < 0 || !draft.attached.has(found)) return found;
  return draft.declarations.findIndex(
    (one, index) =>
      one.parent < 0 &&
      one.name === name &&
      KINDS[usage].test(one.kind) &&
      !draft.attached.has(index),
  );
}

function named(lowering: Lowering, parent: number, name: string, usage: NameUsage): number {
  const { draft, spec } = lowering;
  const found = memberNamed(draft, parent, name, KINDS[usage]);
  if (found >= 0) return typeBeside(lowering, found);
  if (usage !== 'call' || spec.separateMethods !== 'preferred') return found;
  return memberNamed(draft, parent, name, KINDS.value);
}

/** Returns the type whose companion has the same name, or the declaration itself. */
function typeBeside({ companions, draft }: Lowering, found: number): number {
  for (const [type, inside] of companions) {
    const isBeside = draft.declarations[type]?.parent === draft.declarations[found]?.parent;
    if (isBeside && inside.includes(found)) return type;
  }
  return found;
}

function isImplicit({ spec }: Lowering): boolean {
  return spec.implicitSelf === true;
}

/** Whether bare names inside the declaration may refer to inherited members. */
function inherits(lowering: Lowering, declaration: number): boolean {
  const { draft } = lowering;
  if (!isImplicit(lowering)) return false;
  return (
    OWNERS.test(draft.kindOf(declaration) ?? '') &&
    (draft.shapes[declaration]?.heritage.length ?? 0) > 0
  );
}

const PARTIAL = modifierBits(['partial']);

/** Whether bare names inside the declaration may refer to members of another part of it. */
function isInPart({ draft, spec }: Lowering, declaration: number, from?: Syntax): boolean {
  const isPart = ((draft.declarations[declaration]?.modifiers ?? 0) & PARTIAL) !== 0;
  const isBase = from !== undefined && ruleFor(spec.heritage, from) !== undefined;
  return isPart && !isBase && OWNERS.test(draft.kindOf(declaration) ?? '');
}

/**
 * Returns the member of a declaration, or of its companion, with the given name; −1 if there is
 * none.
 */
function inDeclaration(
  lowering: Lowering,
  declaration: number,
  name: string,
  usage: NameUsage,
): number {
  const { draft, spec } = lowering;
  const kind = draft.kindOf(declaration) ?? '';
  // In languages where methods reach each other only through the receiver, a class's members are
  // not visible by their bare names.
  const isSeen = spec.implicitSelf === true || !OWNERS.test(kind) || usage === 'type';
  if (!isSeen) return -1;
  const beside = lowering.companions.get(declaration) ?? [];
  const parts = partsOf(draft, declaration);
  for (const owner of [declaration, ...parts, ...beside]) {
    const found = named(lowering, owner, name, usage);
    if (found >= 0) return found;
  }
  return -1;
}

/** Returns the companions of each type, whose members are also its own. */
export function companionsOf(lowering: Lowering): ReadonlyMap<number, readonly number[]> {
  const { draft, spec } = lowering;
  const found = new Map<number, number[]>();
  if (spec.companions === undefined) return found;
  for (const [node, [companion]] of draft.declared) {
    const type = ruleFor(spec.companions, node)?.(node, lowering) ?? -1;
    if (companion === undefined || type < 0) continue;
    appendTo(found, type, companion);
  }
  return found;
}

const ARGUMENTS = /arguments?$|argument_list$|annotation|attribute/;

/** Returns the parts of a qualified name: `a`, `B`, `C` for `a.B<X>.C`. */
export function qualifiedNames(node: Syntax): readonly Syntax[] {
  if (node.children.length === 0) return [node];
  return node.children.filter(({ type }) => !ARGUMENTS.test(type)).flatMap(qualifiedNames);
}
