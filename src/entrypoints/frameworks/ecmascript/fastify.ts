import type { CallContext, Framework, Rule } from '../../framework.ts';
import {
  addRoutes,
  each,
  option,
  optionPath,
  optionTexts,
  route,
  self,
  VERBS,
} from '../../rules.ts';
import type { Value } from '../../value.ts';

/** `fastify.register(plugin, { prefix })`: the plugin gets a part of the application. */
function scope(context: CallContext): readonly Value[] {
  const { object, values, file, number } = context;
  if (object === undefined) return [];
  const prefix = optionPath(context, 'prefix', 1);
  const parts = prefix === '' ? [] : [prefix];
  const child = values.objects.child(object, `${file}:${number}`, {
    prefix: parts,
    file,
    call: number,
  });
  return [{ form: 'object', object: child }];
}

const REGISTER: Rule = {
  callback: (context, argument) => (argument === 0 ? scope(context) : []),
  result: ({ object }) => self(object),
};

/** `fastify.route({ method, url, handler })`. */
const ROUTE: Rule = {
  apply: (context, effects) => {
    const handler = option(context, 'handler', 0);
    const methods = optionTexts(context, 'method', 0);
    const before = option(context, 'preHandler', 0)?.written;
    addRoutes(context, effects, {
      type: option(context, 'wsHandler', 0) === undefined ? 'http' : 'websocket',
      methods: methods.map((method) => method.toUpperCase()),
      paths: [...optionTexts(context, 'url', 0), ...optionTexts(context, 'path', 0)],
      handler: handler?.written,
      middleware: before === undefined ? [] : before.form === 'list' ? before.items : [before],
    });
  },
  result: ({ object }) => self(object),
};

function shorthand(methods: readonly string[]): Rule {
  const plain = route(methods);
  return {
    ...plain,
    apply: (context, effects) => {
      const { call, values, file } = context;
      const [path, options] = call.args;
      const handler = call.args.length > 1 ? call.args.at(-1) : undefined;
      if (path === undefined) return;
      const inside = call.args.length === 2 ? option(context, 'handler', 1) : undefined;
      const before = call.args.length > 2 ? option(context, 'preHandler', 1)?.written : undefined;
      const given = before?.form === 'list' ? before.items : before === undefined ? [] : [before];
      addRoutes(context, effects, {
        type: 'http',
        methods,
        paths: values.pathTexts(file, path),
        handler: inside?.written ?? handler ?? options,
        middleware: given,
      });
    },
  };
}

export const FASTIFY: Framework = {
  name: 'fastify',
  objects: {
    fastify: { kind: 'App', isRoot: true },
    'fastify.fastify': { kind: 'App', isRoot: true },
    'fastify.FastifyInstance': { kind: 'App', isRoot: true },
    'fastify.FastifyPluginAsync': { kind: 'Plugin' },
  },
  wrappers: ['fastify-plugin', 'fastify-plugin.fastifyPlugin'],
  methods: {
    App: {
      ...each(VERBS, (verb) => shorthand([verb.toUpperCase()])),
      all: shorthand(['*']),
      route: ROUTE,
      register: REGISTER,
      withTypeProvider: { result: ({ object }) => self(object) },
      after: { result: ({ object }) => self(object) },
    },
  },
  join: (prefix, path) => {
    const left = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
    if (path === '') return left;
    const right = path.startsWith('/') ? path : `/${path}`;
    return left + right;
  },
  finish: (whole) => (whole === '' ? '/' : whole),
};
