import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import {
  addRoutes,
  each,
  MOUNT,
  nameOf,
  option,
  optionPath,
  optionTexts,
  SAME,
  VERBS,
} from '../../rules.ts';

/** Names of `dependencies=[Depends(f)]`. */
function dependencies(context: CallContext): readonly string[] {
  const found = option(context, 'dependencies')?.written;
  if (found?.form !== 'list') return [];
  return found.items.flatMap((item) => {
    const inner =
      item.form === 'call' ? context.values.call(context.file, item.call)?.args[0] : undefined;
    return inner === undefined ? [] : [nameOf(context, inner)];
  });
}

/** `@app.get(path)` and `app.add_api_route(path, endpoint)`. */
function endpoint(
  methods: readonly string[] | undefined,
  type: 'http' | 'websocket' = 'http',
): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call } = context;
      const named = option(context, 'path');
      const given = named === undefined ? call.args : [named.written, ...call.args];
      const own = methods ?? optionTexts(context, 'methods').map((one) => one.toUpperCase());
      const found = { ...effects, found: [] };
      addRoutes(context, found, {
        type,
        methods: own.length === 0 && type === 'http' ? ['GET'] : own,
        paths: values.pathTexts(file, given[0]),
        handler: option(context, 'endpoint')?.written ?? given[1],
        middleware: [],
      });
      const middleware = dependencies(context);
      for (const one of found.found as (typeof effects.found)[number][])
        effects.found.push({ ...one, middleware });
    },
  };
}

const INCLUDE: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const prefix = optionPath(context, 'prefix');
    const child = option(context, 'router')?.written ?? call.args[0];
    for (const value of values.of(file, child))
      if (value.form === 'object')
        effects.mounted.push({
          parent: object,
          child: value.object,
          prefix,
          middleware: dependencies(context),
        });
  },
};

/** `FastAPI(dependencies=[Depends(auth)])`, and the same of a router. */
function guarded(context: CallContext, { guards }: Effects): void {
  const { object, file, call } = context;
  const names = dependencies(context);
  const at = { file, endLine: call.endLine };
  if (object !== undefined && names.length > 0) guards.push({ object, names, at, concerns: 'all' });
}

/** A mounted application has no dependencies of the one around it. */
const MOUNT_APART: Rule = {
  apply: (context, effects) => {
    const own: Effects = { ...effects, mounted: [] };
    MOUNT.apply(context, own);
    effects.mounted.push(...own.mounted.map((one) => ({ ...one, isApart: true })));
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each([...VERBS, 'trace'], (verb) => endpoint([verb.toUpperCase()])),
  api_route: endpoint(undefined),
  add_api_route: endpoint(undefined),
  route: endpoint(undefined),
  add_route: endpoint(undefined),
  websocket: endpoint([], 'websocket'),
  websocket_route: endpoint([], 'websocket'),
  add_api_websocket_route: endpoint([], 'websocket'),
  add_websocket_route: endpoint([], 'websocket'),
  include_router: INCLUDE,
  mount: MOUNT_APART,
  add_middleware: SAME,
};

/** `Starlette(routes=[Route(…), Mount(…)])`. */
function routesOf(context: CallContext, effects: Effects): void {
  const { values, object } = context;
  const found = option(context, 'routes') ?? { file: context.file, written: context.call.args[0] };
  if (object === undefined) return;
  for (const value of values.of(found.file, found.written)) {
    if (value.form !== 'written' || value.written.form !== 'list') continue;
    for (const item of value.written.items)
      for (const one of values.of(value.file, item))
        if (one.form === 'object')
          effects.mounted.push({ parent: object, child: one.object, prefix: '' });
  }
}

function ownPrefix(context: CallContext): string {
  return optionPath(context, 'prefix');
}

function firstText({ values, file, call }: CallContext): string {
  return values.prefix(file, call.args[0]);
}

const ROUTER = { kind: 'Router', prefix: ownPrefix, apply: guarded };
const APP = { kind: 'App', isRoot: true, apply: guarded };

export const FASTAPI: Framework = {
  name: 'fastapi',
  objects: {
    'fastapi.FastAPI': APP,
    'fastapi.applications.FastAPI': APP,
    'fastapi.APIRouter': ROUTER,
    'fastapi.routing.APIRouter': ROUTER,
  },
  methods: { App: METHODS, Router: METHODS },
  decorates: true,
  join: (prefix, path) => prefix + path,
};

export const STARLETTE: Framework = {
  name: 'starlette',
  objects: {
    'starlette.applications.Starlette': { kind: 'App', isRoot: true, apply: routesOf },
    'starlette.routing.Router': { kind: 'App', apply: routesOf },
    'starlette.routing.Mount': {
      kind: 'Mount',
      prefix: firstText,
      apply: (context, effects) => {
        routesOf(context, effects);
        const app = option(context, 'app')?.written ?? context.call.args[1];
        for (const value of context.values.of(context.file, app))
          if (value.form === 'object')
            effects.mounted.push({ parent: context.object, child: value.object, prefix: '' });
      },
    },
    'starlette.routing.Route': {
      kind: 'Route',
      apply: endpoint(undefined).apply ?? (() => undefined),
    },
    'starlette.routing.WebSocketRoute': {
      kind: 'Route',
      apply: endpoint([], 'websocket').apply ?? (() => undefined),
    },
  },
  methods: { App: METHODS },
  decorates: true,
  join: (prefix, path) => prefix.replace(/\/$/, '') + path,
};
