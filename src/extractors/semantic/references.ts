/** Adds a reference for every use of a name, with the declaration that contains it. */
import { OP } from '../../model/expression.ts';
import type { Syntax } from '../lowering/syntax.ts';
import { lastName, ruleFor } from '../outline/reading.ts';
import { memberNamed } from '../outline/scope.ts';
import type { Lowering } from './lowering.ts';

export function addReferences(lowering: Lowering, root: Syntax): void {
  // Names of declarations and locals are not uses. Names of callees are added during the walk.
  refer(lowering, root, new Set([...lowering.localNames, ...lowering.draft.names]));
}

function refer(lowering: Lowering, node: Syntax, spent: Set<Syntax>): void {
  const { draft, spec } = lowering;
  const isImport = (ruleFor(spec.typedImports, node)?.(node, lowering).length ?? 0) > 0;
  if (isImport && !draft.declared.has(node)) return;
  const call = ruleFor(spec.calls, node);
  const callee = call?.callee(node, draft);
  if (call !== undefined && callee !== undefined) {
    const name = lastName(callee);
    spent.add(name).add(callee);
    // If the callee is only the member's name, the member is not counted as a second use.
    const member = memberAround(callee, spec.members);
    if (member !== undefined && lastName(member) === name) spent.add(member);
    if (!isGlobal(lowering, callee)) {
      const form = call.form ?? 'call';
      draft.refer(lowering.ownerOf(node), form, lowering.callee(node, call), name.start);
    }
  }
  const other = ruleFor(spec.references, node)?.(node, lowering);
  if (other !== undefined) {
    draft.refer(lowering.ownerOf(node), other.form, other.expression, (other.spends ?? node).start);
    if (other.spends !== undefined) spent.add(other.spends).add(lastName(other.spends));
  }
  if (!spent.has(node)) referName(lowering, node, spent);
  for (const child of node.children) refer(lowering, child, spent);
}

/**
 * Returns the member expression that ends with a name, with or without a node for the dot in
 * between.
 */
function memberAround(
  { parent }: Syntax,
  members: ReadonlySet<string> | undefined,
): Syntax | undefined {
  return [parent, parent?.parent].find((node) => node && members?.has(node.type) === true);
}

/** Whether the name is a language global, which projects do not declare, unless this file does. */
function isGlobal({ draft, spec }: Lowering, node: Syntax): boolean {
  const name = node.children.length === 0 ? draft.textOf(node) : '';
  return spec.globals?.has(name) === true && memberNamed(draft, -1, name, /./) < 0;
}

function referName(lowering: Lowering, node: Syntax, spent: Set<Syntax>): void {
  const { draft, spec } = lowering;
  if (isGlobal(lowering, node)) return;
  if (spec.typeNames.has(node.type) || spec.isTypeName?.(node) === true) {
    // A qualified name is a use of the whole, and of the names in its qualifier.
    if (node.children.length > 0) spent.add(lastName(node));
    const entity = lowering.entity(node);
    if (draft.table.opOf(entity) !== OP.typeParameter) {
      draft.refer(lowering.ownerOf(node), 'type', entity, node.start);
    }
  } else if (spec.valueNames.has(node.type)) {
    const isLabel =
      spec.labels?.has(node.parent?.type ?? '') === true || spec.isLabel?.(node, lowering) === true;
    if (isLabel || lowering.isLocal(node)) return;
    draft.refer(lowering.ownerOf(node), 'value', lowering.name(node), node.start);
  } else if (spec.members?.has(node.type) === true) {
    const name = lastName(node);
    // The bare name of a member refers to something only for the receiver itself.
    const [object] = node.children;
    const isOwn = object !== undefined && spec.self?.includes(draft.textOf(object)) === true;
    if (!isOwn || spec.implicitSelf !== true) spent.add(name);
    draft.refer(lowering.ownerOf(node), 'value', lowering.expression(node), name.start);
  }
}
