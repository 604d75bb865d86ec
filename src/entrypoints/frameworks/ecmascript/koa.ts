import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { addRoutes, each, optionPath, SAME, self, spread, use, VERBS } from '../../rules.ts';

/** `router.get([name,] path, …middleware, handler)`. */
function verb(methods: readonly string[]): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call } = context;
      const isNamed = call.args.length > 2 && values.texts(file, call.args[1]).length > 0;
      const position = isNamed ? 1 : 0;
      const handlers = spread(context, position + 1);
      if (handlers.length === 0) return;
      addRoutes(context, effects, {
        type: 'http',
        methods,
        paths: values.pathTexts(file, call.args[position]),
        handler: handlers.at(-1),
        middleware: handlers.slice(0, -1),
      });
    },
    result: ({ object }) => self(object),
  };
}

/** `router.routes()` is middleware that stands for the router. */
const ROUTES: Rule = { result: ({ object }) => self(object) };

/** Returns the arguments of `mount('/api', app)` in place of the call. */
function mounted({ values, file, call }: CallContext): readonly Written[] {
  const [only] = call.args;
  const inner = only?.form === 'call' ? values.call(file, only.call) : undefined;
  const [callee] = values.of(file, inner?.callee);
  const isMount = callee?.form === 'external' && callee.path === 'koa-mount';
  return isMount && inner !== undefined ? inner.args : call.args;
}

function isAllowed({ values, file }: CallContext, written: Written): boolean {
  const callee = written.form === 'call' ? values.call(file, written.call)?.callee : undefined;
  return callee?.form === 'member' && callee.name === 'allowedMethods';
}

const USE: Rule = {
  apply: (context, effects) => {
    const args = mounted(context);
    const paths = context.values.pathTexts(context.file, args[0]);
    const items = args.flatMap((one) => (one.form === 'list' ? one.items : [one]));
    // What answers OPTIONS is behind the router.
    use(
      context,
      effects,
      paths,
      items.filter((one) => !isAllowed(context, one)),
    );
  },
  result: ({ object }) => self(object),
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(VERBS, (name) => verb([name.toUpperCase()])),
  del: verb(['DELETE']),
  all: verb(['*']),
};

const ROUTER = {
  kind: 'Router',
  prefix: (context: CallContext): string => optionPath(context, 'prefix', 0),
};

export const KOA: Framework = {
  name: 'koa',
  objects: {
    koa: { kind: 'App', isRoot: true },
    '@koa/router': ROUTER,
    'koa-router': ROUTER,
    '@koa/router.Router': ROUTER,
    'koa-swagger-decorator.SwaggerRouter': ROUTER,
  },
  wrappers: ['koa-compose'],
  methods: {
    // The routers of Koa 1 may add their methods to the application: `app.use(router(app))`.
    App: { ...METHODS, use: USE },
    Router: {
      ...METHODS,
      use: USE,
      routes: ROUTES,
      middleware: ROUTES,
      allowedMethods: {},
      param: SAME,
      prefix: {
        apply: ({ values, file, call, object }, effects) => {
          const prefix = values.prefix(file, call.args[0]);
          if (object !== undefined)
            effects.mounted.push({ parent: undefined, child: object, prefix });
        },
        result: ({ object }) => self(object),
      },
    },
  },
};
