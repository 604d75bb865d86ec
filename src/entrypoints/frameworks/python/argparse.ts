/** Commands of argparse, parsers below `add_subparsers()`, and of jsonargparse. */

import { dropGroups, nodeOf } from '../../found.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import type { Value } from '../../value.ts';
import { joinWords } from '../go/cobra.ts';

function child(context: CallContext, kind: string, name: string): readonly Value[] {
  const { values, object, file, number } = context;
  if (object === undefined) return [];
  const own = { kind, prefix: name === '' ? [] : [name], file, call: number };
  return [{ form: 'object', object: values.objects.child(object, `${file}:${number}`, own) }];
}

function commandName({ values, file, call }: CallContext): string | undefined {
  const given = call.named.find(([name]) => name === 'name')?.[1] ?? call.args[0];
  return values.pathTexts(file, given)[0];
}

/** `subparsers.add_parser('remove', help=…)`. */
const ADD_PARSER: Rule = {
  apply: (context, effects) => {
    const { framework, file, call } = context;
    const name = commandName(context);
    for (const value of name === undefined ? [] : child(context, 'Parser', name))
      if (value.form === 'object')
        effects.found.push({
          ...{ framework: framework.name, type: 'cli', object: value.object, path: '' },
          ...{ methods: [], handler: undefined, middleware: [] },
          ...{ file, line: call.line, endLine: call.endLine },
        });
  },
  result: (context) => child(context, 'Parser', commandName(context) ?? ''),
};

/** `subcommands.add_subcommand('remove', parser)` of jsonargparse, whose parsers are made before. */
const ADD_SUBCOMMAND: Rule = {
  apply: (context, effects) => {
    const { values, framework, object, file, call } = context;
    const prefix = commandName(context);
    for (const value of prefix === undefined ? [] : values.of(file, call.args[1])) {
      if (value.form !== 'object') continue;
      effects.mounted.push({ parent: object, child: value.object, prefix: prefix ?? '' });
      effects.found.push({
        ...{ framework: framework.name, type: 'cli', object: value.object, path: '' },
        ...{ methods: [], handler: undefined, middleware: [] },
        ...{ file, line: call.line, endLine: call.endLine },
      });
    }
  },
};

/** `parser.set_defaults(func=remove)` names the handler of a command that was found before. */
const SET_DEFAULTS: Rule = {
  apply: ({ values, file, call, object }, { found }) => {
    const handler = call.named.find(([, value]) =>
      values.of(file, value).some(({ form }) => form === 'function' || form === 'symbol'),
    )?.[1];
    const at = found.findLastIndex((one) => one.object !== undefined && one.object === object);
    const before = found[at];
    if (handler === undefined || before === undefined) return;
    const { resolved, ...command } = before;
    const node = values.referenced(file, handler, call) ?? nodeOf(values, file, handler);
    found[at] = { ...command, handler, ...(node === undefined ? {} : { handlerNode: node }) };
  },
};

export const ARGPARSE: Framework = {
  name: 'argparse',
  objects: {
    'argparse.ArgumentParser': { kind: 'Parser', isRoot: true },
    'jsonargparse.ArgumentParser': { kind: 'Parser', isRoot: true },
  },
  methods: {
    Parser: {
      add_subparsers: { result: (context) => child(context, 'Subparsers', '') },
      add_subcommands: { result: (context) => child(context, 'Subparsers', '') },
      set_defaults: SET_DEFAULTS,
    },
    Subparsers: { add_parser: ADD_PARSER, add_subcommand: ADD_SUBCOMMAND },
  },
  derive: (_, effects) => {
    dropGroups(effects, 'argparse');
  },
  join: joinWords,
};
