/** Click and Typer: functions below decorators become commands of groups. */
import type { CallContext, DecorationContext, Effects, Framework, Rule } from '../../framework.ts';
import { decoratedObjects } from '../../members.ts';
import { addRoutes, option, optionPath } from '../../rules.ts';
import type { FrameworkObject, Value } from '../../value.ts';
import type { Values } from '../../values.ts';
import { joinWords } from '../go/cobra.ts';

/** The name of a command: as given, or that of its function with dashes. */
function commandName(context: CallContext): string {
  const [first] = context.call.args;
  const given = first?.form === 'text' ? first.text : optionPath(context, 'name');
  if (given !== '') return given;
  const handler = context.call.args.at(-1);
  return handler?.form === 'name' ? dashed(handler.name) : '';
}

/** `@app.command()` of Typer and `@group.command()` of Click. */
const COMMAND: Rule = {
  apply: (context, effects) => {
    const handler = context.call.args.at(-1);
    addRoutes(context, effects, {
      type: 'cli',
      methods: [],
      paths: [commandName(context)],
      handler,
      middleware: [],
    });
  },
};

/** Returns the word of a group that `@click.group()` makes of a function; other groups have it as a prefix. */
function groupWord(
  values: Values,
  groups: readonly FrameworkObject[],
  { file, index }: Value & { readonly form: 'function' },
): string {
  const [group] = groups;
  if (group?.framework !== 'click' || group.parent !== undefined) return '';
  const call = values.call(group.file, group.call);
  const given = call?.args[0] ?? call?.named.find(([key]) => key === 'name')?.[1];
  const text = values.text(group.file, given);
  return text ?? dashed(values.registrations(file)?.functions[index]?.name ?? '');
}

/** Returns the command that `@click.command()` makes of a function. */
function commandOf(values: Values, { file, index }: Value & { readonly form: 'function' }) {
  const { name = '', start = 0 } = values.registrations(file)?.functions[index] ?? {};
  return decorated({ values, file, name, start, call: -1 });
}

/** The word of a function's name. */
function dashed(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** `app.add_typer(other, name='users')` and `group.add_command(other, 'name')`. */
const ADD: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const [child, second] = call.args;
    const name = second?.form === 'text' ? second.text : optionPath(context, 'name');
    for (const value of values.of(file, child)) {
      const own = value.form === 'function' ? decoratedObjects(values, value) : [value];
      const groups = own.flatMap((one) => (one.form === 'object' ? [one.object] : []));
      const word =
        name === '' && value.form === 'function' ? groupWord(values, groups, value) : name;
      const children =
        value.form === 'function' && groups.length === 0 ? [commandOf(values, value)] : groups;
      for (const one of children)
        effects.mounted.push({ parent: object, child: one, prefix: word, replaces: name !== '' });
    }
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  command: COMMAND,
  group: COMMAND,
  add_typer: ADD,
  add_command: ADD,
};

export const TYPER: Framework = {
  name: 'typer',
  objects: {
    'typer.Typer': { kind: 'App', isRoot: true, prefix: (context) => optionPath(context, 'name') },
  },
  methods: { App: METHODS },
  decorates: true,
  join: joinWords,
};

interface Decorated {
  readonly values: Values;
  readonly file: number;
  readonly name: string;
  readonly start: number;
  readonly call: number;
  readonly word?: string;
}

/** Returns the object that a decorated function becomes. */
function decorated({ values, file, name, start, call, word }: Decorated): FrameworkObject {
  const node = values.declarationAt(file, name, start);
  return {
    key: `click ${file} ${node ?? start}`,
    framework: 'click',
    kind: 'Group',
    prefix: word === undefined ? [] : [word],
    middleware: [],
    isRoot: true,
    isInferred: false,
    file,
    call,
  };
}

/** `@click.command()` and `@click.group()`. */
function command(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration, framework, path } = context;
  const node = values.declarationAt(file, decoration.name, decoration.start);
  const own = call < 0 ? undefined : values.context(file, call, undefined, framework);
  const [first] = own?.call.args ?? [];
  const given =
    first?.form === 'text' ? first.text : own && option(own, 'name') && optionPath(own, 'name');
  if (path.endsWith('group')) return;
  effects.found.push({
    framework: framework.name,
    type: 'cli',
    object: decorated({
      ...decoration,
      values,
      file,
      call,
      word: given ?? dashed(decoration.name),
    }),
    path: '',
    methods: [],
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: [],
    file,
    line: decoration.line,
    endLine: decoration.line,
  });
}

/** `@group.group()`: the function below is a group whose name is the option or that of the function. */
const GROUP: Rule = {
  result: (context) => {
    const { values, file, number, object } = context;
    const below = values
      .registrations(file)
      ?.decorations.find(({ value }) => value.form === 'call' && value.call === number);
    if (object === undefined) return [];
    const own = commandName(context);
    const name = own === '' ? dashed(below?.name ?? '') : own;
    const child = { prefix: [name], file, call: number };
    return [{ form: 'object', object: values.objects.child(object, `${file}:${number}`, child) }];
  },
};

/** `AppGroup('users')` is never the program itself. */
function groupName(context: CallContext): string {
  const [first] = context.call.args;
  return first?.form === 'text' ? first.text : optionPath(context, 'name');
}

/** Click, and packages that replace it under the same names. */
const PACKAGES = ['click', 'rich_click', 'asyncclick'];
const ROOT = { kind: 'Group', isRoot: true };

export const CLICK: Framework = {
  name: 'click',
  objects: {
    ...Object.fromEntries(
      PACKAGES.flatMap((one) => [
        [`${one}.group`, ROOT],
        [`${one}.Group`, ROOT],
      ]),
    ),
    'flask.cli.FlaskGroup': ROOT,
    'flask.cli.AppGroup': { ...ROOT, prefix: groupName },
  },
  methods: { Group: { ...METHODS, group: GROUP } },
  decorates: true,
  decorators: Object.fromEntries(
    PACKAGES.flatMap((one) => [
      [`${one}.command`, command],
      [`${one}.group`, command],
    ]),
  ),
  join: joinWords,
};
