/** Finds entry points by words such as `POST /users/{id}`, `/users/*` or `build`. */

import { type EntryPoint, plainRoute, withoutSetting } from '../../model/entry-point.ts';
import { routeGlob } from './route-glob.ts';

/** A star before anything else than a path is part of a time: `* * * * *`. */
const METHOD = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY|\*(?=\s+\/))\s+(?=\S)/i;

/** Whether words name a route rather than a symbol or a path of the project. */
export function isRouteWords(words: string): boolean {
  return METHOD.test(words) || /^\/[\w:{}<>[\]*$-]*(?:\/|$)/.test(words);
}

/** Whether words begin with a method of HTTP, which no name of a symbol does. */
export function beginsWithMethod(words: string): boolean {
  return METHOD.test(words);
}

/** Returns a filter of entry points by route; `*` in the words matches within a part, `**` across. */
export function routeFilter(words: string): (entry: EntryPoint) => boolean {
  const method = METHOD.exec(words)?.[1]?.toUpperCase();
  const route = words.replace(METHOD, '').trim();
  const matches = routeGlob(plainRoute(route));
  return (entry) => {
    if (method !== undefined && !hasMethod(entry, method)) return false;
    return matches(plainRoute(entry.route)) || matches(plainRoute(withoutSetting(entry.route)));
  };
}

export function hasMethod({ methods }: EntryPoint, method: string): boolean {
  return methods.includes(method) || (methods.includes('*') && method !== '');
}
