/** The routers of Django REST framework. */
import type { Written } from '../../../model/registrations.ts';
import type { CallContext, Effects, Rule } from '../../framework.ts';
import { basesOf } from '../../members.ts';
import { option } from '../../rules.ts';
import type { FrameworkObject, Value } from '../../value.ts';
import type { Values } from '../../values.ts';

/** Maximum number of base classes between a viewset and a mixin. */
const DEPTH_MAX = 8;

/** Returns the external name that a call calls. */
export function calleeOf(values: Values, file: number, call: number): string | undefined {
  const [found] = values.of(file, values.call(file, call)?.callee);
  return found?.form === 'external' ? found.path : undefined;
}

const LIST_METHODS = [
  ['list', 'GET'],
  ['create', 'POST'],
] as const;
const DETAIL_METHODS = [
  ['retrieve', 'GET'],
  ['update', 'PUT'],
  ['partial_update', 'PATCH'],
  ['destroy', 'DELETE'],
] as const;

/** The actions that base classes of a viewset bring, by the last part of their names. */
const MIXINS: Readonly<Record<string, readonly string[]>> = {
  ModelViewSet: ['list', 'create', 'retrieve', 'update', 'partial_update', 'destroy'],
  ReadOnlyModelViewSet: ['list', 'retrieve'],
  ListModelMixin: ['list'],
  CreateModelMixin: ['create'],
  RetrieveModelMixin: ['retrieve'],
  UpdateModelMixin: ['update', 'partial_update'],
  DestroyModelMixin: ['destroy'],
};

/** `router.register(prefix, ViewSet)`. */
export const REGISTER: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    const [prefix] = values.pathTexts(file, call.args[0] ?? option(context, 'prefix')?.written);
    const viewset = call.args[1] ?? option(context, 'viewset')?.written;
    if (prefix === undefined || viewset === undefined) return;
    for (const value of values.of(file, viewset))
      if (value.form === 'symbol') addViewSet(context, effects, prefix, value.node);
  },
};

function addViewSet(context: CallContext, effects: Effects, prefix: string, node: number): void {
  const { values, file, call, object, framework } = context;
  const actions = actionsOf(values, node);
  const lookup = lookupOf(values, node);
  const slash = hasTrailingSlash(values, object) ? '/' : '';
  const inside = prefix === '' ? '' : `${prefix}/`;
  const add = (path: string, methods: readonly string[], handler: number): void => {
    if (methods.length === 0) return;
    effects.found.push({
      framework: framework.name,
      type: 'http',
      object,
      path,
      methods,
      handler: undefined,
      handlerNode: handler,
      middleware: [],
      file,
      line: call.line,
      endLine: call.endLine,
    });
  };
  const methodsFor = (table: readonly (readonly [string, string])[]): readonly string[] =>
    table.flatMap(([action, method]) => (actions.has(action) ? [method] : []));
  add(prefix === '' ? '' : prefix + slash, methodsFor(LIST_METHODS), node);
  add(`${inside}<${lookup}>${slash}`, methodsFor(DETAIL_METHODS), node);
  for (const extra of extraActions(values, node)) {
    const before = extra.isDetail ? `${inside}<${lookup}>/` : inside;
    add(`${before}${extra.path}${slash}`, extra.methods, extra.node);
  }
}

/** Whether routes end in a slash: `SimpleRouter(trailing_slash=False)` makes others. */
function hasTrailingSlash(values: Values, object: FrameworkObject | undefined): boolean {
  const call = object && values.call(object.file, object.call);
  const given = call?.named.find(([name]) => name === 'trailing_slash')?.[1];
  return given?.form !== 'text' || given.text !== 'False';
}

function actionsOf(values: Values, node: number): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: number, depth: number): void => {
    for (const [action] of [...LIST_METHODS, ...DETAIL_METHODS])
      if (values.program.childrenNamed(one, action).length > 0) found.add(action);
    for (const base of basesOf(values, one)) {
      if (base.form === 'symbol' && depth < DEPTH_MAX) visit(base.node, depth + 1);
      if (base.form !== 'external') continue;
      const name = base.path.slice(base.path.lastIndexOf('.') + 1);
      for (const action of Object.hasOwn(MIXINS, name) ? (MIXINS[name] ?? []) : [])
        found.add(action);
    }
  };
  visit(node, 0);
  return found;
}

function lookupOf(values: Values, node: number): string {
  const file = values.program.fileOf(node);
  const { name } = values.program.declaration(node);
  const fields = values.registrations(file)?.fields.filter((one) => one.owner === name) ?? [];
  const textOf = (field: string): string | undefined => {
    const found = fields.find((one) => one.name === field);
    return found && values.text(file, found.value);
  };
  return textOf('lookup_url_kwarg') ?? textOf('lookup_field') ?? 'pk';
}

interface ExtraAction {
  readonly node: number;
  readonly path: string;
  readonly methods: readonly string[];
  readonly isDetail: boolean;
}

/** The methods of a viewset below `@action(detail=…)`. */
function extraActions(values: Values, node: number): readonly ExtraAction[] {
  const file = values.program.fileOf(node);
  const { name } = values.program.declaration(node);
  const decorations = values.registrations(file)?.decorations ?? [];
  return decorations.flatMap((one): ExtraAction[] => {
    if (one.owner !== name || one.value.form !== 'call') return [];
    if (calleeOf(values, file, one.value.call) !== 'rest_framework.decorators.action') return [];
    const call = values.call(file, one.value.call);
    const given = (key: string): Written | undefined =>
      call?.named.find(([own]) => own === key)?.[1];
    const methods = values.texts(file, given('methods')).map((method) => method.toUpperCase());
    const detail = given('detail');
    const handler = values.declarationAt(file, one.name, one.start);
    if (handler === undefined) return [];
    return [
      {
        node: handler,
        path: values.text(file, given('url_path')) ?? one.name,
        methods: methods.length === 0 ? ['GET'] : methods,
        isDetail: detail?.form === 'text' && detail.text === 'True',
      },
    ];
  });
}

/** `router.registry.extend(other.registry)`. */
export const EXTEND: Rule = {
  apply: ({ values, file, call, object }, effects) => {
    for (const value of values.of(file, call.args[0]))
      if (value.form === 'object')
        effects.mounted.push({ parent: object, child: value.object, prefix: '' });
  },
};

export const URLS: Rule = {
  result: ({ object }): readonly Value[] =>
    object === undefined ? [] : [{ form: 'object', object }],
};
export const ROUTER = { kind: 'Router' };

/** The default router also serves a list of its routes. */
export function rootView(context: CallContext, effects: Effects): void {
  const { framework, object, file, call } = context;
  effects.found.push({
    framework: framework.name,
    type: 'http',
    object,
    path: '',
    methods: ['GET'],
    handler: undefined,
    middleware: [],
    file,
    line: call.line,
    endLine: call.endLine,
  });
}
