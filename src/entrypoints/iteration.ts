/**
 * Loops over lists that are written in the project: `for (const method of ['get', 'post'])`,
 * `routes.forEach(…)`, `foreach (self::ROUTES as $path => $controller)`. What is inside is read once
 * for each item.
 */
import { at } from '../base/assert.ts';
import type { Written } from '../model/registrations.ts';
import type { Value } from './value.ts';
import type { Values } from './values.ts';

/** Maximum number of passes of all loops around one place together. */
export const PASSES_MAX = 500;

/** An item of a list or an object, with its position or its key. */
interface Item {
  readonly file: number;
  readonly key: string;
  readonly written: Written;
}

/** A function that is called, or a body that runs, for each item of a list. */
interface Loop {
  readonly index: number;
  readonly file: number;
  readonly over: Written;
}

/** Runs once for each pass of the loops around a scope; once if there are none. */
export function forEachPass(values: Values, file: number, scope: number, run: () => void): void {
  const loops = loopsAround(values, file, scope);
  let count = 0;
  const runFrom = (depth: number): void => {
    const loop = loops[depth];
    if (loop === undefined) {
      if (count++ < PASSES_MAX) run();
      return;
    }
    const inner = (): void => {
      runFrom(depth + 1);
    };
    if (!passThrough(values, file, loop, inner)) inner();
  };
  runFrom(0);
}

/** Runs once for each item; returns false if the items are not known. */
export function passThrough(values: Values, file: number, loop: Loop, run: () => void): boolean {
  const items = itemsOf(values, loop.file, loop.over);
  const own = values.registrations(file)?.functions[loop.index];
  for (const [pass, item] of items.slice(0, PASSES_MAX).entries()) {
    const args = argumentsOf(values, file, item, own?.parameters.length ?? 1);
    values.withArguments(file, loop.index, { args, pass: String(pass) }, run);
  }
  return items.length > 0;
}

/** Returns the loops around a scope, the outermost first. */
function loopsAround(values: Values, file: number, from: number): readonly Loop[] {
  const functions = values.registrations(file)?.functions ?? [];
  const found: Loop[] = [];
  for (let scope = from; scope >= 0; scope = functions[scope]?.parent ?? -1) {
    const over = functions[scope]?.over;
    const loop =
      over === undefined ? callbackLoop(values, file, scope) : { index: scope, file, over };
    if (loop !== undefined) found.unshift(loop);
  }
  return found;
}

/** Methods of lists that call a function for each item. */
const ITERATING = /^(?:forEach|map|each)$/;

function callbackLoop(values: Values, file: number, scope: number): Loop | undefined {
  for (const use of values.usesOf(file, scope)) {
    const callee = values.call(use.file, use.call)?.callee;
    if (use.argument === 0 && callee?.form === 'member' && ITERATING.test(callee.name))
      return { index: scope, file: use.file, over: callee.object };
  }
  return undefined;
}

/** Returns the items of a written value; none if they are not known. */
function itemsOf(values: Values, file: number, over: Written): readonly Item[] {
  const call = over.form === 'call' ? values.call(file, over.call) : undefined;
  if (call !== undefined) {
    const { callee, args } = call;
    const name = callee.form === 'member' || callee.form === 'name' ? callee.name : '';
    const viewed = args[0] ?? (callee.form === 'member' ? callee.object : undefined);
    const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
    if (view !== undefined && viewed !== undefined)
      return itemsOf(values, file, viewed).map((item) => ({ ...item, written: view(item) }));
  }
  return values.of(file, over).flatMap((list): readonly Item[] => {
    if (list.form !== 'written') return [];
    const { file: own, written } = list;
    if (written.form === 'list') return itemsIn(own, written.items);
    if (written.form !== 'object') return [];
    return written.entries.map(([key, item]) => ({ file: own, key, written: item }));
  });
}

function itemsIn(file: number, items: readonly Written[]): readonly Item[] {
  return items.map((written, index) => ({ file, key: String(index), written }));
}

function pair({ key, written }: Item): Written {
  return { form: 'list', items: [{ form: 'text', text: key }, written] };
}

/** Functions that give another view of a list or an object. */
const VIEWS: Readonly<Record<string, (item: Item) => Written>> = {
  entries: pair,
  items: pair,
  enumerate: pair,
  keys: ({ key }) => ({ form: 'text', text: key }),
  values: ({ written }) => written,
  collect: ({ written }) => written,
};

/** Returns what the parameters are in one pass: the item, then its key. */
function argumentsOf(
  values: Values,
  file: number,
  item: Item,
  count: number,
): readonly (readonly Value[])[] {
  const { file: own, key, written } = item;
  const isRuby = at(values.program.paths, file).endsWith('.rb');
  // Blocks of Ruby take the key first, and take pairs apart.
  if (isRuby && count > 1 && written.form === 'list')
    return written.items.map((one) => values.of(own, one));
  const [first, second] = [
    itemValues(values, own, written),
    [{ form: 'text', text: key } as const],
  ];
  return isRuby && count > 1 ? [second, first] : [first, second];
}

/** An item that is constructed has the values that it is given by name or by position. */
function itemValues(values: Values, file: number, written: Written): readonly Value[] {
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  const [type] = call === undefined ? [] : values.of(file, call.callee);
  if (call === undefined || type?.form !== 'symbol') return values.of(file, written);
  const { kind } = values.program.declaration(type.node);
  if (!/^(?:class|struct)$/.test(kind)) return values.of(file, written);
  const names = [...values.program.childrenOf(type.node)]
    .filter(([, [child = 0]]) =>
      /^(?:field|property)$/.test(values.program.declaration(child).kind),
    )
    .map(([name]) => name);
  const byPosition = call.args.flatMap((one, index): (readonly [string, Written])[] => {
    const field = names[index];
    return field === undefined ? [] : [[field, one]];
  });
  const entries = [...call.named, ...byPosition];
  return [{ form: 'written', file, written: { form: 'object', entries } }];
}
