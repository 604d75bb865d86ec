import { appendTo } from '../../../base/append-to.ts';
import { getOrCompute } from '../../../base/memoize.ts';
import type { EntryType } from '../../../model/entry-point.ts';
import type { Written } from '../../../model/registrations.ts';
import { annotationsOf } from '../../annotations.ts';
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
  { values, file, decoration }: DecorationContext,
  names: readonly string[],
): number | undefined {
  const own = values.registrations(file);
  for (const one of own?.decorations ?? []) {
    if (!one.isClass || one.name !== decoration.owner || one.value.form !== 'call') continue;
    const callee = values.call(file, one.value.call)?.callee;
    const isNamed = values
      .of(file, callee)
      .some((value) => value.form === 'external' && names.includes(value.path));
    if (isNamed) return one.value.call;
  }
  return undefined;
}

/** Names of the guards of a method and its class. */
function guardsOf({ values, file, decoration }: DecorationContext): readonly string[] {
  const own = values.registrations(file)?.decorations ?? [];
  return own
    .filter((one) => (one.isClass ? one.name === decoration.owner : isSame(one, decoration)))
    .flatMap(({ value }) => {
      const call = value.form === 'call' ? values.call(file, value.call) : undefined;
      const isGuard = values
        .of(file, call?.callee)
        .some((one) => one.form === 'external' && one.path === `${COMMON}.UseGuards`);
      return isGuard ? (call?.args ?? []).map((one) => nameOf({ values, file }, one)) : [];
    })
    .filter((name) => name !== '');
}

function isSame(one: { readonly start: number }, other: { readonly start: number }): boolean {
  return one.start === other.start;
}

function http(method: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call } = context;
    const controller = classDecorator(context, [`${COMMON}.Controller`]);
    if (controller === undefined) return;
    const version = versionOf(context, controller);
    for (const outer of modulePaths(context))
      for (const prefix of pathsOf(values, file, controller, 'path'))
        for (const path of pathsOf(values, file, call, 'path')) {
          const parts = [version, outer, prefix, path];
          const whole = parts.reduce((before, part) => joinPaths(before, part), '');
          add(context, effects, 'http', whole, [method]);
        }
  };
}

const MODULE_PATHS = new WeakMap<Values, ReadonlyMap<number, readonly string[]>>();

/** Returns the paths that `RouterModule.register` gives to the modules of a controller. */
function modulePaths({ values, file, decoration }: DecorationContext): readonly string[] {
  const paths = getOrCompute(MODULE_PATHS, values, () => controllerPaths(values));
  const [node] = paths.size === 0 ? [] : values.program.topLevelNamed(file, decoration.owner);
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

/** The version in the path, as `enableVersioning` writes it by default. */
function versionOf({ values, file, decoration }: DecorationContext, controller: number): string {
  if (globalSettings(values).versioning === undefined) return '';
  const found = entryOf(values.of(file, values.call(file, controller)?.args[0]), 'version');
  const version = found && values.text(found.file, found.written);
  const own = values
    .registrations(file)
    ?.decorations.filter((one) => isSame(one, decoration) && one.value.form === 'call')
    .flatMap(({ value }) => {
      const call = value.form === 'call' ? values.call(file, value.call) : undefined;
      const isVersion = values
        .of(file, call?.callee)
        .some((one) => one.form === 'external' && one.path === `${COMMON}.Version`);
      return isVersion ? values.texts(file, call?.args[0]) : [];
    })[0];
  const chosen = own ?? version ?? globalSettings(values).versioning ?? '';
  return chosen === '' ? '' : `/v${chosen}`;
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
        const found = entryOf(values.of(file, args[0]), 'defaultVersion');
        versioning = (found && values.text(found.file, found.written)) ?? '';
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
    path: type === 'http' ? withPrefix(values, path) : path,
    methods,
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: guardsOf(context),
    file,
    line: decoration.line,
    endLine: decoration.line,
  });
}

function withPrefix(values: Values, path: string): string {
  const { prefix, excluded } = globalSettings(values);
  return excluded.includes(trimmed(path)) ? path : joinPaths(joinPaths('', prefix), path);
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
  decorators: {
    ...Object.fromEntries(METHODS.map((name) => [`${COMMON}.${name}`, http(name.toUpperCase())])),
    [`${COMMON}.All`]: http('*'),
    [`${COMMON}.Sse`]: http('GET'),
    '@nestjs/graphql.Query': resolverField,
    '@nestjs/graphql.Mutation': resolverField,
    '@nestjs/graphql.Subscription': resolverField,
    '@nestjs/microservices.MessagePattern': named('rpc'),
    '@nestjs/microservices.EventPattern': named('consumer'),
    '@nestjs/microservices.GrpcMethod': named('rpc'),
    '@nestjs/websockets.SubscribeMessage': named('websocket'),
    '@nestjs/schedule.Cron': named('schedule'),
    '@nestjs/schedule.Interval': named('schedule'),
    '@nestjs/schedule.Timeout': named('schedule'),
    '@nestjs/bull.Process': named('job'),
    '@nestjs/bullmq.Processor': worker,
  },
};
