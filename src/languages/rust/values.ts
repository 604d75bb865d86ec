/**
 * Rust's expressions. The methods of iterators, options and similar types are recognized by their
 * names.
 */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field, firstChild } from '../../extractors/outline/reading.ts';
import type { CallRule } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenAt,
  eitherOf,
  elementAt,
  instanceAt,
  lambdaOf,
  lastValue,
  listOf,
  selfOf,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { Local, TypedSpec } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { pathExpression } from './paths.ts';
import { bound } from './patterns.ts';
import { scopedMethod } from './scoped-traits.ts';
import { STANDARD_NAMES } from './standard.ts';
import { identifierValue } from './token-calls.ts';
import { errorOf } from './types.ts';

export const CALL: CallRule = {
  callee: (node, draft) => {
    const callee = fieldOf(node, 'function');
    // Calling a function in a field calls a value. `Ok`, `Err` and `Some` are not types, even if
    // the project declares one so named.
    if (callee === undefined || callee.type === 'parenthesized_expression') return undefined;
    return /^(Ok|Err|Some)$/.test(draft.textOf(callee)) ? undefined : callee;
  },
};
export const MACRO: CallRule = { callee: field('macro') };

/** Methods treated as returning their receiver for member lookup. */
const KEEPING =
  /^(unwrap|expect|unwrap_or|unwrap_or_else|unwrap_or_default|unwrap_unchecked|ok|ok_or|ok_or_else|or|or_else|as_ref|as_mut|as_deref|as_deref_mut|as_slice|as_mut_slice|clone|cloned|copied|to_owned|to_vec|into_owned|borrow|borrow_mut|lock|read|write|try_lock|get_or_insert_with|get_or_init|take|replace|iter|iter_mut|into_iter|drain|collect|rev|skip|step_by|chain|peekable|by_ref|inspect|take_while|skip_while|filter|into_inner|map_err|context|with_context|deref|deref_mut|upgrade|downgrade|into_boxed_slice|fuse|cycle|split_at|windows|chunks|or_insert|or_insert_with|or_default|entry|insert|await|into_future|pin|as_pin_mut|project|project_ref|body|body_mut|into_body)$/;
const TAKING =
  /^(next|next_back|first|first_mut|last|last_mut|get|get_mut|get_unchecked|get_unchecked_mut|pop|pop_front|pop_back|front|front_mut|back|back_mut|nth|peek|peek_mut|find|max_by_key|min_by_key|max_by|min_by|max|min|remove|swap_remove|or_insert|or_insert_with|or_default|iter_next)$/;
/** Methods that return the error of a result. */
const ERRORS = /^(unwrap_err|expect_err|err|unwrap_err_unchecked)$/;
/** Methods whose closure gets the error of a result. */
const FAILING = /^(map_err|or_else|unwrap_or_else|inspect_err|is_err_and)$/;
/** Methods of options, cells and similar types whose closure gets the value itself. */
const VALUE_PASSING =
  /^(and_then|map_ok|map_or|map_or_else|is_some_and|is_ok_and|is_none_or|and_modify|inspect_ok|take_if|tap|tap_mut|pipe|then|update|with|with_borrow|with_borrow_mut|with_mut|modify|map_into_inner)$/;
/** Methods that return the result of the given function, or many of its results. */
const MAPPING = /^(map|and_then|flat_map|filter_map|map_or_else|then|then_some)$/;
/** Equivalent names in the table of builtin methods. */
const ALIASES: Readonly<Record<string, string>> = {
  for_each: 'forEach',
  any: 'some',
  all: 'every',
  flat_map: 'flatMap',
  filter_map: 'map',
  position: 'findIndex',
  enumerate: 'entries',
  find_map: 'find',
  retain: 'filter',
  partition: 'filter',
};

const BUILTIN = /^(map|flatMap|filter|find|get|values|keys|entries|reverse)$/;

export function argumentsOf(node: Syntax): readonly Syntax[] {
  return childrenAt(node, 'arguments');
}

/** Methods that return an iterator, of lists and texts or of iterators. */
const ITERATOR_MAKING =
  /^(iter|iter_mut|into_iter|drain|chars|char_indices|bytes|lines|split_whitespace|map|filter|filter_map|flat_map|flatten|enumerate|zip|rev|skip_while|take_while|map_while|step_by|chain|cloned|copied|cycle|peekable|by_ref|inspect|fuse|scan)$/;

/** Whether a value is certainly an iterator, judging by the method or the range that makes it. */
function makesIterator(node: Syntax | undefined, lowering: Lowering): boolean {
  if (node?.type === 'parenthesized_expression') {
    const [inner] = node.children;
    return inner?.type === 'range_expression' || makesIterator(inner, lowering);
  }
  const method = node?.type === 'call_expression' ? methodOf(node, lowering) : undefined;
  if (method === undefined || !ITERATOR_MAKING.test(method.name)) return false;
  // An option and a result have some of these methods as well.
  return (
    !/^(map|filter|flatten|zip|cloned|copied|inspect)$/.test(method.name) ||
    makesIterator(method.receiver, lowering)
  );
}

/** Returns the receiver and the method name of a call. */
function methodOf(
  call: Syntax,
  lowering: Lowering,
): { readonly receiver: Syntax; readonly name: string } | undefined {
  let callee = fieldOf(call, 'function');
  if (callee?.type === 'generic_function') callee = fieldOf(callee, 'function');
  if (callee?.type !== 'field_expression') return undefined;
  const receiver = fieldOf(callee, 'value');
  const name = fieldOf(callee, 'field');
  if (receiver === undefined || name === undefined) return undefined;
  return { receiver, name: lowering.draft.textOf(name) };
}

function call(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const callee = fieldOf(node, 'function');
  const name = callee?.type === 'identifier' ? draft.textOf(callee) : '';
  const [first] = argumentsOf(node);
  if (/^(Some|Ok|Box::new)$/.test(name)) return lowering.expression(first);
  const isMacro = callee !== undefined && draft.text.charAt(callee.end) === '!';
  if (isMacro && /^(ready|pin|dbg)$/.test(name)) return lowering.expression(first);
  if (name === 'vec') return listOf(lowering, lowering.expression(first));
  // A macro with one argument unwraps it or returns it: `tri!(parse())`.
  if (isMacro && argumentsOf(node).length === 1 && !STANDARD_NAMES.has(name))
    return lowering.expression(first);
  const wrapped = callee === undefined ? '' : draft.textOf(callee);
  if (
    /(^|::)(Box|Rc|Arc|RefCell|Mutex|RwLock|Cell|Pin|Some|Ok)(::<.*>)?(::(new|clone|pin))?$/.test(
      wrapped,
    )
  )
    return lowering.expression(first);
  const plain = lowering.call(node, CALL);
  const method = methodOf(node, lowering);
  if (method === undefined) {
    const made = callee === undefined ? draft.unknown : madeBy(callee, lowering);
    return made === draft.unknown ? plain : draft.table.add(OP.firstOf, plain, made);
  }
  const receiver = lowering.expression(method.receiver);
  if (receiver === draft.unknown) return plain;
  const others = otherResults(node, method.name, receiver, lowering);
  return others.length === 0 ? plain : draft.table.add(OP.firstOf, plain, ...others);
}

/** Functions of well-known traits that return their type: `Shop::default()`, clap's `Args::parse()`. */
const MAKING =
  /^(default|from|try_from|from_str|from_iter|parse|try_parse|parse_from|try_parse_from|deserialize)$/;

/** Returns a value of the type whose function is called, if it is known to return one. */
function madeBy(callee: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const name = callee.type === 'scoped_identifier' ? fieldOf(callee, 'name') : undefined;
  const path = fieldOf(callee, 'path');
  if (name === undefined || path === undefined || !MAKING.test(draft.textOf(name)))
    return draft.unknown;
  const entity = pathExpression(path, lowering);
  return entity === draft.unknown ? entity : draft.ofType(lowering.namedType(entity, []));
}

/** Returns the call of a member. A method and a field may have the same name. */
function callOf(member: Syntax): Syntax | undefined {
  const around = member.parent;
  if (around?.type === 'generic_function') return callOf(around);
  return around?.type === 'call_expression' && fieldOf(around, 'function') === member
    ? around
    : undefined;
}

/**
 * Returns the method that `self.name()` calls where several impls of a type have one of that name, as
 * those of `T` and `&T` do: the one of the same impl. A method that calls its own name passes the call
 * on to another impl.
 */
function methodBeside(member: Syntax, name: string, { draft }: Lowering): ExpressionId | undefined {
  if (fieldOf(member, 'value')?.type !== 'self') return undefined;
  let around: Syntax | undefined = member.parent;
  let method: Syntax | undefined;
  for (; around !== undefined && around.type !== 'impl_item'; around = around.parent)
    if (around.type === 'function_item') method = around;
  if (around === undefined || method === undefined) return undefined;
  const methodOf = (impl: Syntax, text: string): Syntax | undefined =>
    childrenAt(impl, 'body').find((one) => {
      const declared = one.type === 'function_item' ? fieldOf(one, 'name') : undefined;
      return declared !== undefined && draft.textOf(declared) === text;
    });
  const found = methodOf(around, name);
  if (found === undefined || found === method) return undefined;
  const impls = (around.parent?.children ?? []).filter(({ type }) => type === 'impl_item');
  if (impls.filter((impl) => methodOf(impl, name) !== undefined).length < 2) return undefined;
  const [declaration] = draft.declared.get(found) ?? [];
  return declaration === undefined ? undefined : draft.table.add(OP.declaration, declaration);
}

/** Returns the possible results of a call if the receiver's type does not have the method. */
function otherResults(
  node: Syntax,
  name: string,
  receiver: ExpressionId,
  lowering: Lowering,
): readonly ExpressionId[] {
  const { draft } = lowering;
  const args = argumentsOf(node);
  const results: ExpressionId[] = [];
  const builtin = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  if (builtin !== undefined && BUILTIN.test(builtin)) {
    const member = draft.member(receiver, builtin);
    const given = args.map((one) => lowering.expression(one));
    results.push(draft.table.add(OP.call, member, 0, ...given));
  }
  const last = args.at(-1);
  if (MAPPING.test(name) && last?.type === 'closure_expression') {
    results.push(lowering.expression(fieldOf(last, 'body')));
  }
  if (ERRORS.test(name)) results.push(errorOf(receiver, lowering));
  if (TAKING.test(name)) results.push(draft.over(OP.element, receiver), itemOf(receiver, lowering));
  if (KEEPING.test(name) || TAKING.test(name)) results.push(receiver);
  // A request or response is represented by its body.
  if (name === 'into_parts') results.push(draft.table.add(OP.tuple, draft.unknown, receiver));
  return results;
}

/** Returns what an iterator of the project yields, by its associated type. */
export function itemOf(iterator: ExpressionId, { draft }: Lowering): ExpressionId {
  return iterator === draft.unknown
    ? iterator
    : draft.table.add(OP.indexed, iterator, draft.stringId('Item'));
}

/** Returns the value that the surrounding call passes to a closure. */
function closureParameter(closure: Syntax, position: number, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const passed = lowering.passed(closure, position);
  const around = closure.parent?.parent;
  if (around?.type !== 'call_expression') return passed;
  const method = methodOf(around, lowering);
  if (method === undefined) return passed;
  const receiver = lowering.expression(method.receiver);
  if (receiver === draft.unknown || position > 0) return passed;
  const alias = Object.hasOwn(ALIASES, method.name) ? ALIASES[method.name] : undefined;
  // What a closure gets instead of the value.
  const isFirst = argumentsOf(around)[0] === closure;
  if (FAILING.test(method.name) || (method.name === 'map_or_else' && isFirst))
    return draft.table.add(OP.firstOf, passed, errorOf(receiver, lowering));
  const element = draft.over(OP.iterated, receiver);
  const isWalk =
    alias !== undefined ||
    /^(map|filter|find|inspect|take_while|skip_while|max_by_key|min_by_key|sort_by_key)$/.test(
      method.name,
    );
  if (isWalk) return draft.table.add(OP.firstOf, passed, element, receiver);
  return VALUE_PASSING.test(method.name) ? draft.table.add(OP.firstOf, passed, receiver) : passed;
}

export function closureLocals(node: Syntax, lowering: Lowering): readonly Local[] {
  const parameters = childrenAt(node, 'parameters');
  return parameters.flatMap((one, position) => {
    const type = one.type === 'parameter' ? fieldOf(one, 'type') : undefined;
    const pattern = one.type === 'parameter' ? fieldOf(one, 'pattern') : one;
    const value = (): ExpressionId =>
      type === undefined ? closureParameter(node, position, lowering) : lowering.valueOf(type);
    return bound(pattern, value, node.start, lowering);
  });
}

const PRIMITIVE = /^([iuf]\d+|[iu]size|bool|char|str)$/;

/** Returns what a path names. Of a called one, the type may have the function from a trait. */
function scopedPath(node: Syntax, lowering: Lowering): ExpressionId {
  const member = pathExpression(node, lowering);
  const name = fieldOf(node, 'name');
  const path = fieldOf(node, 'path');
  const call = callOf(node);
  if (name === undefined || path === undefined || call === undefined) return member;
  const [text, type] = [lowering.draft.textOf(name), lowering.draft.textOf(path)];
  const filled = type === 'Default' ? filledBy(call) : undefined;
  if (filled !== undefined) return lowering.memberOf(pathExpression(filled, lowering), `${text}()`);
  const isPrimitive = PRIMITIVE.test(type);
  // Functions of modules are not from traits, and `f32::from_bits` inside a `from_bits` is the standard one.
  if (!isPrimitive && !/(^|::)[A-Z]\w*$|>$/.test(type)) return member;
  if (isPrimitive && functionAround(node, lowering) === text) return member;
  const args = argumentsOf(call);
  const [first] = args;
  // `Trait::method(value)` calls the method of the value, whose trait may be of another package.
  const isMethod = first !== undefined && !isPrimitive && !MAKES.test(text);
  const known = isMethod
    ? lowering.draft.table.add(
        OP.firstOf,
        member,
        lowering.memberOf(lowering.expression(first), `${text}()`),
      )
    : member;
  const object = pathExpression(path, lowering);
  const scoped = scopedMethod(object, text, { count: args.length - 1, lowering });
  return lowering.draft.table.add(OP.firstOf, known, scoped);
}

/** Returns the name of the struct that a call fills up: `Shop { open, ..Default::default() }`. */
function filledBy({ parent }: Syntax): Syntax | undefined {
  const struct = parent?.type === 'base_field_initializer' ? parent.parent?.parent : undefined;
  return struct?.type === 'struct_expression' ? fieldOf(struct, 'name') : undefined;
}

/** Functions that make a value, and so are not called on their first argument. */
const MAKES = /^(new|from|default|with|of|try_from|parse|open|build)(_|$)/;

function functionAround(node: Syntax, { draft }: Lowering): string {
  let at: Syntax | undefined = node;
  while (at !== undefined && at.type !== 'function_item') at = at.parent;
  const name = at && fieldOf(at, 'name');
  return name === undefined ? '' : draft.textOf(name);
}

function closure(node: Syntax, lowering: Lowering): ExpressionId {
  const parameters = childrenAt(node, 'parameters');
  const returned = fieldOf(node, 'return_type');
  const result =
    returned === undefined
      ? lowering.expression(fieldOf(node, 'body'))
      : lowering.valueOf(returned);
  return lambdaOf(lowering, result, parameters);
}

export const EXPRESSIONS: TypedSpec['expressions'] = {
  identifier: identifierValue,
  self: selfOf,
  scoped_identifier: scopedPath,
  call_expression: call,
  generic_function: valueAt(field('function')),
  field_expression: (node, lowering) => {
    const name = fieldOf(node, 'field');
    if (name === undefined) return lowering.draft.unknown;
    const text = lowering.draft.textOf(name);
    const beside = callOf(node) && methodBeside(node, text, lowering);
    if (beside !== undefined) return beside;
    const object = lowering.expression(fieldOf(node, 'value'));
    const call = callOf(node);
    if (call === undefined) return lowering.memberOf(object, text);
    const count = argumentsOf(call).length;
    const isIterator = makesIterator(fieldOf(node, 'value'), lowering);
    return scopedMethod(object, text, { count, lowering, isIterator });
  },
  struct_expression: instanceAt(field('name')),
  reference_expression: valueAt(field('value')),
  unary_expression: lastValue,
  parenthesized_expression: lastValue,
  try_expression: lastValue,
  await_expression: (node, lowering) => {
    const awaited = lastValue(node, lowering);
    const { table, unknown } = lowering.draft;
    if (awaited === unknown) return awaited;
    // `impl Future` and `impl IntoFuture` name their result.
    const output = table.add(OP.indexed, awaited, lowering.draft.stringId('Output'));
    return table.add(OP.firstOf, output, table.add(OP.awaited, awaited));
  },
  type_cast_expression: instanceAt(field('type')),
  index_expression: elementAt(firstChild),
  array_expression: (node, lowering) => listOf(lowering, lowering.expression(node.children[0])),
  tuple_expression: (node, lowering) =>
    lowering.draft.table.add(OP.tuple, ...node.children.map((one) => lowering.expression(one))),
  closure_expression: closure,
  block: lastValue,
  unsafe_block: lastValue,
  if_expression: (node, lowering) =>
    eitherOf(lowering, [
      fieldOf(node, 'consequence'),
      childOfType(node, 'else_clause')?.children.at(-1),
    ]),
  match_expression: (node, lowering) =>
    eitherOf(
      lowering,
      childrenAt(node, 'body').map((arm) => fieldOf(arm, 'value')),
    ),
};
