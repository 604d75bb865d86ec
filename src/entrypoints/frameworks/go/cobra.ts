/** Commands of Go's libraries: structs with a name, a function and, in urfave/cli, their own commands. */
import { at } from '../../../base/assert.ts';
import type { Written } from '../../../model/registrations.ts';
import { filesNamed } from '../../found.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { withHolesShown } from '../../holes.ts';
import { addRoutes, option } from '../../rules.ts';
import type { Values } from '../../values.ts';

const URFAVE = 'github.com/urfave/cli';

/** The first word of `Use: "serve [flags]"`. */
function nameIn(field: string) {
  return (context: CallContext): string => {
    const given = option(context, field);
    if (given === undefined) return '';
    const [name = ''] = context.values.prefix(given.file, given.written).split(' ');
    return withHolesShown(name) === undefined ? name : (binaryOf(context.values) ?? name);
  };
}

/** Returns the name of the only program, which is that of its folder: `os.Args[0]`. */
function binaryOf(values: Values): string | undefined {
  const [only, other] = filesNamed(values, /(?:^|\/)\w[\w-]*\/main\.go$/);
  return only === undefined || other !== undefined
    ? undefined
    : at(values.program.paths, only).split('/').at(-2);
}

/** Adds a command that runs something. */
function runs(...fields: readonly string[]) {
  return (context: CallContext, effects: Effects): void => {
    const [run] = fields.flatMap((field) => option(context, field) ?? []);
    if (run === undefined) return;
    const { written: handler } = run;
    addRoutes(context, effects, { type: 'cli', methods: [], paths: [''], handler, middleware: [] });
  };
}

/** Adds commands below another one. */
function mountCommands(
  { values, file, object }: CallContext,
  { mounted }: Effects,
  commands: readonly Written[],
): void {
  for (const value of commands.flatMap((one) => values.of(file, one)))
    if (value.form === 'object') mounted.push({ parent: object, child: value.object, prefix: '' });
}

const ADD: Rule = {
  apply: (context, effects) => {
    mountCommands(context, effects, context.call.args);
  },
};

function urfaveCommand(context: CallContext, effects: Effects): void {
  runs('Action')(context, effects);
  for (const field of ['Commands', 'Subcommands']) {
    const list = option(context, field)?.written;
    if (list?.form === 'list') mountCommands(context, effects, list.items);
  }
}

export const COBRA: Framework = {
  name: 'cobra',
  objects: {
    'github.com/spf13/cobra.Command': {
      kind: 'Command',
      isRoot: true,
      prefix: nameIn('Use'),
      apply: runs('RunE', 'Run'),
    },
  },
  methods: { Command: { AddCommand: ADD } },
  join: joinWords,
};

const URFAVE_COMMAND = {
  kind: 'Command',
  isRoot: true,
  prefix: nameIn('Name'),
  apply: urfaveCommand,
};

export const URFAVE_CLI: Framework = {
  name: 'urfave-cli',
  objects: { [`${URFAVE}.Command`]: URFAVE_COMMAND, [`${URFAVE}.App`]: URFAVE_COMMAND },
  methods: {},
  join: joinWords,
};

/** Joins the words of a command. */
export function joinWords(prefix: string, word: string): string {
  return prefix === '' || word === '' ? prefix + word : `${prefix} ${word}`;
}
