import type { Framework, Rule } from '../../framework.ts';
import { each, files, group, guard, HTTP_METHODS, METHOD_ROUTE, route } from '../../rules.ts';

const PACKAGE = 'github.com/gin-gonic/gin';

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(HTTP_METHODS, (method) => route([method])),
  Any: route(['*']),
  Handle: METHOD_ROUTE,
  Match: METHOD_ROUTE,
  Group: group(),
  Static: files('/*filepath', ['GET', 'HEAD']),
  StaticFS: files('/*filepath', ['GET', 'HEAD']),
  Use: guard(),
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
