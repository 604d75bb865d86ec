/** Readers of values that the tables of languages are made of. */
import { UNKNOWN, type Written, type WrittenParameter } from '../../model/registrations.ts';
import { fieldOf, lastChild, type Syntax } from '../lowering/syntax.ts';
import type { Collector, ValueReader } from './collector.ts';

/** A name. */
export const named: ValueReader = (collector, node) => collector.name(node);

/** The text of the node, such as a number. */
export const plainText: ValueReader = (collector, node) => ({
  form: 'text',
  text: collector.textOf(node),
});

/** The text of the node without the quotes. */
export const quoted: ValueReader = (collector, node) => ({
  form: 'text',
  text: unescaped(collector.textOf(node).slice(1, -1)),
});

/** Returns a text without the backslashes that escape quotes and backslashes. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(["'`\\])/g, '$1');
}

/** The value inside of parentheses, casts and the like. */
export const inner: ValueReader = (collector, node) => collector.value(node.children[0]);
export const innerLast: ValueReader = (collector, node) => collector.value(lastChild(node));

/** A list of values. */
export const listed: ValueReader = (collector, node) => ({
  form: 'list',
  items: node.children.map((one) => collector.value(one)),
});

/** `object.name`, where both are fields of the node. */
export function memberAt(objectField: string, nameField: string): ValueReader {
  return (collector, node) =>
    member(collector, fieldOf(node, objectField), fieldOf(node, nameField));
}

/** `object.name`, where both are the first and the last child. */
export const memberOfEnds: ValueReader = (collector, node) =>
  member(collector, node.children[0], lastChild(node));

function member(collector: Collector, object?: Syntax, name?: Syntax): Written {
  if (object === undefined || name === undefined) return UNKNOWN;
  return {
    form: 'member',
    object: collector.value(object),
    name: collector.textOf(name),
  };
}

/** A dotted name that is one node. */
export const dotted: ValueReader = (collector, node) => {
  const [first, ...rest] = node.children;
  if (first === undefined) return UNKNOWN;
  return rest.reduce<Written>(
    (object, name) => ({
      form: 'member',
      object,
      name: collector.textOf(name),
    }),
    collector.value(first),
  );
};

/** A sum of texts. */
export function sum(operator = '+'): ValueReader {
  return (collector, node) =>
    operatorOf(collector, node) === operator
      ? joined([collector.value(node.children[0]), collector.value(lastChild(node))])
      : UNKNOWN;
}

/** Returns the operator between two operands. */
export function operatorOf(collector: Collector, node: Syntax): string {
  const [left, right] = [node.children[0], lastChild(node)];
  return left === undefined || right === undefined
    ? ''
    : collector.between(left.end, right.start).trim();
}

function firstOf({ children }: Syntax): Syntax | undefined {
  return children[0];
}

interface TemplateParts {
  readonly isValue: (node: Syntax) => boolean;
  /** Returns the value inside of such a node; its first child by default. */
  readonly contentOf?: (node: Syntax) => Syntax | undefined;
  readonly start: number;
  readonly end: number;
}

/** A text with values in it: the children of a type are values, and what is between them is text. */
export function template(
  collector: Collector,
  node: Syntax,
  { isValue, contentOf = firstOf, start, end }: TemplateParts,
): Written {
  const parts: Written[] = [];
  let from = start;
  for (const child of node.children) {
    if (!isValue(child)) continue;
    parts.push({ form: 'text', text: unescaped(collector.between(from, child.start)) });
    parts.push(collector.value(contentOf(child)));
    from = child.end;
  }
  parts.push({ form: 'text', text: unescaped(collector.between(from, end)) });
  return joined(parts.filter((one) => one.form !== 'text' || one.text !== ''));
}

type Pair = readonly [key: Syntax | undefined, value: Syntax | undefined];

function namedArgument(node: Syntax): Pair | undefined {
  const name = fieldOf(node, 'name');
  return name === undefined ? undefined : [name, lastChild(node)];
}

interface Arguments {
  readonly plain: readonly Syntax[];
  readonly named: readonly (readonly [string, Syntax])[];
}

/**
 * Tells arguments by name from others. `pair` returns the key and the value of one by name; by
 * default its name is a field and its value the last child.
 */
export function argumentsOf(
  collector: Collector,
  given: readonly Syntax[],
  pair: (node: Syntax) => Pair | undefined = namedArgument,
): Arguments {
  const plain: Syntax[] = [];
  const byName: [string, Syntax][] = [];
  for (const one of given) {
    const [key, value] = pair(one) ?? [];
    if (key !== undefined && value !== undefined) byName.push([collector.textOf(key), value]);
    else plain.push(one);
  }
  return { plain, named: byName };
}

/** Reads a call with its plain arguments and those by name. */
export function callOf(
  collector: Collector,
  node: Syntax,
  callee: Written,
  list: Syntax | undefined,
): Written {
  const { plain, named: byName } = argumentsOf(collector, list?.children ?? []);
  return collector.call(node, callee, plain, byName);
}

/** Joins values; texts that follow each other become one. */
export function joined(parts: readonly Written[]): Written {
  const merged: Written[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.form === 'text' && last?.form === 'text')
      merged[merged.length - 1] = { form: 'text', text: last.text + part.text };
    else if (part.form === 'joined') merged.push(...part.parts);
    else merged.push(part);
  }
  const [only] = merged;
  if (only === undefined) return { form: 'text', text: '' };
  return merged.length === 1 ? only : { form: 'joined', parts: merged };
}

/** Reads a parameter, whose name and type are fields. */
export function parameter(collector: Collector, node: Syntax): WrittenParameter {
  const name = collector.textOf(fieldOf(node, 'name') ?? node);
  const type = collector.value(fieldOf(node, 'type'));
  return type.form === 'unknown' ? { name } : { name, type };
}

/** Reads the decorators of a declaration and returns its name; undefined if it has none. */
export function decorated(
  collector: Collector,
  node: Syntax,
  decorators: readonly Syntax[],
  isClass = false,
): string | undefined {
  const nameNode = fieldOf(node, 'name');
  if (nameNode === undefined) return undefined;
  const name = collector.textOf(nameNode);
  collector.decorate(decorators, { name, start: nameNode.start, isClass });
  return name;
}

/** Reads a class: its decorators, its bases and then its body. */
export function readClass(
  collector: Collector,
  node: Syntax,
  decorators: readonly Syntax[],
  bases: readonly Syntax[],
): void {
  const name = decorated(collector, node, decorators, true);
  if (name === undefined) return;
  const written = bases.map((base) => collector.value(base));
  collector.class(name, fieldOf(node, 'name')?.start ?? node.start, written, () => {
    collector.visitChildren(fieldOf(node, 'body') ?? node);
  });
}
