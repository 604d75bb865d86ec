import type { Framework, Rule } from '../framework.ts';
import { each, group, HTTP_METHODS, METHOD_ROUTE, route, self } from '../rules.ts';

/** The names of methods that register a route of one HTTP method, in each style. */
export const METHOD_NAMES: readonly (readonly string[])[] = [
  (method: string) => method,
  (method: string) => method.charAt(0) + method.slice(1).toLowerCase(),
  (method: string) => method.toLowerCase(),
].map((style) => HTTP_METHODS.map(style));

/** The names of methods that are told the HTTP method. */
export const ROUTE_NAMES = ['Route', 'route', 'addRoute', 'Handle', 'handle'];

/** `r.Route(method, path, handler)`, or a part of the router under a path: `r.Route(path, build)`. */
const ROUTE: Rule = {
  apply: (context, effects) => {
    if (context.call.args.length > 2) METHOD_ROUTE.apply?.(context, effects);
  },
  result: (context) =>
    context.call.args.length > 2 ? self(context.object) : (group().result?.(context) ?? []),
  callback: (context, argument) => group().callback?.(context, argument) ?? [],
};

/** A router that a class of the project is. */
export const OWN_ROUTER: Framework = {
  name: 'own router',
  objects: {},
  methods: {
    Router: {
      ...each(METHOD_NAMES.flat(), (name) => route([name.toUpperCase()])),
      ...each(['Any', 'any', 'All', 'all'], () => route(['*'])),
      ...each(ROUTE_NAMES, () => ROUTE),
      ...each(['Group', 'group'], () => group()),
    },
  },
  fluent: ['Router'],
};
