/** What a name means where it stands: locals, enclosing declarations, the file, imports, the rest. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Syntax } from '../lowering/syntax.ts';
import { ruleFor } from '../structure/reading.ts';
import { memberNamed, TYPES } from '../structure/scope.ts';
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
 * The expression of a name. Looked up from inside outwards; where classes around it may inherit the
 * name, they are asked before what lies outside of the file.
 */
export function nameExpression(
  lowering: Lowering,
  name: string,
  at: Syntax,
  usage: NameUsage,
): ExpressionId {
  const { draft } = lowering;
  /** Instances of the classes around that may inherit the name, innermost first. */
  const heirs: ExpressionId[] = [];
  /** What all members are visible of, innermost first. */
  const globs: ExpressionId[] = [];
  /** Those that come before what the file declares. */
  const innerGlobs: ExpressionId[] = [];
  for (let node: Syntax | undefined = at; node !== undefined; node = node.parent) {
    if (usage === 'value') {
      const local = lowering.localOf(node, name, at);
      if (local !== undefined) return local;
    }
    const given = ruleFor(lowering.spec.namesIn, node)?.(node, name, lowering);
    if (given !== undefined) return given;
    const bound = lowering.boundIn(node, name);
    if (bound !== undefined) return bound;
    const seen = lowering.globsIn(node);
    globs.push(...seen);
    if (node.parent !== undefined) innerGlobs.push(...seen);
    for (const declaration of draft.declared.get(node) ?? []) {
      const found = inDeclaration(lowering, declaration, name, usage);
      if (found !== undefined) return found;
      if (inherits(lowering, declaration)) heirs.push(draft.table.add(OP.self, declaration));
    }
    const extended = isImplicit(lowering) ? lowering.extendedType(node) : undefined;
    if (extended !== undefined) heirs.push(draft.ofType(extended));
  }
  const top = fileLevelNamed(lowering, name, usage);
  if (top >= 0) {
    const declared = draft.table.add(OP.declaration, top);
    if (innerGlobs.length === 0) return declared;
    return draft.table.add(
      OP.firstOf,
      ...innerGlobs.map((glob) => draft.member(glob, name)),
      declared,
    );
  }
  const key = usage === 'call' ? `${name}()` : name;
  const outside = lowering.imported(key) ?? draft.table.add(OP.free, draft.stringId(key));
  const isGiven = lowering.spec.globals?.has(name) === true;
  const owners = isGiven ? heirs : [...heirs, ...globs];
  if (owners.length === 0) return outside;
  return draft.table.add(OP.firstOf, ...owners.map((owner) => draft.member(owner, key)), outside);
}

/** A method whose type stands in another file is at the file's level, but no name of it. */
function fileLevelNamed({ draft }: Lowering, name: string, usage: NameUsage): number {
  const found = memberNamed(draft, -1, name, KINDS[usage]);
  if (found < 0 || !draft.attached.has(found)) return found;
  return draft.declarations.findIndex(
    (one, index) =>
      one.parent < 0 &&
      one.name === name &&
      KINDS[usage].test(one.kind) &&
      !draft.attached.has(index),
  );
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

function inDeclaration(
  lowering: Lowering,
  declaration: number,
  name: string,
  usage: NameUsage,
): ExpressionId | undefined {
  const { draft, spec } = lowering;
  const kind = draft.kindOf(declaration) ?? '';
  if (usage === 'type') {
    const parameter = lowering.typeParameter(declaration, name);
    if (parameter !== undefined) return parameter;
  }
  // Where methods name each other through self alone, a class's members are no names by themselves.
  const isSeen = spec.implicitSelf === true || !OWNERS.test(kind) || usage === 'type';
  const found = isSeen ? memberNamed(draft, declaration, name, KINDS[usage]) : -1;
  return found < 0 ? undefined : draft.table.add(OP.declaration, found);
}
