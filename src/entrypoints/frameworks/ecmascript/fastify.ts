import { posix } from 'node:path';
import type { Written } from '../../../model/registrations.ts';
import { isTestPath } from '../../../model/test-paths.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import {
  addRoutes,
  each,
  entryOf,
  guard,
  option,
  optionPath,
  optionTexts,
  route,
  self,
  VERBS,
} from '../../rules.ts';
import type { Use } from '../../use.ts';
import { type FrameworkObject, textOf, type Value } from '../../value.ts';
import type { Values } from '../../values.ts';

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

/** Names of files that `@fastify/autoload` loads, and of those that only add hooks. */
const LOADED = /\.[cm]?[jt]s$/;
const NOT_LOADED = /(?:^|\/)[^/]*autohooks\.\w+$|\.d\.[cm]?ts$/;

/** Returns the folder of `path.join(__dirname, 'routes')`, below the file that has it. */
function folderOf(values: Values, file: number, written: Written): string | undefined {
  const own = posix.dirname(values.program.paths[file] ?? '');
  const [found] = values.of(file, written);
  if (found?.form === 'text') return posix.join(own, found.text);
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  const parts = (call?.args ?? []).flatMap((one) => values.text(file, one) ?? []);
  return parts.length === 0 ? undefined : posix.join(own, ...parts);
}

/** `fastify.register(autoload, { dir: join(__dirname, 'routes') })`: folders are prefixes. */
function loads(values: Values): readonly (readonly [Value, Use])[] {
  return values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(
      ({ callee, args: [plugin, options] }, call) => {
        if (callee.form !== 'member' || callee.name !== 'register' || plugin === undefined)
          return [];
        const isAutoload = values
          .of(file, plugin)
          .some((one) => one.form === 'external' && /^@?fastify[/-]autoload\b/.test(one.path));
        return isAutoload ? pluginsIn(values, { file, call, options }) : [];
      },
    ),
  );
}

interface Autoload {
  readonly file: number;
  readonly call: number;
  readonly options: Written | undefined;
}

function pluginsIn(values: Values, autoload: Autoload): readonly (readonly [Value, Use])[] {
  const { file, call, options } = autoload;
  const settings = values.of(file, options);
  const given = entryOf(settings, 'dir');
  const folder = given && folderOf(values, given.file, given.written);
  if (folder === undefined) return [];
  const { paths } = values.program;
  const inside = paths.flatMap((path, index) =>
    path.startsWith(`${folder}/`) &&
    LOADED.test(path) &&
    !NOT_LOADED.test(path) &&
    !isTestPath(path)
      ? [{ path, index }]
      : [],
  );
  // The other files beside an index are not loaded.
  const indexed = new Set(
    inside.flatMap(({ path }) => (/\/index\.\w+$/.test(path) ? [posix.dirname(path)] : [])),
  );
  const loaded = inside.filter(
    ({ path }) => /\/index\.\w+$/.test(path) || !indexed.has(posix.dirname(path)),
  );
  return loaded.flatMap(({ path, index }) => {
    const folders = posix.dirname(path).slice(folder.length);
    const use: Use = {
      ...{ file, call, argument: 0 },
      given: () => pluginScope(values, autoload, settings, { index, folders }),
    };
    return values.exported([index], 'default').map((value) => [value, use] as const);
  });
}

/** Returns the part of the application that a plugin gets which is found by its file. */
function pluginScope(
  values: Values,
  { file, call }: Autoload,
  settings: readonly Value[],
  plugin: { readonly index: number; readonly folders: string },
): readonly Value[] {
  const isSet = (name: string): boolean => entryOf(settings, name) !== undefined;
  const textIn = (found: ReturnType<typeof entryOf>): string =>
    found === undefined ? '' : values.prefix(found.file, found.written);
  const [override, own] = ['prefixOverride', 'autoPrefix'].map(
    (name) => values.exported([plugin.index], name).flatMap((one) => textOf(one) ?? [])[0],
  );
  // Folders are prefixes and no parameters unless these say otherwise.
  const folders = isSet('dirNameRoutePrefix') ? '' : plugin.folders;
  const named = isSet('routeParams') ? folders.replaceAll('/_', '/:') : folders;
  const inner = entryOf(settings, 'options');
  const shared = inner && entryOf(values.of(inner.file, inner.written), 'prefix');
  const prefix = [textIn(shared), override ?? joinPaths(named, own ?? '')].filter(
    (one) => one !== '' && one !== '/',
  );
  return applicationsAt(values, file, call).map((object) => ({
    form: 'object',
    object: values.objects.child(object, `${file}:${call} ${plugin.index}`, { prefix, file, call }),
  }));
}

/** Returns what a call registers on; `fastify start` gives the application to what a file exports. */
function applicationsAt(values: Values, file: number, number: number): readonly FrameworkObject[] {
  const found = values
    .of(file, values.call(file, number)?.callee)
    .flatMap((one) => (one.form === 'bound' ? [one.object] : []));
  const making = values.objects.madeBy('fastify');
  if (found.length > 0 || making === undefined) return found;
  return [values.objects.made(making, `fastify ${file}`, file, -1, false)];
}

const REGISTER: Rule = {
  callback: (context, argument) => (argument === 0 ? scope(context) : []),
  result: ({ object }) => self(object),
};

/** Hooks that run in front of a handler. */
const FRONT_HOOK = /^(?:onRequest|pre(?:Parsing|Validation|Handler))$/;

/** `fastify.addHook('onRequest', auth)`. */
const HOOK: Rule = {
  ...guard('later', 1),
  apply: (context, effects) => {
    const name = context.values.text(context.file, context.call.args[0]) ?? '';
    if (FRONT_HOOK.test(name)) guard('later', 1).apply?.(context, effects);
  },
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
      paths: [option(context, 'url', 0), option(context, 'path', 0)].flatMap((one) =>
        one === undefined ? [] : context.values.pathTexts(one.file, one.written),
      ),
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
  loads,
  wrappers: ['fastify-plugin', 'fastify-plugin.fastifyPlugin'],
  methods: {
    App: {
      ...each(VERBS, (verb) => shorthand([verb.toUpperCase()])),
      all: shorthand(['*']),
      route: ROUTE,
      register: REGISTER,
      addHook: HOOK,
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
