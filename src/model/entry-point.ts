/** Places where a program is entered from outside: routes, commands, jobs, `main`. */
import type { RepoPath } from './path.ts';
import type { SymbolId } from './symbol.ts';

export const ENTRY_TYPES = [
  'http',
  'websocket',
  'rpc',
  'graphql',
  'cli',
  'job',
  'schedule',
  'consumer',
  'webhook',
  'page',
  'serverless',
  'main',
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export interface EntryPoint {
  /** Unique and free of line numbers: the declaring file and the title. */
  readonly id: string;
  readonly type: EntryType;
  readonly framework: string;
  /** The route with the prefixes of everything it is mounted in, or the command. */
  readonly route: string;
  /** HTTP methods, sorted; `*` for any. Empty for other types. */
  readonly methods: readonly string[];
  /** The symbol that handles it; empty if the handler is a function without a name. */
  readonly handler: SymbolId | '';
  /** Names of middleware and guards, in the order in which they run. */
  readonly middleware: readonly string[];
  /** Where it is declared. */
  readonly path: RepoPath;
  readonly line: number;
  /** The lines of the handler if it has no name; else those of the declaration. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /**
   * `exact`: framework, route and prefixes are certain. `scoped`: a prefix or the value that the
   * route is declared on was inferred.
   */
  readonly evidence: 'exact' | 'scoped';
}

/** Returns how an entry point is named: `GET /users/:id`, `build --watch`. */
export function entryTitle({ methods, route }: Pick<EntryPoint, 'methods' | 'route'>): string {
  return methods.length === 0 ? route : `${methods.join(',')} ${route}`;
}

/** A parameter of a route, however its framework writes it. */
const PARAMETER = /^(?::[\w-]+.*|\{[^}]*\}|<[^>]*>|\[[^\]]*\]|\$\w+|\(\?P<.*)$/;

/** Whether a part of a route is a parameter. */
export function isParameter(part: string): boolean {
  return PARAMETER.test(part);
}

/** A setting in front of a route, which is often empty: `/{config.basePath}/users`. */
const SETTING = /^\/?\{[^}:]*\.[^}:]*\}(?=\/)/;

/** Returns a route without the setting in front of it. */
export function withoutSetting(route: string): string {
  return route.replace(SETTING, '');
}

/** Writes the parameters of a route in one way: `/users/{id}` and `/users/:id` become `/users/:`. */
export function plainRoute(route: string): string {
  const parts = route.split('/').map((part) => (PARAMETER.test(part) ? ':' : part.toLowerCase()));
  const plain = parts.join('/');
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain;
}
