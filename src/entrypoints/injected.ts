/** Values that are injected by name, as JSR 330 does: `@Named("x")` of a method and of a parameter. */
import { appendTo } from '../base/append-to.ts';
import type { Decoration } from '../model/registrations.ts';
import { NONE, type Value } from './value.ts';
import type { Values } from './values.ts';

const NAMED: ReadonlySet<string> = new Set(['javax.inject.Named', 'jakarta.inject.Named']);

const PROVIDED = new WeakMap<Values, ReadonlyMap<string, readonly Value[]>>();

/** Returns what the methods return that provide a parameter by its name. */
export function injected(values: Values, file: number, scope: number, name: string) {
  const own = values.registrations(file);
  const around = own?.functions[scope];
  const decoration = own?.decorations.find(
    (one) =>
      one.name === name &&
      around !== undefined &&
      one.line >= around.line &&
      one.line <= around.endLine &&
      nameGiven(values, file, one) !== undefined,
  );
  const given = decoration && nameGiven(values, file, decoration);
  return (given === undefined ? undefined : provided(values).get(given)) ?? NONE;
}

function provided(values: Values): ReadonlyMap<string, readonly Value[]> {
  let found = PROVIDED.get(values);
  if (found === undefined) {
    found = readProvided(values);
    PROVIDED.set(values, found);
  }
  return found;
}

function readProvided(values: Values): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const file of values.files) {
    const own = values.registrations(file);
    for (const decoration of own?.decorations ?? []) {
      const given = nameGiven(values, file, decoration);
      const method = own?.functions.find(
        ({ name, line, endLine }) =>
          name === decoration.name && line <= decoration.line && decoration.line <= endLine,
      );
      if (given === undefined || method === undefined) continue;
      for (const written of method.returns)
        for (const value of values.of(file, written)) appendTo(found, given, value);
    }
  }
  return found;
}

/** Returns the name of `@Named("x")`. */
function nameGiven(values: Values, file: number, { value, isClass }: Decoration) {
  const call = value.form === 'call' && !isClass ? values.call(file, value.call) : undefined;
  const isNamed = values
    .of(file, call?.callee)
    .some((one) => one.form === 'external' && NAMED.has(one.path));
  return isNamed ? values.text(file, call?.args[0]) : undefined;
}
