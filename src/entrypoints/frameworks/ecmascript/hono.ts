import type { Framework, Rule } from '../../framework.ts';
import {
  addRoutes,
  each,
  entryOf,
  group,
  mount,
  route,
  SAME,
  self,
  spread,
  VERBS,
} from '../../rules.ts';

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
    const at = { file, endLine: call.endLine };
    for (const value of values.of(file, call.args[1])) {
      if (value.form !== 'object' || object === undefined) continue;
      effects.mounted.push({ parent: object, child: value.object, prefix, at });
    }
  },
  result: ({ object }) => self(object),
};

/** `app.openapi(createRoute({ method, path }), handler)` of `@hono/zod-openapi`. */
const OPENAPI: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const routes = values.of(file, call.args[0]);
    const given = (name: string) => {
      const found = entryOf(routes, name);
      return found === undefined ? [] : values.pathTexts(found.file, found.written);
    };
    addRoutes(context, effects, {
      type: 'http',
      methods: given('method').map((method) => method.toUpperCase()),
      paths: given('path'),
      handler: call.args[1],
      middleware: [],
    });
  },
  result: ({ object }) => self(object),
};

/** `app.doc(path, …)` serves the OpenAPI document. */
const DOCUMENT: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'http',
      methods: ['GET'],
      paths: values.pathTexts(file, call.args[0]),
      handler: undefined,
      middleware: [],
    });
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
  // The description of a route.
  wrappers: ['@hono/zod-openapi.createRoute'],
  methods: {
    App: {
      ...each(VERBS, (verb) => route([verb.toUpperCase()])),
      all: route(['*']),
      on: ON,
      use: mount(),
      notFound: SAME,
      onError: SAME,
      route: ROUTE,
      basePath: group(0),
      openapi: OPENAPI,
      doc: DOCUMENT,
      doc31: DOCUMENT,
    },
  },
};
