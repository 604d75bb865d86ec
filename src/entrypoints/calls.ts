/** Results of calls, and arguments that functions are called with. */
import { at } from '../base/assert.ts';
import { NO_EXPRESSION } from '../model/facts.ts';
import type { Written, WrittenCall, WrittenFunction } from '../model/registrations.ts';
import { isBegunIn, isMadeIn, withUse } from './callers.ts';
import { constructorOf, embeddedNames, externalBases, isOfGo } from './members.ts';
import { declarationOf } from './modules.ts';
import { instanceOf } from './own-routers.ts';
import { CALLED, EXTENDING, type Use } from './use.ts';
import { ALTERNATIVES_MAX, areUnknownResults, NONE, type Value } from './value.ts';
import type { Values } from './values.ts';

/** Maximum number of calls around a parameter that a function returns. */
const RETURNED_DEPTH_MAX = 2;

export function callResult(values: Values, file: number, number: number): readonly Value[] {
  const call = values.call(file, number);
  if (call === undefined) return NONE;
  if (
    call.callee.form === 'name' &&
    (call.callee.name === 'require' || call.callee.name === 'import')
  ) {
    const [path] = call.args;
    if (path?.form === 'text') return required(values, file, path.text, call.callee.name);
  }
  // A view of Flask or Django is its class.
  if (call.callee.form === 'member' && call.callee.name === 'as_view')
    return values.of(file, call.callee.object).filter(({ form }) => form === 'symbol');
  const joined = joinedText(values, file, call);
  if (joined !== undefined) return [{ form: 'text', text: joined }];
  const callees = values.of(file, call.callee);
  if (callees.length > 0) return callees.flatMap((callee) => called(values, file, number, callee));
  if (values.isIndexing) return NONE;
  return resolvedResult(values, file, number);
}

/** Returns the text of `"|".join(words)` of Python, and of `words.join('/')` of JavaScript. */
function joinedText(values: Values, file: number, { callee, args }: WrittenCall) {
  if (callee.form !== 'member' || callee.name !== 'join' || args.length !== 1) return undefined;
  const [object, given] = [callee.object, args[0]];
  for (const [list, between] of [
    [given, object],
    [object, given],
  ] as const) {
    const separator = values.text(file, between);
    const items = values
      .of(file, list)
      .flatMap((one) => (one.form === 'written' && one.written.form === 'list' ? [one] : []));
    const [only, other] = items;
    if (separator === undefined || only === undefined || other !== undefined) continue;
    const { written } = only;
    const texts =
      written.form === 'list' ? written.items.map((one) => values.text(only.file, one)) : [];
    if (texts.every((one) => one !== undefined)) return texts.join(separator);
  }
  return undefined;
}

/** Returns the result of a function that only the resolved references of the file know. */
function resolvedResult(values: Values, file: number, number: number): readonly Value[] {
  const call = values.call(file, number);
  if (call?.callee.form !== 'member' && call?.callee.form !== 'name') return NONE;
  const node = values.referenced(file, call.callee, call);
  if (node === undefined) return NONE;
  return values
    .declaredValue(node)
    .flatMap((value) => (value.form === 'function' ? called(values, file, number, value) : NONE));
}

function required(
  values: Values,
  file: number,
  specifier: string,
  by: 'require' | 'import',
): readonly Value[] {
  const found = by === 'import' ? values.fromModule(file, specifier, '*') : NONE;
  return found.length > 0 ? found : values.fromModule(file, specifier, '=');
}

function called(values: Values, file: number, number: number, callee: Value): readonly Value[] {
  switch (callee.form) {
    case 'external':
      return calledExternal(values, file, number, callee.path);
    case 'bound': {
      // A function of the project may be called like a method.
      const extension = values.extensionNamed(callee.method);
      if (extension?.form === 'function')
        return returnedTo(values, extension, { file, call: number, argument: EXTENDING });
      const found = values.objects.ruleOf(callee.object, callee.method);
      if (found === undefined) return [];
      const context = values.context(file, number, callee.object, found.framework);
      return found.rule.result?.(context) ?? [];
    }
    case 'function': {
      const found = returnedTo(values, callee, { file, call: number, argument: CALLED });
      return found.length > 0 ? found : declaredResult(values, callee);
    }
    case 'symbol':
      return (
        wrapped(values, file, number, callee.node) ?? constructed(values, file, number, callee.node)
      );
    default:
      return [];
  }
}

function calledExternal(
  values: Values,
  file: number,
  number: number,
  path: string,
): readonly Value[] {
  const made = values.objects.madeBy(path);
  if (made !== undefined)
    return [
      {
        form: 'object',
        object: values.objects.made(made, `${file}:${number}`, file, number, false),
      },
    ];
  if (values.objects.isWrapper(path)) return values.of(file, values.call(file, number)?.args[0]);
  const rule = values.objects.functionRule(path);
  if (rule?.rule.result !== undefined)
    return rule.rule.result(values.context(file, number, undefined, rule.framework));
  return [{ form: 'external', path: `${path}()` }];
}

/** Returns what a function returns; another value is itself. */
export function resultOf(values: Values, value: Value): readonly Value[] {
  return value.form === 'function' ? returned(values, value.file, value.index) : [value];
}

/** Returns the result of one call; an object that the function makes or is given differs in each. */
function returnedTo(
  values: Values,
  { file, index }: { readonly file: number; readonly index: number },
  use: Use,
): readonly Value[] {
  const any = returned(values, file, index);
  const own = values.registrations(file)?.functions[index];
  const isOfUse = any.some(
    (one) =>
      one.form === 'object' &&
      (isMadeIn(values, file, index, one.object) ||
        (own !== undefined &&
          !isBegunIn(values, file, index, one.object) &&
          returnsGiven(values, file, own))),
  );
  // A function that makes paths makes another one in each call: `path('/users')`.
  const areTexts = any.length > 1 && any.every(({ form }) => form === 'text');
  if ((!isOfUse && !areTexts) || values.isIndexing) return any;
  let found = any;
  withUse(values, file, index, use, () => {
    found = returned(values, file, index);
  });
  return found;
}

/** Whether a function returns a parameter or its receiver, or what a call makes of them. */
function returnsGiven(
  values: Values,
  file: number,
  { parameters, receiver, returns }: WrittenFunction,
): boolean {
  const isGiven = (written: Written, depth: number): boolean => {
    if (written.form === 'name')
      return written.name === receiver || parameters.some(({ name }) => name === written.name);
    if (written.form === 'member') return isGiven(written.object, depth);
    const call = written.form === 'call' ? values.call(file, written.call) : undefined;
    if (call === undefined || depth >= RETURNED_DEPTH_MAX) return false;
    const inside = [call.callee, ...call.args, ...call.named.map(([, given]) => given)];
    return inside.some((one) => isGiven(one, depth + 1));
  };
  return returns.some((one) => isGiven(one, 0));
}

function returned(values: Values, file: number, index: number): readonly Value[] {
  const key = `returns ${file} ${index}`;
  if (!values.enter(key)) return NONE;
  const own = values.registrations(file)?.functions[index];
  const found = own?.returns.flatMap((value) => values.of(file, value)) ?? NONE;
  values.leave(key);
  return found;
}

/** Returns an instance of the type that a function of Go says it returns, where its value is not known. */
function declaredResult(
  values: Values,
  called: Value & { readonly form: 'function' },
): readonly Value[] {
  if (!isOfGo(values, called.file)) return NONE;
  const node = declarationOf(values, called);
  return node === undefined ? NONE : instanceReturned(values, node);
}

/** Returns an instance of the declared or inferred result of a function that registers nothing. */
function instanceReturned(values: Values, node: number): readonly Value[] {
  const { evaluator, program } = values;
  const { returns, value } = program.shape(node);
  const result = returns === NO_EXPRESSION ? value : returns;
  const type = evaluator.typeOf(program.fileOf(node), result);
  if (type?.form !== 'instance') return NONE;
  return [instanceOf(values, type.node, { key: `returned ${node}`, file: -1 })];
}

/**
 * Returns the router that a struct of Go is given for the type that it embeds, with the methods of the
 * struct: `&Router{Group: group}`.
 */
function wrapped(
  values: Values,
  file: number,
  number: number,
  node: number,
): readonly Value[] | undefined {
  const named = values.call(file, number)?.named ?? [];
  if (named.length === 0 || !isOfGo(values, file)) return undefined;
  const embedded = embeddedNames(values, node);
  const found = named.flatMap(([name, given]) =>
    embedded.includes(name) ? values.of(file, given) : NONE,
  );
  const objects = found.flatMap((one): readonly Value[] =>
    one.form === 'object'
      ? [
          {
            form: 'object',
            object: values.objects.child(one.object, `${file}:${number}`, { wrapper: node }),
          },
        ]
      : NONE,
  );
  return objects.length === 0 ? undefined : objects;
}

/** Returns an instance of a class of the project, or the framework's object that it extends. */
function constructed(values: Values, file: number, number: number, node: number): readonly Value[] {
  const { kind } = values.program.declaration(node);
  if (kind === 'function' || kind === 'method') return instanceReturned(values, node);
  for (const base of externalBases(values, node)) {
    const made = values.objects.madeBy(base);
    if (made !== undefined)
      return [
        {
          form: 'object',
          object: values.objects.made(made, `${file}:${number}`, file, number, false),
        },
      ];
  }
  return [instanceOf(values, node, { key: `${file}:${number}`, file, call: number })];
}

export function parameterValue(
  values: Values,
  file: number,
  index: number,
  parameter: number,
): readonly Value[] {
  const given = values.argumentOf(file, index, parameter);
  if (given !== undefined) return given;
  const own = values.registrations(file)?.functions[index];
  // Uses of methods count by the type of what they are called on, as with injected routers of Go.
  if (values.isIndexing)
    return values
      .valueOfType(file, own?.parameters[parameter]?.type, '')
      .filter(({ form }) => form === 'instance');
  const key = `parameter ${file} ${index} ${parameter}`;
  if (own === undefined || !values.enter(key)) return NONE;
  const found: Value[] = [];
  for (const use of values.usesOf(file, index)) {
    if (found.length >= ALTERNATIVES_MAX) break;
    found.push(...passed(values, use, parameter, own));
  }
  values.leave(key);
  if (!areUnknownResults(found)) return found;
  const typed = values.valueOfType(
    file,
    own.parameters[parameter]?.type,
    `${own.start}.${parameter}`,
  );
  return typed.length > 0 ? typed : found;
}

function passed(
  values: Values,
  use: Use,
  parameter: number,
  { parameters, receiver }: Pick<WrittenFunction, 'parameters' | 'receiver'>,
): readonly Value[] {
  const name = parameters[parameter]?.name;
  const hasSelf = receiver !== undefined && parameters[0]?.name === receiver;
  if (use.given !== undefined) return parameter === 0 ? use.given() : NONE;
  const call = values.call(use.file, use.call);
  if (call === undefined) return NONE;
  if (use.argument === EXTENDING) {
    const object = call.callee.form === 'member' ? call.callee.object : undefined;
    return values.of(use.file, parameter === 0 ? object : call.args[parameter - 1]);
  }
  if (use.argument === CALLED) {
    const byName = call.named.find(([key]) => key === name)?.[1];
    const position = hasSelf ? parameter - 1 : parameter;
    if (parameters[parameter]?.isRest === true)
      return values.of(use.file, { form: 'list', items: call.args.slice(position) });
    return values.of(use.file, byName ?? call.args[position]);
  }
  if (parameter > 0) return NONE;
  return values.of(use.file, call.callee).flatMap((callee): readonly Value[] => {
    const found = values.objects.ruleOfCallee(callee);
    if (found?.rule.callback === undefined) return [];
    const object = callee.form === 'bound' ? callee.object : undefined;
    return found.rule.callback(
      values.context(use.file, use.call, object, found.framework),
      use.argument,
    );
  });
}

/** Returns what a call runs: a function, or the constructor of a class. */
export function calledValues(values: Values, file: number, call: WrittenCall): readonly Value[] {
  return givenValue(values, file, call.callee, call).map((one) =>
    one.form === 'symbol' ? (constructorOf(values, one.node) ?? one) : one,
  );
}

/** Returns the values of a callee or an argument. Paths of Rust are read from the resolved references. */
export function givenValue(
  values: Values,
  file: number,
  given: Written,
  call: WrittenCall,
): readonly Value[] {
  const found = values.of(file, given);
  if (found.length > 0 || given.form !== 'member' || !isPathOfRust(values, file, given))
    return found;
  const node = values.referenced(file, given, call);
  return node === undefined ? NONE : values.declaredValue(node);
}

/** Whether a value is a path such as `routes::configure`, whose first name is no variable. */
function isPathOfRust(values: Values, file: number, written: Written): boolean {
  if (written.form === 'member') return isPathOfRust(values, file, written.object);
  return (
    written.form === 'name' &&
    at(values.program.paths, file).endsWith('.rs') &&
    values.of(file, written).length === 0
  );
}
