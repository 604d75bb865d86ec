/**
 * gRPC: the methods of services in Protocol Buffers, with the functions that implement them. A class
 * implements a service by deriving from generated code. That code is seldom part of the project, so
 * the name of the base says which service it is.
 */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { UNKNOWN, type Written, type WrittenCall } from '../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../framework.ts';
import { type Handler, handlerOf } from '../handler.ts';
import type { Value } from '../value.ts';
import type { Values } from '../values.ts';

/** A method that a file of Protocol Buffers declares. */
interface Method {
  /** The package and the service: `shop.v1.Orders`. */
  readonly service: string;
  readonly name: string;
  /** Routes of HTTP gateways: `GET /v1/orders/{id}`. */
  readonly routes: readonly string[];
  readonly file: number;
  readonly line: number;
  readonly endLine: number;
}

/** A class or an object that implements a service. */
interface Implementation {
  readonly service: ServiceName;
  readonly file: number;
  readonly handlerOf: (method: string) => Handler | undefined;
}

interface ServiceName {
  /** The name without its package. */
  readonly name: string;
  /** Where it comes from: the paths of the package and the file of its generated code. */
  readonly origin: string;
  /** The class in between that derives from the generated code; it may have the method already. */
  readonly through?: number;
}

/**
 * Names of generated bases: `UnimplementedOrdersServer` (Go), `OrdersGrpc.OrdersImplBase` (Java,
 * Kotlin), `OrdersServicer` (Python), `Orders.OrdersBase` (C#), `Orders::Service` (Ruby).
 */
const BASES: readonly RegExp[] = [
  /(?:^|\.)Un(?:implemented|safe)(?<service>\w+)(?:Server|Handler)$/,
  /(?:^|\.)(?<service>\w+?)(?:Coroutine)?ImplBase$/,
  /(?:^|\.)(?<service>\w+)Servicer$/,
  /(?:^|\.)(?<service>\w+)Base$/,
  /(?:^|\.)(?<service>\w+)\.Service$/,
];

/** Traits that Rust generates have the plain name of the service: `orders_server::Orders`. */
const TRAIT = /(?:^|_server\.)(?<service>\w+)$/;

/** Maximum number of classes between an implementation and what is generated. */
const BASES_MAX = 6;

const METHODS = new WeakMap<Values, ReadonlyMap<string, readonly Method[]>>();

/** Returns the methods by the short name of their service. */
function methodsByService(values: Values): ReadonlyMap<string, readonly Method[]> {
  return getOrCompute(METHODS, values, () => {
    const found = new Map<string, Method[]>();
    for (const file of values.files)
      for (const { callee, args, line, endLine } of values.registrations(file)?.calls ?? []) {
        const [title, routes] = args;
        if (callee.form !== 'name' || callee.name !== 'rpc' || title?.form !== 'text') continue;
        const [service = '', name] = title.text.split('/');
        if (name === undefined) continue;
        const texts = values.texts(file, routes);
        const method = { service, name, routes: texts, file, line, endLine };
        appendTo(found, lastPart(service), method);
      }
    return found;
  });
}

function derive(values: Values, effects: Effects): void {
  if (methodsByService(values).size === 0) return;
  for (const file of values.files)
    for (const { name, start, bases } of values.registrations(file)?.classes ?? []) {
      // Rust says what implements a trait beside the type.
      const node =
        values.declarationAt(file, name, start) ?? values.program.topLevelNamed(file, name)[0];
      if (node === undefined) continue;
      for (const service of servicesOf(values, file, bases, 0))
        addMethods(values, effects, {
          ...{ service, file },
          handlerOf: (method) =>
            hasMember(values, service.through, method)
              ? undefined
              : handlerOfNode(values, memberNamed(values, node, method)),
        });
    }
}

/** Returns the services that the names of bases, or of their bases, stand for. */
function servicesOf(
  values: Values,
  file: number,
  bases: readonly Written[],
  depth: number,
): readonly ServiceName[] {
  if (depth > BASES_MAX) return [];
  const isRust = at(values.program.paths, file).endsWith('.rs');
  const patterns = isRust ? [...BASES, TRAIT] : BASES;
  return bases.flatMap((base) => {
    const found = values.of(file, base);
    const written = spelled(base);
    const [head] = written.split('.');
    const imported = values.registrations(file)?.imports.find(({ local }) => local === head);
    const paths = [written, ...found.map((one) => pathOf(values, one))];
    const origin = [imported?.specifier, ...paths].join(' ');
    const name = paths
      .map((path) => serviceNamed(path, patterns))
      .find((one) => methodsByService(values).has(one));
    if (name !== undefined) return [{ name, origin }];
    return found.flatMap((one) => {
      if (one.form !== 'symbol' || values.program.isOutside(one.node)) return [];
      const baseFile = values.program.fileOf(one.node);
      const { name: baseName } = values.program.declaration(one.node);
      const declared = values
        .registrations(baseFile)
        ?.classes.find((each) => each.name === baseName);
      const inherited = servicesOf(values, baseFile, declared?.bases ?? [], depth + 1);
      return inherited.map((service) => ({ through: one.node, ...service }));
    });
  });
}

function serviceNamed(path: string, patterns: readonly RegExp[]): string {
  for (const pattern of patterns) {
    const name = pattern.exec(path)?.groups?.['service'];
    if (name !== undefined) return name;
  }
  return '';
}

function spelled(written: Written): string {
  if (written.form === 'name') return written.name;
  return written.form === 'member' ? `${spelled(written.object)}.${written.name}` : '';
}

function pathOf({ program }: Values, value: Value): string {
  if (value.form === 'external') return value.path.replaceAll('::', '.');
  return value.form === 'symbol' ? (program.paths[program.fileOf(value.node)] ?? '') : '';
}

/** Adds the methods that an implementation has. */
function addMethods(values: Values, { found }: Effects, implementation: Implementation): void {
  for (const method of methodsOf(values, implementation)) {
    const { service, name, routes, file, line, endLine } = method;
    const resolved = implementation.handlerOf(name);
    if (resolved === undefined) continue;
    const own = {
      ...{ object: undefined, handler: undefined, middleware: [], resolved },
      ...{ file, line, endLine },
    };
    found.push({ ...own, framework: 'grpc', type: 'rpc', path: `${service}/${name}`, methods: [] });
    // Whether a gateway is in front is not known.
    for (const route of routes) {
      const [verb = '', url = ''] = route.split(' ');
      const http = { framework: 'grpc-gateway', type: 'http', isScoped: true } as const;
      found.push({ ...own, ...http, path: plainPath(url), methods: [verb] });
    }
  }
}

/**
 * Returns the methods of a service. If several services have the name, the one whose package shares
 * most parts with the origin counts. Of copies of a method, the nearest to the implementation counts.
 */
function methodsOf(
  values: Values,
  { service: { name, origin }, file }: Implementation,
): readonly Method[] {
  const { paths } = values.program;
  const parts = new Set(origin.split(/[^\w]/));
  const nearness = ({ service }: Method): number =>
    service.split('.').filter((part) => parts.has(part)).length;
  const folders = at(paths, file).split('/');
  const distance = (method: Method): number => {
    const own = at(paths, method.file).split('/');
    const first = own.findIndex((folder, index) => folder !== folders[index]);
    return own.length + folders.length - 2 * (first < 0 ? own.length : first);
  };
  const all = methodsByService(values).get(name) ?? [];
  const best = Math.max(...all.map(nearness));
  const chosen = new Map<string, Method>();
  for (const method of all.filter((one) => nearness(one) === best)) {
    const key = `${method.service}/${method.name}`;
    const known = chosen.get(key);
    if (known === undefined || distance(method) < distance(known)) chosen.set(key, method);
  }
  return [...chosen.values()];
}

/** `/v1/{name=shelves/*}` is `/v1/shelves/{name}`. */
function plainPath(path: string): string {
  return path.replaceAll(/\{([\w.]+)=([^}]*)\}/g, (_, name: string, pattern: string) =>
    pattern.replaceAll(/\*+/g, `{${name}}`),
  );
}

/** The name of a method as languages write it: `GetOrder`, `getOrder`, `get_order`. */
function spellings(method: string): readonly string[] {
  const snake = method.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
  return [method, method.charAt(0).toLowerCase() + method.slice(1), snake];
}

function memberNamed({ program, evaluator }: Values, node: number, method: string) {
  const found = spellings(method).flatMap((name) => [
    ...program.childrenNamed(node, name),
    ...evaluator.extensions.named(node, name),
  ]);
  return found[0];
}

function hasMember(values: Values, node: number | undefined, method: string): boolean {
  return node !== undefined && memberNamed(values, node, method) !== undefined;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** `server.addService(proto.shop.Orders.service, { getOrder })`. */
const ADD_SERVICE: Rule = {
  apply: ({ values, file, call }: CallContext, effects) => {
    const [service, implementation] = call.args;
    const parts = spelled(service ?? UNKNOWN).split('.');
    const last = parts.findLast((part) => part !== 'service') ?? '';
    const methods = methodsByService(values);
    const name = [last, last.replace(/Service$/, '')].find((one) => methods.has(one));
    if (name === undefined) return;
    for (const value of values.of(file, implementation))
      addMethods(values, effects, {
        ...{ service: { name, origin: parts.join('.') }, file },
        handlerOf: (method) => handlerIn(values, value, method, call),
      });
  },
};

/** Returns the member of an object or class that handles a method. */
function handlerIn(
  values: Values,
  value: Value,
  method: string,
  { line, endLine }: WrittenCall,
): Handler | undefined {
  if (value.form === 'symbol' || value.form === 'instance')
    return handlerOfNode(values, memberNamed(values, value.node, method));
  if (value.form !== 'written' || value.written.form !== 'object') return undefined;
  const names = spellings(method);
  const handler = value.written.entries.find(([key]) => names.includes(key))?.[1];
  return handler && handlerOf(values, { file: value.file, handler, line, endLine });
}

function handlerOfNode(values: Values, handlerNode: number | undefined): Handler | undefined {
  if (handlerNode === undefined) return undefined;
  return handlerOf(values, { handlerNode, handler: undefined, file: 0, line: 0, endLine: 0 });
}

export const GRPC: Framework = {
  name: 'grpc',
  objects: { '@grpc/grpc-js.Server': { kind: 'Server' }, 'grpc.Server': { kind: 'Server' } },
  methods: { Server: { addService: ADD_SERVICE } },
  derive,
};
