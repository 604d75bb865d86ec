import { posix } from 'node:path';
import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../../framework.ts';
import { isFunction } from '../../handler.ts';
import { addRoutes, routersOf } from '../../rules.ts';

/** `mux.HandleFunc("GET /users/{id}", handler)`; a handler may be another router. */
const HANDLE: Rule = {
  apply: (context, effects) => {
    const { values, file, call, object } = context;
    const [pattern, handler] = call.args;
    if (handler === undefined) return;
    const inner = prefixOf(context, handler);
    const routers = routersOf(values, file, inner.handler);
    for (const child of routers)
      effects.mounted.push({ parent: object, child, prefix: inner.prefix });
    if (routers.length === 0)
      addPatterns(context, effects, values.pathTexts(file, pattern), handler);
  },
};

function addPatterns(
  context: CallContext,
  effects: Effects,
  patterns: readonly string[],
  handler: Written,
): void {
  for (const pattern of patterns) {
    const [, method = '*', path = ''] = /^(?:([A-Z]+)\s+)?(.*)$/s.exec(pattern) ?? [];
    addRoutes(context, effects, {
      type: 'http',
      methods: [method],
      paths: [path.trim()],
      handler,
      middleware: around(context, handler),
    });
  }
}

/** Returns the functions around a handler: `logged(auth(http.HandlerFunc(list)))`. */
function around(context: CallContext, handler: Written): readonly Written[] {
  const { values, file } = context;
  const call = handler.form === 'call' ? values.call(file, handler.call) : undefined;
  const [inner] = call?.args ?? [];
  if (call === undefined || inner === undefined || isConversion(context, handler)) return [];
  const others = around(context, inner);
  const isWrapper =
    others.length > 0 || isConversion(context, inner) || isFunction(values, file, inner);
  return isWrapper ? [call.callee, ...others] : [];
}

/** Whether a value is `http.HandlerFunc(list)`. */
function isConversion({ values, file }: CallContext, written: Written): boolean {
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  return values
    .of(file, call?.callee)
    .some((one) => one.form === 'external' && one.path === 'net/http.HandlerFunc');
}

/** A router behind `http.StripPrefix(prefix, router)` does not see the prefix. */
function prefixOf(
  { values, file }: CallContext,
  handler: Written,
): { readonly prefix: string; readonly handler: Written } {
  const call = handler.form === 'call' ? values.call(file, handler.call) : undefined;
  const isStripped = values
    .of(file, call?.callee)
    .some((one) => one.form === 'external' && one.path === 'net/http.StripPrefix');
  const inner = call?.args[1];
  if (!isStripped || inner === undefined) return { prefix: '', handler };
  return { prefix: values.prefix(file, call?.args[0]), handler: inner };
}

/** `path.Join(base, "/users")`. */
const JOIN: Rule = {
  result: ({ values, file, call }) => [
    { form: 'text', text: posix.join(...call.args.map((one) => values.prefix(file, one))) },
  ],
};

export const NET_HTTP: Framework = {
  name: 'net/http',
  objects: {
    'net/http.NewServeMux': { kind: 'Mux', isRoot: true },
    'net/http.ServeMux': { kind: 'Mux', isRoot: true },
  },
  methods: { Mux: { Handle: HANDLE, HandleFunc: HANDLE } },
  functions: {
    'net/http.Handle': HANDLE,
    'net/http.HandleFunc': HANDLE,
    'path.Join': JOIN,
    'net/url.JoinPath': JOIN,
  },
  wrappers: ['net/http.HandlerFunc'],
};
