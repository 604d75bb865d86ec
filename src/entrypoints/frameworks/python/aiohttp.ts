import type { Written } from '../../../model/registrations.ts';
import { filesNamed } from '../../found.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { addRoutes, files, group, mount, namesOf, option, route, VERBS } from '../../rules.ts';
import type { Values } from '../../values.ts';

/** The methods of a class-based view are those that it has functions for. */
function viewMethods({ values, file }: CallContext, view: Written | undefined): readonly string[] {
  return values
    .of(file, view)
    .flatMap((value) =>
      value.form === 'symbol'
        ? VERBS.filter((verb) => values.program.childrenNamed(value.node, verb).length > 0).map(
            (verb) => verb.toUpperCase(),
          )
        : [],
    );
}

/** `web.Application(middlewares=[auth])`. */
function middlewares(context: CallContext, { guards }: Effects): void {
  const { object, file, call } = context;
  const given = option(context, 'middlewares')?.written;
  const names = namesOf(context, given?.form === 'list' ? given.items : []);
  const at = { file, endLine: call.endLine };
  if (object !== undefined && names.length > 0) guards.push({ object, names, at, concerns: 'all' });
}

/** `router.add_resource(path).add_route(method, handler)`. */
const ON_RESOURCE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]).map((method) => method.toUpperCase()),
      paths: [''],
      handler: call.args[1],
      middleware: [],
    });
  },
};

/** `add_view(path, View)`, and `view(path)` above a class. */
const VIEW: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const handler = call.args[1];
    addRoutes(context, effects, {
      type: 'http',
      methods: viewMethods(context, handler),
      paths: values.pathTexts(file, call.args[0]),
      handler,
      middleware: [],
    });
  },
};

/** `add_route(method, path, handler)`. */
const ROUTE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]).map((method) => method.toUpperCase()),
      paths: values.pathTexts(file, call.args[1]),
      handler: call.args[2],
      middleware: [],
    });
  },
};

/** The rules by the last part of their names: `web.get`, `router.add_get`, `@routes.get`. */
const ROUTES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    VERBS.map((verb) => [verb, route([verb.toUpperCase()], { isFirst: true })]),
  ),
  view: VIEW,
  route: ROUTE,
  static: files('/{filename}'),
};

/** `app.add_routes([web.get(path, handler)])`, and `app.add_routes(table)`. */
const ADD_ROUTES: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const given = call.args[0];
    for (const value of values.of(file, given)) {
      if (value.form === 'object')
        effects.mounted.push({ parent: object, child: value.object, prefix: '' });
      else if (value.form === 'written') addItems(context, effects, value.file, value.written);
    }
  },
};

function addItems(context: CallContext, effects: Effects, file: number, list: Written): void {
  const { values } = context;
  for (const item of list.form === 'list' ? list.items : []) {
    if (item.form === 'object') {
      for (const [, spread] of item.entries)
        for (const value of values.of(file, spread))
          if (value.form === 'written') addItems(context, effects, value.file, value.written);
      continue;
    }
    const call = item.form === 'call' ? values.call(file, item.call) : undefined;
    if (call === undefined || item.form !== 'call') continue;
    for (const callee of values.of(file, call.callee)) {
      const name = callee.form === 'external' ? /^aiohttp\.web\.(\w+)$/.exec(callee.path)?.[1] : '';
      const rule = name !== undefined && Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
      rule?.apply?.({ ...context, file, number: item.call, call }, effects);
    }
  }
}

const METHODS: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(Object.entries(ROUTES).map(([name, rule]) => [`add_${name}`, rule])),
  add_routes: ADD_ROUTES,
  add_subapp: mount(),
  add_resource: group(0, 'Resource'),
};

/** Adds the routes of applications that are not known: `self.service.app.router.add_get(path, handler)`. */
function derive(values: Values, effects: Effects): void {
  for (const file of filesNamed(values, /\.py$/)) {
    const own = values.registrations(file);
    if (own?.imports.some(({ specifier }) => /^aiohttp/.test(specifier)) !== true) continue;
    for (const [number, { callee }] of own.calls.entries()) {
      const isRouter =
        callee.form === 'member' &&
        callee.object.form === 'member' &&
        callee.object.name === 'router';
      const rule =
        isRouter && Object.hasOwn(METHODS, callee.name) ? METHODS[callee.name] : undefined;
      if (rule?.apply === undefined || values.of(file, callee).length > 0) continue;
      const before = effects.found.length;
      rule.apply(values.context(file, number, undefined, AIOHTTP), effects);
      for (const [index, one] of effects.found.slice(before).entries())
        effects.found[before + index] = { ...one, isScoped: true };
    }
  }
}

export const AIOHTTP: Framework = {
  name: 'aiohttp',
  objects: {
    'aiohttp.web.Application': { kind: 'App', isRoot: true, apply: middlewares },
    'aiohttp.web.RouteTableDef': { kind: 'Table' },
  },
  methods: { App: METHODS, Table: ROUTES, Resource: { add_route: ON_RESOURCE } },
  attributes: { App: ['router'] },
  decorates: true,
  derive,
  join: (prefix, path) => prefix.replace(/\/+$/, '') + path,
};
