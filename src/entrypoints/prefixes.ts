/** Joins the path of a route with the prefixes of everything it is mounted in. */
import { appendTo } from '../base/append-to.ts';
import type { CallPlace, Effects, Found, Guard, Mounted } from './framework.ts';
import { withHolesShown } from './holes.ts';
import type { FrameworkObject } from './value.ts';
import type { Values } from './values.ts';

/** Maximum number of prefixes of one object; a router may be mounted in many. */
const PREFIXES_MAX = 16;

/** The name of middleware, and the parts of the path that it is limited to. */
interface Passed {
  readonly name: string;
  readonly below?: readonly string[];
}

interface Prefix {
  readonly parts: readonly string[];
  readonly middleware: readonly Passed[];
  readonly isExact: boolean;
  /** Whether the prefix of the object itself does not count. */
  readonly replaces?: boolean;
}

interface FullRoute {
  readonly route: string;
  readonly middleware: readonly string[];
  readonly isExact: boolean;
}

const ROOT: readonly Prefix[] = [{ parts: [], middleware: [], isExact: true }];
const UNMOUNTED: readonly Prefix[] = [{ parts: [], middleware: [], isExact: false }];

export class Prefixes {
  readonly #values: Values;
  readonly #mounts = new Map<string, Mounted[]>();
  readonly #guards = new Map<string, Guard[]>();
  readonly #known = new Map<string, readonly Prefix[]>();

  constructor(values: Values, { mounted, guards }: Pick<Effects, 'mounted' | 'guards'>) {
    this.#values = values;
    for (const one of mounted) appendTo(this.#mounts, one.child.key, one);
    for (const one of guards) appendTo(this.#guards, one.object.key, one);
  }

  routesOf({
    object,
    path,
    framework: name,
    ...place
  }: Pick<Found, 'object' | 'path' | 'framework' | 'file' | 'endLine'>): readonly FullRoute[] {
    const framework = this.#values.objects.framework(name);
    const join = framework?.join ?? joinPaths;
    const complete = (parts: readonly string[]): string => {
      const whole = parts.reduce((prefix, part) => join(prefix, part), '');
      return framework?.finish?.(whole) ?? whole;
    };
    const full = ({ parts, middleware, isExact }: Prefix): FullRoute => {
      const route = complete([...parts, path]);
      const shown = withHolesShown(route);
      const passed = middleware.filter(
        ({ below }) => below === undefined || isBelow(route, complete(below)),
      );
      return {
        route: shown ?? route,
        middleware: passed.map((one) => one.name),
        isExact: isExact && shown === undefined,
      };
    };
    if (object === undefined) {
      const shown = withHolesShown(path);
      return [{ route: shown ?? path, middleware: [], isExact: shown === undefined }];
    }
    return this.#guarded(this.#of(object, new Set()), object, place).map(full);
  }

  /** Adds the middleware that an object has at a place. */
  #guarded(
    prefixes: readonly Prefix[],
    { key }: FrameworkObject,
    place: CallPlace | undefined,
  ): readonly Prefix[] {
    const guards = (this.#guards.get(key) ?? []).filter((one) => isPassed(one, place));
    if (guards.length === 0) return prefixes;
    return prefixes.map((prefix) => {
      const own = guards.flatMap(({ names, path }) => {
        const below = path === undefined ? {} : { below: [...prefix.parts, path] };
        return names.map((name) => ({ name, ...below }));
      });
      return { ...prefix, middleware: [...prefix.middleware, ...own] };
    });
  }

  #of(object: FrameworkObject, visited: ReadonlySet<string>): readonly Prefix[] {
    const known = this.#known.get(object.key);
    if (known !== undefined) return known;
    if (visited.has(object.key)) return [];
    const inside = new Set([...visited, object.key]);
    const outer = this.#outer(object, inside);
    const own = this.#ownPrefix(object);
    const found = outer.slice(0, PREFIXES_MAX).map(({ parts, middleware, isExact, replaces }) => ({
      parts: replaces === true ? parts : [...parts, ...own],
      middleware: [...middleware, ...object.middleware.map((name) => ({ name }))],
      isExact: isExact && !object.isInferred,
    }));
    if (visited.size === 0) this.#known.set(object.key, found);
    return found;
  }

  /** Returns the prefix that the object was made with, and those that it was given later. */
  #ownPrefix({ key, prefix }: FrameworkObject): readonly string[] {
    const later = (this.#mounts.get(key) ?? []).filter(
      ({ parent, isServed }) => parent === undefined && isServed !== true,
    );
    return [...prefix, ...later.map((one) => one.prefix)];
  }

  #outer(object: FrameworkObject, inside: ReadonlySet<string>): readonly Prefix[] {
    const { parent: maker, file, call } = object;
    if (maker !== undefined) {
      const endLine = this.#values.call(file, call)?.endLine;
      const place = endLine === undefined ? undefined : { file, endLine };
      return this.#guarded(this.#of(maker, inside), maker, place);
    }
    const all = this.#mounts.get(object.key) ?? [];
    const mounts = all.filter(({ parent }) => parent !== undefined);
    const isGiven = all.some((one) => one.isServed === true);
    const isServed = object.isRoot || isGiven;
    if (mounts.length === 0) return isServed ? ROOT : UNMOUNTED;
    // A router that a server is given in one branch may be mounted in another in the next one.
    const found: readonly Prefix[] = isGiven ? ROOT : [];
    const mounted = mounts.flatMap((one) => {
      const { parent, prefix, replaces, middleware = [] } = one;
      if (parent === undefined) return [];
      const around = this.#of(parent, inside);
      const outer = one.isApart === true ? around : this.#guarded(around, parent, one.at);
      return outer.map(({ parts, isExact, ...own }) => ({
        parts: prefix === '' ? parts : [...parts, prefix],
        middleware: [...own.middleware, ...middleware.map((name) => ({ name }))],
        isExact,
        ...(replaces === true ? { replaces } : {}),
      }));
    });
    // Nothing is found where a router seems to be mounted in itself alone.
    return mounted.length === 0 && isServed ? ROOT : [...found, ...mounted];
  }
}

/** Whether what is registered at a place passes middleware. Other files are read at another time. */
function isPassed({ concerns, at: own }: Guard, place: CallPlace | undefined): boolean {
  if (concerns === 'all' || place?.file !== own.file) return true;
  return concerns === 'later' ? own.endLine <= place.endLine : place.endLine <= own.endLine;
}

/** Whether a route is below a path, which may end in a wildcard. */
function isBelow(route: string, path: string): boolean {
  const whole = path.replace(/\/?(?:\*.*)?$/s, '');
  return route === whole || route.startsWith(`${whole}/`);
}

/** Joins two paths with exactly one slash. A path of one slash adds nothing to a prefix. */
export function joinPaths(prefix: string, path: string): string {
  const right = path.startsWith('/') || path === '' ? path : `/${path}`;
  const left = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  if (left === '') return right === '' ? '/' : right;
  return right === '/' || right === '' ? left : left + right;
}
