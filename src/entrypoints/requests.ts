/** Derives the requests that a project makes from the calls of HTTP clients. */
import type { Written } from '../model/registrations.ts';
import { compareRequests, type RouteRequest, requestPath } from '../model/route-request.ts';
import type { SymbolId } from '../model/symbol.ts';
import type { CallContext, Requested, Rule } from './framework.ts';
import type { Prefixes } from './prefixes.ts';
import { option, self } from './rules.ts';
import { CALLED } from './use.ts';
import type { Values } from './values.ts';

/** Maximum number of requests; generated clients may make more. */
const REQUESTS_MAX = 20_000;

interface RequestOptions {
  /** Position of the address, or the option that holds it. */
  readonly url?: number | string;
  /** Position of the options, and the option that is the method. */
  readonly options?: number;
  readonly baseUrl?: string;
  /** Whether another function sends the request, which may have a base address of its own. */
  readonly isScoped?: boolean;
}

/** A call that sends a request: `axios.get(url)`, `fetch(url, { method })`. */
export function request(method: string | undefined, how: RequestOptions = {}): Rule {
  const { url = 0, options = 1, baseUrl = 'baseURL', isScoped = false } = how;
  return {
    apply: (context, effects) => {
      const given =
        typeof url === 'string' ? option(context, url, 0)?.written : context.call.args[url];
      if (given === undefined) return;
      const base = option(context, baseUrl, options);
      const prefix = base === undefined ? '' : context.values.prefix(base.file, base.written);
      const own = {
        ...context,
        client: context.framework.name,
        method: method ?? methodOf(context, options),
        isScoped,
      };
      for (const { file, line, address } of addressesOf(context, given)) {
        const path = prefix === '' ? address : joinAddress(prefix, address);
        effects.requests.push({ ...own, file, line, url: path });
      }
    },
    result: ({ object }) => self(object),
  };
}

function methodOf(context: CallContext, position: number): string {
  const given = option(context, 'method', position);
  if (given === undefined) return isKnown(context, position) ? 'GET' : '*';
  return context.values.text(given.file, given.written)?.toUpperCase() ?? '*';
}

/** Whether the options are known in full: there are none, or they are an object without spreads. */
function isKnown({ call, values, file }: CallContext, position: number): boolean {
  const given = call.args[position];
  if (given === undefined) return true;
  const found = values.of(file, given);
  return found.some(
    (one) =>
      one.form === 'written' &&
      one.written.form === 'object' &&
      !one.written.entries.some(([name]) => name === '...'),
  );
}

interface Address {
  readonly file: number;
  readonly line: number;
  readonly address: string;
}

/**
 * Returns the addresses of a call. If the address is made of the first parameter of the function
 * around it, each call of that function is a request of its own.
 */
function addressesOf({ values, file, call }: CallContext, written: Written): readonly Address[] {
  const { scope, line } = call;
  const [parameter] = values.registrations(file)?.functions[scope]?.parameters ?? [];
  const found: Address[] = [];
  const uses =
    parameter !== undefined && isMadeOf(written, parameter.name) ? values.usesOf(file, scope) : [];
  for (const use of uses) {
    const outer = values.call(use.file, use.call);
    const [given] = outer?.args ?? [];
    if (use.argument !== CALLED || outer === undefined || given === undefined) continue;
    const passed = values.of(use.file, given);
    const [value, another] = passed;
    if (value === undefined || another !== undefined) continue;
    values.withArguments(file, scope, { args: [[value]] }, () => {
      const [address, other] = values.pathTexts(file, written);
      if (address !== undefined && other === undefined)
        found.push({ file: use.file, line: outer.line, address });
    });
  }
  if (found.length > 0) return found;
  const [address, other] = values.pathTexts(file, written);
  return address === undefined || other !== undefined ? [] : [{ file, line, address }];
}

/** Whether a name holds the path, rather than one part of it after a slash. */
function isMadeOf(written: Written, name: string): boolean {
  if (written.form === 'name') return written.name === name;
  if (written.form !== 'joined') return false;
  const index = written.parts.findIndex((part) => part.form === 'name' && part.name === name);
  const before = written.parts[index - 1];
  return index >= 0 && !(before?.form === 'text' && before.text.endsWith('/'));
}

/** Joins a base address and a path; an address with a host stays as it is. */
export function joinAddress(prefix: string, path: string): string {
  if (prefix === '' || /^[a-z]+:\/\//i.test(path)) return path;
  return `${prefix.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

export function finishRequests(
  values: Values,
  requested: readonly Requested[],
  prefixes: Prefixes,
): readonly RouteRequest[] {
  const all: RouteRequest[] = [];
  for (const { client, method, url, object, file, line, framework, isScoped } of requested) {
    const isCertain = method !== '*' && object?.isInferred !== true && isScoped !== true;
    for (const { route } of prefixes.routesOf({
      object,
      path: url,
      framework: framework.name,
      ...{ file, endLine: line },
    })) {
      const path = requestPath(route);
      if (path === undefined || all.length >= REQUESTS_MAX) continue;
      all.push({
        client,
        method,
        url: path,
        symbol: symbolAround(values, file, line),
        path: values.program.paths[file] as RouteRequest['path'],
        line,
        evidence: isCertain && path.startsWith('/') ? 'exact' : 'scoped',
      });
    }
  }
  return all.toSorted(compareRequests);
}

/** Returns the innermost symbol around a line, or the file. */
function symbolAround({ program }: Values, file: number, line: number): SymbolId {
  let found: { readonly id: SymbolId; readonly lines: number } | undefined;
  for (const index of program.facts(file).declarations.keys()) {
    const { id, startLine, endLine } = program.declaration(program.nodeOf(file, index));
    const lines = endLine - startLine;
    if (startLine <= line && line <= endLine && (found === undefined || lines <= found.lines))
      found = { id, lines };
  }
  return found?.id ?? (program.paths[file] as string as SymbolId);
}
