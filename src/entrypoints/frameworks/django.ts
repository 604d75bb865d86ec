/**
 * Django: lists named `urlpatterns`, which include each other by module, by name or as a list; and
 * the routers of Django REST framework.
 */
import type { Written } from '../../model/registrations.ts';
import type { CallContext, Effects, Framework, Rule } from '../framework.ts';
import { basesOf } from '../members.ts';
import { option } from '../rules.ts';
import type { FrameworkObject, Value } from '../value.ts';
import type { Values } from '../values.ts';

const ROUTES = new Set([
  'django.urls.path',
  'django.urls.re_path',
  'django.conf.urls.url',
  'django.urls.conf.path',
]);
const INCLUDES = new Set([
  'django.urls.include',
  'django.conf.urls.include',
  'django.urls.conf.include',
]);

interface Pattern {
  readonly file: number;
  readonly call: number;
}

function derive(values: Values, effects: Effects): void {
  const lists = values.files.filter((file) => patternsIn(values, file).length > 0);
  const root = rootModule(values);
  for (const file of lists) {
    const object = moduleObject(file, values.program.paths[file] === root || root === undefined);
    readItems(values, object, { file, items: patternsIn(values, file) }, effects, 0);
  }
}

/** Returns the items that are given to `urlpatterns` in a file. */
function patternsIn(values: Values, file: number): readonly Written[] {
  const variables = values.registrations(file)?.variables ?? [];
  return variables
    .filter(({ scope, name }) => scope < 0 && name === 'urlpatterns')
    .flatMap(({ value }) => itemsOf(values, file, value).map(({ written }) => written));
}

/** Returns the items of a list, of lists that are added, and of lists behind a name. */
function itemsOf(
  values: Values,
  file: number,
  written: Written,
): readonly { readonly file: number; readonly written: Written }[] {
  if (written.form === 'list') return written.items.map((one) => ({ file, written: one }));
  if (written.form === 'joined')
    return written.parts.flatMap((part) => itemsOf(values, file, part));
  if (written.form === 'call') {
    // A list may be wrapped: `i18n_patterns(path(…), …)`, `format_suffix_patterns(urlpatterns)`.
    const call = values.call(file, written.call);
    return (call?.args ?? []).flatMap((one) =>
      one.form === 'call' ? [{ file, written: one }] : itemsOf(values, file, one),
    );
  }
  return values
    .of(file, written)
    .flatMap((value) =>
      value.form === 'written' && value.written !== written
        ? itemsOf(values, value.file, value.written)
        : value.form === 'object'
          ? [{ file, written }]
          : [],
    );
}

function moduleObject(file: number, isRoot: boolean): FrameworkObject {
  return {
    key: `urls ${file}`,
    framework: 'django',
    kind: 'Urls',
    prefix: [],
    middleware: [],
    isRoot,
    isInferred: false,
    file,
    call: -1,
  };
}

/** Returns the file that `ROOT_URLCONF` names; undefined if no setting is found. */
function rootModule(values: Values): string | undefined {
  for (const file of values.files) {
    const variables = values.registrations(file)?.variables ?? [];
    const found = variables.find(({ name, scope }) => name === 'ROOT_URLCONF' && scope < 0);
    const text = found && values.text(file, found.value);
    const target = text === undefined ? undefined : fileOfModule(values, text, file);
    if (target !== undefined) return values.program.paths[target];
  }
  return undefined;
}

/** Returns the file of a dotted module name; of several, the one nearest to the file that names it. */
function fileOfModule(values: Values, name: string, from: number): number | undefined {
  const inside = name.replaceAll('.', '/');
  const { paths } = values.program;
  const own = (paths[from] ?? '').split('/');
  let best: { readonly file: number; readonly shared: number } | undefined;
  for (const [file, path] of paths.entries()) {
    const isNamed = [`${inside}.py`, `${inside}/__init__.py`].some(
      (end) => path === end || path.endsWith(`/${end}`),
    );
    if (!isNamed) continue;
    const shared = path.split('/').findIndex((part, index) => part !== own[index]);
    if (best === undefined || shared > best.shared) best = { file, shared };
  }
  return best?.file;
}

interface Items {
  readonly file: number;
  readonly items: readonly Written[];
}

/** Maximum depth of lists inside lists. */
const DEPTH_MAX = 8;

function readItems(
  values: Values,
  object: FrameworkObject,
  { file, items }: Items,
  effects: Effects,
  depth: number,
): void {
  for (const item of items) {
    if (item.form !== 'call') {
      for (const inner of depth < DEPTH_MAX ? itemsOf(values, file, item) : [])
        if (inner.written !== item)
          readItems(
            values,
            object,
            { file: inner.file, items: [inner.written] },
            effects,
            depth + 1,
          );
      continue;
    }
    const callee = calleeOf(values, file, item.call);
    if (callee !== undefined && ROUTES.has(callee))
      readRoute(values, object, { file, call: item.call }, effects, depth);
    else if (callee === 'django.conf.urls.i18n.i18n_patterns' && depth < DEPTH_MAX) {
      const inner = values.call(file, item.call)?.args ?? [];
      readItems(values, object, { file, items: inner }, effects, depth + 1);
    }
  }
}

function calleeOf(values: Values, file: number, call: number): string | undefined {
  const [found] = values.of(file, values.call(file, call)?.callee);
  return found?.form === 'external' ? found.path : undefined;
}

function readRoute(
  values: Values,
  object: FrameworkObject,
  pattern: Pattern,
  effects: Effects,
  depth: number,
): void {
  const { file } = pattern;
  const call = values.call(file, pattern.call);
  const given =
    call?.named.find(([name]) => name === 'route' || name === 'regex')?.[1] ?? call?.args[0];
  const view = call?.named.find(([name]) => name === 'view')?.[1] ?? call?.args[1];
  const [text] = values.pathTexts(file, given);
  if (call === undefined || text === undefined || view === undefined) return;
  const path = plainPattern(text);
  const isInclude = view.form === 'call' && INCLUDES.has(calleeOf(values, file, view.call) ?? '');
  if (isInclude && view.form === 'call') {
    include(values, object, path, { file, call: view.call }, effects, depth);
    return;
  }
  // `admin.site.urls` belongs to another package.
  if (view.form === 'member' && view.name === 'urls') return;
  effects.found.push({
    framework: 'django',
    type: 'http',
    object,
    path,
    methods: ['*'],
    handler: view,
    middleware: decoratorsOf(values, file, view),
    file,
    line: call.line,
    endLine: call.endLine,
  });
}

/** Names of the functions around a view: `login_required(view)`. */
function decoratorsOf(values: Values, file: number, view: Written): readonly string[] {
  if (view.form !== 'call') return [];
  const callee = values.call(file, view.call)?.callee;
  return callee?.form === 'name' ? [callee.name] : [];
}

/** A regular expression is shown without its anchors. */
function plainPattern(text: string): string {
  return text.replace(/^\^/, '').replace(/\$$/, '').replace(/\\Z$/, '');
}

function include(
  values: Values,
  object: FrameworkObject,
  prefix: string,
  { file, call }: Pattern,
  effects: Effects,
  depth: number,
): void {
  const [given] = values.call(file, call)?.args ?? [];
  if (given === undefined || depth >= DEPTH_MAX) return;
  // `include((patterns, 'namespace'))`.
  const isPair =
    given.form === 'list' && given.items.length === 2 && given.items[1]?.form === 'text';
  const target = isPair && given.form === 'list' ? given.items[0] : given;
  if (target === undefined) return;
  const mountModule = (module: number): void => {
    effects.mounted.push({ parent: object, child: moduleObject(module, false), prefix });
  };
  if (target.form === 'text') {
    const module = fileOfModule(values, target.text, file);
    if (module !== undefined) mountModule(module);
    return;
  }
  for (const value of values.of(file, target)) {
    if (value.form === 'module') for (const module of value.files) mountModule(module);
    else if (value.form === 'object')
      effects.mounted.push({ parent: object, child: value.object, prefix });
    else if (value.form === 'written') {
      const inner = values.objects.child(object, `list ${file} ${call}`, {
        prefix: prefix === '' ? [] : [prefix],
        file,
      });
      const items = itemsOf(values, value.file, value.written).map(({ written }) => written);
      readItems(values, inner, { file: value.file, items }, effects, depth + 1);
    }
  }
}

// --- Django REST framework ------------------------------------------------------------------------

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
const REGISTER: Rule = {
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
  const base = prefix === '' ? '' : `${prefix}/`;
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
  add(base, methodsFor(LIST_METHODS), node);
  add(`${base}<${lookup}>/`, methodsFor(DETAIL_METHODS), node);
  for (const extra of extraActions(values, node)) {
    const inside = extra.isDetail ? `${base}<${lookup}>/` : base;
    add(`${inside}${extra.path}/`, extra.methods, extra.node);
  }
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

const URLS: Rule = {
  result: ({ object }): readonly Value[] =>
    object === undefined ? [] : [{ form: 'object', object }],
};
const ROUTER = { kind: 'Router' };

/** The default router also serves a list of its routes. */
function rootView(context: CallContext, effects: Effects): void {
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

export const DJANGO: Framework = {
  name: 'django',
  objects: {
    'rest_framework.routers.DefaultRouter': { kind: 'Router', apply: rootView },
    'rest_framework.routers.SimpleRouter': ROUTER,
    'rest_framework_nested.routers.DefaultRouter': ROUTER,
  },
  methods: { Router: { register: REGISTER, urls: URLS } },
  attributes: { Router: ['urls'] },
  derive,
  join: (prefix, path) => prefix + path,
  finish: (whole) => (whole.startsWith('/') ? whole : `/${whole}`),
};
