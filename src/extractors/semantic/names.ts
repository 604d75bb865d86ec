/** What a name means where it stands: locals, enclosing declarations, the file, imports, the rest. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { modifierBits } from '../../model/symbol.ts';
import type { Syntax } from '../lowering/syntax.ts';
import { ruleFor } from '../outline/reading.ts';
import { memberNamed, partsOf, TYPES } from '../outline/scope.ts';
import type { Lowering } from './lowering.ts';

const OWNERS = /^(class|interface|enum)$/;

/** `call`: a method's, where those have names of their own. */
export type NameUsage = 'value' | 'type' | 'call';

const KINDS: Readonly<Record<NameUsage, RegExp>> = {
  type: TYPES,
  call: /^(method|function)$/,
  value: /^(?!constructor$)/,
};

/**
 * The expression of a name. Looked up from inside outwards; where what is around it may have the name
 * from elsewhere (an inherited member, one of a receiver), that is asked before what lies further out.
 */
export function nameExpression(
  lowering: Lowering,
  name: string,
  at: Syntax,
  usage: NameUsage,
): ExpressionId {
  const { draft } = lowering;
  const inheritors: Inheritor[] = [];
  const isSeparate = usage === 'call' && lowering.spec.separateMethods !== 'members';
  const key = isSeparate ? `${name}()` : name;
  /** What all members are visible of, innermost first. */
  const globs: ExpressionId[] = [];
  /** Those that come before what the file declares. */
  const innerGlobs: ExpressionId[] = [];
  /** A local is called where no method has its name. */
  let called: ExpressionId | undefined;
  /** Where the way out comes from: a type's bases are no members of its other parts. */
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
  const last = called ?? inNamespaces(lowering, at, name, outside(lowering, name, key));
  return firstOf(lowering, isGiven ? owners : [...owners, ...globs], key, last);
}

/** A value around a name that may have it as a member, and the node that it is `this` in. */
interface Inheritor {
  readonly value: ExpressionId;
  readonly node: Syntax;
}

/** A declaration, unless a value between has a member of its name; one inside that value's node hides it. */
function declaredName(
  lowering: Lowering,
  found: number,
  inheritors: readonly Inheritor[],
  key: string,
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
  { draft }: Lowering,
  owners: readonly ExpressionId[],
  key: string,
  last: ExpressionId,
): ExpressionId {
  if (owners.length === 0) return last;
  const members = owners.map((owner) => draft.member(owner, key));
  return draft.table.add(OP.firstOf, ...members, last);
}

/** What a name means at the file's level, or outside of the file. */
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

/** A name from outside of the file: of the namespaces around it, where one elsewhere has it there. */
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

/** `c` of `a::b::c`. */
export function afterSeparator(name: string, mark: string): string {
  const at = name.lastIndexOf(mark);
  return at < 0 ? name : name.slice(at + mark.length);
}

function isLocalSeen({ spec }: Lowering, usage: NameUsage): boolean {
  return usage === 'value' || (usage === 'call' && spec.separateMethods === 'preferred');
}

/** A method whose type stands in another file is at the file's level, but no name of it. */
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

/** The type that a companion of its name stands beside; others are themselves. */
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

/** Whether bare names inside may be members that the declaration inherits. */
function inherits(lowering: Lowering, declaration: number): boolean {
  const { draft } = lowering;
  if (!isImplicit(lowering)) return false;
  return (
    OWNERS.test(draft.kindOf(declaration) ?? '') &&
    (draft.shapes[declaration]?.heritage.length ?? 0) > 0
  );
}

const PARTIAL = modifierBits(['partial']);

/** Whether they may be members of another part of it. */
function isInPart({ draft, spec }: Lowering, declaration: number, from?: Syntax): boolean {
  const isPart = ((draft.declarations[declaration]?.modifiers ?? 0) & PARTIAL) !== 0;
  const isBase = from !== undefined && ruleFor(spec.heritage, from) !== undefined;
  return isPart && !isBase && OWNERS.test(draft.kindOf(declaration) ?? '');
}

/** What a declaration, or a companion in it, holds under a name; −1: nothing. */
function inDeclaration(
  lowering: Lowering,
  declaration: number,
  name: string,
  usage: NameUsage,
): number {
  const { draft, spec } = lowering;
  const kind = draft.kindOf(declaration) ?? '';
  // Where methods name each other through self alone, a class's members are no names by themselves.
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
