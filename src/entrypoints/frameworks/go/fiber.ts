import type { Framework, Rule } from '../../framework.ts';
import { addRoutes, group, HTTP_METHODS, mount, route, self, spread } from '../../rules.ts';

const PACKAGE = 'github.com/gofiber/fiber';

/** `app.Add(method, path, …handlers)`; version 3 takes a list of methods. */
const ADD: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const handlers = spread(context, 2);
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]),
      paths: values.pathTexts(file, call.args[1]),
      handler: handlers.at(-1),
      middleware: handlers.slice(0, -1),
    });
  },
  result: ({ object }) => self(object),
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    [...HTTP_METHODS, 'CONNECT', 'TRACE'].map((verb) => [
      (verb[0] ?? '') + verb.slice(1).toLowerCase(),
      route([verb]),
    ]),
  ),
  All: route(['*']),
  Add: ADD,
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
