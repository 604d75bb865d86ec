import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { phpHandler, phpMethod } from '../../php-handler.ts';
import { RESOURCE_ACTIONS, resourcePaths } from '../../resources.ts';
import { addRoutes, each, entryOf, namesOf, spread } from '../../rules.ts';
import type { FrameworkObject, Value } from '../../value.ts';
import type { Values } from '../../values.ts';
import { classFile, fileGroupOf } from './laravel-files.ts';

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

/** Returns the group that a whole file is read in. */
function groupOfFile(values: Values, file: number): FrameworkObject | undefined {
  const found = fileGroupOf(values, file);
  if (found === undefined || found.file === file) return undefined;
  if (found.prefix !== undefined) {
    const root = values.objects.shared(FACADE);
    const own = { prefix: [found.prefix], file: found.file, call: found.call };
    return root && values.objects.child(root, `file ${file}`, own);
  }
  const [callee] = values.of(found.file, values.call(found.file, found.call)?.callee);
  return callee?.form === 'bound' && callee.object.framework === LARAVEL.name
    ? callee.object
    : undefined;
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
  for (let one = object; one !== undefined; one = one.parent) {
    const call = one.call < 0 ? undefined : values.call(one.file, one.call);
    if (call?.callee.form === 'member' && call.callee.name === 'controller')
      return { file: one.file, written: call.args[0] };
  }
  return undefined;
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
          ? (namedHandler(values, file, handler) ?? phpHandler(values, file, handler))
          : phpMethod(values, controller.file, controller.written, values.text(file, handler));
      const middleware = chainedTexts(context, 'middleware') ?? [];
      for (const one of own.found) effects.found.push({ ...one, ...known, middleware });
    },
  };
}

/** Returns the method of `'Users@show'`. */
function namedHandler(
  values: Values,
  file: number,
  written: Written | undefined,
): ReturnType<typeof phpMethod> | undefined {
  const [name, method] = values.text(file, written)?.split('@') ?? [];
  if (name === undefined || method === undefined) return undefined;
  const { program } = values;
  const target = classFile(values, name);
  if (target === undefined) return {};
  const [owner] = program.topLevelNamed(target, name.slice(name.lastIndexOf('\\') + 1));
  const [node] = owner === undefined ? [] : program.childrenNamed(owner, method);
  return node === undefined ? {} : { handlerNode: node };
}

/** `Route::resource(name, Controller::class)`, with `only` and `except`. */
function resource(isApi: boolean): Rule {
  return {
    apply: (context: CallContext, effects: Effects) => {
      const { values, file, call, framework } = context;
      const name = values.text(file, call.args[0]);
      if (name === undefined) return;
      const only = optionOrChained(context, 'only');
      const except = optionOrChained(context, 'except') ?? [];
      const { collection, member } = resourcePaths(name);
      for (const { action, methods, isMember, suffix } of RESOURCE_ACTIONS) {
        const isForm = action === 'create' || action === 'edit';
        if ((isApi && isForm) || only?.includes(action) === false || except.includes(action))
          continue;
        effects.found.push({
          framework: framework.name,
          type: 'http',
          object: ownerOf(context),
          path: (isMember ? member : collection) + suffix,
          methods,
          handler: undefined,
          ...phpMethod(values, file, call.args[1], action),
          middleware: chainedTexts(context, 'middleware') ?? [],
          file,
          line: call.line,
          endLine: call.endLine,
        });
      }
    },
  };
}

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(['get', 'post', 'put', 'patch', 'delete', 'options'], (verb) =>
    route([verb.toUpperCase()]),
  ),
  any: route(['*']),
  view: route(['GET']),
  match: route(undefined, 1),
  resource: resource(false),
  apiResource: resource(true),
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
};
