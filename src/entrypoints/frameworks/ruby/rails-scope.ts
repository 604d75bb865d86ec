/** Where a call of Rails' routing language is: the path, module and resource around it. */
import type { Written } from '../../../model/registrations.ts';
import { plural, singular } from '../../resources.ts';
import type { Values } from '../../values.ts';

export interface Resource {
  readonly controller: string;
  /** The path of the collection, and of one member: `/users`, `/users/:id`. */
  readonly collection: string;
  readonly member: string;
  /** The path of what is nested in a member: `/users/:user_id`. */
  readonly nested: string;
  readonly isSingle: boolean;
  /** The number of resources around it. */
  readonly depth: number;
}

/** The words of a group that a call is in, which decide what its path is joined with. */
type Level = 'resource' | 'member' | 'collection' | 'new' | 'plain';

export interface RouteScope {
  readonly path: string;
  /** The path of members of shallow resources. */
  readonly shallowPath: string;
  readonly isShallow: boolean;
  /** Modules of controllers, each with a slash: `admin/`. */
  readonly module: string;
  readonly controller: string;
  readonly resource?: Resource;
  readonly level: Level;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly concerns: ReadonlyMap<string, Block>;
  readonly isCertain: boolean;
}

export interface Block {
  readonly file: number;
  /** The number of the function; −1 for a whole file. */
  readonly index: number;
}

export const TOP: RouteScope = {
  path: '',
  shallowPath: '',
  isShallow: false,
  module: '',
  controller: '',
  level: 'plain',
  concerns: new Map(),
  isCertain: true,
};

/** Joins parts of paths; an optional part brings its own slash: `(/:locale)`. */
export function joinParts(...parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    const own = part.replace(/^\/+|\/+$/g, '');
    if (own === '') return path;
    // The slash in front of an optional part is inside of it, unless nothing else is in the path.
    const isAllOptional = path === '' && /^(?:\(+[^)]+\))+$/.test(own);
    const isOptional = own.startsWith('(/') || (own.startsWith('(') && !isAllOptional);
    return isOptional ? path + own.replace(/^(\(+)\/?/, '$1/') : `${path}/${own}`;
  }, '');
}

/** The options of a call. */
export type Options = ReadonlyMap<string, Written>;

export function resourceOf(
  { values, file, options, scope }: ResourceContext,
  name: string,
  isSingle: boolean,
): Resource {
  const textOf = (option: string): string | undefined => {
    const written = options.get(option);
    return written && values.prefix(file, written);
  };
  const isOutside = scope.resource === undefined;
  const outer = isOutside ? scope.path : nestedPath(scope);
  const collection = joinParts(outer, textOf('path') ?? name);
  const param = textOf('param') ?? 'id';
  const depth = (scope.resource?.depth ?? 0) + 1;
  const isShallow = scope.isShallow || options.get('shallow') !== undefined;
  // Members of shallow resources leave out the resources around them.
  const start =
    isShallow && depth > 1 ? joinParts(scope.shallowPath, textOf('path') ?? name) : collection;
  const controller = textOf('controller') ?? (isSingle ? plural(name) : name);
  const module = textOf('module');
  return {
    controller: inModule(scope.module + (module === undefined ? '' : `${module}/`), controller),
    collection,
    member: isSingle ? collection : `${start}/:${param}`,
    nested: isSingle ? collection : `${start}/:${singular(name)}_${param}`,
    isSingle,
    depth,
  };
}

interface ResourceContext {
  readonly values: Values;
  readonly file: number;
  readonly options: Options;
  readonly scope: RouteScope;
}

/** Returns the path for what is in a resource, besides its own actions. */
export function nestedPath({ level, path, resource }: RouteScope): string {
  return level === 'resource' && resource !== undefined ? resource.nested : path;
}

/** Puts a controller into its modules; one with a slash in front is named in full. */
export function inModule(module: string, controller: string): string {
  return controller.startsWith('/') ? controller.slice(1) : module + controller;
}
