/** React Router: the tree of routes in `app/routes.ts`. */
import { posix } from 'node:path';
import { addExports } from '../../file-routes.ts';
import type { Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import type { Value } from '../../value.ts';
import type { Values } from '../../values.ts';

export const ROUTE_CONFIG = /(?:^|(?<=\/))app\/routes\.[jt]s$/;
/** Exports of the module of a route, and the method of each. */
export const MODULE_EXPORTS: Readonly<Record<string, string>> = { loader: 'GET', action: 'POST' };

const PACKAGE = '@react-router/dev/routes';
/** Maximum depth of routes in each other. */
const DEPTH_MAX = 20;

function derive(values: Values, effects: Effects): void {
  for (const [file, path] of values.program.paths.entries())
    if (ROUTE_CONFIG.test(path))
      for (const value of values.exported([file], 'default'))
        readTree(values, value, posix.dirname(path), '', effects, 0);
}

/** Reads a list of routes, or one of them. */
function readTree(
  values: Values,
  value: Value,
  folder: string,
  prefix: string,
  effects: Effects,
  depth: number,
): void {
  if (value.form !== 'written' || depth > DEPTH_MAX) return;
  const { file, written } = value;
  if (written.form === 'list')
    for (const item of written.items)
      for (const one of item.form === 'call'
        ? [{ ...value, written: item }]
        : values.of(file, item))
        readTree(values, one, folder, prefix, effects, depth + 1);
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  if (call === undefined) return;
  const [callee] = values.of(file, call.callee);
  const name = callee?.form === 'external' ? callee.path : '';
  const texts = call.args.map((one) => values.text(file, one));
  const kind = name.startsWith(`${PACKAGE}.`) ? name.slice(PACKAGE.length + 1) : '';
  const isPathed = kind === 'route' || kind === 'prefix';
  const own = isPathed ? joinPaths(prefix, texts[0] ?? '') : prefix;
  const module = kind === 'route' ? texts[1] : kind === 'index' ? texts[0] : undefined;
  if (module !== undefined) addModule(values, posix.join(folder, module), own, effects);
  const inner = call.args.at(-1);
  // A function of the project may return routes.
  const children = kind === '' ? values.of(file, written) : values.of(file, inner);
  for (const one of children)
    if (one.form === 'written' && one.written !== written)
      readTree(values, one, folder, own, effects, depth + 1);
}

function addModule(values: Values, module: string, route: string, effects: Effects): void {
  const { paths } = values.program;
  const plain = module.replace(/\.[jt]sx?$/, '');
  const file = paths.findIndex((path) => path.replace(/\.[jt]sx?$/, '') === plain);
  if (file < 0) return;
  const found = { name: 'react-router', type: 'http', file, hasPages: true } as const;
  addExports(values, { ...found, route: joinPaths('', route) }, MODULE_EXPORTS, effects);
}

export const REACT_ROUTER: Framework = {
  name: 'react-router',
  objects: {},
  methods: {},
  derive,
};
