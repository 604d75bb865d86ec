import { addStart } from '../../found.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';

const PACKAGE = 'github.com/robfig/cron';

/** `c.AddFunc("@hourly", tick)`. */
function schedule({ values, file, call, framework }: CallContext, effects: Effects): void {
  const [time, handler] = call.args;
  const { line, endLine } = call;
  const name = values.prefix(file, time);
  addStart(effects, {
    ...{ framework: framework.name, type: 'schedule', name, file, line, endLine, handler },
  });
}

const ADD: Rule = { apply: schedule };

export const GO_CRON: Framework = {
  name: 'cron',
  objects: {
    [`${PACKAGE}.New`]: { kind: 'Cron' },
    [`${PACKAGE}.NewWithLocation`]: { kind: 'Cron' },
    [`${PACKAGE}.Cron`]: { kind: 'Cron' },
  },
  methods: { Cron: { AddFunc: ADD, AddJob: ADD } },
};
