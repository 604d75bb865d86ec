import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { phpHandler, phpMethod, qualifiedMethod } from '../../php-handler.ts';
import { addRoutes, each, group, guard } from '../../rules.ts';
import type { Values } from '../../values.ts';

/** Returns the handler that a text names: `'App\\Users:show'`, `Users::class . ':show'`. */
function named(values: Values, file: number, handler: Written | undefined) {
  if (handler?.form === 'text') {
    const [name = '', method] = handler.text.split(/::?/);
    return qualifiedMethod(values, name, method);
  }
  const [owner, method] = handler?.form === 'joined' ? handler.parts : [];
  return method?.form === 'text'
    ? phpMethod(values, file, owner, method.text.replace(/^::?/, ''))
    : undefined;
}

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
      const known = named(values, file, handler) ?? phpHandler(values, file, handler);
      for (const one of own.found) effects.found.push({ ...one, ...known });
    },
  };
}

/** `$app->setBasePath('/api')` is in front of all routes. One that is computed is that of a server. */
const BASE_PATH: Rule = {
  apply: ({ values, file, call, object }, { mounted }) => {
    const prefix = values.text(file, call.args[0]);
    if (object !== undefined && prefix !== undefined)
      mounted.push({ parent: undefined, child: object, prefix });
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(['get', 'post', 'put', 'patch', 'delete', 'options'], (verb) =>
    route([verb.toUpperCase()]),
  ),
  any: route(['*']),
  redirect: route(['GET']),
  map: route(undefined),
  group: group(),
  setBasePath: BASE_PATH,
  add: guard('all'),
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
