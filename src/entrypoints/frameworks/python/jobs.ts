/** Background jobs and schedules of Python: Celery, RQ, Dramatiq, Huey, APScheduler. */
import type { Written } from '../../../model/registrations.ts';
import { addStart, decorated, optionText, spelledName } from '../../found.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { each, option } from '../../rules.ts';
import type { Values } from '../../values.ts';
import { fileOfModule } from './django.ts';

/** A method that is given a function, or decorates one: `@app.task`, `queue.enqueue(send)`. */
function registers(type: 'job' | 'schedule', nameOption: string): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call, framework } = context;
      const handler = framework.decorates === true ? call.args.at(-1) : call.args[0];
      const text = values.text(file, handler);
      addStart(effects, {
        ...{ framework: framework.name, type, file, line: call.line, endLine: call.endLine },
        ...{ name: optionText(context, nameOption) ?? text ?? spelledName(handler), handler },
        node: text === undefined ? undefined : ofDottedName(values, text, file),
      });
    },
  };
}

/** Returns the function or class that a dotted name means: `shop.tasks.mail`, `shop.tasks:mail`. */
export function ofDottedName(values: Values, name: string, from: number): number | undefined {
  const [, module = '', own = ''] = /^(.*)[.:](\w+)$/.exec(name) ?? [];
  const file = module === '' ? undefined : fileOfModule(values, module, from);
  return file === undefined ? undefined : values.program.topLevelNamed(file, own)[0];
}

const BEAT = /^(?:CELERY_BEAT_SCHEDULE|CELERYBEAT_SCHEDULE|beat_schedule)$/;

/** Reads the tables of Celery beat, which are settings: variables, fields or arguments. */
function beat(values: Values, effects: Effects): void {
  for (const file of values.files) {
    const own = values.registrations(file);
    const given = own?.calls.flatMap(({ named }) =>
      named.map(([name, value]) => ({ name, value })),
    );
    const tables = [...(own?.variables ?? []), ...(own?.fields ?? []), ...(given ?? [])];
    for (const { name, value } of tables)
      if (BEAT.test(name)) readTable(values, file, value, effects);
    for (const call of own?.calls ?? []) readPeriodic(values, file, call, effects);
  }
}

function readTable(values: Values, file: number, written: Written, effects: Effects): void {
  for (const table of values.of(file, written)) {
    if (table.form !== 'written' || table.written.form !== 'object') continue;
    for (const [name, { form, ...entry }] of table.written.entries) {
      const entries = form === 'object' && 'entries' in entry ? entry.entries : [];
      const task = entries.find(([key]) => key === 'task')?.[1];
      if (task === undefined) continue;
      const text = values.text(table.file, task);
      // Only calls know their line: `crontab(hour=3)`.
      const [line = 1] = entries.flatMap(([, one]) =>
        one.form === 'call' ? (values.call(table.file, one.call)?.line ?? []) : [],
      );
      addStart(effects, {
        ...{ framework: 'celery', type: 'schedule', name, file: table.file, line },
        node: text === undefined ? undefined : ofDottedName(values, text, file),
      });
    }
  }
}

/** `sender.add_periodic_task(10.0, mail.s(), name='every 10 s')`; the sender is a parameter. */
function readPeriodic(
  values: Values,
  file: number,
  { callee, args, named, line, endLine }: CallContext['call'],
  effects: Effects,
): void {
  if (callee.form !== 'member' || callee.name !== 'add_periodic_task') return;
  const signature = args[1]?.form === 'call' ? values.call(file, args[1].call)?.callee : undefined;
  const task = signature?.form === 'member' ? signature.object : args[1];
  const name = named.find(([key]) => key === 'name')?.[1];
  addStart(effects, {
    ...{ framework: 'celery', type: 'schedule', file, line, endLine, handler: task },
    name: values.text(file, name) ?? spelledName(task),
    isScoped: true,
  });
}

export const CELERY: Framework = {
  name: 'celery',
  objects: { 'celery.Celery': { kind: 'App' } },
  methods: { App: { task: registers('job', 'name') } },
  decorates: true,
  decorators: {
    'celery.shared_task': decorated('job'),
    'celery.task': decorated('job'),
    'celery.decorators.task': decorated('job'),
    'celery.task.task': decorated('job'),
    'celery.task.periodic_task': decorated('schedule'),
  },
  derive: beat,
};

const ENQUEUE = each(['enqueue', 'enqueue_in', 'enqueue_at', 'enqueue_call'], (name) => ({
  apply: (context, effects) => {
    const { call } = context;
    const handler =
      option(context, 'func')?.written ??
      call.args[name === 'enqueue' || name === 'enqueue_call' ? 0 : 1];
    const isKnown = effects.found.some(
      ({ framework, path }) => framework === 'rq' && path === spelledName(handler),
    );
    if (isKnown || handler === undefined) return;
    registers('job', 'job_name').apply?.(
      { ...context, call: { ...call, args: [handler] } },
      effects,
    );
  },
}));

export const RQ: Framework = {
  name: 'rq',
  objects: { 'rq.Queue': { kind: 'Queue' }, 'django_rq.get_queue': { kind: 'Queue' } },
  methods: { Queue: ENQUEUE },
  functions: { 'django_rq.enqueue': ENQUEUE['enqueue'] ?? {} },
  decorators: {
    'rq.decorators.job': decorated('job'),
    'rq.job': decorated('job'),
    'django_rq.job': decorated('job'),
  },
};

export const DRAMATIQ: Framework = {
  name: 'dramatiq',
  objects: {},
  methods: {},
  decorators: { 'dramatiq.actor': decorated('job', 'actor_name') },
};

const HUEYS = ['Huey', 'RedisHuey', 'SqliteHuey', 'MemoryHuey', 'FileHuey', 'PriorityRedisHuey'];

export const HUEY: Framework = {
  name: 'huey',
  objects: Object.fromEntries(HUEYS.map((name) => [`huey.${name}`, { kind: 'Huey' }])),
  values: { 'huey.contrib.djhuey.HUEY': 'Huey' },
  methods: {
    Huey: { task: registers('job', 'name'), periodic_task: registers('schedule', 'name') },
  },
  decorates: true,
  decorators: {
    'huey.contrib.djhuey.task': decorated('job'),
    'huey.contrib.djhuey.db_task': decorated('job'),
    'huey.contrib.djhuey.periodic_task': decorated('schedule'),
    'huey.contrib.djhuey.db_periodic_task': decorated('schedule'),
  },
};

const SCHEDULERS = [
  'background.BackgroundScheduler',
  'blocking.BlockingScheduler',
  'asyncio.AsyncIOScheduler',
  'gevent.GeventScheduler',
  'tornado.TornadoScheduler',
  'twisted.TwistedScheduler',
];

export const APSCHEDULER: Framework = {
  name: 'apscheduler',
  objects: {
    ...Object.fromEntries(
      SCHEDULERS.map((name) => [`apscheduler.schedulers.${name}`, { kind: 'Scheduler' }]),
    ),
    'flask_apscheduler.APScheduler': { kind: 'Scheduler' },
  },
  methods: {
    Scheduler: {
      add_job: addJob(),
      scheduled_job: registers('schedule', 'id'),
      task: registers('schedule', 'id'),
    },
  },
  decorates: true,
};

/** `scheduler.add_job(clean, 'cron', hour=3, id='clean')`. */
function addJob(): Rule {
  return {
    apply: (context, effects) => {
      const { call } = context;
      const handler = option(context, 'func')?.written ?? call.args[0];
      if (handler !== undefined)
        registers('schedule', 'id').apply?.(
          { ...context, call: { ...call, args: [handler] } },
          effects,
        );
    },
  };
}
