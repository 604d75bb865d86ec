/** Actix and Rocket: handlers below `#[get("/path")]` that an application lists. */
import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { addRoutes, each, guard, SAME, self } from '../../rules.ts';
import type { Value } from '../../value.ts';
import type { Values } from '../../values.ts';

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

const METHOD = /^[A-Z]+$/;
/** A call that makes a middleware: `Etag::default()`. */
const WRAPPER = /^[\w:]+\(.*\)$/s;

/** Returns the files and numbers of the functions that a value names. */
export function functionsOf({ values, file, call }: CallContext, written: Written) {
  const found = values.of(file, written).filter((value) => value.form === 'function');
  if (found.length > 0) return found;
  const node = values.referenced(file, written, call) ?? inModule(values, written);
  return node === undefined
    ? []
    : values.declaredValue(node).filter((value) => value.form === 'function');
}

/**
 * Returns the function `users::list` in the only file whose path ends with its modules. Names in
 * macros are tokens, which no reference resolves.
 */
function inModule({ program }: Values, written: Written): number | undefined {
  const parts = partsOf(written);
  const name = parts.pop();
  if (name === undefined || parts.length === 0) return undefined;
  const end = parts.filter((part) => !/^(?:crate|self|super)$/.test(part)).join('/');
  const files = program.paths.flatMap((path, file) =>
    `/${path}`.endsWith(`/${end}.rs`) || `/${path}`.endsWith(`/${end}/mod.rs`) ? [file] : [],
  );
  const [only, other] = files.flatMap((file) => program.topLevelNamed(file, name));
  return other === undefined ? only : undefined;
}

function partsOf(written: Written): string[] {
  if (written.form === 'name') return [written.name];
  return written.form === 'member' ? [...partsOf(written.object), written.name] : [];
}

/** Adds the routes that the attributes of a function declare. */
function addAttributed(context: CallContext, effects: Effects, handler: Written, prefix: string) {
  const { values, object, framework } = context;
  for (const { file, index } of functionsOf(context, handler)) {
    const own = values.registrations(file);
    const declared = own?.functions[index];
    for (const decoration of own?.decorations ?? []) {
      if (decoration.start !== declared?.start || decoration.value.form !== 'call') continue;
      const { callee, args = [] } = values.call(file, decoration.value.call) ?? {};
      const method = callee?.form === 'name' || callee?.form === 'member' ? callee.name : '';
      // `#[route("/users", method = "GET", wrap = "Etag::default()")]` has more texts behind the path.
      const texts = args.slice(1).flatMap((one) => values.texts(file, one));
      const named = method === 'route' ? texts.filter((one) => METHOD.test(one)) : [];
      const middleware = texts.filter((one) => WRAPPER.test(one));
      if (!VERBS.includes(method) && named.length === 0) continue;
      const node = values.declarationAt(file, decoration.name, decoration.start);
      for (const path of values.pathTexts(file, args[0]))
        effects.found.push({
          framework: framework.name,
          type: 'http',
          object,
          // Rocket also declares the parameters of a query there.
          path: joinPaths(prefix, path.replace(/\?.*$/s, '')),
          methods: named.length > 0 ? named : [method.toUpperCase()],
          handler: undefined,
          ...(node === undefined ? {} : { handlerNode: node }),
          middleware: middleware.map((one) => one.replace(/(?:::\w+)?\(.*$/s, '')),
          file,
          line: decoration.line,
          endLine: decoration.line,
        });
    }
  }
}

/** `scope.service(handler)` and `scope.service(scope)`. */
const SERVICE: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    for (const one of call.args.flatMap((arg) => (arg.form === 'list' ? arg.items : [arg]))) {
      const inner = values.of(file, one).filter((value) => value.form === 'object');
      for (const value of inner)
        effects.mounted.push({ parent: object, child: value.object, prefix: '' });
      if (inner.length === 0) addAttributed(context, effects, one, '');
    }
  },
  result: ({ object }) => self(object),
};

/** Returns method and handler of `web::get().to(handler)`. */
function methodTo({ values, file }: CallContext, written: Written | undefined) {
  let handler: Written | undefined;
  for (let at = written; at?.form === 'call'; ) {
    const { callee, args = [] } = values.call(file, at.call) ?? {};
    if (callee?.form !== 'member' && callee?.form !== 'name') return undefined;
    if (callee.name === 'to') [handler] = args;
    if (VERBS.includes(callee.name)) return { method: callee.name.toUpperCase(), handler };
    if (callee.name === 'route') return { method: '*', handler };
    if (callee.form === 'name') return undefined;
    at = callee.object;
  }
  return undefined;
}

/** `app.route(path, web::get().to(handler))`, and `resource.route(…)` without a path. */
const ROUTE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const found = methodTo(context, call.args.at(-1));
    if (found === undefined) return;
    addRoutes(context, effects, {
      type: 'http',
      methods: [found.method],
      paths: call.args.length > 1 ? values.pathTexts(file, call.args[0]) : [''],
      handler: found.handler,
      middleware: [],
    });
  },
  result: ({ object }) => self(object),
};

/** `resource.to(handler)`. */
const TO: Rule = {
  apply: (context, effects) => {
    addRoutes(context, effects, {
      type: 'http',
      methods: ['*'],
      paths: [''],
      handler: context.call.args[0],
      middleware: [],
    });
  },
  result: ({ object }) => self(object),
};

/** `app.configure(function)`, which gets the application itself. */
const CONFIGURE: Rule = {
  callback: ({ object }): readonly Value[] => self(object),
  result: ({ object }) => self(object),
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(['app_data', 'data', 'guard', 'default_service', 'name'], () => SAME),
  ...each(['wrap', 'wrap_fn'], () => guard('all')),
  service: SERVICE,
  route: ROUTE,
  configure: CONFIGURE,
};
const SCOPE = {
  kind: 'Scope',
  prefix: ({ values, file, call }: CallContext): string => values.prefix(file, call.args[0]),
};

export const ACTIX: Framework = {
  name: 'actix',
  objects: {
    'actix_web.App.new': { kind: 'App', isRoot: true },
    'actix_web.web.scope': SCOPE,
    'actix_web.scope': SCOPE,
    'actix_web.web.resource': { ...SCOPE, kind: 'Resource' },
    'actix_web.web.ServiceConfig': { kind: 'App' },
  },
  methods: { App: METHODS, Scope: METHODS, Resource: { ...METHODS, to: TO } },
};

/** `rocket.mount(base, routes![handler])`. */
const MOUNT: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const prefix = values.prefix(file, call.args[0]);
    addListed(context, effects, { file, written: call.args[1] }, prefix, 0);
  },
  result: ({ object }) => self(object),
};

/** Maximum depth of lists of routes in each other. */
const LISTS_MAX = 40;

/** Adds the routes of a list of handlers and of other lists: `routes![…]`, `users::routes()`. */
function addListed(
  context: CallContext,
  effects: Effects,
  { file, written }: { readonly file: number; readonly written: Written | undefined },
  prefix: string,
  depth: number,
): void {
  if (written === undefined || depth > LISTS_MAX) return;
  const lists = context.values
    .of(file, written)
    .flatMap((one) => (one.form === 'written' && one.written.form === 'list' ? [one] : []));
  for (const { file: own, written: list } of lists)
    for (const item of list.form === 'list' ? list.items : [])
      addListed(context, effects, { file: own, written: item }, prefix, depth + 1);
  if (lists.length === 0 && written.form !== 'call')
    addAttributed({ ...context, file }, effects, written, prefix);
}

export const ROCKET: Framework = {
  name: 'rocket',
  objects: {
    'rocket.build': { kind: 'Rocket', isRoot: true },
    'rocket.custom': { kind: 'Rocket', isRoot: true },
    'rocket.ignite': { kind: 'Rocket', isRoot: true },
  },
  methods: {
    Rocket: {
      ...each(['attach', 'manage', 'register', 'configure'], () => SAME),
      mount: MOUNT,
    },
  },
};
