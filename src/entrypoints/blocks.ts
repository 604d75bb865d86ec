/** The blocks around a place: functions that are passed to calls, as in `route("/users") { get { … } }`. */
import type { WrittenCall } from '../model/registrations.ts';
import type { Values } from './values.ts';

/** Maximum number of places that the functions around a call are called at. */
const PLACES_MAX = 16;

export interface Block {
  readonly file: number;
  readonly number: number;
  readonly call: WrittenCall;
}

/**
 * Returns the calls whose blocks a scope is in, from outside to inside. There are several lists if a
 * function around it is called at several places.
 */
export function blocksAround(
  values: Values,
  file: number,
  scope: number,
  visited: ReadonlySet<string> = new Set(),
): readonly (readonly Block[])[] {
  const key = `${file} ${scope}`;
  if (scope < 0 || visited.has(key)) return [[]];
  const inside = new Set([...visited, key]);
  const uses = values.usesOf(file, scope);
  if (uses.length === 0) {
    const parent = values.registrations(file)?.functions[scope]?.parent ?? -1;
    return blocksAround(values, file, parent, inside);
  }
  return uses.slice(0, PLACES_MAX).flatMap((use) => {
    const call = values.call(use.file, use.call);
    if (call === undefined) return [];
    const outer = blocksAround(values, use.file, call.scope, inside).slice(0, PLACES_MAX);
    if (use.argument < 0) return outer;
    return outer.map((blocks) => [...blocks, { file: use.file, number: use.call, call }]);
  });
}
