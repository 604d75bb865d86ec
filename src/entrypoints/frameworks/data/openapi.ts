/** OpenAPI and Swagger documents: each operation documents a route. */
import { posix } from 'node:path';
import { at } from '../../../base/assert.ts';
import { lowerBound } from '../../../base/lower-bound.ts';
import type { Written, WrittenCall } from '../../../model/registrations.ts';
import { OPENAPI_CLIENT } from '../../../model/route-request.ts';
import type { Effects, Framework } from '../../framework.ts';
import { joinAddress } from '../../requests.ts';
import type { Values } from '../../values.ts';

/** The rule's name in the readers of YAML and JSON. */
const RULE = 'openapi paths.*.*';
const REFERENCE = 'openapi-reference paths.*.$ref';
const OPERATION = /^(\/.*) (\w+)$/;
const METHOD = /^(?:get|put|post|delete|options|head|patch|trace)$/;

function derive(values: Values, effects: Effects): void {
  const items = new Map<string, readonly WrittenCall[]>();
  for (const file of values.files) {
    const found = callsOf(values, file, (name) => name === 'openapi-item *');
    if (found.length > 0) items.set(at(values.program.paths, file), found);
  }
  for (const file of values.files)
    for (const { callee, args, named, line } of callsOf(values, file, isOfDocument)) {
      const add = (path: string, method: string | undefined, from: number, place: number): void => {
        if (METHOD.test(method ?? ''))
          effects.requests.push({
            client: OPENAPI_CLIENT,
            framework: OPENAPI,
            object: undefined,
            method: (method ?? '').toUpperCase(),
            url: joinAddress(basePath(named), path),
            file: from,
            line: place,
          });
      };
      const given = text(args[0]) ?? '';
      if (callee.form === 'name' && callee.name === RULE) {
        const [, path, method] = OPERATION.exec(given) ?? [];
        if (path !== undefined) add(path, method, file, line);
        continue;
      }
      // The item of a path may be another file: `$ref: paths/users.yaml`.
      const { paths } = values.program;
      const target = posix.join(posix.dirname(at(paths, file)), text(args[1]) ?? '');
      const other = lowerBound(paths, target);
      for (const one of items.get(target) ?? []) add(given, text(one.args[0]), other, one.line);
    }
}

function isOfDocument(name: string): boolean {
  return name === RULE || name === REFERENCE;
}

function callsOf(
  values: Values,
  file: number,
  matches: (name: string) => boolean,
): readonly WrittenCall[] {
  const { calls = [] } = values.registrations(file) ?? {};
  return calls.filter(({ callee }) => callee.form === 'name' && matches(callee.name));
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
