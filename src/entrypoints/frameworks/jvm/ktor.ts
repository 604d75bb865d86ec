/** Routes of Ktor: calls in blocks of calls, whose paths are joined. */
import type { Written } from '../../../model/registrations.ts';
import { annotationsOf, annotationTexts } from '../../annotations.ts';
import { type Block, blocksAround } from '../../blocks.ts';
import type { Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS, option } from '../../rules.ts';
import type { Values } from '../../values.ts';

/** Packages of the functions that add routes; the later names are of earlier versions. */
const PACKAGES = [
  'io.ktor.server.routing',
  'io.ktor.server.resources',
  'io.ktor.server.websocket',
  'io.ktor.server.sse',
  'io.ktor.server.auth',
  'io.ktor.routing',
  'io.ktor.locations',
  'io.ktor.server.locations',
  'io.ktor.websocket',
  'io.ktor.auth',
  'io.ktor.application',
] as const;
const FUNCTION = /^io\.ktor\.(?:[a-z]+\.)+(\w+)$/;

/** Returns the function of Ktor that a block is passed to. */
function functionOf(values: Values, { file, call }: Block): string {
  return (
    values
      .of(file, call.callee)
      .flatMap((one) => (one.form === 'external' ? (FUNCTION.exec(one.path)?.[1] ?? []) : []))[0] ??
    ''
  );
}

/** Returns the path of a class: `@Resource("/users")`, below that of the class around it. */
function resourcePath(values: Values, node: number): string {
  const file = values.program.fileOf(node);
  const { name, start, end } = values.program.declaration(node);
  const [own] = annotationsOf(
    values,
    file,
    (one) => one.isClass && one.name === name && start <= one.start && one.start < end,
  ).filter(({ path }) => /\.(?:Resource|Location)$/.test(path));
  const [path = ''] = own === undefined ? [] : annotationTexts(values, own, ['path']);
  const outer = values.program.parentOf(node);
  return joinPaths(outer < 0 ? '' : resourcePath(values, outer), path);
}

/** Returns the path that a call adds: its first argument, or that of the class in `get<Users>`. */
function pathOf(values: Values, { file, number, call }: Block, framework: Framework): string {
  const type = option(values.context(file, number, undefined, framework), 'type');
  if (type !== undefined) {
    const [value] = values.of(type.file, type.written);
    return value?.form === 'symbol' ? resourcePath(values, value.node) : '';
  }
  const named = call.named.find(([name]) => name === 'path')?.[1];
  const [first] = call.args;
  return first?.form === 'function' ? '' : values.prefix(file, named ?? first);
}

/** Returns the method that a block is for: `route("/x", HttpMethod.Get)`, `method(HttpMethod.Get)`. */
function methodOf(values: Values, { file, call }: Block): readonly string[] {
  return call.args
    .flatMap((one) => (one.form === 'function' ? [] : values.of(file, one)))
    .flatMap((one) =>
      one.form === 'external'
        ? (/\bHttpMethod\.(\w+)$/.exec(one.path)?.[1]?.toUpperCase() ?? [])
        : [],
    );
}

function isBlock(values: Values, file: number, written: Written | undefined): boolean {
  return values.of(file, written).some(({ form }) => form === 'function');
}

function routing(methods: readonly string[], type: 'http' | 'websocket' = 'http'): Rule {
  const isMember = methods.length === 0 && type === 'http';
  return {
    apply: (context, effects) => {
      const { values, file, number, call, framework } = context;
      const own = { file, number, call };
      // `get(PATH)` is also the callee of the call that passes the block: `get(PATH) { … }`.
      if (call.args.length === 1 && !isBlock(values, file, call.args[0])) return;
      for (const blocks of blocksAround(values, file, call.scope)) {
        const start = blocks.findLastIndex((one) => functionOf(values, one) === 'routing');
        // The name alone says nothing about a member of the object that the block is for.
        if (start < 0 && isMember) continue;
        const around = blocks.slice(start + 1);
        const inner = around.filter((one) => functionOf(values, one) === 'route');
        const inMethod = around.flatMap((one) => methodOf(values, one));
        effects.found.push({
          ...{ framework: framework.name, type, object: undefined },
          path: [...inner, own]
            .map((one) => pathOf(values, one, framework))
            .reduce((prefix, path) => joinPaths(prefix, path), ''),
          methods: methods.length === 0 ? (inMethod.length > 0 ? inMethod : ['*']) : methods,
          handler: call.args.at(-1),
          middleware: around
            .filter((one) => functionOf(values, one) === 'authenticate')
            .map(() => 'authenticate'),
          ...{ file, line: call.line, endLine: call.endLine, isScoped: start < 0 },
        });
      }
    },
  };
}

const FUNCTIONS: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(HTTP_METHODS.map((method) => [method.toLowerCase(), routing([method])])),
  handle: routing([]),
  sse: routing(['GET']),
  webSocket: routing([], 'websocket'),
  webSocketRaw: routing([], 'websocket'),
};

export const KTOR: Framework = {
  name: 'ktor',
  objects: {},
  methods: {},
  functions: Object.fromEntries(
    // `handle` is a member, which no import names.
    [...PACKAGES, 'global'].flatMap((name) =>
      Object.entries(FUNCTIONS)
        .filter(([own]) => name !== 'global' || own === 'handle')
        .map(([own, rule]) => [`${name}.${own}`, rule]),
    ),
  ),
};
