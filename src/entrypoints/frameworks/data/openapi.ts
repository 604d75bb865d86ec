/** OpenAPI and Swagger documents: each operation documents a route. */
import type { Written } from '../../../model/registrations.ts';
import { OPENAPI_CLIENT } from '../../../model/route-request.ts';
import type { Effects, Framework } from '../../framework.ts';
import { joinAddress } from '../../requests.ts';
import type { Values } from '../../values.ts';

/** The rule's name in the readers of YAML and JSON. */
const RULE = 'openapi paths.*.*';
const OPERATION = /^(\/.*) (get|put|post|delete|options|head|patch|trace)$/;

function derive(values: Values, effects: Effects): void {
  for (const file of values.files)
    for (const { callee, args, named, line } of values.registrations(file)?.calls ?? []) {
      if (callee.form !== 'name' || callee.name !== RULE) continue;
      const [, path, method] = OPERATION.exec(text(args[0]) ?? '') ?? [];
      if (path === undefined || method === undefined) continue;
      effects.requests.push({
        client: OPENAPI_CLIENT,
        framework: OPENAPI,
        object: undefined,
        method: method.toUpperCase(),
        url: joinAddress(basePath(named), path),
        file,
        line,
      });
    }
}

function text(written: Written | undefined): string | undefined {
  return written?.form === 'text' ? written.text : undefined;
}

/** Returns the path in front of all routes: `/v1` of `https://example.com/v1`. */
function basePath(named: readonly (readonly [string, Written])[]): string {
  const [, given] = named.find(([name]) => name === 'basePath' || name === 'servers.*.url') ?? [];
  const path = (text(given) ?? '').replace(/^[^/]*:?\/\/[^/]*/, '');
  return path.startsWith('/') ? path.replace(/\/$/, '') : '';
}

export const OPENAPI: Framework = { name: OPENAPI_CLIENT, objects: {}, methods: {}, derive };
