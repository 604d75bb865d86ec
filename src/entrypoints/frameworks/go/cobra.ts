import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { addRoutes, option } from '../../rules.ts';

const PACKAGE = 'github.com/spf13/cobra';

/** The first word of `Use: "serve [flags]"`. */
function nameOfCommand(context: CallContext): string {
  const use = option(context, 'Use');
  return use === undefined
    ? ''
    : (context.values.prefix(use.file, use.written).split(' ')[0] ?? '');
}

function command(context: CallContext, effects: Effects): void {
  const run = option(context, 'RunE') ?? option(context, 'Run');
  if (run === undefined) return;
  addRoutes(context, effects, {
    type: 'cli',
    methods: [],
    paths: [''],
    handler: run.written,
    middleware: [],
  });
}

const ADD: Rule = {
  apply: ({ values, file, call, object }, effects) => {
    for (const child of call.args)
      for (const value of values.of(file, child))
        if (value.form === 'object')
          effects.mounted.push({ parent: object, child: value.object, prefix: '' });
  },
};

export const COBRA: Framework = {
  name: 'cobra',
  objects: {
    [`${PACKAGE}.Command`]: {
      kind: 'Command',
      isRoot: true,
      prefix: nameOfCommand,
      apply: command,
    },
  },
  methods: { Command: { AddCommand: ADD } },
  join: joinWords,
};

/** Joins the words of a command. */
export function joinWords(prefix: string, word: string): string {
  return prefix === '' || word === '' ? prefix + word : `${prefix} ${word}`;
}
