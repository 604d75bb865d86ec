/** Commands of picocli: classes and methods below `@Command`, which list their subcommands. */
import type { Annotation } from '../../annotations.ts';
import { methodOf } from '../../found.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import type { FrameworkObject } from '../../value.ts';
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
  objects: {},
  methods: {},
  decorators: { 'picocli.CommandLine.Command': command },
  derive,
  join: joinWords,
};
