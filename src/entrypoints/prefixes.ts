/** Joins the path of a route with the prefixes of everything it is mounted in. */
import { appendTo } from '../base/append-to.ts';
import type { Found, Mounted } from './framework.ts';
import { withHolesShown } from './holes.ts';
import type { FrameworkObject } from './value.ts';
import type { Values } from './values.ts';

/** Maximum number of prefixes of one object; a router may be mounted in many. */
const PREFIXES_MAX = 16;

interface Prefix {
  readonly parts: readonly string[];
  readonly middleware: readonly string[];
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
  readonly #known = new Map<string, readonly Prefix[]>();

  constructor(values: Values, mounted: readonly Mounted[]) {
    this.#values = values;
    for (const one of mounted) appendTo(this.#mounts, one.child.key, one);
  }

  routesOf({
    object,
    path,
    framework: name,
  }: Pick<Found, 'object' | 'path' | 'framework'>): readonly FullRoute[] {
    const framework = this.#values.objects.framework(name);
    const join = framework?.join ?? joinPaths;
    const complete = (parts: readonly string[]): string => {
      const whole = parts.reduce((prefix, part) => join(prefix, part), '');
      return framework?.finish?.(whole) ?? whole;
    };
    const full = (parts: readonly string[], middleware: readonly string[], isExact: boolean) => {
      const route = complete(parts);
      const shown = withHolesShown(route);
      return { route: shown ?? route, middleware, isExact: isExact && shown === undefined };
    };
    if (object === undefined) {
      const shown = withHolesShown(path);
      return [{ route: shown ?? path, middleware: [], isExact: shown === undefined }];
    }
    return this.#of(object, new Set()).map(({ parts, middleware, isExact }) =>
      full([...parts, path], middleware, isExact),
    );
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
      middleware: [...middleware, ...object.middleware],
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
    if (object.parent !== undefined) return this.#of(object.parent, inside);
    const all = this.#mounts.get(object.key) ?? [];
    const mounts = all.filter(({ parent }) => parent !== undefined);
    const isGiven = all.some((one) => one.isServed === true);
    const isServed = object.isRoot || isGiven;
    if (mounts.length === 0) return isServed ? ROOT : UNMOUNTED;
    // A router that a server is given in one branch may be mounted in another in the next one.
    const found: readonly Prefix[] = isGiven ? ROOT : [];
    const mounted = mounts.flatMap(({ parent, prefix, replaces, middleware = [] }) =>
      (parent === undefined ? [] : this.#of(parent, inside)).map((outer) => ({
        parts: prefix === '' ? outer.parts : [...outer.parts, prefix],
        middleware: [...outer.middleware, ...middleware],
        isExact: outer.isExact,
        ...(replaces === true ? { replaces } : {}),
      })),
    );
    // Nothing is found where a router seems to be mounted in itself alone.
    return mounted.length === 0 && isServed ? ROOT : [...found, ...mounted];
  }
}

/** Joins two paths with exactly one slash. A path of one slash adds nothing to a prefix. */
export function joinPaths(prefix: string, path: string): string {
  const right = path.startsWith('/') || path === '' ? path : `/${path}`;
  const left = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  if (left === '') return right === '' ? '/' : right;
  return right === '/' || right === '' ? left : left + right;
}
