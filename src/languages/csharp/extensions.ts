/** C#'s extension methods: whose members they are, and which of them stand in for others. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** Stands before the names of extension methods, which are no names by themselves. */
export const EXTENSION = 'this ';

/** `static void Do(this Item item)` is a member of Item. */
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
  // `string` and the like are no names; that something is extended is known all the same.
  return {
    receiver: draft.table.add(OP.free, draft.stringId(draft.textOf(type))),
    isExtension: true,
  };
}

const REFLECTED =
  /^(System\.)?(Reflection\.)?(Type|TypeInfo|Assembly|MemberInfo|MethodBase|MethodInfo|ConstructorInfo|PropertyInfo|FieldInfo|EventInfo|ParameterInfo|Delegate)$/;
const REFLECTION =
  /^(Get(BaseDefinition|Constructors?|CustomAttributes?|ElementType|Events?|Fields?|GenericArguments|GenericTypeDefinition|GetMethod|Interfaces?|InterfaceMap|Members?|Methods?|NestedTypes?|Parameters|Properties|Property|SetMethod)|Is(AssignableFrom|Defined|InstanceOfType|SubclassOf)|Make(ArrayType|GenericMethod|GenericType))$/;

/** An extension that stands in, on some platforms, for what its type has by itself on others. */
function isPlaceholderMethod(type: string, method: string): boolean {
  return REFLECTED.test(type) && REFLECTION.test(method);
}
