/**
 * Functions of the project that stand between a registration and its path, handler or router:
 * `function add(path, handler) { router.get(path, wrap(handler)) }`. What is inside is read once for
 * each call of such a function.
 */
import type { Written } from '../model/registrations.ts';
import { forEachPass, PASSES_MAX } from './iteration.ts';
import { CALLED, EXTENDING, type Use } from './use.ts';
import type { FrameworkObject } from './value.ts';
import type { Values } from './values.ts';

/** A function that registers what the arguments of a call of it say. */
interface Wrapped {
  readonly file: number;
  readonly index: number;
  readonly use: Use;
}

/** Maximum number of functions that hand a path or a handler on to each other. */
const WRAPPERS_MAX = 3;

/**
 * Runs once for each call of the functions around a call that its arguments depend on, with that
 * call; without one for each call of a function that makes the object. Runs once if neither differs.
 */
export function forEachCaller(
  values: Values,
  file: number,
  number: number,
  object: FrameworkObject | undefined,
  run: (caller?: Use) => void,
): void {
  const chains = callersOf(values, file, number, 0);
  if (chains.length < 2) return forEachMade(values, file, number, object, run);
  for (const chain of chains) {
    const runFrom = (depth: number): void => {
      const wrapped = chain[depth];
      if (wrapped === undefined) return run(chain[0]?.use);
      const { use } = wrapped;
      forEachPass(values, use.file, values.call(use.file, use.call)?.scope ?? -1, () => {
        withUse(values, wrapped.file, wrapped.index, use, () => {
          runFrom(depth + 1);
        });
      });
    };
    runFrom(0);
  }
}

/** Runs once for each call of the function around a call that makes the object anew. */
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

function isInside(values: Values, file: number, number: number, index: number): boolean {
  const functions = values.registrations(file)?.functions ?? [];
  let scope = values.call(file, number)?.scope ?? -1;
  while (scope >= 0 && scope !== index) scope = functions[scope]?.parent ?? -1;
  return scope === index;
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
 * Returns the function that makes an object anew for each of several calls. One that keeps the object
 * in a variable outside of it makes a single one.
 */
function factoryOf(values: Values, { file, call }: FrameworkObject): number | undefined {
  const own = call < 0 ? undefined : values.registrations(file);
  const isCallItself = (written: Written): boolean =>
    written.form === 'call' && written.call === call;
  if (own === undefined || own.fields.some(({ value }) => isCallItself(value))) return undefined;
  const kept = own.variables.find(({ value }) => isCallItself(value))?.scope;
  for (let scope = own.calls[call]?.scope ?? -1; scope >= 0; ) {
    const around = own.functions[scope];
    if (kept !== undefined && kept !== scope) return undefined;
    if (around?.over === undefined && around?.name !== '')
      return around !== undefined &&
        around.returns.length > 0 &&
        values.usesOf(file, scope).filter(isCall).length > 1
        ? scope
        : undefined;
    scope = around.parent;
  }
  return undefined;
}

/** Returns the calls that lead to a call through functions with parameters, the outermost first. */
function callersOf(
  values: Values,
  file: number,
  number: number,
  depth: number,
): readonly (readonly Wrapped[])[] {
  const index = depth < WRAPPERS_MAX ? parametersUsed(values, file, number) : undefined;
  const uses = index === undefined ? [] : values.usesOf(file, index).filter(isCall);
  if (index === undefined || uses.length === 0) return [[]];
  return uses
    .flatMap((use) =>
      callersOf(values, use.file, use.call, depth + 1).map((outer) => [
        ...outer,
        { file, index, use },
      ]),
    )
    .slice(0, PASSES_MAX);
}

/** Returns the innermost function whose parameters are among the arguments of a call. */
function parametersUsed(values: Values, file: number, number: number): number | undefined {
  const call = values.call(file, number);
  const functions = values.registrations(file)?.functions ?? [];
  const names = new Set<string>();
  const read = (written: Written, depth: number): void => {
    if (depth > WRAPPERS_MAX) return;
    if (written.form === 'name') names.add(written.name);
    else if (written.form === 'member') read(written.object, depth + 1);
    else if (written.form === 'joined') for (const one of written.parts) read(one, depth + 1);
    else if (written.form === 'call')
      for (const one of values.call(file, written.call)?.args ?? []) read(one, depth + 1);
  };
  for (const one of call?.args ?? []) read(one, 0);
  if (call?.callee.form === 'member' && call.callee.key !== undefined) read(call.callee.key, 0);
  if (names.size === 0) return undefined;
  for (let scope = call?.scope ?? -1; scope >= 0; scope = functions[scope]?.parent ?? -1) {
    const own = functions[scope];
    const isUsed = own?.parameters.some(({ name }) => names.has(name)) === true;
    if (isUsed) return own?.over === undefined ? scope : undefined;
  }
  return undefined;
}

/** Runs with the arguments that a function is called with. */
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
  const args = parameters.map(({ name }, position) =>
    values.of(
      use.file,
      call?.named.find(([key]) => key === name)?.[1] ?? given?.[position - first],
    ),
  );
  values.withArguments(file, index, { args, pass: `${use.file}:${use.call}` }, run);
}

function isCall({ argument }: Use): boolean {
  return argument === CALLED || argument === EXTENDING;
}

/** Returns the function around a call if the first argument is one of its parameters. */
function wrapperOf(values: Values, file: number, number: number): number | undefined {
  const { args = [], scope = -1 } = values.call(file, number) ?? {};
  const [name] = args;
  const own = values.registrations(file)?.functions[scope];
  const isParameter =
    name?.form === 'name' && own?.parameters.some((one) => one.name === name.name) === true;
  return isParameter && values.argumentOf(file, scope, 0) === undefined ? scope : undefined;
}
