import type { Framework, Rule } from '../../framework.ts';
import { addRoutes, each, files, group, guard, HTTP_METHODS, route, spread } from '../../rules.ts';

const PACKAGE = 'github.com/labstack/echo';

/** `e.Add(method, path, handler, …middleware)` and `e.Match(methods, path, handler)`. */
const ADD: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const [handler, ...middleware] = spread(context, 2);
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]),
      paths: values.pathTexts(file, call.args[1]),
      handler,
      middleware,
    });
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each([...HTTP_METHODS, 'CONNECT', 'TRACE'], (method) => route([method], { isFirst: true })),
  Any: route(['*'], { isFirst: true }),
  Add: ADD,
  Match: ADD,
  Static: files('*'),
  Group: group(),
  Use: guard(),
  Pre: guard(),
};

export const ECHO: Framework = {
  name: 'echo',
  objects: {
    [`${PACKAGE}.New`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.NewWithConfig`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.Echo`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.Group`]: { kind: 'Group' },
  },
  methods: { App: METHODS, Group: METHODS },
  join: (prefix, path) => prefix + path,
  finish: (whole) => (whole.startsWith('/') ? whole : `/${whole}`),
};
