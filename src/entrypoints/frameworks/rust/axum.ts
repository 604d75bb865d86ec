import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { addRoutes, each, guard, nameOf, route, SAME, self, serve } from '../../rules.ts';
import type { Values } from '../../values.ts';
import { functionsOf } from './rust-macros.ts';

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'any'];

interface MethodHandler {
  readonly method: string;
  readonly handler: Written;
}

/** Returns the methods and handlers of `get(show).post(create)`. */
function methodHandlers(
  { values, file }: Pick<CallContext, 'values' | 'file'>,
  written: Written | undefined,
): readonly MethodHandler[] {
  const found: MethodHandler[] = [];
  for (let at = written; at?.form === 'call'; ) {
    const { callee, args = [] } = values.call(file, at.call) ?? {};
    if (callee?.form !== 'name' && callee?.form !== 'member') break;
    const [handler] = args;
    if (VERBS.includes(callee.name) && handler !== undefined)
      found.unshift({ method: callee.name === 'any' ? '*' : callee.name.toUpperCase(), handler });
    else if (callee.form === 'name') found.unshift(...wrappedHandlers(values, file, callee, args));
    at = callee.form === 'member' ? callee.object : undefined;
  }
  return found;
}

/** Returns the methods and handlers of a call of the project's function that wraps `get(handler)`. */
function wrappedHandlers(
  values: Values,
  file: number,
  callee: Written,
  args: readonly Written[],
): readonly MethodHandler[] {
  return values.of(file, callee).flatMap((value) => {
    if (value.form !== 'function') return [];
    const own = values.registrations(value.file)?.functions[value.index];
    return (own?.returns ?? [])
      .flatMap((one) => methodHandlers({ values, file: value.file }, one))
      .flatMap(({ method, handler }) => {
        const given =
          handler.form === 'name'
            ? args[own?.parameters.findIndex(({ name }) => name === handler.name) ?? -1]
            : undefined;
        return given === undefined ? [] : [{ method, handler: given }];
      });
  });
}

/** `router.route(path, get(handler))`. */
const ROUTE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    for (const { method, handler } of methodHandlers(context, call.args[1]))
      addRoutes(context, effects, {
        type: 'http',
        methods: [method],
        paths: values.pathTexts(file, call.args[0]),
        handler,
        middleware: [],
      });
  },
  result: ({ object }) => self(object),
};

/** `router.nest(path, router)` and `router.merge(router)`. */
function include(position: number): Rule {
  return {
    apply: ({ values, file, call, object }, effects) => {
      const prefix = position === 0 ? '' : values.prefix(file, call.args[0]);
      for (const value of values.of(file, call.args[position]))
        if (value.form === 'object')
          effects.mounted.push({ parent: object, child: value.object, prefix });
    },
    result: ({ object }) => self(object),
  };
}

const CHAINED = ['split_for_parts', 'into', 'with_state', 'fallback', 'nest_service'];

/** `router.layer(from_fn(auth))`, or any other layer by its name. */
const LAYER: Rule = {
  ...guard('earlier'),
  apply: (context, effects) => {
    const { values, file, call } = context;
    const args = call.args.map((one) => {
      const made = one.form === 'call' ? values.call(file, one.call) : undefined;
      const isFunction = made !== undefined && /\bfrom_fn/.test(nameOf(context, made.callee));
      return (isFunction ? made.args.at(-1) : undefined) ?? one;
    });
    guard('earlier').apply?.({ ...context, call: { ...call, args } }, effects);
  },
};

/** A router that is turned into a service is the application. */
const SERVED = ['into_make_service', 'into_make_service_with_connect_info', 'into_service'];
const SERVICE: Rule = {
  apply: ({ object }, effects) => {
    if (object !== undefined)
      effects.mounted.push({
        parent: undefined,
        child: object,
        prefix: '',
        isServed: true,
      });
  },
  result: ({ object }) => self(object),
};

/** `router.routes(routes!(list, create))` of utoipa: attributes of the functions have the paths. */
const DOCUMENTED: Rule = {
  apply: (context, effects) => {
    const { values, call, object, framework } = context;
    const [listed] = call.args;
    for (const item of listed?.form === 'list' ? listed.items : [])
      for (const { file, index } of functionsOf(context, item)) {
        const own = values.registrations(file);
        const declared = own?.functions[index];
        for (const { value, name, start, line } of own?.decorations ?? []) {
          const attribute =
            start === declared?.start && value.form === 'call'
              ? values.call(file, value.call)
              : undefined;
          const { callee, args = [], named = [] } = attribute ?? {};
          if (callee?.form !== 'member' || callee.name !== 'path') continue;
          const method = named.find(([key]) => key === 'method')?.[1];
          const node = values.declarationAt(file, name, start);
          for (const path of values.pathTexts(file, args[0]))
            effects.found.push({
              ...{ framework: framework.name, type: 'http', object, path, handler: undefined },
              methods: method?.form === 'name' ? [method.name.toUpperCase()] : ['*'],
              ...(node === undefined ? {} : { handlerNode: node }),
              ...{ middleware: [], file, line, endLine: line },
            });
        }
      }
  },
  result: ({ object }) => self(object),
};

function argumentAt(file: number, written: Written | undefined) {
  return written && { file, written };
}

export const AXUM: Framework = {
  name: 'axum',
  objects: {
    'axum.Router.new': { kind: 'Router' },
    'axum.Router.default': { kind: 'Router' },
    'axum.Router': { kind: 'Router' },
    'axum.routing.Router.new': { kind: 'Router' },
    ...Object.fromEntries(
      ['.new', '.default', '.with_openapi', ''].map((made) => [
        `utoipa_axum.router.OpenApiRouter${made}`,
        { kind: 'Router' },
      ]),
    ),
  },
  functions: {
    'axum.serve': serve(({ file, call }) => argumentAt(file, call.args[1])),
  },
  // `let (router, document) = router.split_for_parts()`.
  attributes: { Router: ['0'] },
  methods: {
    Router: {
      ...each(SERVED, () => SERVICE),
      ...each(CHAINED, () => SAME),
      // Layers are around the routes in front of them.
      ...each(['layer', 'route_layer'], () => LAYER),
      route: ROUTE,
      route_service: route(['*']),
      // The same path with and without a slash at its end.
      route_with_tsr: ROUTE,
      routes: DOCUMENTED,
      nest: include(1),
      merge: include(0),
    },
  },
};
