/** Commands of clap: variants of enums that derive `Subcommand`, and calls of `Command::new`. */
import type { Written } from '../../../model/registrations.ts';
import { dropGroups, methodOf } from '../../found.ts';
import type { CallContext, DecorationContext, Effects, Framework, Rule } from '../../framework.ts';
import { byReference } from '../../handler.ts';
import type { FrameworkObject } from '../../value.ts';
import type { Values } from '../../values.ts';
import { joinWords } from '../go/cobra.ts';

const HANDLERS = ['run', 'execute', 'exec', 'handle'];

/** Returns what stands for a type or a variant among the commands. */
function objectOf(node: number, file: number): FrameworkObject {
  return {
    ...{ key: `clap ${node}`, framework: 'clap', kind: 'Type', prefix: [], middleware: [] },
    ...{ isRoot: true, isInferred: false, file, call: -1 },
  };
}

/** Returns the node of a type as it is written in some lines. */
function typeNode(
  values: Values,
  file: number,
  written: Written | undefined,
  lines: Pick<CallContext['call'], 'line' | 'endLine'>,
): number | undefined {
  if (written === undefined) return undefined;
  for (const value of values.of(file, written)) if (value.form === 'symbol') return value.node;
  return byReference(values, file, written, lines, ['type']);
}

function kebab(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
}

/** Options of variants that only hold other commands, or stand for those of other programs. */
const NO_COMMAND = ['flatten', 'subcommand', 'holds', 'external_subcommand'];

/** A variant is a command, unless it only holds others. */
function variant(context: DecorationContext, effects: Effects): void {
  const { values, file, decoration, call: number } = context;
  const call = values.call(file, number);
  const node = values.declarationAt(file, decoration.name, decoration.start);
  const owner = values.declarationAt(file, decoration.owner, decoration.start);
  if (call === undefined || node === undefined || owner === undefined) return;
  const given = (name: string): Written | undefined =>
    call.named.find(([key]) => key === name)?.[1];
  const parent = objectOf(owner, file);
  const own = objectOf(node, file);
  const name = given('name');
  const prefix = (name && values.text(file, name)) ?? kebab(decoration.name);
  const payload = typeNode(values, file, call.args[0], call);
  const held = typeNode(values, file, given('holds') ?? given('mayHold'), call);
  effects.mounted.push({
    parent,
    child: own,
    prefix: given('flatten') === undefined ? prefix : '',
  });
  for (const inner of [payload, held])
    if (inner !== undefined)
      effects.mounted.push({ parent: own, child: objectOf(inner, file), prefix: '' });
  if (NO_COMMAND.some((one) => given(one) !== undefined)) return;
  const method = payload === undefined ? undefined : methodOf(values, payload, HANDLERS);
  effects.found.push({
    ...{ framework: 'clap', type: 'cli', object: own, path: '', methods: [], handler: undefined },
    handlerNode: method === undefined || method === payload ? node : method,
    ...{ middleware: [], file, line: decoration.line, endLine: call.endLine },
  });
}

/** Mounts the commands that structs hold in a field; returns the keys of those that always hold one. */
function mountHeld(values: Values, file: number, effects: Effects): readonly string[] {
  const keys: string[] = [];
  for (const { name, start, isClass, value } of values.registrations(file)?.decorations ?? []) {
    const call = isClass && value.form === 'call' ? values.call(file, value.call) : undefined;
    if (call?.callee.form !== 'member' || call.callee.name !== 'subcommand') continue;
    const node = values.declarationAt(file, name, start);
    const [kind, type] = call.named[0] ?? [];
    const held = typeNode(values, file, type, call);
    if (node === undefined || held === undefined) continue;
    const parent = objectOf(node, file);
    effects.mounted.push({ parent, child: objectOf(held, file), prefix: '' });
    if (kind === 'holds') keys.push(parent.key);
  }
  return keys;
}

function derive(values: Values, effects: Effects): void {
  const holding = new Set(values.files.flatMap((file) => mountHeld(values, file, effects)));
  // A variant whose type always holds another command is none itself.
  const groups = new Set(
    effects.mounted.filter(({ child }) => holding.has(child.key)).map(({ parent }) => parent?.key),
  );
  const kept = effects.found.filter(
    ({ framework, object }) => framework !== 'clap' || !groups.has(object?.key),
  );
  effects.found.splice(0, effects.found.length, ...kept);
  dropGroups(effects, 'clap');
}

/** `command.subcommand(Command::new("add"))`; a list of them is an argument too. */
const SUBCOMMAND: Rule = {
  apply: ({ values, file, call, object }, effects) => {
    const [given] = call.args;
    for (const one of given?.form === 'list' ? given.items : call.args)
      for (const value of values.of(file, one)) {
        if (value.form !== 'object') continue;
        const child = value.object;
        const made = values.call(child.file, child.call);
        const [prefix = ''] = made === undefined ? [] : values.pathTexts(child.file, made.args[0]);
        if (made === undefined || prefix === '') continue;
        effects.mounted.push({ parent: object, child, prefix });
        effects.found.push({
          ...{ framework: 'clap', type: 'cli', object: child, path: '', methods: [] },
          ...{ handler: undefined, middleware: [], file: child.file },
          ...{ line: made.line, endLine: made.endLine },
        });
      }
  },
  result: ({ object }) => (object === undefined ? [] : [{ form: 'object', object }]),
};

const COMMAND = { kind: 'Command', isRoot: true };

export const CLAP: Framework = {
  name: 'clap',
  objects: {
    'clap.Command.new': COMMAND,
    'clap.App.new': COMMAND,
    'clap.SubCommand.with_name': COMMAND,
  },
  methods: { Command: { subcommand: SUBCOMMAND, subcommands: SUBCOMMAND } },
  fluent: ['Command'],
  decorators: {
    'clap.Subcommand': variant,
    'clap.Parser': variant,
    'clap.StructOpt': variant,
  },
  derive,
  join: joinWords,
};
