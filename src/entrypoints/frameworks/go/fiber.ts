import type { Framework, Rule } from '../../framework.ts';
import { group, HTTP_METHODS, METHOD_ROUTE, mount, route } from '../../rules.ts';

const PACKAGE = 'github.com/gofiber/fiber';

const METHODS: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    [...HTTP_METHODS, 'CONNECT', 'TRACE'].map((verb) => [
      (verb[0] ?? '') + verb.slice(1).toLowerCase(),
      route([verb]),
    ]),
  ),
  All: route(['*']),
  // Version 3 takes a list of methods.
  Add: METHOD_ROUTE,
  Group: group(),
  Route: group(),
  Mount: mount(),
  Use: mount(),
};

export const FIBER: Framework = {
  name: 'fiber',
  objects: {
    [`${PACKAGE}.New`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.App`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.Router`]: { kind: 'Group' },
    [`${PACKAGE}.Group`]: { kind: 'Group' },
  },
  methods: { App: METHODS, Group: METHODS },
  join: (prefix, path) => {
    if (path === '') return prefix;
    return `${prefix.replace(/\/+$/, '')}${path.startsWith('/') ? '' : '/'}${path}`;
  },
  finish: (whole) => whole || '/',
};
