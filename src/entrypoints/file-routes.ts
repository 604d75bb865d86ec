/**
 * Frameworks whose routes are files: a table says which files are routes, and how the parts of their
 * paths are written.
 */
import { posix } from 'node:path';
import type { EntryType } from '../model/entry-point.ts';
import { isTestPath } from '../model/test-paths.ts';
import type { Effects, Framework } from './framework.ts';
import { declarationOf } from './modules.ts';
import { HTTP_METHODS } from './rules.ts';
import type { Values } from './values.ts';

/** One kind of file that is a route. */
interface FileRule {
  /**
   * Matches the path below the application's folder; the group `route` is the path that is turned
   * into the route, and `method` is a method.
   */
  readonly file: RegExp;
  readonly type: EntryType;
  /** The names of exports that are methods, and the method of each. `default` is the handler of all. */
  readonly exports: Readonly<Record<string, string>>;
  readonly prefix?: string;
  /** Whether a default export is a page. */
  readonly hasPages?: boolean;
}

export interface FileRoutes {
  readonly name: string;
  /** Matches the file whose folder is that of the application. */
  readonly marker: RegExp;
  /** Tells by the file that marks it whether an application has routes of this kind. */
  readonly applies?: (values: Values, marker: number) => boolean;
  readonly rules: readonly FileRule[];
  /** Adds the entry points that are not files. */
  readonly derive?: (values: Values, effects: Effects) => void;
  /** Splits the path of a file; at slashes by default. */
  readonly split?: (path: string) => readonly (string | undefined)[];
  /** Writes a part of a route; empty for one that is left out, undefined for a file that is none. */
  readonly part: (part: string) => string | undefined;
}

/** Exports named like methods. */
export const METHOD_EXPORTS: Readonly<Record<string, string>> = Object.fromEntries(
  HTTP_METHODS.map((method) => [method, method]),
);

export function fileFramework(routes: FileRoutes): Framework {
  return {
    name: routes.name,
    objects: {},
    methods: {},
    derive: (values, effects) => {
      readFiles(routes, values, effects);
      routes.derive?.(values, effects);
    },
  };
}

function readFiles(routes: FileRoutes, values: Values, effects: Effects): void {
  const { paths } = values.program;
  const folders = paths
    .filter((path, file) => routes.marker.test(path) && routes.applies?.(values, file) !== false)
    .map(applicationFolder(routes));
  if (folders.length === 0) return;
  for (const [file, path] of paths.entries()) {
    if (isTestPath(path)) continue;
    for (const folder of new Set(folders)) {
      const inside =
        folder === '' ? path : path.startsWith(`${folder}/`) && path.slice(folder.length + 1);
      if (inside === false) continue;
      const rule = routes.rules.find((one) => one.file.test(inside));
      if (rule !== undefined) addRoutes(routes, rule, inside, { values, file }, effects);
    }
  }
}

/** The marker matches a path below the folder, such as `app/root.tsx`. */
function applicationFolder({ marker }: FileRoutes): (path: string) => string {
  return (path) => path.slice(0, marker.exec(path)?.index ?? 0).replace(/\/$/, '');
}

function addRoutes(
  routes: FileRoutes,
  { file: pattern, type, exports, prefix = '', hasPages = false }: FileRule,
  inside: string,
  { values, file }: { readonly values: Values; readonly file: number },
  effects: Effects,
): void {
  const groups = pattern.exec(inside)?.groups ?? {};
  const split = routes.split ?? ((path: string) => path.split('/'));
  const parts = split(groups['route'] ?? '').map((part) => part && routes.part(part));
  if (parts.includes(undefined)) return;
  const route = posix.join('/', prefix, ...parts.filter((part) => part !== undefined));
  const given = groups['method'];
  const module = { name: routes.name, type, route, file, hasPages };
  if (given !== undefined) addExports(values, module, { default: given.toUpperCase() }, effects);
  else addExports(values, module, exports, effects);
}

/** A module whose exports are methods of a route. */
interface RouteModule {
  readonly name: string;
  readonly type: EntryType;
  readonly route: string;
  readonly file: number;
  readonly hasPages: boolean;
}

/** Adds what a module exports for its route. */
export function addExports(
  values: Values,
  { name: framework, type: usual, route, file, hasPages }: RouteModule,
  exports: Readonly<Record<string, string>>,
  effects: Effects,
): void {
  const add = (methods: readonly string[], name: string, type = usual): void => {
    const node = exportedNode(values, file, name);
    const { startLine = 1, endLine = 1 } =
      node === undefined ? {} : values.program.declaration(node);
    effects.found.push({
      framework,
      type,
      object: undefined,
      path: route,
      methods,
      handler: undefined,
      ...(node === undefined ? {} : { handlerNode: node }),
      middleware: [],
      file,
      line: startLine,
      endLine,
    });
  };
  const own = new Set(
    values.program.facts(file).exports.flatMap((one) => ('name' in one ? [one.name] : [])),
  );
  for (const [name, method] of Object.entries(exports))
    if (name === 'default' || own.has(name)) add([method], name);
  if (hasPages && own.has('default')) add(['GET'], 'default', 'page');
}

function exportedNode(values: Values, file: number, name: string): number | undefined {
  for (const value of values.exported([file], name)) {
    if (value.form === 'symbol' || value.form === 'function') return declarationOf(values, value);
  }
  return values.program.topLevelNamed(file, name)[0];
}
