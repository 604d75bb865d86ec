/** C#'s extension methods: the types they extend, and the placeholders among them. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** Prefix for the names of extension methods, which plain names cannot refer to. */
export const EXTENSION = 'this ';

/** Treats `static void Do(this Item item)` as a member of Item. */
export function extension(
  node: Syntax,
  lowering: Lowering,
): { readonly receiver?: ExpressionId; readonly isExtension?: boolean } {
  const [first] = fieldOf(node, 'parameters')?.children ?? [];
  if (first === undefined || !/^this\b/.test(lowering.draft.textOf(first))) return {};
  const type = fieldOf(first, 'type');
  const name = fieldOf(node, 'name');
  const isOwn = type === undefined || name === undefined;
  if (!isOwn && isPlaceholderMethod(lowering.draft.textOf(type), lowering.draft.textOf(name)))
    return {};
  const receiver = lowering.type(type);
  const { draft } = lowering;
  if (receiver !== draft.unknown || type === undefined) return { receiver, isExtension: true };
  // `string` and other built-in types are not names, but the method is still an extension.
  return {
    receiver: draft.table.add(OP.free, draft.stringId(draft.textOf(type))),
    isExtension: true,
  };
}

const REFLECTED =
  /^(System\.)?(Reflection\.)?(Type|TypeInfo|Assembly|MemberInfo|MethodBase|MethodInfo|ConstructorInfo|PropertyInfo|FieldInfo|EventInfo|ParameterInfo|Delegate)$/;
const REFLECTION =
  /^(Get(BaseDefinition|Constructors?|CustomAttributes?|ElementType|Events?|Fields?|GenericArguments|GenericTypeDefinition|GetMethod|Interfaces?|InterfaceMap|Members?|Methods?|NestedTypes?|Parameters|Properties|Property|SetMethod)|Is(AssignableFrom|Defined|InstanceOfType|SubclassOf)|Make(ArrayType|GenericMethod|GenericType))$/;

/**
 * Whether an extension is a placeholder: on some platforms it replaces a method that its type has
 * itself on others.
 */
function isPlaceholderMethod(type: string, method: string): boolean {
  return REFLECTED.test(type) && REFLECTION.test(method);
}
