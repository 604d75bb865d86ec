/**
 * Django: lists named `urlpatterns`, which include each other by module, by name or as a list; and
 * the routers of Django REST framework.
 */
import type { Written } from '../../../model/registrations.ts';
import { withUse } from '../../callers.ts';
import type { Effects, Framework } from '../../framework.ts';
import { resolveHandlers } from '../../handler.ts';
import { forEachPass } from '../../iteration.ts';
import { CALLED } from '../../use.ts';
import type { FrameworkObject } from '../../value.ts';
import type { Values } from '../../values.ts';
import { calleeOf, EXTEND, REGISTER, ROUTER, rootView, URLS } from './django-rest.ts';

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
  const lists = values.files.filter(
    (file) => patternsIn(values, file).length > 0 || addedIn(values, file).length > 0,
  );
  const root = rootModule(values);
  for (const file of lists) {
    const object = moduleObject(file, values.program.paths[file] === root || root === undefined);
    readItems(values, object, { file, items: patternsIn(values, file) }, effects, 0);
    for (const { scope, items } of addedIn(values, file))
      forEachPass(values, file, scope, () => {
        readItems(values, object, { file, items }, effects, 0);
      });
  }
}

/** Returns what is added to `urlpatterns` in a file: `urlpatterns.append(path(…))`. */
function addedIn(
  values: Values,
  file: number,
): readonly { readonly scope: number; readonly items: readonly Written[] }[] {
  const calls = values.registrations(file)?.calls ?? [];
  return calls.flatMap(({ callee, args, scope }) => {
    if (callee.form !== 'member' || !/^(?:append|insert|extend)$/.test(callee.name)) return [];
    const isList = callee.object.form === 'name' && callee.object.name === 'urlpatterns';
    return isList ? [{ scope, items: args.slice(-1) }] : [];
  });
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
  if (written.form === 'list')
    return written.items.flatMap((one) => {
      const spread = one.form === 'object' ? one.entries.find(([key]) => key === '...') : undefined;
      return [{ file, written: spread?.[1] ?? one }];
    });
  if (written.form === 'joined' || written.form === 'call') {
    // A list can be made from itself: `urlpatterns = [path(…)] + urlpatterns`.
    if (!values.enter(written)) return [];
    const found =
      written.form === 'joined'
        ? written.parts.flatMap((part) => itemsOf(values, file, part))
        : // A list may be wrapped: `i18n_patterns(path(…), …)`, `format_suffix_patterns(urlpatterns)`.
          (values.call(file, written.call)?.args ?? []).flatMap((one) =>
            one.form === 'call' ? [{ file, written: one }] : itemsOf(values, file, one),
          );
    values.leave(written);
    return found;
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
export function fileOfModule(values: Values, name: string, from: number): number | undefined {
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
      const modules = modulesOf(values, file, item);
      for (const module of modules)
        effects.mounted.push({ parent: object, child: moduleObject(module, false), prefix: '' });
      if (modules.length > 0) continue;
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

/** Returns the files whose `urlpatterns` a value is: `[*user_urls]` with an imported list. */
function modulesOf(values: Values, file: number, written: Written): readonly number[] {
  if (written.form !== 'name' && written.form !== 'member') return [];
  return values.of(file, written).flatMap((value) => {
    if (value.form !== 'written' || value.file === file) return [];
    const variables = values.registrations(value.file)?.variables ?? [];
    const isWhole = variables.some(
      (one) => one.scope < 0 && one.name === 'urlpatterns' && one.value === value.written,
    );
    return isWhole ? [value.file] : [];
  });
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
  if (view.form === 'call' && isInclude(values, file, view.call))
    return include(values, object, path, { file, call: view.call }, effects, depth);
  const returned = view.form === 'call' ? returnedInclude(values, file, view.call) : undefined;
  if (returned !== undefined) {
    const before = effects.found.length;
    return withUse(values, returned.file, returned.index, returned.use, () => {
      include(values, object, path, returned, effects, depth);
      resolveHandlers(values, effects, before);
    });
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

function isInclude(values: Values, file: number, call: number): boolean {
  return INCLUDES.has(calleeOf(values, file, call) ?? '');
}

/** Returns the call of `include` that a function of the project returns: `pages(view)`. */
function returnedInclude(values: Values, file: number, number: number) {
  for (const callee of values.of(file, values.call(file, number)?.callee)) {
    if (callee.form !== 'function') continue;
    const { returns = [] } = values.registrations(callee.file)?.functions[callee.index] ?? {};
    for (const one of returns)
      if (one.form === 'call' && isInclude(values, callee.file, one.call))
        return { ...callee, call: one.call, use: { file, call: number, argument: CALLED } };
  }
  return undefined;
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
      const inner = values.objects.child(object, `list ${file} ${call} ${prefix}`, {
        prefix: prefix === '' ? [] : [prefix],
        file,
      });
      const items = itemsOf(values, value.file, value.written).map(({ written }) => written);
      readItems(values, inner, { file: value.file, items }, effects, depth + 1);
    }
  }
}

export const DJANGO: Framework = {
  name: 'django',
  objects: {
    'rest_framework.routers.DefaultRouter': { kind: 'Router', apply: rootView },
    'rest_framework.routers.SimpleRouter': ROUTER,
    'rest_framework_nested.routers.DefaultRouter': ROUTER,
  },
  methods: { Router: { register: REGISTER, extend: EXTEND, urls: URLS } },
  // `router.registry.extend(other.registry)` adds the routes of another router.
  attributes: { Router: ['urls', 'registry'] },
  derive,
  join: (prefix, path) => prefix + path,
  finish: (whole) => (whole.startsWith('/') ? whole : `/${whole}`),
};
