import { appendTo } from '../../../base/append-to.ts';
import { getOrCompute } from '../../../base/memoize.ts';
import type { EntryType } from '../../../model/entry-point.ts';
import type { Written } from '../../../model/registrations.ts';
import { annotationsOf, ownersOf } from '../../annotations.ts';
import { type Applied, appliedDecorators, readApplied } from '../../composed-decorators.ts';
import { addStart } from '../../found.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { entryOf, nameOf } from '../../rules.ts';
import type { Values } from '../../values.ts';

const COMMON = '@nestjs/common';
const METHODS = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'];

/** Returns the paths that a decorator is given: a text, a list, or an option of that name. */
function pathsOf(values: Values, file: number, call: number, key: string): readonly string[] {
  const [given] = values.call(file, call)?.args ?? [];
  if (given === undefined) return [''];
  const found = entryOf(values.of(file, given), key);
  if (found !== undefined) return values.texts(found.file, found.written);
  const isOptions = given.form === 'object';
  return isOptions ? [''] : values.pathTexts(file, given);
}

/** Returns the decorator of the class around a member, by one of its names. */
function classDecorator(
  {
    values,
    file,
    decoration,
  }: Pick<DecorationContext, 'values' | 'file'> & { readonly decoration: { owner: string } },
  names: readonly string[],
): Applied | undefined {
  return appliedDecorators(
    values,
    file,
    ({ isClass, name }) => isClass && name === decoration.owner,
  ).find(({ path }) => names.includes(path));
}

/** Names of the guards of a method and its class. */
function guardsOf({ values, file, decoration }: DecorationContext): readonly string[] {
  return appliedDecorators(values, file, (one) =>
    one.isClass ? one.name === decoration.owner : isSame(one, decoration),
  )
    .filter(({ path, call }) => path === `${COMMON}.UseGuards` && call >= 0)
    .flatMap((one) => {
      const { args = [] } = values.call(one.file, one.call) ?? {};
      return args.map((given) => nameOf({ values, file: one.file }, given));
    })
    .filter((name) => name !== '');
}

function isSame(one: { readonly start: number }, other: { readonly start: number }): boolean {
  return one.start === other.start;
}

function http(method: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values } = context;
    const { file, call } = context.origin ?? context;
    for (const { controller, node } of controllersOf(context)) {
      const prefixes = readApplied(values, controller, () =>
        pathsOf(values, controller.file, controller.call, 'path'),
      );
      for (const outer of modulePaths(values, node))
        for (const prefix of prefixes)
          for (const path of pathsOf(values, file, call, 'path')) {
            const own = [outer, prefix, path].reduce((before, part) => joinPaths(before, part), '');
            const first = globalPrefix(values, own);
            for (const version of versionsOf(context, controller))
              add(context, effects, 'http', joinPaths(joinPaths(first, version), own), [method]);
          }
    }
  };
}

/** Returns the controllers that have a method: its class, or else those that inherit it. */
function controllersOf(context: DecorationContext) {
  const { values, file, decoration } = context;
  const names = [`${COMMON}.Controller`];
  const controller = classDecorator(context, names);
  const [node] = values.program.topLevelNamed(file, decoration.owner);
  if (controller !== undefined) return [{ controller, node }];
  return ownersOf(context).flatMap((one) => {
    // A method that is declared again has none of the decorators.
    if (values.program.childrenNamed(one, decoration.name).length > 0) return [];
    const { name: owner } = values.program.declaration(one);
    const place = { values, file: values.program.fileOf(one), decoration: { owner } };
    const found = classDecorator(place, names);
    return found === undefined ? [] : [{ controller: found, node: one }];
  });
}

const MODULE_PATHS = new WeakMap<Values, ReadonlyMap<number, readonly string[]>>();

/** Returns the paths that `RouterModule.register` gives to the modules of a controller. */
function modulePaths(values: Values, node: number | undefined): readonly string[] {
  const paths = getOrCompute(MODULE_PATHS, values, () => controllerPaths(values));
  return (node === undefined ? undefined : paths.get(node)) ?? [''];
}

/** Returns the paths of controllers whose modules have one. */
function controllerPaths(values: Values): ReadonlyMap<number, readonly string[]> {
  const ofModules = new Map<number, string>();
  for (const file of values.files)
    for (const { callee, args } of values.registrations(file)?.calls ?? []) {
      const isRegister =
        callee.form === 'member' &&
        /^(?:register|forRoutes)$/.test(callee.name) &&
        values
          .of(file, callee)
          .some(({ form, ...one }) => form === 'external' && isRouterModule(one));
      if (isRegister) readTree(values, { file, written: args[0] }, '', ofModules);
    }
  const found = new Map<number, string[]>();
  for (const file of ofModules.size === 0 ? [] : values.files)
    for (const one of annotationsOf(values, file, ({ isClass }) => isClass)) {
      if (one.path !== `${COMMON}.Module`) continue;
      const declared = values
        .registrations(file)
        ?.decorations.find(({ value }) => value.form === 'call' && value.call === one.call);
      const [module = -1] = values.program.topLevelNamed(file, declared?.name ?? '');
      const path = ofModules.get(module);
      const list = entryOf(values.of(file, values.call(file, one.call)?.args[0]), 'controllers');
      if (path === undefined || list === undefined) continue;
      for (const { node } of symbolsIn(values, list)) appendTo(found, node, path);
    }
  return found;
}

function isRouterModule(one: object): boolean {
  return 'path' in one && /^@nestjs\/core\.RouterModule\.|^nest-router\./.test(String(one.path));
}

interface Place {
  readonly file: number;
  readonly written: Written | undefined;
}

/** Reads `[{ path: '/admin', module: AdminModule, children: [UsersModule] }]`. */
function readTree(
  values: Values,
  { file, written }: Place,
  prefix: string,
  found: Map<number, string>,
): void {
  for (const value of values.of(file, written)) {
    if (value.form === 'symbol') found.set(value.node, prefix);
    if (value.form !== 'written') continue;
    const { file: own, written: whole } = value;
    if (whole.form === 'list')
      for (const item of whole.items) readTree(values, { file: own, written: item }, prefix, found);
    if (whole.form !== 'object') continue;
    const given = entryOf([value], 'path');
    const path = joinPaths(
      prefix,
      given === undefined ? '' : values.prefix(given.file, given.written),
    );
    for (const name of ['module', 'children', 'modules']) {
      const inner = entryOf([value], name);
      if (inner !== undefined) readTree(values, inner, path, found);
    }
  }
}

function symbolsIn(values: Values, { file, written }: Place) {
  return values.of(file, written).flatMap((list) => {
    const items = list.form === 'written' && list.written.form === 'list' ? list.written.items : [];
    return items
      .flatMap((item) => values.of(list.form === 'written' ? list.file : file, item))
      .filter((one) => one.form === 'symbol');
  });
}

/** The versions in the path, as `enableVersioning` writes them by default. */
function versionsOf(
  { values, file, decoration }: DecorationContext,
  controller: Applied,
): readonly string[] {
  const { versioning } = globalSettings(values);
  if (versioning === undefined) return [''];
  const [options] = values.call(controller.file, controller.call)?.args ?? [];
  const given = entryOf(values.of(controller.file, options), 'version');
  const [own] = (values.registrations(file)?.decorations ?? []).flatMap(({ value, ...one }) => {
    const call =
      isSame(one, decoration) && value.form === 'call' ? values.call(file, value.call) : undefined;
    const isVersion = values
      .of(file, call?.callee)
      .some((found) => found.form === 'external' && found.path === `${COMMON}.Version`);
    return isVersion ? [{ file, written: call?.args[0] }] : [];
  });
  const chosen = own ?? given;
  if (chosen === undefined) return [versioning === '' ? '' : `/v${versioning}`];
  const texts = values.texts(chosen.file, chosen.written).map((text) => `/v${text}`);
  const isNeutral = [
    chosen.written,
    ...(chosen.written?.form === 'list' ? chosen.written.items : []),
  ].some((one) =>
    values
      .of(chosen.file, one)
      .some((found) => found.form === 'external' && found.path === `${COMMON}.VERSION_NEUTRAL`),
  );
  return isNeutral || texts.length === 0 ? ['', ...texts] : texts;
}

interface Settings {
  readonly prefix: string;
  /** Routes without the prefix. */
  readonly excluded: readonly string[];
  /** The default version; undefined if paths have none. */
  readonly versioning: string | undefined;
}

const SETTINGS = new WeakMap<Values, Settings>();

/** Reads `app.setGlobalPrefix('api', { exclude: ['health'] })` and `app.enableVersioning()`. */
function globalSettings(values: Values): Settings {
  const known = SETTINGS.get(values);
  if (known !== undefined) return known;
  let [prefix, versioning]: [string, string | undefined] = ['', undefined];
  const excluded: string[] = [];
  for (const file of values.files) {
    for (const { callee, args } of values.registrations(file)?.calls ?? []) {
      if (callee.form !== 'member') continue;
      if (callee.name === 'setGlobalPrefix') {
        prefix = values.prefix(file, args[0]);
        excluded.push(...excludedIn(values, file, args[1]));
      }
      if (callee.name === 'enableVersioning') {
        const options = values.of(file, args[0]);
        const found = entryOf(options, 'defaultVersion');
        const type = entryOf(options, 'type')?.written;
        // Other types have the version in a header.
        const isInPath = type?.form !== 'member' || type.name === 'URI';
        versioning = isInPath
          ? ((found && values.text(found.file, found.written)) ?? '')
          : undefined;
      }
    }
  }
  const settings = { prefix, excluded, versioning };
  SETTINGS.set(values, settings);
  return settings;
}

/** Returns the routes that are excluded from the prefix: texts, or objects with a path. */
function excludedIn(values: Values, file: number, options: Written | undefined): readonly string[] {
  const found = entryOf(values.of(file, options), 'exclude');
  return (found === undefined ? [] : values.of(found.file, found.written)).flatMap((list) => {
    const items = list.form === 'written' && list.written.form === 'list' ? list.written.items : [];
    return items.flatMap((item) => {
      const path =
        list.form === 'written' ? entryOf(values.of(list.file, item), 'path') : undefined;
      const texts = path === undefined ? [item] : [path.written];
      return texts.flatMap((one) => values.texts(found?.file ?? file, one)).map(trimmed);
    });
  });
}

function trimmed(route: string): string {
  return route.replaceAll(/^\/+|\/+$/g, '');
}

function add(
  context: DecorationContext,
  effects: Effects,
  type: EntryType,
  path: string,
  methods: readonly string[],
): void {
  const { values, file, decoration, framework } = context;
  const node = values.declarationAt(file, decoration.name, decoration.start);
  effects.found.push({
    framework: framework.name,
    type,
    object: undefined,
    path,
    methods,
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: guardsOf(context),
    file,
    line: decoration.line,
    endLine: decoration.line,
  });
}

/** Returns the global prefix, unless it excludes a path. */
function globalPrefix(values: Values, path: string): string {
  const { prefix, excluded } = globalSettings(values);
  return prefix === '' || excluded.includes(trimmed(path)) ? '' : joinPaths('', prefix);
}

/** The worker of a queue of BullMQ, a class that is named by the queue. */
function worker(
  { values, file, call, decoration, framework }: DecorationContext,
  effects: Effects,
) {
  const node = values.declarationAt(file, decoration.name, decoration.start);
  const [process] = node === undefined ? [] : values.program.childrenNamed(node, 'process');
  const [name] = pathsOf(values, file, call, 'name');
  if (process === undefined || name === undefined) return;
  const { line } = decoration;
  addStart(effects, {
    ...{ framework: framework.name, type: 'job', name, file, line, node: process },
  });
}

/** A decorator whose argument names what it listens to; the method's name by default. */
function named(type: EntryType) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    const given = values.call(file, call)?.args ?? [];
    const texts = given.flatMap((one) => values.texts(file, one));
    const names = texts.length > 0 ? texts.slice(0, 1) : [decoration.name];
    for (const name of names) add(context, effects, type, name, []);
  };
}

/** `@RabbitSubscribe({ exchange, routingKey, queue })`. */
function queued(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration } = context;
  const options = values.of(file, values.call(file, call)?.args[0]);
  const given = entryOf(options, 'routingKey') ?? entryOf(options, 'queue');
  const texts = given === undefined ? [] : values.texts(given.file, given.written);
  for (const name of texts.length > 0 ? texts : [decoration.name])
    add(context, effects, 'consumer', name, []);
}

/** `@GrpcMethod('Users', 'Find')`; the names of the class and of the method are the defaults. */
function grpcMethod(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration } = context;
  const [service, method] = (values.call(file, call)?.args ?? []).map((one) =>
    values.text(file, one),
  );
  const own = (decoration.name[0] ?? '').toUpperCase() + decoration.name.slice(1);
  add(context, effects, 'rpc', `${service ?? decoration.owner}/${method ?? own}`, []);
}

/** A field of the type that a resolver is for: `Recipe.author` below `@Resolver(() => Recipe)`. */
export function fieldResolver(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration } = context;
  const resolver = classDecorator(context, ['@nestjs/graphql.Resolver', 'type-graphql.Resolver']);
  const [type] = resolver?.file === file ? (values.call(file, resolver.call)?.args ?? []) : [];
  const [result] =
    type?.form === 'function'
      ? (values.registrations(file)?.functions[type.index]?.returns ?? [])
      : [];
  const name =
    values.text(file, type) ?? (result === undefined ? '' : nameOf({ values, file }, result));
  const [given] = values.call(file, call)?.args ?? [];
  const field = given?.form === 'text' ? given.text : decoration.name;
  if (name !== '') add(context, effects, 'graphql', `${name}.${field}`, []);
}

/** A resolver's field: `Query.users`. */
export function resolverField(context: DecorationContext, effects: Effects): void {
  const { values, file, call, path, decoration } = context;
  const args = values.call(file, call)?.args ?? [];
  const option = entryOf(
    args.flatMap((one) => values.of(file, one)),
    'name',
  );
  const given = option && values.text(option.file, option.written);
  const direct = args[0]?.form === 'text' ? args[0].text : undefined;
  const kind = path.slice(path.lastIndexOf('.') + 1);
  add(context, effects, 'graphql', `${kind}.${given ?? direct ?? decoration.name}`, []);
}

export const NESTJS: Framework = {
  name: 'nestjs',
  objects: {},
  methods: {},
  composers: [`${COMMON}.applyDecorators`],
  decorators: {
    ...Object.fromEntries(METHODS.map((name) => [`${COMMON}.${name}`, http(name.toUpperCase())])),
    [`${COMMON}.All`]: http('*'),
    [`${COMMON}.Sse`]: http('GET'),
    '@nestjs/graphql.Query': resolverField,
    '@nestjs/graphql.Mutation': resolverField,
    '@nestjs/graphql.Subscription': resolverField,
    '@nestjs/microservices.MessagePattern': named('rpc'),
    '@nestjs/microservices.EventPattern': named('consumer'),
    '@nestjs/graphql.ResolveField': fieldResolver,
    '@nestjs/microservices.GrpcMethod': grpcMethod,
    '@nestjs/websockets.SubscribeMessage': named('websocket'),
    '@nestjs/schedule.Cron': named('schedule'),
    '@nestjs/schedule.Interval': named('schedule'),
    '@nestjs/schedule.Timeout': named('schedule'),
    '@golevelup/nestjs-rabbitmq.RabbitSubscribe': queued,
    '@golevelup/nestjs-rabbitmq.RabbitRPC': queued,
    '@nestjs/bull.Process': named('job'),
    '@nestjs/bullmq.Processor': worker,
  },
};
