/** Rules that the tables of frameworks are made of. */
import type { EntryType } from '../model/entry-point.ts';
import type { Written } from '../model/registrations.ts';
import type { CallContext, Effects, Guard, Rule } from './framework.ts';
import { hole } from './holes.ts';
import { embeddedNames } from './members.ts';
import type { FrameworkObject, Value } from './value.ts';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
/** The methods as functions are called. */
export const VERBS = HTTP_METHODS.map((method) => method.toLowerCase());

/** Returns a named argument, or an entry of the object that is passed at a position. */
export function option(
  { call, values, file }: CallContext,
  name: string,
  position?: number,
): { readonly file: number; readonly written: Written } | undefined {
  const named = call.named.find(([key]) => key === name);
  if (named !== undefined) return { file, written: named[1] };
  if (position === undefined) return undefined;
  return entryOf(values.of(file, call.args[position]), name);
}

export function entryOf(
  found: readonly Value[],
  name: string,
): { readonly file: number; readonly written: Written } | undefined {
  for (const value of found) {
    if (value.form !== 'written' || value.written.form !== 'object') continue;
    const entry = value.written.entries.find(([key]) => key === name);
    if (entry !== undefined) return { file: value.file, written: entry[1] };
  }
  return undefined;
}

/** Returns the path of an option; empty if it is not given. */
export function optionPath(context: CallContext, name: string, position?: number): string {
  const found = option(context, name, position);
  return found === undefined ? '' : context.values.prefix(found.file, found.written);
}

/** Returns the texts of a list or of a single text. */
export function optionTexts(
  context: CallContext,
  name: string,
  position?: number,
): readonly string[] {
  const found = option(context, name, position);
  return found === undefined ? [] : context.values.texts(found.file, found.written);
}

/** Returns the arguments of a call, with lists of functions spread. */
export function spread({ call }: CallContext, from: number): readonly Written[] {
  return call.args.slice(from).flatMap(itemsOf);
}

/** Returns what middleware is called: `auth`, `validate`. */
export function nameOf(
  context: { readonly values: CallContext['values']; readonly file: number },
  written: Written,
): string {
  switch (written.form) {
    case 'name':
      return written.name;
    case 'member': {
      const object = nameOf(context, written.object);
      return object === '' || object === 'this' ? written.name : `${object}.${written.name}`;
    }
    case 'call': {
      const callee = context.values.call(context.file, written.call)?.callee;
      return callee === undefined ? '' : nameOf(context, callee);
    }
    default:
      return '';
  }
}

export function namesOf(context: CallContext, written: readonly Written[]): readonly string[] {
  return written.map((one) => nameOf(context, one)).filter((name) => name !== '');
}

interface RouteOptions {
  readonly type?: EntryType;
  /** Position of the path. */
  readonly path?: number;
  /** Position of the first handler; the path's next by default. */
  readonly handlers?: number;
  /** The handler is the first of them rather than the last. */
  readonly isFirst?: boolean;
}

/** A method that registers a route: `app.get(path, …middleware, handler)`. */
export function route(methods: readonly string[], options: RouteOptions = {}): Rule {
  const { type = 'http', path: position = 0, isFirst = false } = options;
  const first = options.handlers ?? position + 1;
  return {
    apply: (context, effects) => {
      const { call } = context;
      if (call.args.length <= first) return;
      const handlers = spread(context, first);
      addRoutes(context, effects, {
        type,
        methods,
        paths: pathsAt(context, position),
        handler: isFirst ? handlers[0] : handlers.at(-1),
        middleware: isFirst ? handlers.slice(1) : handlers.slice(0, -1),
      });
    },
    // Calls of routes are chained.
    result: ({ object }) => self(object),
  };
}

function pathsAt({ values, file, call }: CallContext, position: number): readonly string[] {
  return values.pathTexts(file, call.args[position]);
}

export function self(object: FrameworkObject | undefined): readonly Value[] {
  return object === undefined ? [] : [{ form: 'object', object }];
}

/** A method that registers a route on an object that has the path: `router.route('/x').get(…)`. */
export function onPath(methods: readonly string[], type: EntryType = 'http'): Rule {
  return {
    apply: (context, effects) => {
      const handlers = spread(context, 0);
      if (handlers.length === 0) return;
      const [handler, middleware] = [handlers.at(-1), handlers.slice(0, -1)];
      addRoutes(context, effects, { type, methods, paths: [''], handler, middleware });
    },
    result: ({ object }) => self(object),
  };
}

export const SAME: Rule = { result: ({ object }) => self(object) };

interface RoutesFound {
  readonly type: EntryType;
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  readonly handler: Written | undefined;
  readonly middleware: readonly Written[];
}

export function addRoutes(
  context: CallContext,
  effects: Effects,
  { type, methods, paths, handler, middleware }: RoutesFound,
): void {
  const { framework, object, file, call } = context;
  for (const path of paths) {
    effects.found.push({
      framework: framework.name,
      type,
      object,
      path,
      methods,
      handler,
      middleware: namesOf(context, middleware),
      file,
      line: call.line,
      endLine: call.endLine,
    });
  }
}

/** Routes whose methods are an argument: `r.Handle(method, path, …middleware, handler)`. */
export const METHOD_ROUTE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const handlers = spread(context, 2);
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]).map((method) => method || '*'),
      paths: values.pathTexts(file, call.args[1]),
      handler: handlers.at(-1),
      middleware: handlers.slice(0, -1),
    });
  },
  result: ({ object }) => self(object),
};

/** Serves the files of a folder: `r.Static('/public', folder)`; `rest` matches their paths. */
export function files(rest: string, methods: readonly string[] = ['GET']): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call } = context;
      addRoutes(context, effects, {
        type: 'http',
        methods,
        paths: values.pathTexts(file, call.args[0]).map((path) => path + rest),
        handler: undefined,
        middleware: [],
      });
    },
    result: ({ object }) => self(object),
  };
}

/**
 * A method that returns a part of the object under a prefix: `r.Group("/api", …middleware)`. Without a
 * path, the position is −1; what makes an object of another kind takes no middleware then.
 */
export function group(position = 0, kind?: string): Rule {
  const make = (context: CallContext): readonly Value[] => {
    const { object, values, file, number, call } = context;
    if (object === undefined) return [];
    const prefix = position < 0 ? '' : values.prefix(file, call.args[position]);
    const child = values.objects.child(object, `${file}:${number}`, {
      prefix: prefix === '' ? [] : [prefix],
      middleware: namesOf(
        context,
        position < 0 && kind !== undefined
          ? []
          : spread(context, position + 1).filter(({ form }) => form !== 'function'),
      ),
      file,
      call: number,
      ...(kind === undefined ? {} : { kind }),
    });
    return [{ form: 'object', object: child }];
  };
  return { result: make, callback: make };
}

/** Returns the routers that a value is; an instance of Go counts as those that it embeds. */
export function routersOf(
  values: CallContext['values'],
  file: number,
  written: Written | undefined,
): readonly FrameworkObject[] {
  const all = values
    .of(file, written)
    .flatMap((one) =>
      one.form === 'instance'
        ? embeddedNames(values, one.node).flatMap((name) => values.memberOf(one, name))
        : [one],
    );
  return all.flatMap((one) => (one.form === 'object' ? [one.object] : []));
}

/** Mounts the routers among the arguments, behind the middleware there: `app.use('/api', auth, router)`. */
export function mount(position = 0): Rule {
  return {
    apply: (context, effects) => {
      const paths = pathsAt(context, position);
      const unknown = unknownPath(context, position);
      const args = unknown === '' ? context.call.args : context.call.args.slice(position + 1);
      use(context, effects, paths, args.flatMap(itemsOf), unknown);
    },
    result: ({ object }) => self(object),
  };
}

/** Mounts routers at paths with the middleware beside them; without routers, adds the middleware. */
export function use(
  context: CallContext,
  effects: Effects,
  paths: readonly string[],
  given: readonly Written[],
  unknown = '',
): void {
  const { object, values, file, call } = context;
  if (object === undefined) return;
  const at = { file, endLine: call.endLine };
  const routers = given.map((one) => routersOf(values, file, one));
  const children = routers.flat().filter((one) => one !== object);
  const first = routers.findIndex((found) => found.length > 0);
  const inFront = first < 0 ? given : given.slice(0, first);
  const names = namesOf(
    context,
    inFront.filter((one) => values.texts(file, one).length === 0),
  );
  const prefixes = paths.length > 0 ? paths : unknown === '' ? [] : [unknown];
  for (const prefix of prefixes.length > 0 ? prefixes : [''])
    for (const child of children)
      effects.mounted.push({ parent: object, child, prefix, middleware: names, at });
  if (children.length > 0 || names.length === 0) return;
  for (const path of prefixes.length > 0 ? prefixes : [undefined])
    effects.guards.push({
      ...{ object, names, at, concerns: 'later' },
      ...(path === undefined ? {} : { path }),
    });
}

/** A method that gives an object middleware: `r.Use(auth)`. */
export function guard(concerns: Guard['concerns'] = 'later', first = 0): Rule {
  return {
    apply: (context, { guards }) => {
      const { object, file, call } = context;
      const names = namesOf(context, spread(context, first));
      const at = { file, endLine: call.endLine };
      if (object !== undefined && names.length > 0) guards.push({ object, names, at, concerns });
    },
    result: ({ object }) => self(object),
  };
}

/** A setting in front of routers that is named like a path: `app.use(config.basePath, router)`. */
const PATH_NAME = /(?:path|prefix|url|uri|root|endpoint|base)$/i;

function unknownPath({ values, file, call }: CallContext, position: number): string {
  const given = call.args[position];
  const isNamed =
    (given?.form === 'name' || given?.form === 'member') && PATH_NAME.test(given.name);
  return isNamed && values.of(file, given).length === 0 ? hole(values, file, given) : '';
}

/** Mounts the second argument below the path in the first: `r.mount('/api', router)`. */
export const MOUNT: Required<Pick<Rule, 'apply'>> = {
  apply: ({ values, file, call, object }, effects) => {
    const prefix = values.prefix(file, call.args[0]);
    const at = { file, endLine: call.endLine };
    for (const child of routersOf(values, file, call.args[1]))
      effects.mounted.push({ parent: object, child, prefix, at });
  },
};

/** Marks an object that is given to a server: its routes count without being mounted. */
export function serve(
  given: (context: CallContext) => ReturnType<typeof option>,
): Required<Pick<Rule, 'apply'>> {
  return {
    apply: (context, effects) => {
      const found = given(context);
      for (const value of found === undefined ? [] : context.values.of(found.file, found.written))
        if (value.form === 'object')
          effects.mounted.push({
            parent: undefined,
            child: value.object,
            prefix: '',
            isServed: true,
          });
    },
  };
}

function itemsOf(written: Written): readonly Written[] {
  return written.form === 'list' ? written.items : [written];
}

/** The same rules for several names. */
export function each(names: readonly string[], rule: (name: string) => Rule): Record<string, Rule> {
  return Object.fromEntries(names.map((name) => [name, rule(name)]));
}
