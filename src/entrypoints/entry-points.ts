/**
 * Derives the entry points of a project from what its files register. Everything is derived again
 * after a change: a prefix in one file is part of the routes of many others.
 */
import { at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import { type EntryPoint, entryTitle } from '../model/entry-point.ts';
import type { Decoration, WrittenCall } from '../model/registrations.ts';
import type { RouteRequest } from '../model/route-request.ts';
import { isTestPath } from '../model/test-paths.ts';
import type { Evaluator } from '../resolve/inference/evaluator.ts';
import { type Annotation, annotationsOfType, decoratorOf } from './annotations.ts';
import { forEachCaller, isLoopOfCallers, withUse } from './callers.ts';
import { callResult } from './calls.ts';
import { composedOf } from './composed-decorators.ts';
import type { Effects, Found } from './framework.ts';
import { guardsOf } from './guards.ts';
import { handlerOf, resolveHandlers } from './handler.ts';
import { forEachPass } from './iteration.ts';
import type { FrameworkObjects } from './objects.ts';
import { Prefixes } from './prefixes.ts';
import { FRAMEWORKS } from './registry.ts';
import { finishRequests } from './requests.ts';
import { CALLED, type Use } from './use.ts';
import { hasObject, type Value } from './value.ts';
import { Values } from './values.ts';

/** Maximum number of entry points; a generated table of routes may have more. */
const ENTRY_POINTS_MAX = 20_000;

/** The entry points of a project, and the requests that it makes to entry points. */
export interface Entries {
  readonly entryPoints: readonly EntryPoint[];
  readonly requests: readonly RouteRequest[];
}

export function* entryPointSteps(evaluator: Evaluator): Task<Entries> {
  const { program } = evaluator;
  const files = program
    .filesWith('hasActiveRegistrations')
    .filter((file) => !isTestPath(at(program.paths, file)));
  const values = new Values(evaluator, files, FRAMEWORKS);
  yield;
  const effects: Effects = { found: [], mounted: [], requests: [], guards: [] };
  for (const file of files) {
    readCalls(values, file, effects);
    readDecorations(values, file, effects);
    yield;
  }
  for (const { derive } of FRAMEWORKS) derive?.(values, effects);
  yield;
  const prefixes = new Prefixes(values, effects);
  return {
    entryPoints: finish(values, effects, prefixes),
    requests: finishRequests(values, effects.requests, prefixes),
  };
}

function readCalls(values: Values, file: number, effects: Effects): void {
  const own = values.registrations(file);
  const decorating = new Set(
    own?.decorations.map(({ value }) => (value.form === 'call' ? value.call : -1)),
  );
  for (const [number, call] of (own?.calls ?? []).entries()) {
    if (decorating.has(number)) continue;
    const read = (): void => {
      const before = effects.found.length;
      readCall(values, file, number, effects);
      if (values.isGiven(file, number)) resolveHandlers(values, effects, before);
    };
    // What callers give to a loop is read once for each of them first.
    if (isLoopOfCallers(values, file, number)) read();
    else forEachPass(values, file, call.scope, read);
  }
}

function readCall(values: Values, file: number, number: number, effects: Effects): void {
  const callees = calleesOf(values, file, values.call(file, number));
  for (const callee of callees)
    if (callee.form === 'external') readMade(values, file, number, callee.path, effects);
  const registering = callees.find((one) => appliedRule(values, one) !== undefined);
  if (registering === undefined) return;
  // The rules of clients look at the callers themselves.
  if (appliedRule(values, registering)?.framework.isClient === true)
    return applyRules(values, file, number, effects);
  const object = registering.form === 'bound' ? registering.object : undefined;
  const apply = (): void => {
    applyRules(values, file, number, effects);
  };
  const scope = isLoopOfCallers(values, file, number)
    ? values.call(file, number)?.scope
    : undefined;
  forEachCaller(values, file, number, object, (caller) => {
    const before = effects.found.length;
    if (scope === undefined) apply();
    else forEachPass(values, file, scope, apply);
    if (values.isGiven(file, number)) resolveHandlers(values, effects, before);
    if (caller === undefined) return;
    for (const [index, one] of effects.found.slice(before).entries())
      effects.found[before + index] = atCaller(values, one, caller);
  });
}

function appliedRule(values: Values, callee: Value): ReturnType<FrameworkObjects['ruleOfCallee']> {
  const found = values.objects.ruleOfCallee(callee);
  return found?.rule.apply === undefined ? undefined : found;
}

function applyRules(values: Values, file: number, number: number, effects: Effects): void {
  for (const callee of calleesOf(values, file, values.call(file, number))) {
    const found = appliedRule(values, callee);
    const object = hasObject(callee) ? callee.object : undefined;
    found?.rule.apply?.(values.context(file, number, object, found.framework), effects);
  }
}

/** Returns an entry point with the place of the wrapper call that gives its path and handler. */
function atCaller(values: Values, found: Found, { file, call }: Use): Found {
  const { line = found.line, endLine = found.endLine } = values.call(file, call) ?? {};
  const resolved = found.resolved ?? handlerOf(values, found);
  const isHandled = resolved.id !== '' || resolved.startLine !== found.line;
  return {
    ...found,
    ...{ file, line, endLine },
    resolved: isHandled ? resolved : { id: '', startLine: line, endLine },
  };
}

/** Returns what is called; a name that nothing declares may be a global function. */
function calleesOf(values: Values, file: number, call: WrittenCall | undefined): readonly Value[] {
  const found = values.of(file, call?.callee);
  if (found.length > 0 || call?.callee.form !== 'name') return found;
  return [{ form: 'external', path: `global.${call.callee.name}` }];
}

/** Reads what the call that makes an object declares: a command with its function. */
function readMade(
  values: Values,
  file: number,
  number: number,
  path: string,
  effects: Effects,
): void {
  const made = values.objects.madeBy(path);
  if (made?.made.apply === undefined) return;
  for (const value of callResult(values, file, number))
    if (value.form === 'object')
      made.made.apply(values.context(file, number, value.object, made.framework), effects);
}

function readDecorations(values: Values, file: number, effects: Effects): void {
  const own = values.registrations(file);
  for (const decoration of own?.decorations ?? []) {
    const { call: number, named: callees } = decoratorOf(values, file, decoration.value);
    for (const callee of callees) readDecoration(values, file, decoration, number, callee, effects);
    for (const callee of callees.flatMap((one) => appliedBy(values, one, number >= 0)))
      readDecoration(values, file, decoration, -1, callee, effects);
    for (const callee of callees.flatMap((one) => calledBy(values, one)))
      readDecoration(values, file, decoration, number, callee, effects);
  }
}

/** Returns the decorators that a decorator of the project applies: `return queue.task()(inner)`. */
function appliedBy(values: Values, decorator: Value, isCalled: boolean): readonly Value[] {
  if (decorator.form !== 'function') return [];
  const made = isCalled ? values.resultOf(decorator) : [decorator];
  return made.flatMap((one) => {
    if (one.form !== 'function') return [];
    const returns = values.registrations(one.file)?.functions[one.index]?.returns ?? [];
    return returns.flatMap((written) => {
      const applied =
        written.form === 'call' ? values.call(one.file, written.call)?.callee : undefined;
      const named =
        applied?.form === 'call' ? values.call(one.file, applied.call)?.callee : applied;
      return values.of(one.file, named);
    });
  });
}

/** Returns the decorators that the result of a decorator of the project calls: `actor(inner, name=name)`. */
function calledBy(values: Values, decorator: Value): readonly Value[] {
  if (decorator.form !== 'function') return [];
  return values.resultOf(decorator).flatMap((one) =>
    one.form !== 'function' || one.file !== decorator.file
      ? []
      : (values.registrations(one.file)?.calls ?? [])
          .filter(({ scope }) => scope === one.index)
          .flatMap(({ callee }) => values.of(one.file, callee))
          .filter(({ form }) => form === 'external'),
  );
}

function readDecoration(
  values: Values,
  file: number,
  decoration: Decoration,
  number: number,
  callee: Value,
  effects: Effects,
): void {
  if (callee.form === 'bound')
    forEachPass(values, file, values.call(file, number)?.scope ?? -1, () => {
      readDecorated(values, file, decoration, number, callee, effects);
    });
  const origins =
    callee.form === 'external'
      ? [{ path: callee.path, origin: undefined }]
      : [...annotatedBy(values, callee), ...composedOf(values, callee)].map((origin) => ({
          path: origin.path,
          origin,
        }));
  const read = (): void => {
    for (const { path, origin } of origins)
      for (const framework of values.frameworks) {
        const reader = framework.decorators?.[path];
        const context = { values, file, decoration, path, call: number, framework };
        reader?.(origin === undefined ? context : { ...context, origin }, effects);
      }
  };
  if (callee.form !== 'function' || number < 0 || origins.length === 0) return read();
  const use = { file, call: number, argument: CALLED };
  withUse(values, callee.file, callee.index, use, read);
}

/** Returns the annotations above the declaration of an annotation of the project, in Java and Kotlin. */
function annotatedBy(values: Values, callee: Value): readonly Annotation[] {
  if (callee.form !== 'symbol' || !isOfJvm(values, callee.node)) return [];
  return annotationsOfType(values, callee.node);
}

function isOfJvm({ program }: Values, node: number): boolean {
  return !program.isOutside(node) && /\.(?:java|kt)$/.test(at(program.paths, program.fileOf(node)));
}

/** Reads a method that is used as a decorator: the declaration below is its last argument. */
function readDecorated(
  values: Values,
  file: number,
  { name, start, line }: Decoration,
  number: number,
  callee: {
    readonly object: Parameters<FrameworkObjects['ruleOf']>[0];
    readonly method: string;
  },
  effects: Effects,
): void {
  const found = values.objects.ruleOf(callee.object, callee.method);
  if (found?.framework.decorates !== true || found.rule.apply === undefined) return;
  const call = values.call(file, number) ?? {
    callee: { form: 'unknown' as const },
    args: [],
    named: [],
    scope: -1,
    line,
    endLine: line,
  };
  const handler = { form: 'name' as const, name, scope: -1, at: start };
  const decorated = { ...call, args: [...call.args, handler] };
  const own: Effects = { ...effects, found: [] };
  found.rule.apply(
    {
      values,
      file,
      number,
      call: decorated,
      object: callee.object,
      framework: found.framework,
    },
    own,
  );
  const node = values.declarationAt(file, name, start);
  for (const one of own.found)
    effects.found.push({ ...one, line, ...(node === undefined ? {} : { handlerNode: node }) });
}

function finish(values: Values, { found }: Effects, prefixes: Prefixes): readonly EntryPoint[] {
  const all: EntryPoint[] = [];
  for (const one of found) {
    const handler = one.resolved ?? handlerOf(values, one);
    const guards = handler.node === undefined ? [] : guardsOf(values, one.type, handler.node);
    for (const { route, middleware, isExact } of prefixes.routesOf(one)) {
      if (all.length >= ENTRY_POINTS_MAX) break;
      all.push({
        ...entryOf(values, one),
        id: '',
        route,
        handler: handler.id,
        middleware: [...middleware, ...one.middleware, ...guards],
        bodyStart: handler.startLine,
        bodyEnd: handler.endLine,
        evidence: isExact && one.isScoped !== true ? 'exact' : 'scoped',
      });
    }
  }
  return withIds(all);
}

function entryOf(
  { program }: Values,
  { file, line, framework, type, methods }: Found,
): Pick<EntryPoint, 'path' | 'line' | 'framework' | 'type' | 'methods'> {
  const sorted = [...new Set(methods)].sort(compareStrings);
  return {
    path: program.paths[file] as EntryPoint['path'],
    line,
    framework,
    type,
    methods: sorted,
  };
}

/** Sorts, and names each by file and title. The same route may be declared twice. */
function withIds(all: readonly EntryPoint[]): readonly EntryPoint[] {
  const sorted = all.toSorted(
    (a, b) =>
      compareStrings(a.route, b.route) ||
      compareStrings(a.methods.join(), b.methods.join()) ||
      compareStrings(a.path, b.path) ||
      a.line - b.line ||
      compareStrings(a.handler, b.handler),
  );
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return sorted.flatMap((one): EntryPoint[] => {
    const plain = `${one.path}::${entryTitle(one)}`;
    const key = `${plain} ${one.line} ${one.handler}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    return [{ ...one, id: count === 1 ? plain : `${plain}~${count}` }];
  });
}
