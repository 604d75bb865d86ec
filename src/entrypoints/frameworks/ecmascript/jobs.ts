/** Background jobs and schedules of JavaScript: node-cron and its like, BullMQ, Bull, Agenda. */
import type { EntryType } from '../../../model/entry-point.ts';
import { addStart } from '../../found.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { handlerOf } from '../../handler.ts';
import { addRoutes, option } from '../../rules.ts';

/** A call with a name or a time, and a handler. */
function named(type: EntryType, name: number, handler: number | 'last'): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call } = context;
      addRoutes({ ...context, object: undefined }, effects, {
        ...{ type, methods: [], paths: values.pathTexts(file, call.args[name]), middleware: [] },
        handler: handler === 'last' ? call.args.at(-1) : call.args[handler],
      });
    },
  };
}

const SCHEDULE = named('schedule', 0, 1);

/** `CronJob.from({ cronTime, onTick })`. */
const FROM: Rule = {
  apply: (context, effects) => {
    const time = option(context, 'cronTime', 0);
    addRoutes({ ...context, object: undefined }, effects, {
      ...{ type: 'schedule', methods: [], middleware: [] },
      paths: time === undefined ? [] : context.values.pathTexts(time.file, time.written),
      handler: option(context, 'onTick', 0)?.written,
    });
  },
};

export const NODE_CRON: Framework = {
  name: 'node-cron',
  objects: {
    'cron.CronJob': { kind: 'CronJob', apply: applying(SCHEDULE) },
    'croner.Cron': { kind: 'CronJob', apply: applying(named('schedule', 0, 'last')) },
  },
  methods: {},
  functions: {
    'node-cron.schedule': SCHEDULE,
    'cron.CronJob.from': FROM,
    'node-schedule.scheduleJob': {
      apply: (context, effects) => {
        // The name in front of the time is optional.
        const isNamed = context.call.args.length > 2;
        named('schedule', isNamed ? 1 : 0, 'last').apply?.(context, effects);
      },
    },
  },
};

function applying({ apply }: Rule): (context: CallContext, effects: Effects) => void {
  return (context, effects) => apply?.(context, effects);
}

/** `queue.add('mail', data, { repeat: { pattern } })` and `queue.upsertJobScheduler(id, …)`. */
const REPEATED: Rule = {
  apply: (context, effects) => {
    if (option(context, 'repeat', 2) !== undefined || option(context, 'repeat', 1) !== undefined)
      named('schedule', 0, 9).apply?.(context, effects);
  },
};

/** `queue.process('mail', 5, handler)`; the name and the number are optional. */
const PROCESS: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object, framework } = context;
    const own = call.args.length > 1 ? values.text(file, call.args[0]) : undefined;
    const suffix = own === undefined || /^\d+$/.test(own) ? [] : [own];
    addStart(effects, {
      ...{
        framework: framework.name,
        type: 'consumer',
        name: [...(object?.prefix ?? []), ...suffix].join(' '),
      },
      ...{ file, line: call.line, endLine: call.endLine, handler: call.args.at(-1) },
    });
  },
};

const QUEUE = {
  kind: 'Queue',
  prefix: ({ values, file, call }: CallContext): string => values.prefix(file, call.args[0]),
};

export const BULLMQ: Framework = {
  name: 'bullmq',
  objects: {
    'bullmq.Worker': { kind: 'Worker', apply: applying(named('consumer', 0, 1)) },
    'bullmq.Queue': QUEUE,
    bull: QUEUE,
  },
  methods: {
    Queue: {
      add: REPEATED,
      upsertJobScheduler: named('schedule', 0, 9),
      process: PROCESS,
    },
  },
};

const AGENDA_OBJECT = { kind: 'Agenda' };

/** `agenda.every('5 minutes', 'clean')` runs the job of that name. */
const EVERY: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    for (const name of values.texts(file, call.args[1])) {
      const job = values.files.flatMap((one) =>
        (values.registrations(one)?.calls ?? [])
          .filter(
            ({ callee, args }) =>
              callee.form === 'member' &&
              callee.name === 'define' &&
              values.text(one, args[0]) === name,
          )
          .map(({ args, line, endLine }) =>
            handlerOf(values, { file: one, line, endLine, handler: args.at(-1) }),
          ),
      )[0];
      const { line, endLine } = call;
      effects.found.push({
        ...{ framework: 'agenda', type: 'schedule', object: undefined, path: name, methods: [] },
        ...{ handler: undefined, middleware: [], file, line, endLine },
        ...(job === undefined ? {} : { resolved: job }),
      });
    }
  },
};

export const AGENDA: Framework = {
  name: 'agenda',
  objects: {
    agenda: AGENDA_OBJECT,
    'agenda.Agenda': AGENDA_OBJECT,
    '@hokify/agenda.Agenda': AGENDA_OBJECT,
  },
  methods: { Agenda: { define: named('job', 0, 'last'), every: EVERY } },
};
