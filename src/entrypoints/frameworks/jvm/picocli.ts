/** Commands of picocli: classes and methods below `@Command`, which list or are given subcommands. */
import type { Written } from '../../../model/registrations.ts';
import type { Annotation } from '../../annotations.ts';
import { methodOf } from '../../found.ts';
import type { CallContext, DecorationContext, Effects, Framework } from '../../framework.ts';
import { injected } from '../../injected.ts';
import { SAME } from '../../rules.ts';
import type { FrameworkObject, Value } from '../../value.ts';
import type { Values } from '../../values.ts';
import { joinWords } from '../go/cobra.ts';

const RUNS = ['run', 'call'];

function objectOf(node: number, file: number): FrameworkObject {
  return {
    ...{ key: `picocli ${node}`, framework: 'picocli', kind: 'Command', middleware: [] },
    ...{ prefix: [], isRoot: true, isInferred: false, file, call: -1 },
  };
}

function named(values: Values, { file, call }: Pick<Annotation, 'file' | 'call'>, name: string) {
  return values.call(file, call)?.named.find(([key]) => key === name)?.[1];
}

/** Returns the first of some methods that a class or one of its bases has. */
function runOf(values: Values, node: number): number | undefined {
  let current: number | undefined = node;
  for (let depth = 0; current !== undefined && depth < 8; depth++) {
    const found = methodOf(values, current, RUNS);
    if (found !== current) return found;
    const file = values.program.fileOf(current);
    const { name } = values.program.declaration(current);
    const bases = values.registrations(file)?.classes.find((one) => one.name === name)?.bases ?? [];
    current = bases
      .flatMap((base) => values.of(file, base))
      .flatMap((base) => (base.form === 'symbol' ? [base.node] : []))[0];
  }
  return undefined;
}

function command(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration } = context;
  const { name, start, owner, isClass, line } = decoration;
  const node = values.declarationAt(file, name, start);
  if (node === undefined) return;
  const given = named(values, { file, call }, 'name');
  const text = given && values.text(file, given);
  const own = objectOf(node, file);
  const prefix = text ?? (isClass ? '' : name);
  if (prefix !== '') effects.mounted.push({ parent: undefined, child: own, prefix });
  const subcommands = named(values, { file, call }, 'subcommands');
  const items = subcommands?.form === 'list' ? subcommands.items : [subcommands];
  for (const item of items)
    for (const value of values.of(file, item))
      if (value.form === 'symbol')
        effects.mounted.push({ parent: own, child: objectOf(value.node, file), prefix: '' });
  const outer = isClass ? undefined : values.declarationAt(file, owner, start);
  if (outer !== undefined)
    effects.mounted.push({ parent: objectOf(outer, file), child: own, prefix: '' });
  const handler = isClass ? runOf(values, node) : node;
  if (handler === undefined) return;
  effects.found.push({
    ...{ framework: 'picocli', type: 'cli', object: own, path: '', methods: [] },
    ...{ handler: undefined, handlerNode: handler, middleware: [], file, line, endLine: line },
  });
}

/** Returns the classes of commands that a value is, or that a `CommandLine` was made of. */
function commandsOf(values: Values, found: readonly Value[], depth = 0): readonly number[] {
  return found.flatMap((value): readonly number[] => {
    if (value.form === 'symbol' || value.form === 'instance') return [value.node];
    if (value.form !== 'object' || value.object.call < 0 || depth > COMMAND_LINES_MAX) return [];
    const { file, call } = value.object;
    return commandsOf(values, values.of(file, values.call(file, call)?.args[0]), depth + 1);
  });
}

/** Maximum number of command lines inside of each other; one made of another is unusual. */
const COMMAND_LINES_MAX = 4;

/** Returns the commands that are passed, or that are injected for a parameter that is passed. */
function commandsAt(values: Values, file: number, written: Written | undefined) {
  const found = commandsOf(values, values.of(file, written));
  if (found.length > 0 || written?.form !== 'name') return found;
  return commandsOf(values, injected(values, file, written.scope, written.name));
}

/** `commandLine.addSubcommand(command)`, with another name before it or not. */
function addSubcommand({ values, file, call, object }: CallContext, { mounted }: Effects): void {
  if (object === undefined) return;
  const name = values.text(file, call.args[0]);
  const given = name === undefined ? { prefix: '' } : { prefix: name, replaces: true };
  for (const parent of commandsOf(values, [{ form: 'object', object }]))
    for (const child of commandsAt(values, file, call.args[name === undefined ? 0 : 1]))
      mounted.push({ parent: objectOf(parent, file), child: objectOf(child, file), ...given });
}

/** A command that none lists may be added to one while the program runs, so its words are not certain. */
function derive({ program }: Values, { found, mounted }: Effects): void {
  const children = new Set(mounted.flatMap(({ parent, child }) => (parent ? [child.key] : [])));
  const parents = new Set(mounted.map(({ parent }) => parent?.key));
  for (const [index, one] of found.entries()) {
    const key = one.object?.key ?? '';
    if (one.framework !== 'picocli' || children.has(key) || parents.has(key)) continue;
    const isStart = program.childrenNamed(Number(key.split(' ')[1]), 'main').length > 0;
    found[index] = { ...one, isScoped: !isStart };
  }
}

export const PICOCLI: Framework = {
  name: 'picocli',
  objects: { 'picocli.CommandLine': { kind: 'CommandLine' } },
  methods: { CommandLine: { addSubcommand: { ...SAME, apply: addSubcommand } } },
  fluent: ['CommandLine'],
  decorators: { 'picocli.CommandLine.Command': command },
  derive,
  join: joinWords,
};
