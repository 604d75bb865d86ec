/**
 * Reads the requests that a test sends to the program: `request(app).get('/users')`,
 * `httptest.NewRequest("GET", "/users", nil)`, `.get().uri("/users")`. A test may get its client from
 * anywhere, so a call counts by its form; whether its path is that of a route is known later.
 */

import type { Registrations, Written, WrittenCall } from '../../model/registrations.ts';
import { requestPath } from '../../model/route-request.ts';
import type { SentRequest } from '../../model/sent-request.ts';
import type { Declaration } from '../../model/symbol.ts';
import { words } from '../lowering/words.ts';
import type { ParsedTree } from '../parsed-tree.ts';
import { collectAll, type RegistrationReader } from './collector.ts';

const VERB =
  /^(get|post|put|patch|delete|head|options)(Async|AsJsonAsync|FromJsonAsync|JsonAsync|StringAsync|_?json|ForEntity|ForObject|ForLocation)?$/i;
const SENDS = words(`
  request newRequest NewRequest newRequestWithContext NewRequestWithContext inject exchange json call
  fetch Request HttpRequestMessage
`);
const ADDRESSES = /^(?:uri|with_uri|url)$/;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** Matches a text that holds such a call, and perhaps others: most tests send nothing. */
const MAY_SEND =
  /\b(?:(?:get|post|put|patch|delete|head|Get|Post|Put|Patch|Delete)(?:\w*Async|_?[jJ]son|For[A-Z]\w+)?(?:<[\w.<>]*>)?|request|[nN]ewRequest(?:WithContext)?|inject|exchange|json|call|fetch|Request|uri|with_uri)(?:\(|[ \t]+(?=['"]))[^'"`;]{0,60}['"`][^'"`\n]{0,80}\//;

/** Maximum number of requests of a file; more are a table of something else. */
const REQUESTS_MAX = 500;

/** Returns the requests of a file of tests. */
export function sentRequests(
  reader: RegistrationReader,
  tree: ParsedTree,
  text: string,
  declarations: readonly Pick<Declaration, 'startLine' | 'endLine'>[],
): readonly SentRequest[] {
  if (!MAY_SEND.test(text)) return [];
  const all = collectAll(reader, tree, text, true);
  const found: SentRequest[] = [];
  const mocked = new Set(
    all.calls.filter(mocksRoute).flatMap(({ args: [path] }) => mockedPath(path)),
  );
  for (const call of all.calls) {
    const sent = mocksRoute(call) ? undefined : formOf(call, all);
    const path = sent === undefined ? undefined : pathOf(all, sent.address);
    const address = path === undefined ? undefined : requestPath(path);
    if (sent === undefined || address === undefined || found.length >= REQUESTS_MAX) continue;
    const url = sent.isRelative && !/^[/{]/.test(address) ? `/${address}` : address;
    if (!/^[/{]/.test(url) || mocked.has(url.replace(/^\{[^}]*\}/, ''))) continue;
    // An enclosing declaration comes before its contents.
    const declaration = declarations.findLastIndex(
      ({ startLine, endLine }) => startLine <= call.line && call.line <= endLine,
    );
    found.push({ declaration, line: call.line, method: sent.method, url });
  }
  return found;
}

/** Whether a test answers requests itself: `mux.HandleFunc("/token", …)`, `http.get('/users', () => …)`. */
function mocksRoute({ callee, args: [path, ...others] }: WrittenCall): boolean {
  const isHandler = callee.form === 'member' && /^Handle(?:Func)?$/.test(callee.name);
  return path?.form === 'text' && (isHandler || others.some(({ form }) => form === 'function'));
}

/** Returns a path that a test answers, without the method in front: `"GET /token"`. */
function mockedPath(path: Written | undefined): readonly string[] {
  return path?.form === 'text' ? [path.text.replace(/^[A-Z]+ /, '')] : [];
}

interface Sent {
  readonly address: Written;
  readonly method: string;
  /** Whether the address may lack the slash in front. */
  readonly isRelative: boolean;
}

/** Reads the form of a call; undefined if it sends nothing. */
function formOf({ callee, args }: WrittenCall, all: Registrations): Sent | undefined {
  const name = callee.form === 'name' || callee.form === 'member' ? callee.name : '';
  const [, verb, suffix = ''] = VERB.exec(name) ?? [];
  const [first, second] = args;
  if (verb !== undefined) {
    const isRelative = suffix.endsWith('Async');
    // The type that is read from the answer comes first: `GetFromJsonAsync<Item>("/items")`.
    const address = [first, isRelative ? second : undefined].find((one) =>
      isAddress(one, isRelative),
    );
    return address && { address, method: verb.toUpperCase(), isRelative };
  }
  if (ADDRESSES.test(name)) {
    if (first === undefined || callee.form !== 'member' || !isAddress(first)) return undefined;
    return { address: first, method: methodBefore(all, callee.object), isRelative: false };
  }
  if (!SENDS.has(name)) return undefined;
  const options = args.flatMap((one) => (one.form === 'object' ? one.entries : []));
  const option = (key: string) => options.find(([own]) => own === key)?.[1];
  const address = [option('url'), option('path'), ...args].find((one) => isAddress(one));
  if (address === undefined) return undefined;
  const given = option('method');
  const method = (given === undefined ? args : [given])
    .map((one) => methodText(all, one))
    .find(Boolean);
  // `fetch(url)` gets; `exchange(url, how)` gives the method in another way.
  const byDefault = given === undefined && (args.length < 2 || options.length > 0) ? 'GET' : '*';
  return { address, method: method ?? byDefault, isRelative: false };
}

/** Whether a value may be an address: a text with a slash, one that is joined with it, or by its name. */
function isAddress(value: Written | undefined, isRelative = false): boolean {
  switch (value?.form) {
    case 'text':
      return (isRelative || value.text.includes('/')) && /^\S+$/.test(value.text);
    case 'joined':
      return value.parts.some((part) => isAddress(part, isRelative));
    case 'name':
    case 'member':
      return /(?:url|uri|path|endpoint|route)$/i.test(value.name);
    default:
      return false;
  }
}

/** Reads a method from a text, or the last part of a constant: `http.MethodGet`, `HttpMethod.POST`. */
function methodText(all: Registrations, written: Written): string | undefined {
  const constant = written.form === 'member' ? written.name.replace(/^Method/, '') : undefined;
  const text = constant ?? pathOf(all, written);
  return text !== undefined && METHOD.test(text) ? text.toUpperCase() : undefined;
}

/** Reads the method from the calls in front: `client.get().uri(…)`, `builder().method("PUT").uri(…)`. */
function methodBefore({ calls }: Registrations, before: Written): string {
  for (let made = before; made.form === 'call'; ) {
    const { callee, args } = calls[made.call] ?? {};
    if (callee?.form !== 'member') break;
    const [first] = args ?? [];
    const isGiven = callee.name === 'method' && first?.form === 'text';
    const method = isGiven ? first.text : VERB.exec(callee.name)?.[1];
    if (method !== undefined) return method.toUpperCase();
    made = callee.object;
  }
  return '*';
}

/** Maximum number of variables that lead to a text. */
const DEPTH_MAX = 8;

/** Returns the text of a value of the file, with what is unknown in braces; undefined if all of it is. */
function pathOf(all: Registrations, written: Written, depth = 0): string | undefined {
  if (depth > DEPTH_MAX) return undefined;
  switch (written.form) {
    case 'text':
      return written.text;
    case 'joined':
      return written.parts
        .map((part) => pathOf(all, part, depth + 1) ?? `{${spelled(part)}}`)
        .join('');
    case 'name':
    case 'member': {
      const own = givenTo(all, written);
      return own && pathOf(all, own, depth + 1);
    }
    default:
      return undefined;
  }
}

/** Returns the only value of a variable that the file gives, or of a field: `self.url`. */
function givenTo(
  { variables, fields, functions }: Registrations,
  written: Written & { readonly form: 'name' | 'member' },
): Written | undefined {
  const { name } = written;
  if (written.form === 'member') return only(fields.filter((one) => one.name === name));
  for (let { scope } = written; ; scope = functions[scope]?.parent ?? -1) {
    const own = variables.filter((one) => one.name === name && one.scope === scope);
    // The last value before the use; a value behind it belongs to a later one.
    if (own.length > 0) return own.findLast(({ at }) => at <= written.at)?.value;
    if (scope < 0) return undefined;
  }
}

function only(given: readonly { readonly value: Written }[]): Written | undefined {
  const known = given.filter(({ value }) => value.form !== 'unknown');
  return known.length === 1 ? known[0]?.value : undefined;
}

function spelled(written: Written): string {
  if (written.form === 'name') return written.name;
  return written.form === 'member' ? `${spelled(written.object)}.${written.name}` : '…';
}
