/** Type parameters: `class Box[T]`, `T = TypeVar('T')` and the classes and functions that use T. */
import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';

const DEFINITION = /^(class|function)_definition$/;
const PARAMETRIC = /^((class|function)_definition|assignment)$/;
/** A variable by its name or quoted, or the class that it stands for: `type[T]`. */
const RECEIVER_TYPE = /^(?:(?:\w+\.)?[Tt]ype\[)?['"]?(\w+)['"]?\]?$/;
const NAMES = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** Records `T = TypeVar('T', bound=Base)`. */
export function addTypeVariable(draft: PythonDraft, name: string, value: Syntax | undefined): void {
  const callee = value?.type === 'call' ? fieldOf(value, 'function') : undefined;
  if (callee !== undefined && /^(\w+\.)?TypeVar$/.test(draft.textOf(callee)))
    draft.typeVariables.add(name);
}

/** Records the type parameters of a class or function, before any annotation is read. */
export function addTypeParameters(draft: PythonDraft, node: Syntax, index: number): void {
  const list = fieldOf(node, 'type_parameters');
  const names =
    list === undefined
      ? variablesIn(draft, node)
      : list.children.flatMap((one) => draft.textOf(one).match(NAMES)?.slice(0, 1) ?? []);
  if (names.length > 0) draft.typeParameters.set(index, names);
}

/** Records the variable of `def f(self: T) -> T`, which stands for the class of the receiver. */
export function addReceiverVariable(
  draft: PythonDraft,
  node: Syntax,
  method: { readonly index: number; readonly owner: number },
): void {
  const first = fieldOf(node, 'parameters')?.children[0];
  const type = first && fieldOf(first, 'type');
  const match = type && RECEIVER_TYPE.exec(draft.textOf(type));
  const name = match?.[1];
  if (name !== undefined) draft.receiverVariables.set(method.index, { name, owner: method.owner });
}

/** Returns the variables in the bases of a class, or in the annotations of a function. */
function variablesIn(draft: PythonDraft, node: Syntax): readonly string[] {
  if (draft.typeVariables.size === 0) return [];
  const places = !DEFINITION.test(node.type)
    ? [node]
    : node.type === 'class_definition'
      ? childrenOfType(fieldOf(node, 'superclasses') ?? node, 'subscript')
      : [fieldOf(node, 'parameters'), fieldOf(node, 'return_type')];
  const names = places.flatMap((one) =>
    one === undefined ? [] : (draft.textOf(one).match(NAMES) ?? []),
  );
  const outer = node.type === 'class_definition' ? undefined : node.parent;
  return [...new Set(names)].filter(
    (name) =>
      draft.typeVariables.has(name) &&
      (outer === undefined || parameterNamed(draft, name, outer) === undefined),
  );
}

/** Returns the type parameter that a name in an annotation refers to, if any. */
export function parameterNamed(
  draft: PythonDraft,
  name: string,
  place: Syntax,
): ExpressionId | undefined {
  if (draft.typeParameters.size === 0 && draft.receiverVariables.size === 0) return undefined;
  for (let node: Syntax | undefined = place; node !== undefined; node = node.parent) {
    const index = PARAMETRIC.test(node.type) ? (draft.declared.get(node) ?? -1) : -1;
    const receiver = draft.receiverVariables.get(index);
    if (receiver?.name === name) return draft.table.add(OP.selfType, receiver.owner);
    if (draft.typeParameters.get(index)?.includes(name) === true)
      return draft.table.add(OP.typeParameter, index, draft.stringId(name));
  }
  return undefined;
}
