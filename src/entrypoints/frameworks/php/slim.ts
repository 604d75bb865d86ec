import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { phpHandler, qualifiedMethod } from '../../php-handler.ts';
import { addRoutes, each, group, self } from '../../rules.ts';

/** `$app->get(path, handler)`. */
function route(methods: readonly string[] | undefined): Rule {
  const first = methods === undefined ? 1 : 0;
  return {
    apply: (context: CallContext, effects: Effects) => {
      const { values, file, call } = context;
      const own: Effects = { ...effects, found: [] };
      const handler = call.args[first + 1];
      addRoutes(context, own, {
        type: 'http',
        methods: methods ?? values.texts(file, call.args[0]),
        paths: values.pathTexts(file, call.args[first]),
        handler,
        middleware: [],
      });
      // A handler is also named by a text: `'App\\Users:show'`.
      const [name, method] = handler?.form === 'text' ? handler.text.split(/::?/) : [];
      const known =
        name === undefined
          ? phpHandler(values, file, handler)
          : qualifiedMethod(values, name, method);
      for (const one of own.found) effects.found.push({ ...one, ...known });
    },
  };
}

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(['get', 'post', 'put', 'patch', 'delete', 'options'], (verb) =>
    route([verb.toUpperCase()]),
  ),
  any: route(['*']),
  map: route(undefined),
  group: group(),
  add: { result: ({ object }) => self(object) },
};

export const SLIM: Framework = {
  name: 'slim',
  objects: {
    'Slim\\Factory\\AppFactory.AppFactory.create': { kind: 'App', isRoot: true },
    'DI\\Bridge\\Slim\\Bridge.Bridge.create': { kind: 'App', isRoot: true },
    'Slim\\App.App': { kind: 'App', isRoot: true },
    'Slim\\Routing\\RouteCollectorProxy.RouteCollectorProxy': { kind: 'Group' },
    'Slim\\Interfaces\\RouteCollectorProxyInterface.RouteCollectorProxyInterface': {
      kind: 'Group',
    },
  },
  methods: { App: METHODS, Group: METHODS },
  join: (prefix, path) => prefix + path,
  finish: (whole) => (whole.startsWith('/') ? whole : `/${whole}`),
};
