import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { namedMethod, phpHandler, phpMethod } from '../../php-handler.ts';
import { RESOURCE_ACTIONS, resourcePaths } from '../../resources.ts';
import { addRoutes, each, entryOf, namesOf, spread } from '../../rules.ts';
import type { FrameworkObject, Value } from '../../value.ts';
import type { Values } from '../../values.ts';
import { type FileReader, fileReaders, healthPaths } from './laravel-files.ts';

const FACADE = 'Illuminate\\Support\\Facades\\Route.Route';

/** Returns the object that a call belongs to: the group around it, unless it is chained. */
function ownerOf({ values, file, call, object }: CallContext): FrameworkObject | undefined {
  return object?.parent === undefined ? (groupAround(values, file, call.scope) ?? object) : object;
}

/** Returns the group whose function a scope is in. */
function groupAround(values: Values, file: number, from: number): FrameworkObject | undefined {
  const functions = values.registrations(file)?.functions ?? [];
  for (let scope = from; scope >= 0; scope = functions[scope]?.parent ?? -1)
    for (const use of values.usesOf(file, scope))
      for (const callee of values.of(use.file, values.call(use.file, use.call)?.callee)) {
        if (callee.form !== 'bound' || callee.method !== 'group') continue;
        const framework = values.objects.framework(callee.object.framework);
        if (framework !== LARAVEL) continue;
        return groupOf(values.context(use.file, use.call, callee.object, framework));
      }
  return groupOfFile(values, file);
}

/** Returns the object of all routes of a file that others read; it is mounted where they do. */
function groupOfFile(values: Values, file: number): FrameworkObject | undefined {
  if (!fileReaders(values).has(file)) return undefined;
  const making = { framework: LARAVEL, made: { kind: 'Router', isRoot: true } };
  return values.objects.made(making, `laravel file ${file}`, file, -1, false);
}

/** Returns the group that a call reads a file in; undefined if the file is on its own there. */
function readingGroup(values: Values, reader: FileReader): FrameworkObject | undefined {
  const { file, call: number, by } = reader;
  if (by === 'application') return values.objects.shared(FACADE);
  const call = values.call(file, number);
  if (call === undefined) return undefined;
  if (by === 'require') return groupAround(values, file, call.scope);
  const [callee] = values.of(file, call.callee);
  return callee?.form === 'bound' && callee.object.framework === LARAVEL.name
    ? groupOf(values.context(file, number, callee.object, LARAVEL))
    : undefined;
}

/** Adds the health check of the framework, and mounts files of routes in the groups that read them. */
function derive(values: Values, { found, mounted }: Effects): void {
  for (const { file, call, path } of healthPaths(values))
    found.push({
      ...{ framework: LARAVEL.name, type: 'http', object: undefined, path, methods: ['GET'] },
      ...{ handler: undefined, middleware: [], file, line: call.line, endLine: call.endLine },
    });
  for (const [file, readers] of fileReaders(values)) {
    const child = groupOfFile(values, file);
    for (const reader of readers) {
      const parent = readingGroup(values, reader);
      if (parent !== undefined && child !== undefined)
        mounted.push({ parent, child, prefix: reader.prefix });
    }
  }
}

/** Yields the groups around an object from inside to outside, with those that read its file. */
function* groupsOf(
  values: Values,
  object: FrameworkObject | undefined,
): Generator<FrameworkObject> {
  const seen = new Set<string>();
  for (let one = object; one !== undefined && !seen.has(one.key); ) {
    seen.add(one.key);
    yield one;
    const [reader] = one.file < 0 ? [] : (fileReaders(values).get(one.file) ?? []);
    one = one.parent ?? (one.call < 0 && reader ? readingGroup(values, reader) : undefined);
  }
}

/** Returns what `group(['prefix' => …], function)` makes. */
function groupOf(context: CallContext): FrameworkObject | undefined {
  const { values, file, number, call } = context;
  const owner = ownerOf(context);
  if (owner === undefined || call.args.length < 2) return owner;
  const options = values.of(file, call.args[0]);
  const prefix = entryOf(options, 'prefix');
  const middleware = entryOf(options, 'middleware');
  return values.objects.child(owner, `${file}:${number}`, {
    prefix: prefix === undefined ? [] : [values.prefix(prefix.file, prefix.written)],
    middleware: middleware === undefined ? [] : values.texts(middleware.file, middleware.written),
    file,
    call: number,
  });
}

/** Returns the names of middleware: texts as they are, classes by name. */
function middlewareOf(context: CallContext): readonly string[] {
  const { values, file } = context;
  return spread(context, 0).flatMap((one) => {
    const texts = values.texts(file, one);
    return texts.length > 0 ? texts : namesOf(context, [one]);
  });
}

/** A step of a chain that ends in a route or a group: `Route::prefix('admin')`. */
function step(read: (context: CallContext) => Partial<FrameworkObject>): Rule {
  return {
    result: (context): readonly Value[] => {
      const { values, file, number } = context;
      const owner = ownerOf(context);
      if (owner === undefined) return [];
      const own = { ...read(context), file, call: number };
      return [{ form: 'object', object: values.objects.child(owner, `${file}:${number}`, own) }];
    },
  };
}

/** Returns the controller that a group names for all of its routes. */
function controllerOf(values: Values, object: FrameworkObject | undefined): Controller | undefined {
  for (const one of groupsOf(values, object)) {
    const call = one.call < 0 ? undefined : values.call(one.file, one.call);
    if (call?.callee.form === 'member' && call.callee.name === 'controller')
      return { file: one.file, written: call.args[0] };
  }
  return undefined;
}

/** Returns the namespaces that groups give to the names of controllers, as far as they are known. */
function namespacesOf(values: Values, object: FrameworkObject | undefined): readonly string[] {
  return [...groupsOf(values, object)].reverse().flatMap(({ file, call: number }) => {
    const call = number < 0 ? undefined : values.call(file, number);
    if (call?.callee.form !== 'member') return [];
    const { name } = call.callee;
    const given =
      name === 'group'
        ? entryOf(values.of(file, call.args[0]), 'namespace')
        : { file, written: name === 'namespace' ? call.args[0] : undefined };
    if (given?.written === undefined) return [];
    const { written } = given;
    const known = written.form === 'joined' ? written.parts.at(-1) : written;
    const text = values.text(given.file, written) ?? values.text(given.file, known);
    return text === undefined ? [] : [text];
  });
}

interface Controller {
  readonly file: number;
  readonly written: Written | undefined;
}

/** Returns the calls that are chained to one, such as `->only([…])`. */
function chained({ values, file, number }: CallContext): readonly CallContext['call'][] {
  const calls = values.registrations(file)?.calls ?? [];
  const found: CallContext['call'][] = [];
  let last = number;
  for (;;) {
    const next = calls.findIndex(
      ({ callee }) =>
        callee.form === 'member' && callee.object.form === 'call' && callee.object.call === last,
    );
    const call = calls[next];
    if (call === undefined) return found;
    found.push(call);
    last = next;
  }
}

function chainedTexts(context: CallContext, name: string): readonly string[] | undefined {
  const call = chained(context).find(
    ({ callee }) => callee.form === 'member' && callee.name === name,
  );
  return call?.args.flatMap((one) => context.values.texts(context.file, one));
}

/** Returns the texts of an entry of the last argument, or of a chained call. */
function optionOrChained(context: CallContext, name: string): readonly string[] | undefined {
  const found = entryOf(context.values.of(context.file, context.call.args[2]), name);
  return found === undefined
    ? chainedTexts(context, name)
    : context.values.texts(found.file, found.written);
}

/** `Route::get(path, handler)`; `first` is the position of the path. */
function route(methods: readonly string[] | undefined, first = 0): Rule {
  return {
    apply: (context: CallContext, effects: Effects) => {
      const { values, file, call } = context;
      const object = ownerOf(context);
      const own: Effects = { ...effects, found: [] };
      const handler = call.args[first + 1];
      addRoutes({ ...context, object }, own, {
        type: 'http',
        methods: methods ?? values.texts(file, call.args[0]).map((method) => method.toUpperCase()),
        paths: values.pathTexts(file, call.args[first]),
        handler,
        middleware: [],
      });
      const controller = handler?.form === 'text' ? controllerOf(values, object) : undefined;
      const known =
        controller === undefined
          ? (namedHandler(context, object, handler) ?? phpHandler(values, file, handler))
          : phpMethod(values, controller.file, controller.written, values.text(file, handler));
      const middleware = chainedTexts(context, 'middleware') ?? [];
      for (const one of own.found) effects.found.push({ ...one, ...known, middleware });
    },
  };
}

/** Returns the method of `'Users@show'`. */
function namedHandler(
  { values, file }: CallContext,
  object: FrameworkObject | undefined,
  written: Written | undefined,
): ReturnType<typeof phpMethod> | undefined {
  const [name, method] = values.text(file, written)?.split('@') ?? [];
  if (name === undefined || method === undefined) return undefined;
  return namedMethod(values, name, method, namespacesOf(values, object));
}

/** `Route::resource(name, Controller::class)`, with `only` and `except`. */
function resource(isApi: boolean): Rule {
  return {
    apply: (context, effects) => {
      const [name, controller] = context.call.args;
      addResource(context, effects, {
        name: context.values.text(context.file, name),
        controller,
        isApi,
      });
    },
  };
}

/** `Route::resources(['users' => Controller::class])`. */
function resources(isApi: boolean): Rule {
  return {
    apply: (context, effects) => {
      const [given] = context.call.args;
      for (const [name, controller] of given?.form === 'object' ? given.entries : [])
        addResource(context, effects, { name, controller, isApi });
    },
  };
}

interface Resource {
  readonly name: string | undefined;
  readonly controller: Written | undefined;
  /** Whether it has no forms. */
  readonly isApi: boolean;
}

function addResource(
  context: CallContext,
  effects: Effects,
  { name, controller, isApi }: Resource,
): void {
  const { values, file, call, framework } = context;
  if (name === undefined) return;
  const only = optionOrChained(context, 'only');
  const except = optionOrChained(context, 'except') ?? [];
  const { collection, member } = resourcePaths(name);
  for (const { action, methods, isMember, suffix } of RESOURCE_ACTIONS) {
    const isForm = action === 'create' || action === 'edit';
    if ((isApi && isForm) || only?.includes(action) === false || except.includes(action)) continue;
    effects.found.push({
      framework: framework.name,
      type: 'http',
      object: ownerOf(context),
      path: (isMember ? member : collection) + suffix,
      methods,
      handler: undefined,
      ...phpMethod(values, file, controller, action),
      middleware: chainedTexts(context, 'middleware') ?? [],
      file,
      line: call.line,
      endLine: call.endLine,
    });
  }
}

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(['get', 'post', 'put', 'patch', 'delete', 'options'], (verb) =>
    route([verb.toUpperCase()]),
  ),
  any: route(['*']),
  view: route(['GET']),
  redirect: route(['*']),
  permanentRedirect: route(['*']),
  fallback: {
    apply: (context, effects) => {
      const path: Written = { form: 'text', text: '{fallbackPlaceholder}' };
      const call = { ...context.call, args: [path, ...context.call.args] };
      route(['GET']).apply?.({ ...context, call }, effects);
    },
  },
  match: route(undefined, 1),
  resource: resource(false),
  apiResource: resource(true),
  resources: resources(false),
  apiResources: resources(true),
  prefix: step(({ values, file, call }) => ({ prefix: [values.prefix(file, call.args[0])] })),
  middleware: step((context) => ({ middleware: middlewareOf(context) })),
  ...each(['controller', 'name', 'domain', 'namespace'], () => step(() => ({}))),
  // The function of a group gets nothing: groupAround finds the group of each call in it.
  group: {},
};

export const LARAVEL: Framework = {
  name: 'laravel',
  objects: {},
  values: { [FACADE]: 'Router' },
  methods: { Router: METHODS },
  // `Route::prefix('/api')->scopeBindings()->group(…)`.
  fluent: ['Router'],
  derive,
};
