/** The words of Rails' routing language, and what each adds. */
import { posix } from 'node:path';
import { at } from '../../../base/assert.ts';
import type { Written, WrittenCall } from '../../../model/registrations.ts';
import type { Effects, Found } from '../../framework.ts';
import { passThrough } from '../../iteration.ts';
import { HTTP_METHODS } from '../../rules.ts';
import type { Values } from '../../values.ts';
import {
  type Block,
  inModule,
  joinParts,
  nestedPath,
  type Options,
  type Resource,
  type RouteScope,
  resourceOf,
} from './rails-scope.ts';

/** A call of the routing language with the scope that it is in. */
export interface RouteCall {
  readonly values: Values;
  readonly effects: Effects;
  readonly file: number;
  readonly call: WrittenCall;
  readonly args: readonly Written[];
  readonly options: Options;
  readonly block: Block | undefined;
  readonly scope: RouteScope;
  /** Reads a block, or the block of the call, in a scope. */
  readonly inside: (scope: Partial<RouteScope>, block?: Block) => void;
}

/** Reads a call of a word, and returns the scope of the calls after it if that is another. */
export type Word = (call: RouteCall) => RouteScope | undefined;

const ACTIONS: readonly ResourceAction[] = [
  { action: 'index', methods: ['GET'], on: 'collection', suffix: '' },
  { action: 'create', methods: ['POST'], on: 'collection', suffix: '' },
  { action: 'new', methods: ['GET'], on: 'collection', suffix: 'new' },
  { action: 'show', methods: ['GET'], on: 'member', suffix: '' },
  { action: 'edit', methods: ['GET'], on: 'member', suffix: 'edit' },
  { action: 'update', methods: ['PATCH', 'PUT'], on: 'member', suffix: '' },
  { action: 'destroy', methods: ['DELETE'], on: 'member', suffix: '' },
];

interface ResourceAction {
  readonly action: string;
  readonly methods: readonly string[];
  readonly on: 'collection' | 'member';
  readonly suffix: string;
}

export const WORDS: Readonly<Record<string, Word>> = {
  ...Object.fromEntries(HTTP_METHODS.map((method) => [method.toLowerCase(), verb([method])])),
  match: (call) => verb(methodsOf(call))(call),
  root: addRoot,
  resources: resources(false),
  resource: resources(true),
  namespace: (call) => {
    const name = textOf(call, call.args[0]) ?? '';
    const path = joinParts(nestedPath(call.scope), textOf(call, call.options.get('path')) ?? name);
    const module = textOf(call, call.options.get('module')) ?? name;
    const own = { path, shallowPath: path, module: `${call.scope.module}${module}/` };
    call.inside({ ...own, level: 'plain', controller: '' });
    return undefined;
  },
  scope: (call) => {
    call.inside(scopeOf(call));
    return undefined;
  },
  shallow: (call) => {
    call.inside({ isShallow: true });
    return undefined;
  },
  controller: (call) => {
    call.inside({ controller: textOf(call, call.args[0]) ?? '' });
    return undefined;
  },
  member: (call) => {
    call.inside(levelOf(call.scope, 'member'));
    return undefined;
  },
  collection: (call) => {
    call.inside(levelOf(call.scope, 'collection'));
    return undefined;
  },
  new: (call) => {
    call.inside(levelOf(call.scope, 'new'));
    return undefined;
  },
  concern: ({ values, file, args, block, scope }) => {
    const name = values.text(file, args[0]);
    if (name === undefined || block === undefined) return undefined;
    return { ...scope, concerns: new Map([...scope.concerns, [name, block]]) };
  },
  concerns: (call) => {
    for (const name of call.args.flatMap((one) => call.values.texts(call.file, one)))
      readConcern(call, name, {});
    return undefined;
  },
  draw: (call) => {
    const name = textOf(call, call.args[0]);
    const own = at(call.values.program.paths, call.file);
    const path = posix.join(posix.dirname(own), 'routes', `${name ?? ''}.rb`);
    const file = call.values.files.find((one) => call.values.program.paths[one] === path);
    if (file !== undefined && name !== undefined) call.inside({}, { file, index: -1 });
    return undefined;
  },
  each: (call) => {
    const { values, file, call: written, block } = call;
    if (written.callee.form === 'member' && block !== undefined)
      passThrough(values, file, { index: block.index, file, over: written.callee.object }, () => {
        call.inside({});
      });
    return undefined;
  },
};

function textOf(
  { values, file }: Pick<RouteCall, 'values' | 'file'>,
  written: Written | undefined,
): string | undefined {
  return written && values.prefix(file, written);
}

function scopeOf(call: RouteCall): Partial<RouteScope> {
  const { args, options, scope } = call;
  const option = (name: string): string | undefined => textOf(call, options.get(name));
  const given = args.filter(({ form }) => form !== 'function');
  const module = option('module');
  const controller = option('controller');
  const path = joinParts(
    nestedPath(scope),
    ...given.map((one) => textOf(call, one) ?? ''),
    option('path') ?? '',
  );
  const shallowPath = option('shallow_path');
  return {
    path,
    ...(shallowPath === undefined ? {} : { shallowPath }),
    ...(options.has('shallow') ? { isShallow: true } : {}),
    ...(module === undefined ? {} : { module: `${scope.module}${module}/` }),
    ...(controller === undefined ? {} : { controller }),
    ...actionOptions(call),
    level: scope.level === 'resource' ? 'plain' : scope.level,
  };
}

function actionOptions(call: RouteCall): Pick<RouteScope, 'only' | 'except'> {
  const { values, file, options } = call;
  const [only, except] = [options.get('only'), options.get('except')];
  if (only !== undefined) return { only: values.texts(file, only) };
  return except === undefined ? {} : { except: values.texts(file, except) };
}

/** Returns the scope of `member`, `collection` or `new`, or of the option `on`. */
function levelOf(scope: RouteScope, level: 'member' | 'collection' | 'new'): Partial<RouteScope> {
  const { resource } = scope;
  if (resource === undefined) return {};
  const { collection, member } = resource;
  const paths = { member, collection, new: joinParts(collection, 'new') };
  return { level, path: paths[level] };
}

/** `resources :users, :posts` and `resource :profile`. */
function resources(isSingle: boolean): Word {
  return (call) => {
    const { values, file, args, options, scope } = call;
    for (const name of args.flatMap((one) => values.texts(file, one))) {
      const resource = resourceOf({ values, file, options, scope }, name, isSingle);
      const module = textOf(call, options.get('module'));
      const own: Partial<RouteScope> = {
        path: resource.collection,
        resource,
        level: 'resource',
        controller: '',
        ...(options.has('shallow') ? { isShallow: true } : {}),
        ...(module === undefined ? {} : { module: `${scope.module}${module}/` }),
      };
      const concerns = options.get('concerns');
      for (const concern of concerns === undefined ? [] : values.texts(file, concerns))
        readConcern(call, concern, own);
      call.inside(own);
      addActions(call, resource);
    }
    return undefined;
  };
}

function addActions(call: RouteCall, resource: Resource): void {
  const own = actionOptions(call);
  const { only, except } = own.only === undefined && own.except === undefined ? call.scope : own;
  const names = call.options.get('path_names');
  const isApi = isApiOnly(call.values, call.file);
  for (const { action, methods, on, suffix } of ACTIONS) {
    if (resource.isSingle && action === 'index') continue;
    if (only?.includes(action) === false || except?.includes(action) === true) continue;
    if (isApi && only === undefined && suffix !== '') continue;
    const renamed =
      names?.form === 'object' ? names.entries.find(([name]) => name === suffix)?.[1] : undefined;
    const path = joinParts(resource[on], textOf(call, renamed) ?? suffix);
    add(call, { path, methods, controller: resource.controller, action });
  }
}

/** Whether the application has no pages: its resources have no forms. */
function isApiOnly(values: Values, file: number): boolean {
  const folder = posix.dirname(at(values.program.paths, file));
  const application = posix.join(folder.replace(/\/routes$/, ''), 'application.rb');
  const settings = values.files.find((one) => values.program.paths[one] === application);
  if (settings === undefined) return false;
  const variables = values.registrations(settings)?.variables ?? [];
  return variables.some(
    ({ name, value }) => name === 'api_only' && value.form === 'text' && value.text === 'true',
  );
}

function readConcern(call: RouteCall, name: string, scope: Partial<RouteScope>): void {
  const block = call.scope.concerns.get(name);
  if (block !== undefined) call.inside(scope, block);
}

function addRoot(call: RouteCall): undefined {
  const target = call.args[0] ?? call.options.get('to');
  add(call, {
    path: joinParts(nestedPath(call.scope)),
    methods: ['GET'],
    ...targetOf(call, target, ''),
  });
}

function methodsOf({ values, file, options }: RouteCall): readonly string[] {
  const via = options.get('via');
  const methods = via === undefined ? [] : values.texts(file, via);
  return methods.map((method) => (method === 'all' ? '*' : method.toUpperCase()));
}

/** Actions that have the path of their resource: `delete :destroy, on: :member`. */
const CANONICAL: ReadonlySet<string> = new Set([
  'index',
  'create',
  'new',
  'show',
  'update',
  'destroy',
]);

/** `get 'path', to: 'users#show'`, `get 'path' => 'users#show'`, `get :preview, on: :member`. */
function verb(methods: readonly string[]): Word {
  return (call) => {
    const { values, file, args, options, scope } = call;
    const on = textOf(call, options.get('on'));
    const isLevel = on === 'member' || on === 'collection' || on === 'new';
    const inner = isLevel ? { ...scope, ...levelOf(scope, on) } : scope;
    const start = inner.resource?.isSingle === true ? inner.path : nestedPath(inner);
    const pairs = [...options].filter(([name]) => name.startsWith('=>'));
    const paths = args
      .filter(({ form }) => form !== 'function')
      .flatMap((one) => values.pathTexts(file, one))
      .map((path) => ({ path, target: options.get('to') }));
    for (const [name, target] of pairs) paths.push({ path: name.slice(2), target });
    for (const { path, target } of paths) {
      // `path: nil` gives no other path.
      const given = options.get('path');
      const isNamed = CANONICAL.has(path) && /^(?:collection|member|new)$/.test(inner.level);
      const ownPath = given?.form === 'unknown' ? undefined : textOf(call, given);
      const own = ownPath ?? (isNamed ? '' : path);
      const full = joinParts(start, own.replace(/\(\.:format\)$/, ''));
      add({ ...call, scope: inner }, { path: full, methods, ...targetOf(call, target, path) });
    }
    return undefined;
  };
}

interface Target {
  readonly controller: string;
  readonly action: string;
}

/** Returns the controller and the action that a route leads to; empty if it has none. */
function targetOf(call: RouteCall, to: Written | undefined, path: string): Target {
  const { values, file, scope, options } = call;
  const around = scope.controller === '' ? '' : inModule(scope.module, scope.controller);
  const outer = scope.resource?.controller ?? around;
  const named = textOf(call, options.get('controller'));
  const controller = named === undefined ? outer : inModule(scope.module, named);
  const action = textOf(call, options.get('action'));
  if (action !== undefined) return { controller, action };
  const text = values.text(file, to);
  const parts = text?.split('#') ?? [];
  const [owner = '', method = ''] = parts;
  if (parts.length === 2) {
    return {
      controller: owner === '' ? controller : inModule(scope.module, owner),
      action: method,
    };
  }
  if (to !== undefined && to.form !== 'text') return { controller: '', action: '' };
  if (text !== undefined) return { controller, action: text };
  const inPath = /^\/?([-\w/]+)\/([-\w]+)$/.exec(path);
  if (controller === '' && inPath !== null)
    return {
      controller: inModule(scope.module, inPath[1] ?? '').replaceAll('-', '_'),
      action: (inPath[2] ?? '').replaceAll('-', '_'),
    };
  return { controller, action: path.replace(/^\//, '').replaceAll('-', '_') };
}

interface Route extends Target {
  readonly path: string;
  readonly methods: readonly string[];
}

function add({ values, effects, file, call, scope }: RouteCall, route: Route): void {
  const { path, methods, controller, action } = route;
  const node = handlerNode(values, controller, action);
  const found: Found = {
    framework: 'rails',
    type: 'http',
    object: undefined,
    // An optional part brings its own slash: `/s/(:title)` is `/s(/:title)`.
    path: path === '' ? '/' : path.replaceAll(/(?<=.)\/(\(+)\/?/g, '$1/'),
    methods,
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: [],
    file,
    line: call.line,
    endLine: call.endLine,
    isScoped: !scope.isCertain,
  };
  effects.found.push(found);
}

/** The files of controllers by what routes call them: `admin/users`. */
const CONTROLLERS = new WeakMap<Values, ReadonlyMap<string, number>>();

function controllersOf(values: Values): ReadonlyMap<string, number> {
  const known = CONTROLLERS.get(values);
  if (known !== undefined) return known;
  const found = new Map<string, number>();
  for (const [file, path] of values.program.paths.entries()) {
    const name = /(?:^|\/)app\/controllers\/(.+)_controller\.rb$/.exec(path)?.[1];
    if (name !== undefined && !found.has(name)) found.set(name, file);
  }
  CONTROLLERS.set(values, found);
  return found;
}

/** Returns the method of a controller, or the controller if it inherits the method. */
function handlerNode(values: Values, controller: string, action: string): number | undefined {
  const file = controllersOf(values).get(controller);
  if (file === undefined) return undefined;
  const { declarations } = values.program.facts(file);
  const own = declarations.findIndex(({ name, kind }) => name === action && kind === 'method');
  const owner = declarations.findIndex(({ name }) => name.endsWith('Controller'));
  const index = own >= 0 ? own : owner;
  return index < 0 ? undefined : values.program.nodeOf(file, index);
}
