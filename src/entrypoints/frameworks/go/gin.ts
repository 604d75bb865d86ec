import type { Framework, Rule } from '../../framework.ts';
import {
  addRoutes,
  each,
  group,
  HTTP_METHODS,
  METHOD_ROUTE,
  route,
  SAME,
  self,
} from '../../rules.ts';

const PACKAGE = 'github.com/gin-gonic/gin';

/** `r.Static('/public', folder)` serves the files of a folder. */
const STATIC: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'http',
      methods: ['GET', 'HEAD'],
      paths: values.pathTexts(file, call.args[0]).map((path) => `${path}/*filepath`),
      handler: undefined,
      middleware: [],
    });
  },
  result: ({ object }) => self(object),
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(HTTP_METHODS, (method) => route([method])),
  Any: route(['*']),
  Handle: METHOD_ROUTE,
  Match: METHOD_ROUTE,
  Group: group(),
  Static: STATIC,
  StaticFS: STATIC,
  Use: SAME,
};

export const GIN: Framework = {
  name: 'gin',
  objects: {
    [`${PACKAGE}.Default`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.New`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.Engine`]: { kind: 'App', isRoot: true },
    [`${PACKAGE}.RouterGroup`]: { kind: 'Group' },
    [`${PACKAGE}.IRouter`]: { kind: 'Group' },
    [`${PACKAGE}.IRoutes`]: { kind: 'Group' },
  },
  methods: { App: METHODS, Group: METHODS },
  join: (prefix, path) => {
    if (path === '') return prefix;
    const whole = `${prefix}/${path}`.replaceAll(/\/{2,}/g, '/');
    return whole;
  },
  finish: (whole) => whole || '/',
};
