import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { addRoutes, group, guard, routersOf, self } from '../../rules.ts';

const PACKAGE = 'github.com/gorilla/mux';

/** Returns the methods that are called on the result of a call: `.Methods("GET")`. */
function methodsAfter({ values, file, number }: CallContext): readonly string[] {
  const calls = values.registrations(file)?.calls ?? [];
  let current = number;
  for (let next = number + 1; next < calls.length; next++) {
    const callee = calls[next]?.callee;
    if (callee?.form !== 'member' || callee.object.form !== 'call') continue;
    if (callee.object.call !== current) continue;
    if (callee.name === 'Methods')
      return calls[next]?.args.flatMap((one) => values.texts(file, one)) ?? [];
    current = next;
  }
  return [];
}

/** Returns the methods that are given before in a chain: `r.Methods("GET").Path("/x").Handler(h)`. */
function methodsBefore({ values, file }: CallContext, callee: Written): readonly string[] {
  for (let at = callee; at.form === 'member' && at.object.form === 'call'; ) {
    const call = values.call(file, at.object.call);
    if (call === undefined) break;
    if (call.callee.form === 'member' && call.callee.name === 'Methods')
      return call.args.flatMap((one) => values.texts(file, one));
    at = call.callee;
  }
  return [];
}

/** `r.HandleFunc(path, handler).Methods("GET")`. */
const HANDLE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const methods = methodsAfter(context);
    addRoutes(context, effects, {
      type: 'http',
      methods: methods.length === 0 ? ['*'] : methods,
      paths: values.pathTexts(file, call.args[0]),
      handler: call.args[1],
      middleware: [],
    });
  },
};

/** `route.Handler(handler)`, whose path was given before. */
const HANDLER: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const [handler] = call.args;
    const routers = routersOf(values, file, handler);
    for (const child of routers) effects.mounted.push({ parent: object, child, prefix: '' });
    if (routers.length > 0) return;
    const methods = [...methodsBefore(context, call.callee), ...methodsAfter(context)];
    addRoutes(context, effects, {
      type: 'http',
      methods: methods.length === 0 ? ['*'] : methods,
      paths: [''],
      handler,
      middleware: [],
    });
  },
};

const PATH: Rule = group(0, 'Route');
const CHAIN: Rule = { result: ({ object }) => self(object) };
const ROUTE_ON_ROUTER: Rule = group(-1, 'Route');

export const GORILLA_MUX: Framework = {
  name: 'gorilla/mux',
  objects: {
    [`${PACKAGE}.NewRouter`]: { kind: 'Router', isRoot: true },
    [`${PACKAGE}.Router`]: { kind: 'Router', isRoot: true },
  },
  methods: {
    Router: {
      HandleFunc: HANDLE,
      Handle: HANDLE,
      PathPrefix: PATH,
      Path: PATH,
      Methods: ROUTE_ON_ROUTER,
      Host: ROUTE_ON_ROUTER,
      NewRoute: ROUTE_ON_ROUTER,
      Name: ROUTE_ON_ROUTER,
      Use: guard('all'),
      StrictSlash: CHAIN,
      UseEncodedPath: CHAIN,
      SkipClean: CHAIN,
    },
    Route: {
      Subrouter: group(-1, 'Router'),
      Path: PATH,
      PathPrefix: PATH,
      Methods: CHAIN,
      Host: CHAIN,
      Headers: CHAIN,
      Queries: CHAIN,
      Schemes: CHAIN,
      Name: CHAIN,
      Handler: HANDLER,
      HandlerFunc: HANDLER,
    },
  },
  join: (prefix, path) => prefix.replace(/\/$/, '') + path,
  finish: (whole) => whole || '/',
};
