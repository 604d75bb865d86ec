/**
 * Routers that a project writes itself: classes with a method for each HTTP method that takes a path
 * and a handler, or one that takes the HTTP method before them. If such a method registers with a
 * known framework, the class is a wrapper of that instead.
 */
import { getOrCompute } from '../base/memoize.ts';
import { METHOD_NAMES, OWN_ROUTER, ROUTE_NAMES } from './frameworks/own-router.ts';
import { declarationOf } from './modules.ts';
import type { Making } from './objects.ts';
import type { Value } from './value.ts';
import type { Values } from './values.ts';

/** Minimum number of HTTP methods that have a method of their own. */
const METHODS_MIN = 3;

const MAKING: Making = { framework: OWN_ROUTER, made: { kind: 'Router', isRoot: true } };

const KNOWN = new WeakMap<Values, Map<number, boolean>>();

/**
 * Returns an instance of a class of the project; one of its own routers is an object to register on.
 * `key` identifies the object. Without a call that makes it, only its type is known.
 */
export function instanceOf(
  values: Values,
  node: number,
  { key, file, call = -1 }: { readonly key: string; readonly file: number; readonly call?: number },
): Value {
  if (values.isIndexing || !isOwnRouter(values, node)) return { form: 'instance', node };
  return { form: 'object', object: values.objects.made(MAKING, key, file, call, call < 0) };
}

function isOwnRouter(values: Values, node: number): boolean {
  const known = getOrCompute(KNOWN, values, () => new Map<number, boolean>());
  const found = known.get(node);
  if (found !== undefined) return found;
  // Its own methods see an instance while they are looked at.
  known.set(node, false);
  const routes = values.program.isOutside(node) ? [] : routeMethods(values, node);
  const own = routes.length > 0 && !routes.some((one) => registers(values, one, new Set()));
  known.set(node, own);
  return own;
}

/** Returns the methods of a class that take a route, if they make it a router. */
function routeMethods(values: Values, node: number): readonly Value[] {
  for (const names of METHOD_NAMES) {
    const methods = names.flatMap((name) => methodNamed(values, node, name, PATH_FIRST));
    if (methods.length >= METHODS_MIN) return methods;
  }
  return ROUTE_NAMES.flatMap((name) => methodNamed(values, node, name, METHOD_FIRST));
}

const TYPE = String.raw`(?:[\w<>?\[\]]+ )?`;
const HANDLER = String.raw`(?:\.\.\.)?${TYPE}(?:\w*(?:[hH]andle|[aA]ction|[cC]allback|[mM]iddleware|[cC]ontroller)|(?:h|fn|cb)\b)`;
const PATH = String.raw`${TYPE}(?:path|pattern|route|rule)\b[^,]*, *`;
/** Parameters as in a signature, with types before or after their names. */
const PATH_FIRST = new RegExp(String.raw`^\w+\((?:self, )?${PATH}${HANDLER}`);
const METHOD_FIRST = new RegExp(
  String.raw`^\w+\((?:self, )?${TYPE}(?:method|verb)\b[^,]*, *${PATH}${HANDLER}`,
);

/** Returns the method of a name if its parameters have a form. */
function methodNamed(
  values: Values,
  node: number,
  name: string,
  parameters: RegExp,
): readonly Value[] {
  return values
    .memberOf({ form: 'instance', node }, name)
    .slice(0, 1)
    .filter((method) => {
      const declared = declarationOf(values, method);
      if (declared === undefined) return false;
      const { signature } = values.program.declaration(declared);
      return parameters.test(signature.slice(Math.max(signature.indexOf(`${name}(`), 0)));
    });
}

/** Whether a method registers with a known framework, by itself or through other functions. */
function registers(values: Values, method: Value, visited: Set<string>): boolean {
  if (method.form !== 'function' || visited.has(`${method.file} ${method.index}`)) return false;
  const { file, index } = method;
  visited.add(`${file} ${index}`);
  const own = values.registrations(file);
  const isInside = (scope: number): boolean =>
    scope === index || (scope >= 0 && isInside(own?.functions[scope]?.parent ?? -1));
  return (own?.calls ?? [])
    .filter(({ scope }) => isInside(scope))
    .flatMap(({ callee }) => values.of(file, callee))
    .some(
      (callee) =>
        values.objects.ruleOfCallee(callee) !== undefined || registers(values, callee, visited),
    );
}
