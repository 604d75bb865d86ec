/**
 * The collections and function types of Java's library: what they hold, and the calls that make
 * them. Source: the documentation of java.util, java.util.function and java.util.stream.
 */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field, lastName } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { argumentsOf, functionTypeOf, listOf } from '../../extractors/semantic/readers.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** Types that hold elements of their only argument. */
const LISTS =
  /^((Array|Linked|Immutable|CopyOnWriteArray|Abstract)?List|(Linked)?(Hash|Tree|Sorted|Navigable|Enum|Immutable|CopyOnWriteArray|Abstract)?Set|(Immutable|Abstract)?Collection|Iterable|(List)?Iterator|Spliterator|(Array|Linked|Concurrent\w+|(Linked|Array|Priority)Blocking)?(Deque|Queue)|PriorityQueue|Stack|Vector|Enumeration|Stream|Optional|AtomicReference|ThreadLocal|WeakReference|SoftReference|CompletableFuture|Future)$/;
const MAPS =
  /^((Linked)?(Hash|Tree|Sorted|Navigable|Enum|Concurrent(Hash|SkipList)?|WeakHash|IdentityHash|Immutable|Abstract)?Map)$/;
/** The result of a function type and its parameters, as numbers of type arguments. */
const FUNCTIONS: Readonly<Record<string, readonly [number | undefined, ...number[]]>> = {
  Function: [1, 0],
  BiFunction: [2, 0, 1],
  UnaryOperator: [0, 0],
  BinaryOperator: [0, 0, 0],
  Consumer: [undefined, 0],
  BiConsumer: [undefined, 0, 1],
  Predicate: [undefined, 0],
  BiPredicate: [undefined, 0, 1],
  Comparator: [undefined, 0, 0],
  ToIntFunction: [undefined, 0],
  ToLongFunction: [undefined, 0],
  ToDoubleFunction: [undefined, 0],
  Supplier: [0],
  Callable: [0],
  IntFunction: [0],
};
/** Static methods that return a collection of their arguments. */
const MAKERS =
  /^(List\.of|Set\.of|Stream\.of|Optional\.of(Nullable)?|Arrays\.asList|Collections\.singleton(List)?|Immutable(List|Set)\.of)$/;
/** Collectors that collect the elements themselves. */
const COLLECTORS = /^(to|toUnmodifiable|toImmutable)(List|Set|Collection)$/;

/** Whether a name is of the library, and whether the file's package may have a type of that name. */
function libraryName(entity: ExpressionId, lowering: Lowering): 'imported' | 'unbound' | undefined {
  const { draft } = lowering;
  const op = draft.table.opOf(entity);
  if (op === OP.free) return 'unbound';
  // Inherited members hide the names of packages.
  if (op === OP.firstOf)
    return draft.table.opOf(draft.table.lastOperandOf(entity)) === OP.free ? 'unbound' : undefined;
  if (op === OP.member) return libraryName(draft.table.operandOf(entity, 0), lowering);
  if (op !== OP.binding) return undefined;
  const { module } = draft.bindings[draft.table.operandOf(entity, 0)] ?? {};
  const specifier = draft.imports[module ?? -1]?.specifier ?? '';
  return /^(java|com\.google\.common)\./.test(specifier) ? 'imported' : undefined;
}

export function genericType(node: Syntax, lowering: Lowering): ExpressionId {
  const [name, list] = node.children;
  if (name === undefined) return lowering.draft.unknown;
  const args = list?.children ?? [];
  const entity = lowering.entity(name);
  const from = libraryName(entity, lowering);
  const text = lowering.draft.textOf(lastName(name));
  const known = from && libraryType(text, args, lowering);
  const named = lowering.namedType(entity, args);
  if (known === undefined) return named;
  // The resolver knows other types by these names.
  const isCertain = from === 'imported' || /^(Map|Set|Iterable|Iterator)$/.test(text);
  return isCertain ? known : lowering.draft.table.add(OP.firstOf, named, known);
}

function libraryType(
  name: string,
  args: readonly Syntax[],
  lowering: Lowering,
): ExpressionId | undefined {
  const { draft } = lowering;
  const typeAt = (index: number | undefined): ExpressionId =>
    index === undefined ? draft.unknown : lowering.type(args[index]);
  const parts = FUNCTIONS[name];
  if (parts !== undefined) {
    const [result, ...parameters] = parts;
    return functionTypeOf(lowering, typeAt(result), parameters.map(typeAt));
  }
  if (args.length === 2 && name === 'Entry') return draft.table.add(OP.tuple, typeAt(0), typeAt(1));
  if (MAPS.test(name)) {
    return lowering.namedType(draft.table.add(OP.free, draft.stringId('dict')), args);
  }
  return LISTS.test(name) ? listOf(lowering, typeAt(0)) : undefined;
}

/** Returns the value of a static call that makes a collection, or of collecting a stream. */
export function invocation(node: Syntax, lowering: Lowering): ExpressionId | undefined {
  const { draft } = lowering;
  const object = fieldOf(node, 'object');
  const name = fieldOf(node, 'name');
  if (object === undefined || name === undefined) return undefined;
  const args = argumentsOf(node);
  if (draft.textOf(name) === 'collect') {
    const collector = args[0] && fieldOf(args[0], 'name');
    const keeps = collector !== undefined && COLLECTORS.test(draft.textOf(collector));
    return keeps ? lowering.expression(object) : undefined;
  }
  const constants = /^(values|valueOf)$/.test(draft.textOf(name));
  if (constants && /^[A-Z]/.test(draft.textOf(object)))
    return enumConstants(node, object, lowering);
  if (!MAKERS.test(`${draft.textOf(object)}.${draft.textOf(name)}`)) return undefined;
  if (libraryName(lowering.name(object), lowering) === undefined) return undefined;
  const values = args.slice(0, 8).map((one) => lowering.expression(one));
  return listOf(lowering, draft.either(OP.either, values));
}

/** Returns the value of `Level.values()` or `Level.valueOf(name)`, which each enum has. */
function enumConstants(node: Syntax, object: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const plain = lowering.call(node, { callee: field('name'), receiver: field('object') });
  const constant = draft.ofType(lowering.namedType(lowering.name(object, 'type'), []));
  const isOne = argumentsOf(node).length > 0;
  return draft.table.add(OP.firstOf, plain, isOne ? constant : listOf(lowering, constant));
}

/** Returns the value of `new ArrayList<Item>()`. */
export function creation(node: Syntax, lowering: Lowering): ExpressionId | undefined {
  const type = fieldOf(node, 'type');
  if (type?.type !== 'generic_type' || type.children[0] === undefined) return undefined;
  if (libraryName(lowering.entity(type.children[0]), lowering) === undefined) return undefined;
  return lowering.valueOf(type);
}
