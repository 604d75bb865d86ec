/** tRPC: routers are objects of procedures and of other routers. */
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { each, namesOf, option, SAME, self, serve } from '../../rules.ts';
import type { FrameworkObject, Value } from '../../value.ts';

const KINDS = ['query', 'mutation', 'subscription'];

/** `procedure.input(…).query(handler)`. */
const PROCEDURE: Rule = {
  result: ({ values, object, file, number }) =>
    object === undefined
      ? []
      : [
          {
            form: 'object',
            object: values.objects.child(object, `${file}:${number}`, {
              kind: 'Procedure',
              file,
              call: number,
            }),
          },
        ],
};

/** `procedure.use(auth)` makes another one. */
const USE: Rule = {
  result: (context) => {
    const { values, object, file, number, call } = context;
    if (object === undefined) return [];
    const own = { middleware: namesOf(context, call.args), file, call: number };
    return self(values.objects.child(object, `${file}:${number}`, own));
  },
};

/** Returns the middleware of a procedure, in order. */
function passedBy(object: FrameworkObject | undefined): readonly string[] {
  return object === undefined ? [] : [...passedBy(object.parent), ...object.middleware];
}

function routerOf({ values, object, file, number, framework }: CallContext): FrameworkObject {
  const router = { framework, made: { kind: 'Router' } };
  return values.objects.made(
    router,
    `trpc ${file}:${number}`,
    file,
    number,
    object?.isInferred === true,
  );
}

/** `t.router({ users: usersRouter, ping: procedure.query(…) })`. */
const ROUTER: Rule = {
  result: (context): readonly Value[] => [{ form: 'object', object: routerOf(context) }],
  apply: (context, effects) => {
    const { values, file, call } = context;
    for (const value of values.of(file, call.args[0]))
      if (value.form === 'written' && value.written.form === 'object')
        for (const [name, written] of value.written.entries)
          for (const entry of values.of(value.file, written))
            addEntry(context, effects, name, entry);
  },
};

function addEntry(context: CallContext, effects: Effects, name: string, entry: Value): void {
  const { values } = context;
  const parent = routerOf(context);
  if (entry.form === 'written' && entry.written.form === 'object') {
    // A plain object of procedures is a router as well.
    for (const [inner, written] of entry.written.entries)
      for (const one of values.of(entry.file, written))
        addEntry(context, effects, `${name}.${inner}`, one);
    return;
  }
  if (entry.form !== 'object') return;
  const { kind, file, call: number } = entry.object;
  if (kind === 'Router') effects.mounted.push({ parent, child: entry.object, prefix: name });
  const call = kind === 'Procedure' ? values.call(file, number) : undefined;
  if (call === undefined || call.callee.form !== 'member') return;
  effects.found.push({
    ...{ framework: context.framework.name, type: 'rpc', object: parent, path: name },
    methods: [call.callee.name.toUpperCase()],
    handler: call.args.at(-1),
    middleware: passedBy(entry.object),
    ...{ file, line: call.line, endLine: call.endLine },
  });
}

/** `t.mergeRouters(a, b)`. */
const MERGE: Rule = {
  ...ROUTER,
  apply: (context, effects) => {
    const { values, file, call } = context;
    for (const value of call.args.flatMap((one) => values.of(file, one)))
      if (value.form === 'object' && value.object.kind === 'Router')
        effects.mounted.push({
          parent: routerOf(context),
          child: value.object,
          prefix: '',
        });
  },
};

const ADAPTERS = [
  'express.createExpressMiddleware',
  'fetch.fetchRequestHandler',
  'next.createNextApiHandler',
  'standalone.createHTTPServer',
  'standalone.createHTTPHandler',
  'ws.applyWSSHandler',
  'aws-lambda.awsLambdaRequestHandler',
];

const INIT = '@trpc/server.initTRPC';
const STEPS = ['', '.context()', '.meta()', '.context().meta()', '.meta().context()'];

export const TRPC: Framework = {
  name: 'trpc',
  objects: Object.fromEntries(STEPS.map((step) => [`${INIT}${step}.create`, { kind: 'Builder' }])),
  attributes: { Builder: ['procedure'] },
  functions: Object.fromEntries(
    ADAPTERS.map((name) => [
      `@trpc/server/adapters/${name}`,
      serve((context) => option(context, 'router', 0)),
    ]),
  ),
  methods: {
    Builder: {
      router: ROUTER,
      mergeRouters: MERGE,
      ...each(['input', 'output', 'meta', 'concat', 'unstable_concat'], () => SAME),
      use: USE,
      ...each(KINDS, () => PROCEDURE),
    },
  },
  join: (prefix, path) => (prefix === '' || path === '' ? prefix + path : `${prefix}.${path}`),
};
