import { appendTo } from '../../../base/append-to.ts';
import type { Decoration, Written } from '../../../model/registrations.ts';
import {
  type Annotation,
  addAnnotated,
  annotationsBeside,
  annotationsOf,
  annotationsOfType,
  annotationTexts,
  inheritedAnnotations,
  ownersOf,
} from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS } from '../../rules.ts';
import type { Values } from '../../values.ts';

/** Names of the package since Jakarta EE 9, and before. */
const PACKAGES = ['jakarta.ws.rs', 'javax.ws.rs'];

function isNamed({ path }: Annotation, name: string): boolean {
  return PACKAGES.some((one) => path === `${one}.${name}`);
}

const APPLICATIONS = new WeakMap<Values, readonly string[]>();

/** Returns the paths that applications have below their server. */
function applicationPaths(values: Values): readonly string[] {
  const known = APPLICATIONS.get(values);
  if (known !== undefined) return known;
  const found = values.files.flatMap((file) => [
    ...annotationsOf(values, file, ({ isClass }) => isClass)
      .filter((one) => isNamed(one, 'ApplicationPath'))
      .flatMap((one) => annotationTexts(values, one, ['value'])),
    ...servletPaths(values, file),
  ]);
  const distinct = [...new Set(found)];
  APPLICATIONS.set(values, distinct);
  return distinct;
}

/** `handler.addServlet(new ServletHolder(new ServletContainer(config)), "/api/*")`. */
function servletPaths(values: Values, file: number): readonly string[] {
  const calls = values.registrations(file)?.calls ?? [];
  const isContainer = (written: Written): boolean => {
    const call = written.form === 'call' ? calls[written.call] : undefined;
    if (call === undefined) return false;
    const isMade = values
      .of(file, call.callee)
      .some((one) => one.form === 'external' && /\.ServletContainer$/.test(one.path));
    return isMade || call.args.some(isContainer);
  };
  return calls.flatMap(({ callee, args }) =>
    callee.form === 'member' && callee.name === 'addServlet' && args.some(isContainer)
      ? args.flatMap((one) => values.texts(file, one)).map((path) => path.replace(/\/\*$/, ''))
      : [],
  );
}

/** `@GET` above a method of a class with `@Path`, or of one that such a class derives from. */
function method(verb: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values } = context;
    const applications = applicationPaths(values);
    // Which of several applications has the class is decided at run time.
    const application = applications.length === 1 ? (applications[0] ?? '') : '';
    const own = annotationsBeside(context).find((one) => isNamed(one, 'Path'));
    const [path = ''] = own === undefined ? [] : annotationTexts(values, own, ['value']);
    const prefixes = ownersOf(context).flatMap((owner) => classPaths(values, owner, new Set()));
    for (const prefix of new Set(prefixes))
      addAnnotated(context, effects, {
        path: joinPaths(joinPaths(joinPaths('', application), prefix), path),
        methods: [verb],
        isScoped: applications.length > 1,
      });
  };
}

/** Returns the paths of a class: its own, or those of the methods that return it as a part. */
function classPaths(values: Values, node: number, visited: ReadonlySet<number>): readonly string[] {
  if (visited.has(node) || values.program.isOutside(node)) return [];
  // An interface of a client has the same annotations.
  const isClient = annotationsOfType(values, node).some(({ path }) =>
    path.endsWith('.RegisterRestClient'),
  );
  if (isClient) return [];
  const [own] = inheritedAnnotations(values, node, (one) => isNamed(one, 'Path'));
  if (own !== undefined) return annotationTexts(values, own, ['value']).slice(0, 1);
  const inside = new Set([...visited, node]);
  return (locators(values).get(node) ?? []).flatMap(({ owner, path }) =>
    classPaths(values, owner, inside).map((prefix) => joinPaths(joinPaths('', prefix), path)),
  );
}

interface Locator {
  readonly owner: number;
  readonly path: string;
}

const LOCATORS = new WeakMap<Values, ReadonlyMap<number, readonly Locator[]>>();

/** Returns the methods with a path and no verb, which return the resource below, by its class. */
function locators(values: Values): ReadonlyMap<number, readonly Locator[]> {
  const known = LOCATORS.get(values);
  if (known !== undefined) return known;
  const found = new Map<number, Locator[]>();
  for (const file of values.files)
    for (const decoration of values.registrations(file)?.decorations ?? [])
      if (!decoration.isClass) readLocator(values, file, decoration, found);
  LOCATORS.set(values, found);
  return found;
}

function readLocator(
  values: Values,
  file: number,
  decoration: Decoration,
  found: Map<number, Locator[]>,
): void {
  const { program, evaluator } = values;
  const isBeside = (one: Decoration): boolean => !one.isClass && one.start === decoration.start;
  const own = annotationsOf(values, file, (one) => one === decoration);
  const path = own.find((one) => isNamed(one, 'Path'));
  if (path === undefined) return;
  const beside = annotationsOf(values, file, isBeside);
  if (HTTP_METHODS.some((verb) => beside.some((one) => isNamed(one, verb)))) return;
  const node = values.declarationAt(file, decoration.name, decoration.start);
  if (node === undefined) return;
  const type = evaluator.typeOf(file, program.shape(node).returns);
  if (type?.form !== 'instance') return;
  for (const text of annotationTexts(values, path, ['value']))
    appendTo(found, type.node, { owner: program.parentOf(node), path: text });
}

export const JAX_RS: Framework = {
  name: 'jax-rs',
  objects: {},
  methods: {},
  decorators: Object.fromEntries(
    PACKAGES.flatMap((name) => HTTP_METHODS.map((verb) => [`${name}.${verb}`, method(verb)])),
  ),
};
