/** Finds the symbol that handles an entry point. */
import { at } from '../base/assert.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type FileFacts, REFERENCE_FORMS, REFERENCE_WIDTH } from '../model/facts.ts';
import type { Written, WrittenCall } from '../model/registrations.ts';
import type { SymbolId } from '../model/symbol.ts';
import type { Effects, Found } from './framework.ts';
import type { Value } from './value.ts';
import type { Values } from './values.ts';

export interface Handler {
  readonly id: SymbolId | '';
  readonly startLine: number;
  readonly endLine: number;
  readonly node?: number;
}

/** Maximum number of wrappers around a handler: `wrap(auth(handler))`. */
const WRAPPERS_MAX = 4;

/** The parts of an entry point that say what handles it. */
type Handled = Pick<Found, 'file' | 'line' | 'endLine' | 'handler' | 'handlerNode' | 'handlerFile'>;

export function handlerOf(values: Values, found: Handled): Handler {
  const { line, endLine } = found;
  if (found.handlerNode !== undefined) return ofNode(values, found.handlerNode);
  if (found.handlerFile !== undefined) return ofFile(values, found.handlerFile);
  const own = found.handler && find(values, found.file, found.handler, found, 0);
  if (own === undefined) return { id: '', startLine: line, endLine };
  return isUnnamedElsewhere(own, found) ? aroundFunction(values, own.unnamed) : own;
}

/** A handler, and where it is if it has no name. */
interface FoundHandler extends Handler {
  readonly unnamed?: { readonly file: number; readonly start: number };
}

type UnnamedHandler = FoundHandler & Required<Pick<FoundHandler, 'unnamed'>>;

function isUnnamedElsewhere(handler: FoundHandler, { file }: Handled): handler is UnnamedHandler {
  return handler.unnamed !== undefined && handler.unnamed.file !== file;
}

/** Returns what makes a function without a name: an entry point has lines of its own file only. */
function aroundFunction(values: Values, { file, start }: UnnamedHandler['unnamed']): Handler {
  const { program } = values;
  const around = program
    .facts(file)
    .declarations.findLastIndex(
      (one) => FUNCTION.test(one.kind) && one.start <= start && start < one.end,
    );
  return around < 0 ? ofFile(values, file) : ofNode(values, program.nodeOf(file, around));
}

/** Finds the handlers of new entry points: a name in a loop is another one in each pass. */
export function resolveHandlers(values: Values, { found }: Effects, from: number): void {
  for (const [index, one] of found.slice(from).entries())
    if (one.resolved === undefined)
      found[from + index] = { ...one, resolved: handlerOf(values, one) };
}

function ofNode({ program }: Values, node: number): Handler {
  const { id, startLine, endLine } = program.declaration(node);
  return { id, startLine, endLine, node };
}

/** A file is handled by its function `main`, or as a whole. */
function ofFile(values: Values, file: number): Handler {
  const [node] = values.program.topLevelNamed(file, 'main');
  if (node !== undefined) return ofNode(values, node);
  const id = at(values.program.paths, file) as string as SymbolId;
  return { id, startLine: 1, endLine: 1 };
}

function find(
  values: Values,
  file: number,
  written: Written,
  found: Handled,
  depth: number,
): FoundHandler | undefined {
  // The symbol that is named comes first: its value may be a function that wraps it. In a loop, the
  // name is another symbol in each pass.
  const node = values.isInPass ? undefined : byReference(values, file, written, found);
  if (node !== undefined) return ofNode(values, node);
  const own = values
    .of(file, written)
    .flatMap((value) => ofValue(values, value, found, depth) ?? [])[0];
  if (written.form !== 'call' || depth >= WRAPPERS_MAX) return own;
  const call = values.call(file, written.call);
  const ofCallee = () =>
    call &&
    values.of(file, call.callee).flatMap((one) => ofValue(values, one, found, depth) ?? [])[0];
  // `auth(list)` may return a function without a name, which calls the one that it is given.
  if (
    own?.unnamed !== undefined &&
    (own.startLine !== found.line || isUnnamedElsewhere(own, found))
  )
    return (
      givenFunction(values, file, call, found, depth) ??
      (isUnnamedElsewhere(own, found) ? ofCallee() : undefined) ??
      own
    );
  if (own !== undefined) return own;
  // `View.as_view()` and `controller.handle.bind(controller)` are the object in front.
  if (call?.callee.form === 'member' && /^(as_view|bind)$/.test(call.callee.name))
    return find(values, file, call.callee.object, found, depth + 1);
  for (const inner of call?.args.toReversed() ?? []) {
    const handler = find(values, file, inner, found, depth + 1);
    if (handler !== undefined) return handler;
  }
  return ofCallee();
}

/** Returns the function that is passed to a call, or to one among its arguments. */
function givenFunction(
  values: Values,
  file: number,
  call: WrittenCall | undefined,
  found: Handled,
  depth: number,
): FoundHandler | undefined {
  for (const given of call?.args ?? []) {
    const handler = find(values, file, given, found, depth + 1);
    const isRun =
      handler?.node === undefined
        ? handler?.unnamed !== undefined
        : FUNCTION.test(values.program.declaration(handler.node).kind);
    if (isRun) return handler;
  }
  return undefined;
}

const FUNCTION = /^(?:function|method)$/;

/** Whether a value is a function or a method. */
export function isFunction(values: Values, file: number, written: Written): boolean {
  return values
    .of(file, written)
    .some(
      (one) =>
        one.form === 'function' ||
        (one.form === 'symbol' && FUNCTION.test(values.program.declaration(one.node).kind)),
    );
}

function ofValue(
  values: Values,
  value: Value,
  found: Handled,
  depth: number,
): FoundHandler | undefined {
  switch (value.form) {
    case 'symbol':
    case 'instance':
      return ofNode(values, value.node);
    case 'function': {
      const own = values.registrations(value.file)?.functions[value.index];
      if (own === undefined) return undefined;
      const node = values.declarationAt(value.file, own.name, own.start);
      if (node !== undefined) return ofNode(values, node);
      return {
        id: '',
        startLine: own.line,
        endLine: own.endLine,
        unnamed: { file: value.file, start: own.start },
      };
    }
    case 'written': {
      if (value.written.form !== 'list' || depth >= WRAPPERS_MAX) return undefined;
      const last = value.written.items.at(-1);
      return last && find(values, value.file, last, found, depth + 1);
    }
    default:
      return undefined;
  }
}

/**
 * Looks the handler up among the resolved references of its lines. Several members of one name are
 * told apart by the name in front, if it is still known.
 */
export function byReference(
  values: Values,
  file: number,
  written: Written,
  { line, endLine }: Pick<Found, 'line' | 'endLine'>,
  forms: readonly string[] = ['value'],
): number | undefined {
  const { program, evaluator } = values;
  if (written.form !== 'name' && written.form !== 'member') return undefined;
  const facts = program.facts(file);
  const { references } = facts;
  const object =
    written.form === 'member' && written.object.form === 'name' ? written.object.name : undefined;
  const required = object === undefined ? undefined : requiredModule(values, file, object);
  const certain = new Set<number>();
  const possible = new Set<number>();
  for (let row = 0; row < references.length; row += REFERENCE_WIDTH) {
    const at = references[row + 3] ?? 0;
    if (at < line || at > endLine) continue;
    if (!forms.includes(REFERENCE_FORMS[references[row + 1] ?? 0] ?? '')) continue;
    const expression = references[row + 2] ?? 0;
    if (nameOf(facts, expression) !== written.name) continue;
    const isMember = opAt(facts.expressions, expression) === OP.member;
    const inFront = isMember
      ? nameOf(facts, operandAt(facts.expressions, expression, 0))
      : undefined;
    const isSame = inFront !== undefined && [object, required].some((one) => isNamed(inFront, one));
    if (isMember && object !== undefined && inFront !== undefined && !isSame) continue;
    evaluator.begin();
    const [node] = evaluator.symbolsOf(file, expression, 'value');
    if (node === undefined) continue;
    const isCertain = !isMember || isSame;
    (isCertain ? certain : possible).add(evaluator.extensions.definitionOf(node));
  }
  const chosen = certain.size > 0 ? certain : possible;
  return chosen.size === 1 || certain.size > 0 ? [...chosen][0] : undefined;
}

/** Whether a module or name in front is the one that is written: `self::users` is `users`. */
function isNamed(inFront: string, name: string | undefined): boolean {
  return name !== undefined && (inFront === name || inFront.endsWith(`::${name}`));
}

/** Returns the module that a name of the file stands for: `const users = require('./users')`. */
function requiredModule(values: Values, file: number, name: string): string | undefined {
  const own = values.registrations(file);
  const imported = own?.imports.find(({ local }) => local === name);
  if (imported !== undefined) return imported.specifier;
  const value = own?.variables.find((one) => one.name === name)?.value;
  const call = value?.form === 'call' ? values.call(file, value.call) : undefined;
  const [path] = call?.args ?? [];
  return path?.form === 'text' ? path.text : undefined;
}

function nameOf(
  { expressions, strings, bindings, declarations, imports }: FileFacts,
  expression: number,
): string | undefined {
  const operand = operandAt(expressions, expression, 0);
  switch (opAt(expressions, expression)) {
    case OP.declaration:
      return declarations[operand]?.name;
    case OP.binding: {
      const binding = bindings[operand];
      const isWhole = binding?.name === '=' || binding?.name === '*';
      return isWhole ? imports[binding.module]?.specifier : binding?.name;
    }
    case OP.module:
      return imports[operand]?.specifier;
    case OP.member:
      return strings[operandAt(expressions, expression, 1)]?.replace(/\(\)$/, '');
    case OP.free:
      return strings[operand];
    default:
      return undefined;
  }
}
