/** Background jobs and schedules: Celery, node-cron, BullMQ. */
import type { DecorationContext, Effects, Framework, Rule } from '../framework.ts';
import { addRoutes, option } from '../rules.ts';

/** `@app.task` and `@shared_task`. */
function task(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration, framework } = context;
  const named =
    call < 0 ? undefined : option(values.context(file, call, undefined, framework), 'name');
  const node = values.declarationAt(file, decoration.name, decoration.start);
  effects.found.push({
    framework: framework.name,
    type: 'job',
    object: undefined,
    path: (named && values.text(named.file, named.written)) ?? decoration.name,
    methods: [],
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: [],
    file,
    line: decoration.line,
    endLine: decoration.line,
  });
}

const TASK: Rule = {
  apply: (context, effects) => {
    const handler = context.call.args.at(-1);
    const named = option(context, 'name');
    const name = named && context.values.text(named.file, named.written);
    addRoutes({ ...context, object: undefined }, effects, {
      type: 'job',
      methods: [],
      paths: [name ?? (handler?.form === 'name' ? handler.name : '')],
      handler,
      middleware: [],
    });
  },
};

export const CELERY: Framework = {
  name: 'celery',
  objects: { 'celery.Celery': { kind: 'App' } },
  methods: { App: { task: TASK } },
  decorates: true,
  decorators: { 'celery.shared_task': task, 'celery.task': task },
};

/** `cron.schedule('0 * * * *', handler)`. */
const SCHEDULE: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'schedule',
      methods: [],
      paths: values.pathTexts(file, call.args[0]),
      handler: call.args[1],
      middleware: [],
    });
  },
};

export const NODE_CRON: Framework = {
  name: 'node-cron',
  objects: {},
  methods: {},
  functions: { 'node-cron.schedule': SCHEDULE },
};

export const BULLMQ: Framework = {
  name: 'bullmq',
  objects: {
    'bullmq.Worker': {
      kind: 'Worker',
      apply: (context, effects) => {
        const { values, file, call } = context;
        addRoutes({ ...context, object: undefined }, effects, {
          type: 'consumer',
          methods: [],
          paths: values.pathTexts(file, call.args[0]),
          handler: call.args[1],
          middleware: [],
        });
      },
    },
  },
  methods: {},
};
