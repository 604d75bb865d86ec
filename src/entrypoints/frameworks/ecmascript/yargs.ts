/** Commands of yargs: by arguments, as objects, and as modules that export `command`. */
import { posix } from 'node:path';
import { addStart, dropGroups } from '../../found.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { entryOf } from '../../rules.ts';
import type { Use } from '../../use.ts';
import type { FrameworkObject, Value } from '../../value.ts';
import type { Values } from '../../values.ts';
import { joinWords } from '../go/cobra.ts';

/** The first word of `build <dir>`; `$0` is the default command. */
function firstWord(text: string | undefined): string {
  return text?.trim().split(/\s+/)[0] ?? '';
}

function childOf(context: CallContext, name: string): FrameworkObject | undefined {
  const { values, object, file, number } = context;
  if (object === undefined || name === '') return undefined;
  return values.objects.child(object, `${file}:${number}`, { prefix: [name], file, call: number });
}

function nameOf({ values, file, call }: CallContext): string {
  return firstWord(values.pathTexts(file, call.args[0])[0]);
}

/** Returns what a command that is an object or a module has under a name. */
function partOf(values: Values, value: Value, name: string): readonly Value[] {
  if (value.form === 'module') return values.exported(value.files, name);
  const entry = entryOf([value], name);
  return entry === undefined ? values.memberOf(value, name) : values.of(entry.file, entry.written);
}

function textOf(values: Values, found: readonly Value[]): string | undefined {
  for (const value of found) {
    if (value.form === 'text') return value.text;
    if (value.form === 'written' && value.written.form === 'list')
      return values.texts(value.file, value.written)[0];
    if (value.form === 'symbol') return values.textOfSymbol(value.node);
  }
  return undefined;
}

/** Returns the node and the place of a function. */
function functionOf(values: Values, found: readonly Value[]) {
  for (const value of found) {
    if (value.form === 'symbol') {
      const { startLine: line, endLine } = values.program.declaration(value.node);
      return { node: value.node, file: values.program.fileOf(value.node), line, endLine };
    }
    const own =
      value.form === 'function'
        ? values.registrations(value.file)?.functions[value.index]
        : undefined;
    if (value.form !== 'function' || own === undefined) continue;
    const node =
      values.declarationAt(value.file, own.name, own.start) ??
      values.program.topLevelNamed(value.file, 'handler')[0];
    const handler = { form: 'function' as const, index: value.index };
    return { node, handler, file: value.file, line: own.line, endLine: own.endLine };
  }
  return undefined;
}

/** Adds a command that is an object or a module, or the commands of a list. */
function addModule(context: CallContext, effects: Effects, value: Value): void {
  const { values, object, framework, file, call } = context;
  if (value.form === 'written' && value.written.form === 'list') {
    for (const one of value.written.items)
      for (const inner of values.of(value.file, one)) addModule(context, effects, inner);
    return;
  }
  const name = firstWord(textOf(values, partOf(values, value, 'command')));
  const handler = functionOf(values, partOf(values, value, 'handler'));
  const place = handler ?? { file, line: call.line, endLine: call.endLine };
  addStart(effects, { framework: framework.name, type: 'cli', object, name, ...place });
}

/** `yargs.command('build <dir>', 'Builds', builder, handler)`. */
const COMMAND: Rule = {
  apply: (context, effects) => {
    const { values, file, call, framework } = context;
    const object = childOf(context, nameOf(context));
    if (object === undefined) {
      for (const value of values.of(file, call.args[0])) addModule(context, effects, value);
      return;
    }
    // A module with a builder and a handler may stand in place of both.
    const module = call.args.length === 3 ? values.of(file, call.args[2]) : [];
    const own = functionOf(
      values,
      module.flatMap((one) => partOf(values, one, 'handler')),
    );
    effects.found.push({
      ...{ framework: framework.name, type: 'cli', object, path: '', methods: [] },
      ...{ handler: call.args[3], ...(own?.node === undefined ? {} : { handlerNode: own.node }) },
      ...{ middleware: [], file, line: call.line, endLine: call.endLine },
    });
  },
  result: ({ object }) => (object === undefined ? [] : [{ form: 'object', object }]),
  // The builder declares the commands below.
  callback: (context, argument) => {
    const object = argument === 2 ? childOf(context, nameOf(context)) : undefined;
    return object === undefined ? [] : [{ form: 'object', object }];
  },
};

/** `yargs.commandDir('commands')`: every file of the folder is a command. */
const COMMAND_DIR: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const { paths } = values.program;
    const folder = values.text(file, call.args[0]);
    if (folder === undefined) return;
    const whole = posix.join(posix.dirname(paths[file] ?? ''), folder);
    for (const [index, path] of paths.entries())
      if (posix.dirname(path) === whole && /\.[cm]?[jt]s$/.test(path))
        addModule(context, effects, { form: 'module', files: [index] });
  },
  result: ({ object }) => (object === undefined ? [] : [{ form: 'object', object }]),
};

/** `yargs.command({ command, builder: (yargs) => … })`, and the same of a module. */
function loads(values: Values): readonly (readonly [Value, Use])[] {
  return values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(({ callee, args: [given] }, call) => {
      if (callee.form !== 'member' || callee.name !== 'command') return [];
      return values.of(file, given).flatMap((command): (readonly [Value, Use])[] => {
        if (command.form === 'text') return [];
        const name = firstWord(textOf(values, partOf(values, command, 'command')));
        const objects = (): readonly Value[] =>
          values.of(file, callee).flatMap((one): readonly Value[] => {
            const context =
              one.form === 'bound' ? values.context(file, call, one.object, YARGS) : undefined;
            const object = context && childOf(context, name);
            return object === undefined ? [] : [{ form: 'object', object }];
          });
        const use: Use = { file, call, argument: 0, given: objects };
        return partOf(values, command, 'builder').map((builder) => [builder, use] as const);
      });
    }),
  );
}

const YARGS_OBJECT = { kind: 'Yargs', isRoot: true };

export const YARGS: Framework = {
  name: 'yargs',
  objects: { yargs: YARGS_OBJECT, 'yargs/yargs': YARGS_OBJECT },
  values: { yargs: 'Yargs' },
  methods: { Yargs: { command: COMMAND, commandDir: COMMAND_DIR } },
  fluent: ['Yargs'],
  loads,
  derive: (_, effects) => {
    dropGroups(effects, 'yargs');
  },
  join: joinWords,
};
