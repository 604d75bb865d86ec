/**
 * Clients that are generated from an OpenAPI document. Their own request function is a part of the
 * project, so that the form of the call says what it is: `client.get({ url: '/users/{id}' })`,
 * `__request(OpenAPI, { method: 'GET', url: '/users' })`.
 */
import type { WrittenCall } from '../../../model/registrations.ts';
import type { Effects, Framework } from '../../framework.ts';
import { request } from '../../requests.ts';
import { each, entryOf, HTTP_METHODS, VERBS } from '../../rules.ts';
import type { Values } from '../../values.ts';

function derive(values: Values, effects: Effects): void {
  for (const file of values.files)
    for (const call of values.registrations(file)?.calls ?? [])
      readCall(values, file, call, effects);
}

function readCall(values: Values, file: number, call: WrittenCall, effects: Effects): void {
  const { callee, args, line } = call;
  const given = args.slice(0, 2).find(({ form }) => form === 'object');
  if (given === undefined) return;
  const options = values.of(file, given);
  const [url, method, handler] = ['url', 'method', 'handler'].map((name) => entryOf(options, name));
  // A route is registered with an object of the same form, which has a handler.
  if (url === undefined || handler !== undefined) return;
  const name = callee.form === 'member' || callee.form === 'name' ? callee.name : '';
  const isRequest = /^_*request$/.test(name);
  const verb = isRequest ? method && values.text(method.file, method.written) : name;
  const path = values.text(url.file, url.written);
  if (path?.startsWith('/') !== true || !VERBS.includes(verb?.toLowerCase() ?? '')) return;
  effects.requests.push({
    ...{ client: GENERATED_CLIENTS.name, framework: GENERATED_CLIENTS, object: undefined },
    ...{ method: verb?.toUpperCase() ?? '', url: path, file, line, isScoped: true },
  });
}

export const GENERATED_CLIENTS: Framework = {
  name: 'generated-client',
  isClient: true,
  objects: {},
  methods: {},
  derive,
};

/** `client.GET('/users/{id}')` of a client that has the paths of an OpenAPI document as its type. */
export const OPENAPI_FETCH: Framework = {
  name: 'openapi-fetch',
  isClient: true,
  objects: { 'openapi-fetch': { kind: 'Client', isRoot: true } },
  methods: { Client: each(HTTP_METHODS, (method) => request(method)) },
};
