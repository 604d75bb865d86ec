import type { Framework, Rule } from '../../framework.ts';
import { addRoutes, each, group, route, SAME, self, spread, VERBS } from '../../rules.ts';

/** `app.on(methods, paths, …handlers)`. */
const ON: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const handlers = spread(context, 2);
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]).map((method) => method.toUpperCase()),
      paths: values.pathTexts(file, call.args[1]),
      handler: handlers.at(-1),
      middleware: handlers.slice(0, -1),
    });
  },
  result: ({ object }) => self(object),
};

/** `app.route('/path', router)`; it returns the application. */
const ROUTE: Rule = {
  apply: ({ values, file, call, object }, effects) => {
    const prefix = values.prefix(file, call.args[0]);
    for (const value of values.of(file, call.args[1])) {
      if (value.form !== 'object' || object === undefined) continue;
      effects.mounted.push({ parent: object, child: value.object, prefix });
    }
  },
  result: ({ object }) => self(object),
};

// An application that is mounted nowhere serves by itself.
const APP = { kind: 'App', isRoot: true };

export const HONO: Framework = {
  name: 'hono',
  objects: {
    'hono.Hono': APP,
    'hono/tiny.Hono': APP,
    'hono/quick.Hono': APP,
    '@hono/zod-openapi.OpenAPIHono': APP,
  },
  methods: {
    App: {
      ...each(VERBS, (verb) => route([verb.toUpperCase()])),
      all: route(['*']),
      on: ON,
      use: SAME,
      notFound: SAME,
      onError: SAME,
      route: ROUTE,
      basePath: group(0),
    },
  },
};
