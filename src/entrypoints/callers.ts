/**
 * Wrappers: functions of the project that register what they are given, such as
 * `function add(path, handler) { router.get(path, wrap(handler)) }`. A registration in a wrapper is
 * read once for each call of the wrapper.
 */
import type { Written } from '../model/registrations.ts';
import { forEachPass, PASSES_MAX } from './iteration.ts';
import { CALLED, EXTENDING, type Use } from './use.ts';
import type { FrameworkObject } from './value.ts';
import type { Values } from './values.ts';

/** A wrapper, which is a function of a file, and a call of it. */
interface WrapperCall {
  readonly file: number;
  readonly index: number;
  readonly use: Use;
}

/** Maximum number of wrappers that call each other. */
const WRAPPERS_MAX = 3;

/**
 * Runs once for each call of the wrappers of a registration, and passes that call to `run`. Without
 * wrappers, runs once for each call of the function that makes `object`, the router of the
 * registration. Runs once, without a call, if there is at most one such call: its arguments are then
 * the only values of the parameters.
 */
export function forEachCaller(
  values: Values,
  file: number,
  number: number,
  object: FrameworkObject | undefined,
  run: (caller?: Use) => void,
): void {
  const chains = chainsOf(values, file, number, object);
  if (chains.length < 2) return forEachMade(values, file, number, object, run);
  for (const chain of chains) {
    const runFrom = (depth: number): void => {
      const wrapper = chain[depth];
      if (wrapper === undefined) return run(chain[0]?.use);
      const { use } = wrapper;
      forEachPass(values, use.file, values.call(use.file, use.call)?.scope ?? -1, () => {
        withUse(values, wrapper.file, wrapper.index, use, () => {
          runFrom(depth + 1);
        });
      });
    };
    runFrom(0);
  }
}

/**
 * Returns the calls of the function that passes its parameters to a registration, or to a group around
 * it: `func add(r Router, path string) { r.Route(path, func(r Router) { r.Get("/", list) }) }`.
 */
function chainsOf(
  values: Values,
  file: number,
  number: number,
  object: FrameworkObject | undefined,
): readonly (readonly WrapperCall[])[] {
  let found = callersOf(values, file, number, 0);
  for (let one = object; found.length < 2 && one !== undefined; one = one.parent) {
    const index = one.file === file && one.call >= 0 ? wrapperAround(values, file, one.call) : -1;
    if (index === undefined || index < 0 || !isInside(values, file, number, index)) continue;
    found = callersOf(values, file, one.call, 0);
  }
  return found;
}

/** Whether a loop around a call is over a parameter that several calls of a wrapper give. */
export function isLoopOfCallers(values: Values, file: number, number: number): boolean {
  const functions = values.registrations(file)?.functions ?? [];
  let scope = values.call(file, number)?.scope ?? -1;
  for (; functions[scope]?.over !== undefined; scope = functions[scope]?.parent ?? -1) {
    const over = functions[scope]?.over;
    const outer = functions[scope]?.parent ?? -1;
    const isGiven =
      over?.form === 'name' &&
      functions[outer]?.parameters.some(({ name }) => name === over.name) === true;
    if (isGiven) return values.usesOf(file, outer).filter(isCall).length > 1;
  }
  return false;
}

/** Runs once for each call of the function around a registration that makes its router. */
function forEachMade(
  values: Values,
  file: number,
  number: number,
  object: FrameworkObject | undefined,
  run: () => void,
): void {
  const index = object?.file === file ? factoryOf(values, object) : undefined;
  if (index === undefined || !isInside(values, file, number, index)) return run();
  for (const use of values.usesOf(file, index).filter(isCall).slice(0, PASSES_MAX))
    withUse(values, file, index, use, run);
}

/** Whether a call is inside a function of its file. */
function isInside(values: Values, file: number, number: number, index: number): boolean {
  const functions = values.registrations(file)?.functions ?? [];
  let scope = values.call(file, number)?.scope ?? -1;
  while (scope >= 0 && scope !== index) scope = functions[scope]?.parent ?? -1;
  return scope === index;
}

/** Whether a function makes an object, or the outermost one that it is a part of. */
export function isBegunIn(
  values: Values,
  file: number,
  index: number,
  object: FrameworkObject,
): boolean {
  let root = object;
  while (root.parent !== undefined) root = root.parent;
  return root.file === file && root.call >= 0 && isInside(values, file, root.call, index);
}

/** Whether a function makes an object that it returns, another one for each call. */
export function isMadeIn(
  values: Values,
  file: number,
  index: number,
  object: FrameworkObject,
): boolean {
  if (object.file !== file) return false;
  return wrapperOf(values, file, object.call) === index || factoryOf(values, object) === index;
}

/**
 * Returns the function that makes an object, if it is called several times and returns a value. One
 * that stores the object outside of itself makes a single object, and is no factory.
 */
function factoryOf(values: Values, { file, call }: FrameworkObject): number | undefined {
  const facts = call < 0 ? undefined : values.registrations(file);
  const isMade = ({ value }: { readonly value: Written }): boolean =>
    value.form === 'call' && value.call === call;
  if (facts === undefined || facts.fields.some(isMade)) return undefined;
  const variable = facts.variables.find(isMade);
  let scope = facts.calls[call]?.scope ?? -1;
  for (; scope >= 0; scope = facts.functions[scope]?.parent ?? -1) {
    if (variable !== undefined && variable.scope !== scope) return undefined;
    const enclosing = facts.functions[scope];
    // Loops and callbacks belong to the function around them.
    if (enclosing?.over === undefined && enclosing?.name !== '') break;
  }
  const isFactory =
    (facts.functions[scope]?.returns.length ?? 0) > 0 &&
    values.usesOf(file, scope).filter(isCall).length > 1;
  return isFactory ? scope : undefined;
}

/** Returns the chains of wrapper calls that lead to a registration, each with the outermost first. */
function callersOf(
  values: Values,
  file: number,
  number: number,
  depth: number,
): readonly (readonly WrapperCall[])[] {
  const index = depth < WRAPPERS_MAX ? wrapperAround(values, file, number) : undefined;
  const uses = index === undefined ? [] : values.usesOf(file, index).filter(isCall);
  if (index === undefined || uses.length === 0) return [[]];
  // What a function does in its only call is the same for all that it calls.
  const [only, other] = uses;
  if (depth > 0 && only !== undefined && other === undefined && !isInLoop(values, only))
    return callersOf(values, only.file, only.call, depth + 1);
  return uses
    .flatMap((use) =>
      callersOf(values, use.file, use.call, depth + 1).map((outer) => [
        ...outer,
        { file, index, use },
      ]),
    )
    .slice(0, PASSES_MAX);
}

function isInLoop(values: Values, { file, call }: Use): boolean {
  const scope = values.call(file, call)?.scope ?? -1;
  return values.registrations(file)?.functions[scope]?.over !== undefined;
}

/** Returns the innermost function around a call that has a parameter among the arguments of the call. */
function wrapperAround(values: Values, file: number, number: number): number | undefined {
  const call = values.call(file, number);
  const functions = values.registrations(file)?.functions ?? [];
  const names = new Set<string>();
  const read = (written: Written, depth: number): void => {
    if (depth > WRAPPERS_MAX) return;
    if (written.form === 'name') names.add(written.name);
    else if (written.form === 'member') read(written.object, depth + 1);
    else if (written.form === 'joined') for (const part of written.parts) read(part, depth + 1);
    else if (written.form === 'call')
      for (const arg of values.call(file, written.call)?.args ?? []) read(arg, depth + 1);
  };
  for (const arg of call?.args ?? []) read(arg, 0);
  if (call?.callee.form === 'member' && call.callee.key !== undefined) read(call.callee.key, 0);
  if (names.size === 0) return undefined;
  for (let scope = call?.scope ?? -1; scope >= 0; scope = functions[scope]?.parent ?? -1) {
    const { parameters = [], over } = functions[scope] ?? {};
    if (!parameters.some(({ name }) => names.has(name))) continue;
    if (over === undefined) return scope;
    // What a loop passes is read by its passes; the list itself may be a parameter.
    names.clear();
    read(over, 0);
  }
  return undefined;
}

/** Runs with the arguments of a call as the values of the parameters of a function. */
export function withUse(
  values: Values,
  file: number,
  index: number,
  use: Use,
  run: () => void,
): void {
  const call = values.call(use.file, use.call);
  const { parameters = [], receiver } = values.registrations(file)?.functions[index] ?? {};
  const first = receiver !== undefined && parameters[0]?.name === receiver ? 1 : 0;
  const given =
    use.argument === EXTENDING && call?.callee.form === 'member'
      ? [call.callee.object, ...call.args]
      : call?.args;
  const args = parameters.map(({ name, isRest }, position) =>
    values.of(
      use.file,
      call?.named.find(([key]) => key === name)?.[1] ??
        (isRest === true
          ? { form: 'list', items: given?.slice(position - first) ?? [] }
          : given?.[position - first]),
    ),
  );
  const called =
    use.argument === CALLED && first === 0 && receiver !== undefined ? call?.callee : undefined;
  const receivers =
    called?.form === 'member'
      ? values.of(use.file, called.object).filter(({ form }) => form === 'object')
      : [];
  // What a function makes in its only call is the same in all passes around that call.
  const isOnly = values.usesOf(file, index).filter(isCall).length === 1;
  const pass: { readonly pass?: string } = isOnly ? {} : { pass: `${use.file}:${use.call}` };
  values.withArguments(file, index, { args, ...pass, receiver: receivers }, run);
}

function isCall({ argument }: Use): boolean {
  return argument === CALLED || argument === EXTENDING;
}

/** Returns the function around a call if the first argument is one of its parameters. */
function wrapperOf(values: Values, file: number, number: number): number | undefined {
  const { args = [], scope = -1 } = values.call(file, number) ?? {};
  const [name] = args;
  const { parameters = [] } = values.registrations(file)?.functions[scope] ?? {};
  const isParameter = name?.form === 'name' && parameters.some((one) => one.name === name.name);
  return isParameter && values.argumentOf(file, scope, 0) === undefined ? scope : undefined;
}
