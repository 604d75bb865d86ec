import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { addRoutes, each, guard, option, optionPath, optionTexts, VERBS } from '../../rules.ts';
import type { Values } from '../../values.ts';

function methodsOf(context: CallContext, handler: Written | undefined): readonly string[] {
  const given = optionTexts(context, 'methods').map((method) => method.toUpperCase());
  if (given.length > 0) return given;
  const own = handler === undefined ? [] : viewMethods(context, handler);
  return own.length > 0 ? own : ['GET'];
}

/** The methods of a class-based view are those that it has functions for. */
function viewMethods({ values, file }: CallContext, handler: Written): readonly string[] {
  const call = handler.form === 'call' ? values.call(file, handler.call) : undefined;
  const view =
    call?.callee.form === 'member' && call.callee.name === 'as_view' ? call.callee.object : handler;
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

/** `@app.route(rule, methods=[…])`. */
function rule(methods: readonly string[] | undefined): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call } = context;
      const handler = call.args.at(-1);
      const named = option(context, 'rule');
      addRoutes(context, effects, {
        type: 'http',
        methods: methods ?? methodsOf(context, handler),
        paths: values.pathTexts(file, named?.written ?? call.args[0]),
        handler,
        middleware: [],
      });
    },
  };
}

/** `app.add_url_rule(rule, endpoint, view_func)`. */
const ADD_RULE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const handler = option(context, 'view_func')?.written ?? call.args[2];
    addRoutes(context, effects, {
      type: 'http',
      methods: methodsOf(context, handler),
      paths: values.pathTexts(file, option(context, 'rule')?.written ?? call.args[0]),
      handler,
      middleware: [],
    });
  },
};

const REGISTER: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const given = option(context, 'url_prefix');
    const prefix = optionPath(context, 'url_prefix');
    for (const value of values.of(file, option(context, 'blueprint')?.written ?? call.args[0]))
      if (value.form === 'object')
        effects.mounted.push({
          parent: object,
          child: value.object,
          prefix,
          replaces: given !== undefined,
        });
  },
};

/** Mounts blueprints where the application is not known, as in a function that a plugin system calls. */
function derive(values: Values, effects: Effects): void {
  for (const file of values.files)
    for (const [number, call] of (values.registrations(file)?.calls ?? []).entries()) {
      const { callee } = call;
      if (callee.form !== 'member' || callee.name !== 'register_blueprint') continue;
      if (values.of(file, callee).length > 0) continue;
      REGISTER.apply?.(values.context(file, number, undefined, FLASK), effects);
    }
}

/** flask-restful: `api.add_resource(Resource, *rules)`. */
const ADD_RESOURCE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const [resource, ...rules] = call.args;
    if (resource === undefined) return;
    addRoutes(context, effects, {
      type: 'http',
      methods: viewMethods(context, resource),
      paths: rules.flatMap((one) => values.pathTexts(file, one)),
      handler: resource,
      middleware: [],
    });
  },
};

/** flask-restx: `@api.route(*rules)` above a resource. */
const RESOURCE_ROUTE: Rule = {
  apply: (context, effects) => {
    const { call } = context;
    const resource = call.args.at(-1);
    if (resource === undefined) return;
    const args = [resource, ...call.args.slice(0, -1)];
    ADD_RESOURCE.apply?.({ ...context, call: { ...call, args } }, effects);
  },
};

/** `Api(app)` and `Api(blueprint)` belong to what they are made with. */
function attach(context: CallContext, effects: Effects): void {
  const { values, file, call, object } = context;
  const prefix = optionPath(context, 'prefix');
  if (object === undefined) return;
  for (const value of values.of(file, option(context, 'app')?.written ?? call.args[0]))
    if (value.form === 'object')
      effects.mounted.push({ parent: value.object, child: object, prefix });
}

const INIT: Rule = {
  apply: ({ values, file, call, object }, effects) => {
    if (object === undefined) return;
    for (const value of values.of(file, call.args[0]))
      if (value.form === 'object')
        effects.mounted.push({ parent: value.object, child: object, prefix: '' });
  },
};

const ADD_NAMESPACE: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const given = option(context, 'path')?.written ?? call.args[1];
    for (const value of values.of(file, call.args[0])) {
      if (value.form !== 'object') continue;
      const text = given === undefined ? undefined : values.text(file, given);
      effects.mounted.push({
        parent: object,
        child: value.object,
        prefix: text ?? '',
        replaces: given !== undefined,
      });
    }
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(VERBS, (verb) => rule([verb.toUpperCase()])),
  route: rule(undefined),
  add_url_rule: ADD_RULE,
  register_blueprint: REGISTER,
  before_request: guard('all'),
};

const BLUEPRINT = {
  kind: 'Blueprint',
  prefix: (context: CallContext): string => optionPath(context, 'url_prefix'),
};
const API = { kind: 'Api', apply: attach };
const NAMESPACE = {
  kind: 'Namespace',
  prefix: (context: CallContext): string => {
    const path = optionPath(context, 'path');
    if (path !== '') return path;
    return `/${context.values.prefix(context.file, context.call.args[0])}`;
  },
};

export const FLASK: Framework = {
  name: 'flask',
  objects: {
    'flask.Flask': { kind: 'App', isRoot: true },
    'flask.app.Flask': { kind: 'App', isRoot: true },
    'flask.Blueprint': BLUEPRINT,
    'quart.Quart': { kind: 'App', isRoot: true },
    'quart.Blueprint': BLUEPRINT,
    'flask_restful.Api': API,
    'flask_restx.Api': API,
    'flask_restx.Namespace': NAMESPACE,
    'flask_openapi3.OpenAPI': { kind: 'App', isRoot: true },
  },
  methods: {
    App: METHODS,
    Blueprint: METHODS,
    Api: {
      add_resource: ADD_RESOURCE,
      route: RESOURCE_ROUTE,
      add_namespace: ADD_NAMESPACE,
      init_app: INIT,
    },
    Namespace: { route: RESOURCE_ROUTE, add_resource: ADD_RESOURCE },
  },
  derive,
  parts: { 'App.cli': 'flask.cli.FlaskGroup' },
  decorates: true,
  join: (prefix, path) => {
    if (path === '') return prefix;
    if (prefix === '') return path.startsWith('/') ? path : `/${path}`;
    return `${prefix.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  },
};
