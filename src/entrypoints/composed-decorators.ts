/** Decorators of the project that apply others: `return applyDecorators(Get(path), UseGuards(Login))`. */
import type { Decoration, Written } from '../model/registrations.ts';
import { type Annotation, decoratorOf } from './annotations.ts';
import { withUse } from './callers.ts';
import { CALLED, type Use } from './use.ts';
import type { Value } from './value.ts';
import type { Values } from './values.ts';

/** A decorator by its external name, and the call of the project's decorator that applies it. */
export interface Applied extends Annotation {
  readonly within?: { readonly file: number; readonly index: number; readonly use: Use };
}

/** Maximum number of decorators of the project that apply each other. */
const DEPTH_MAX = 4;

/** Returns the external decorators of declarations, with those that the project's own ones apply. */
export function appliedDecorators(
  values: Values,
  file: number,
  matches: (one: Decoration) => boolean,
): readonly Applied[] {
  return (values.registrations(file)?.decorations ?? []).filter(matches).flatMap(({ value }) => {
    const { call, named } = decoratorOf(values, file, value);
    return named.flatMap((one): readonly Applied[] => {
      if (one.form === 'external') return [{ path: one.path, file, call }];
      if (one.form !== 'function') return [];
      const within = { file: one.file, index: one.index, use: { file, call, argument: CALLED } };
      return composedOf(values, one).map((inner) => ({ ...inner, within }));
    });
  });
}

/** Returns the external decorators that a decorator of the project applies. */
export function composedOf(values: Values, decorator: Value, depth = 0): readonly Annotation[] {
  if (decorator.form !== 'function' || depth >= DEPTH_MAX) return [];
  const { file } = decorator;
  const { returns = [] } = values.registrations(file)?.functions[decorator.index] ?? {};
  return returns.flatMap((one) => {
    const made = one.form === 'call' ? values.call(file, one.call) : undefined;
    const isComposer = values
      .of(file, made?.callee)
      .some((own) => own.form === 'external' && values.objects.isComposer(own.path));
    return isComposer ? itemsOf(values, file, made?.args ?? [], depth) : [];
  });
}

/** Reads decorators that are called in place, or are items of a list: `applyDecorators(...list)`. */
function itemsOf(
  values: Values,
  file: number,
  items: readonly Written[],
  depth: number,
): readonly Annotation[] {
  return items.flatMap((item) => {
    const { call, named } = decoratorOf(values, file, item);
    return named.flatMap((one) => {
      if (one.form === 'external') return [{ path: one.path, file, call }];
      if (one.form === 'written' && one.written.form === 'list')
        return depth >= DEPTH_MAX ? [] : itemsOf(values, one.file, one.written.items, depth + 1);
      return composedOf(values, one, depth + 1);
    });
  });
}

/** Reads with the arguments that the project's decorator is called with. */
export function readApplied<T>(values: Values, { within }: Applied, read: () => T): T {
  if (within === undefined || within.use.call < 0) return read();
  let found: { readonly value: T } | undefined;
  withUse(values, within.file, within.index, within.use, () => {
    found = { value: read() };
  });
  return found === undefined ? read() : found.value;
}
