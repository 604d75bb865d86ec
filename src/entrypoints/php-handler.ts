/** Handlers as PHP's routers take them. */
import { at } from '../base/assert.ts';
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
    // A class behind an imported namespace is known by its name only.
    if (value.form === 'external' && value.path.includes('\\'))
      return qualifiedMethod(values, value.path.replace(/\..*$/s, ''), name);
    if (value.form !== 'symbol' || name === undefined) continue;
    const [node] = values.program.childrenNamed(value.node, name);
    if (node !== undefined) return { handlerNode: node };
  }
  return {};
}

/** Returns the method of a class that a text names, within one of the namespaces. */
export function namedMethod(
  values: Values,
  name: string,
  method: string,
  namespaces: readonly string[],
): Pick<Found, 'handlerNode'> {
  const target = classFile(values, name, namespaces);
  if (target === undefined) return {};
  const { program } = values;
  const [owner] = program.topLevelNamed(target, name.slice(name.lastIndexOf('\\') + 1));
  const [node] = owner === undefined ? [] : program.childrenNamed(owner, method);
  return node === undefined ? {} : { handlerNode: node };
}

/** Returns the method of a class that a text names with its namespace; `__invoke` if it has none. */
export function qualifiedMethod(
  values: Values,
  name: string,
  method = '__invoke',
): Pick<Found, 'handlerNode'> {
  const end = name.lastIndexOf('\\');
  return namedMethod(values, name.slice(end + 1), method, [name.slice(0, Math.max(end, 0))]);
}

/** Returns the file of a class that a text names, if one file has that name within the namespaces. */
function classFile(
  values: Values,
  name: string,
  namespaces: readonly string[],
): number | undefined {
  const parts = [...namespaces, name].flatMap((one) => one.split('\\')).filter(Boolean);
  const { paths } = values.program;
  const shortest = name.split('\\').filter(Boolean).length;
  // The folder of the first namespace may have another name.
  for (let from = 0; parts.length - from >= shortest; from++) {
    const end = `/${parts.slice(from).join('/')}.php`;
    const found = [...paths.keys()].filter((file) => `/${at(paths, file)}`.endsWith(end));
    if (found.length === 1) return found[0];
  }
  return undefined;
}
