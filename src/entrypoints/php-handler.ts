/** Handlers as PHP's routers take them. */
import type { Written } from '../model/registrations.ts';
import type { Found } from './framework.ts';
import type { Values } from './values.ts';

/** Returns the method of `[Users::class, 'show']`, or `__invoke` of `Users::class`. */
export function phpHandler(
  values: Values,
  file: number,
  written: Written | undefined,
): Pick<Found, 'handlerNode'> {
  if (written === undefined) return {};
  const [value] = written.form === 'list' ? [] : values.of(file, written);
  if (value?.form === 'written' && value.written.form === 'list')
    return phpHandler(values, value.file, value.written);
  const [owner, name] =
    written.form === 'list'
      ? [written.items[0], values.text(file, written.items[1])]
      : [written, '__invoke'];
  return phpMethod(values, file, owner, name);
}

/** Returns the method of a class. */
export function phpMethod(
  values: Values,
  file: number,
  owner: Written | undefined,
  name: string | undefined,
): Pick<Found, 'handlerNode'> {
  for (const value of values.of(file, owner)) {
    if (value.form !== 'symbol' || name === undefined) continue;
    const [node] = values.program.childrenNamed(value.node, name);
    if (node !== undefined) return { handlerNode: node };
  }
  return {};
}
