/** Which routes the OpenAPI documents of a project document, and what either side lacks. */
import { getOrCompute } from '../../base/memoize.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { EntryPoint } from '../../model/entry-point.ts';
import { documentedRoute, isDocumentation } from '../../model/route-request.ts';
import { oneLine, plural } from '../answer/display.ts';

/** Maximum number of operations that a note names. */
const NAMED_MAX = 5;
const NAME_CHARACTERS_MAX = 120;

export interface Documented {
  /** `path:line` of the operation, by the id of the entry point. */
  readonly places: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

const KNOWN = new WeakMap<Snapshot, Documented>();

export function documentedRoutes(snapshot: Snapshot): Documented {
  return getOrCompute(KNOWN, snapshot, () => readDocumented(snapshot));
}

function readDocumented({ requests, entryPoints }: Snapshot): Documented {
  const operations = requests.filter(isDocumentation);
  const places = new Map<string, string>();
  const lacking: string[] = [];
  for (const operation of operations) {
    const { method, url, path, line } = operation;
    const route = documentedRoute(operation, entryPoints);
    if (route === undefined) lacking.push(`${method} ${url} at ${path}:${line}`);
    else places.set(route.entry.id, `${path}:${line}`);
  }
  const isUndescribed = ({ type, id }: EntryPoint): boolean => type === 'http' && !places.has(id);
  // A document of another program says nothing about the routes of this one.
  const without = places.size === 0 ? 0 : entryPoints.filter(isUndescribed).length;
  const named = lacking.slice(0, NAMED_MAX).map((one) => oneLine(one, NAME_CHARACTERS_MAX));
  const more = lacking.length > named.length ? ` and ${lacking.length - named.length} more` : '';
  return {
    places,
    notes: [
      ...(lacking.length === 0
        ? []
        : [
            `no handler of ${plural(lacking.length, 'documented route')}: ${named.join(', ')}${more}`,
          ]),
      ...(without === 0 ? [] : [`${plural(without, 'route')} in no OpenAPI document`]),
    ],
  };
}
