/** Routes that Spring builds of functions, in WebFlux and in MVC. */
import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { addRoutes, each, group, HTTP_METHODS, self } from '../../rules.ts';
import type { Values } from '../../values.ts';

const PACKAGES = [
  'org.springframework.web.reactive.function.server',
  'org.springframework.web.servlet.function',
] as const;
/** A builder that also documents each route, in a last argument. */
const DOCUMENTED = 'org.springdoc.webflux.core.fn.SpringdocRouteBuilder.route';

interface Predicate {
  readonly methods: readonly string[];
  readonly path: string;
}

/** Returns what a predicate requires: `GET("/users").and(accept(JSON))`, `path("/api")`. */
function predicateOf(values: Values, file: number, written: Written | undefined): Predicate {
  const call = written?.form === 'call' ? values.call(file, written.call) : undefined;
  if (call?.callee.form === 'member' && call.callee.name === 'and') {
    const [left, right] = [call.callee.object, call.args[0]].map((one) =>
      predicateOf(values, file, one),
    );
    const methods = [...(left?.methods ?? []), ...(right?.methods ?? [])];
    return { methods, path: (left?.path ?? '') + (right?.path ?? '') };
  }
  // Several classes may be imported as a whole.
  const [name] = values
    .of(file, call?.callee)
    .flatMap((one) =>
      one.form === 'external' ? (/RequestPredicates\.(\w+)$/.exec(one.path)?.[1] ?? []) : [],
    );
  const [first] = call?.args ?? [];
  if (name === 'method' && first?.form === 'member') return { methods: [first.name], path: '' };
  if (name === 'path') return { methods: [], path: values.prefix(file, first) };
  const isMethod = HTTP_METHODS.some((method) => method === name);
  return isMethod && name !== undefined
    ? { methods: [name], path: values.prefix(file, first) }
    : { methods: [], path: '' };
}

/** `route(GET("/users"), handler::list)`. */
function addRoute(context: CallContext, effects: Effects): void {
  const { values, file, call } = context;
  const [predicate, handler] = call.args;
  if (handler === undefined) return;
  const { methods, path } = predicateOf(values, file, predicate);
  addRoutes(context, effects, {
    type: 'http',
    methods: methods.length === 0 ? ['*'] : methods,
    paths: [path],
    handler,
    middleware: [],
  });
}

/** `builder.GET("/users", handler::list)`, with a predicate or none in front of the handler. */
function onBuilder(method: string): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call, object } = context;
      const [callOfBuilder] =
        object === undefined ? [] : values.of(object.file, calleeOf(values, object));
      const isDocumented = callOfBuilder?.form === 'external' && callOfBuilder.path === DOCUMENTED;
      const args = isDocumented ? call.args.slice(0, -1) : call.args;
      const isPath = args.length > 1;
      addRoutes(context, effects, {
        type: 'http',
        methods: [method],
        paths: isPath ? values.pathTexts(file, args[0]) : [''],
        handler: args.at(-1),
        middleware: [],
      });
    },
    result: ({ object }) => self(object),
  };
}

/** Returns what the call names that made an object. */
function calleeOf(values: Values, object: NonNullable<CallContext['object']>): Written | undefined {
  const outer = object.parent === undefined ? object : object.parent;
  return values.call(outer.file, outer.call)?.callee;
}

/** Mounts what an argument is, or what a function that is given returns. */
function mountArgument(
  context: CallContext,
  effects: Effects,
  prefix: string,
  index: number,
): void {
  const { values, file, call, object } = context;
  const given = values.of(file, call.args[index]).flatMap((value) => values.resultOf(value));
  for (const value of given)
    if (value.form === 'object' && value.object.parent === undefined && value.object !== object)
      effects.mounted.push({ parent: object, child: value.object, prefix });
}

function nestOn(context: CallContext, effects: Effects): void {
  const { values, file, call } = context;
  mountArgument(context, effects, predicateOf(values, file, call.args[0]).path, 1);
}

const NEST: Rule = {
  apply: nestOn,
  result: ({ object }) => self(object),
  callback: ({ values, file, call, number, object }) => {
    if (object === undefined) return [];
    const { path } = predicateOf(values, file, call.args[0]);
    const own = { prefix: path === '' ? [] : [path], file, call: number };
    return self(values.objects.child(object, `${file}:${number}`, own));
  },
};

const PATH: Rule = {
  ...group(0),
  apply: (context, effects) => {
    mountArgument(context, effects, context.values.prefix(context.file, context.call.args[0]), 1);
  },
  result: ({ object }) => self(object),
};

const ADD: Rule = {
  apply: (context, effects) => {
    mountArgument(context, effects, '', 0);
  },
  result: ({ object }) => self(object),
};

export const SPRING_FUNCTIONS: Framework = {
  name: 'spring-functions',
  objects: {
    ...Object.fromEntries(
      PACKAGES.flatMap((name) => [
        [`${name}.RouterFunctions.route`, { kind: 'Routes', isRoot: true, apply: addRoute }],
        [`${name}.RouterFunctions.nest`, { kind: 'Routes', isRoot: true, apply: nestOn }],
      ]),
    ),
    [DOCUMENTED]: { kind: 'Routes', isRoot: true },
  },
  methods: {
    Routes: {
      ...each(HTTP_METHODS, onBuilder),
      route: { apply: addRoute, result: ({ object }) => self(object) },
      andRoute: { apply: addRoute, result: ({ object }) => self(object) },
      path: PATH,
      nest: NEST,
      andNest: NEST,
      add: ADD,
      and: ADD,
    },
  },
  fluent: ['Routes'],
};
