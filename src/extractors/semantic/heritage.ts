/** Reads the bases of declarations, with their type arguments. */
import { OP } from '../../model/expression.ts';
import type { Heritage } from '../../model/facts.ts';
import type { Syntax } from '../lowering/syntax.ts';
import { ruleFor } from '../outline/reading.ts';
import type { Lowering } from './lowering.ts';
import type { BaseClause } from './spec.ts';

export function addTypedHeritage(lowering: Lowering): void {
  const { draft } = lowering;
  for (const [node, [declaration]] of draft.declared) {
    const shape = declaration === undefined ? undefined : draft.shapes[declaration];
    if (shape === undefined) continue;
    const bases = clausesOf(lowering, node)
      .flatMap((one) => basesOf(lowering, one))
      .map((base) => otherThan(lowering, declaration, base));
    if (bases.length > 0) shape.heritage = bases;
  }
}

/**
 * A base with the same name as the type itself refers to another type of that name: `class Rule<T>
 * : Rule`.
 */
function otherThan({ draft }: Lowering, self: number | undefined, base: Heritage): Heritage {
  const entity = draft.table.operandOf(base.expression, 0);
  const isSelf =
    self !== undefined &&
    draft.table.opOf(entity) === OP.declaration &&
    draft.table.operandOf(entity, 0) === self;
  if (!isSelf) return base;
  const own = draft.declarations[self];
  const other = draft.declarations.findIndex(
    ({ name, parent, kind }, index) =>
      index !== self &&
      !draft.cases.has(index) &&
      name === own?.name &&
      parent === own.parent &&
      kind === own.kind,
  );
  if (other < 0) return base;
  return { ...base, expression: draft.table.add(OP.named, draft.table.add(OP.declaration, other)) };
}

/**
 * Adds bases that are declared apart from their type. They are stored with the type if it is in
 * this file; otherwise the resolver attaches them.
 */
export function addConformances(lowering: Lowering, node: Syntax): void {
  const { draft, spec } = lowering;
  if (spec.conformances === undefined) return;
  const found = ruleFor(spec.conformances, node)?.(node);
  if (found !== undefined) {
    const entity = lowering.type(found.type);
    const isNamed = draft.table.opOf(entity) === OP.named;
    const type = isNamed ? draft.table.operandOf(entity, 0) : entity;
    const bases = basesOf(lowering, { clause: found.base, form: found.form });
    if (draft.table.opOf(type) === OP.declaration) {
      const shape = draft.shapes[draft.table.operandOf(type, 0)];
      if (shape !== undefined) shape.heritage = [...shape.heritage, ...bases];
    } else if (type !== draft.unknown) {
      for (const base of bases) draft.conformances.push({ ...base, type });
    }
  }
  for (const child of node.children) addConformances(lowering, child);
}

/**
 * Adds the bases of classes without a name to the function or variable around them, which also
 * holds their members. A type around them would inherit the bases, so it gets none.
 */
export function addAnonymousBases(lowering: Lowering, node: Syntax): void {
  const { draft, spec } = lowering;
  if (spec.anonymousBases === undefined) return;
  const clauses = ruleFor(spec.anonymousBases, node)?.(node) ?? [];
  const owner = clauses.length > 0 ? lowering.ownerOf(node) : -1;
  const shape = draft.shapes[owner];
  if (shape !== undefined && owner !== lowering.classOf(node)) {
    const bases = clauses.flatMap((clause) => basesOf(lowering, clause));
    const line = draft.lineOf(node.start);
    shape.heritage = [...shape.heritage, ...bases.map((base) => ({ ...base, line }))];
  }
  for (const child of node.children) addAnonymousBases(lowering, child);
}

function clausesOf(lowering: Lowering, node: Syntax): readonly BaseClause[] {
  const { spec } = lowering;
  const listed = node.children.flatMap((clause): BaseClause[] => {
    const form = ruleFor(spec.heritage, clause);
    return form === undefined ? [] : [{ clause, form }];
  });
  return [...listed, ...(spec.bases?.(node, lowering) ?? [])];
}

/**
 * Returns the types in a clause, however deeply its lists are nested. The clause may be the
 * declaration of the base itself.
 */
function basesOf(lowering: Lowering, { clause, form, isStatic }: BaseClause): Heritage[] {
  const { draft } = lowering;
  if (isStatic === true)
    return basesOf(lowering, { clause, form }).map((base) => ({
      ...base,
      expression: draft.table.add(OP.typeOf, base.expression),
    }));
  const [declared] = draft.declared.get(clause) ?? [];
  const expression =
    declared === undefined
      ? lowering.type(clause)
      : draft.table.add(OP.named, draft.table.add(OP.declaration, declared));
  const { table } = draft;
  const op = table.opOf(expression);
  const line = draft.lineOf(clause.start);
  if (op === OP.named || op === OP.arrayOf || op === OP.functionType)
    return [{ form, expression, line }];
  // A type of the project or of the library, by one name.
  if (op === OP.firstOf)
    return [0, 1].map((index) => ({ form, expression: table.operandOf(expression, index), line }));
  // Arguments of a base's constructor name no base, and neither do the parts of an unknown type.
  if (/argument/.test(clause.type) || lowering.isType(clause.type)) return [];
  return clause.children.flatMap((inner) => basesOf(lowering, { clause: inner, form }));
}
