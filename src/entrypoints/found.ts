/** Adds entry points that are no routes: commands, jobs, schedules. */
import { at } from '../base/assert.ts';
import type { EntryType } from '../model/entry-point.ts';
import type { Written } from '../model/registrations.ts';
import type { CallContext, DecorationContext, Effects, Found } from './framework.ts';
import { declarationOf } from './modules.ts';
import { option } from './rules.ts';
import type { Values } from './values.ts';

interface Start {
  readonly framework: string;
  readonly type: EntryType;
  readonly name: string;
  readonly file: number;
  readonly line: number;
  readonly endLine?: number;
  readonly handler?: Written | undefined;
  readonly node?: number | undefined;
  /** The file that is run. */
  readonly target?: number | undefined;
  readonly object?: Found['object'];
  readonly isScoped?: boolean;
}

export function addStart({ found }: Effects, start: Start): void {
  const {
    framework,
    type,
    name,
    file,
    line,
    endLine = line,
    handler,
    node,
    object,
    target,
  } = start;
  if (name === '') return;
  found.push({
    ...{ framework, type, object, path: name, methods: [], handler, middleware: [] },
    ...(node === undefined ? {} : { handlerNode: node }),
    ...(target === undefined ? {} : { handlerFile: target }),
    ...{ file, line, endLine, isScoped: start.isScoped === true },
  });
}

/** A decorated function that is a job or the like: its name is an option, or that of the function. */
export function decorated(type: EntryType, nameOption = 'name') {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration, framework } = context;
    const own = call < 0 ? undefined : values.context(file, call, undefined, framework);
    addStart(effects, {
      ...{ framework: framework.name, type, file, line: decoration.line },
      name: (own && optionText(own, nameOption)) ?? decoration.name,
      node: values.declarationAt(file, decoration.name, decoration.start),
    });
  };
}

export function optionText(context: CallContext, name: string): string | undefined {
  const named = option(context, name);
  return named && context.values.text(named.file, named.written);
}

/** Returns the last part of a value's name: `mail` of `tasks.mail`. */
export function spelledName(written: Written | undefined): string {
  return written?.form === 'name' || written?.form === 'member' ? written.name : '';
}

/** Returns the node that a value is: a class or function of the project. */
export function nodeOf(values: Values, file: number, written: Written | undefined) {
  for (const value of values.of(file, written)) {
    if (value.form === 'symbol' || value.form === 'instance') return value.node;
    if (value.form === 'function') return declarationOf(values, value);
  }
  return undefined;
}

/** Returns the first of some methods that a class or its bases have; the class itself otherwise. */
export function methodOf(values: Values, node: number, names: readonly string[]): number {
  for (const name of names) {
    const [own] = values.program.childrenNamed(node, name);
    if (own !== undefined) return own;
  }
  return node;
}

/** Drops commands without a handler of their own that only hold other commands. */
export function dropGroups({ found, mounted }: Effects, framework: string): void {
  const holders = new Set<string>();
  const held = [...found.map(({ object }) => object?.parent), ...mounted.map((one) => one.parent)];
  for (const first of held)
    for (let outer = first; outer !== undefined; outer = outer.parent) holders.add(outer.key);
  const isGroup = ({ framework: own, object, handler, handlerNode }: Found): boolean =>
    own === framework &&
    handler === undefined &&
    handlerNode === undefined &&
    object !== undefined &&
    holders.has(object.key);
  found.splice(0, found.length, ...found.filter((one) => !isGroup(one)));
}

/** Returns the files with registrations whose path matches; an ending selects the files of one language. */
export function filesNamed({ files, program }: Values, ending: RegExp): readonly number[] {
  return files.filter((file) => ending.test(at(program.paths, file)));
}
