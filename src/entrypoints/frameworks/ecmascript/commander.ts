import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { self } from '../../rules.ts';
import type { Value } from '../../value.ts';
import { joinWords } from '../go/cobra.ts';

/** `program.command('build <dir>')` is a command of its own; with a description, a program of its own. */
const COMMAND: Rule = {
  apply: (context, effects) => {
    const { values, file, call, framework } = context;
    const isProgram = call.args[1] !== undefined && values.texts(file, call.args[1]).length > 0;
    const [own] = isProgram ? (COMMAND.result?.(context) ?? []) : [];
    if (own?.form !== 'object') return;
    effects.found.push({
      ...{ framework: framework.name, type: 'cli', object: own.object, path: '', methods: [] },
      ...{ handler: undefined, middleware: [], file, line: call.line, endLine: call.endLine },
    });
  },
  result: (context): readonly Value[] => {
    const { object, values, file, number, call } = context;
    if (object === undefined) return [];
    const name = values.prefix(file, call.args[0]).split(' ')[0] ?? '';
    const child = values.objects.child(object, `${file}:${number}`, {
      prefix: [name],
      file,
      call: number,
    });
    return [{ form: 'object', object: child }];
  },
};

/** `command.action(handler)`. */
const ACTION: Rule = {
  apply: ({ call, object, file, framework }, effects: Effects) => {
    effects.found.push({
      framework: framework.name,
      type: 'cli',
      object,
      path: '',
      methods: [],
      handler: call.args[0],
      middleware: [],
      file,
      line: call.line,
      endLine: call.endLine,
    });
  },
  result: ({ object }) => self(object),
};

const ADD: Rule = {
  apply: ({ values, file, call, object }, effects) => {
    for (const value of values.of(file, call.args[0]))
      if (value.form === 'object')
        effects.mounted.push({ parent: object, child: value.object, prefix: '' });
  },
  result: ({ object }) => self(object),
};

/** `program.name('tool')`. */
const NAME: Rule = {
  apply: ({ values, file, call, object }, { mounted }) => {
    const prefix = values.text(file, call.args[0]);
    if (object !== undefined && prefix !== undefined)
      mounted.push({ parent: undefined, child: object, prefix });
  },
  result: ({ object }) => self(object),
};

function ownName(context: CallContext): string {
  return context.values.text(context.file, context.call.args[0]) ?? '';
}

export const COMMANDER: Framework = {
  name: 'commander',
  objects: {
    'commander.Command': { kind: 'Command', isRoot: true, prefix: ownName },
    'commander.createCommand': { kind: 'Command', isRoot: true, prefix: ownName },
  },
  values: { 'commander.program': 'Command', commander: 'Command' },
  methods: {
    Command: {
      command: COMMAND,
      action: ACTION,
      addCommand: ADD,
      name: NAME,
    },
  },
  fluent: ['Command'],
  join: joinWords,
};
