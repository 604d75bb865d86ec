/** ASP.NET: attributes of controllers, and endpoints that are mapped by calls. */
import { addAnnotated } from '../../annotations.ts';
import type { DecorationContext, Effects, Framework, Rule } from '../../framework.ts';
import { basesOf } from '../../members.ts';
import { joinPaths } from '../../prefixes.ts';
import { addRoutes, group, route } from '../../rules.ts';
import type { Values } from '../../values.ts';
import { conventionalPath, deriveActions } from './conventional.ts';

/** Maximum number of base classes that a controller's route may come from. */
const BASES_MAX = 6;

interface Attribute {
  readonly file: number;
  readonly call: number;
}

/** Returns the attributes of a class by name, or of its nearest base that has one. */
function attributesOf(values: Values, node: number, name: string): readonly Attribute[] {
  let nodes: readonly number[] = [node];
  for (let depth = 0; depth < BASES_MAX && nodes.length > 0; depth++) {
    const found = nodes.flatMap((one) => ownAttributes(values, one, name));
    if (found.length > 0) return found;
    nodes = nodes.flatMap((one) =>
      basesOf(values, one).flatMap((base) => (base.form === 'symbol' ? [base.node] : [])),
    );
  }
  return [];
}

function ownAttributes(values: Values, node: number, name: string): readonly Attribute[] {
  const file = values.program.fileOf(node);
  const declared = values.program.declaration(node).name;
  return (values.registrations(file)?.decorations ?? []).flatMap(({ value, ...one }) => {
    if (!one.isClass || one.name !== declared || value.form !== 'call') return [];
    const callee = values.call(file, value.call)?.callee;
    return callee?.form === 'name' && callee.name === name ? [{ file, call: value.call }] : [];
  });
}

function template(values: Values, { file, call }: Attribute): string {
  const own = values.call(file, call);
  const given = own?.args[0] ?? own?.named.find(([name]) => name === 'template')?.[1];
  return values.pathTexts(file, given)[0] ?? '';
}

/** `[Route("about")]` above a method of a controller without an attribute for a verb. */
function anyAction(context: DecorationContext, effects: Effects): void {
  const { values, file, decoration } = context;
  const hasVerb = (values.registrations(file)?.decorations ?? []).some((one) => {
    const named = one.value.form === 'call' ? values.call(file, one.value.call)?.callee : one.value;
    return (
      !one.isClass &&
      one.start === decoration.start &&
      named?.form === 'name' &&
      /^(?:Http[A-Z]|AcceptVerbs$)/.test(named.name)
    );
  });
  if (!decoration.isClass && !hasVerb) action(['*'])(context, effects);
}

/** `[AcceptVerbs("PUT", "PATCH", Route = "up")]`. */
function acceptVerbs(context: DecorationContext, effects: Effects): void {
  const { values, file, call } = context;
  const { args = [], named = [] } = values.call(file, call) ?? {};
  const route = named.find(([name]) => name === 'Route')?.[1];
  const path = values.pathTexts(file, route)[0] ?? '';
  action(
    args.flatMap((one) => values.texts(file, one).map((verb) => verb.toUpperCase())),
    path,
  )(context, effects);
}

/** `[HttpGet("{id}")]` above a method of a controller. */
function action(methods: readonly string[], given?: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    const [owner] = values.program
      .facts(file)
      .declarations.flatMap((one, index) =>
        one.name === decoration.owner && one.kind === 'class'
          ? [values.program.nodeOf(file, index)]
          : [],
      );
    if (owner === undefined || call < 0) return;
    const own = given ?? template(values, { file, call });
    const beside = own === '' ? routeBeside(context) : undefined;
    const bases = attributesOf(values, owner, 'Route').map((one) => template(values, one));
    const area = attributesOf(values, owner, 'Area').map((one) => template(values, one))[0] ?? '';
    const node = values.declarationAt(file, decoration.name, decoration.start);
    // Only public methods are actions.
    if (node !== undefined && values.program.declaration(node).visibility !== 'public') return;
    const conventional =
      bases.length === 0 && (beside ?? own) === ''
        ? conventionalPath(values, { node, controller: decoration.owner, area })
        : undefined;
    const paths = conventional === undefined ? fullPaths(bases, beside ?? own) : [conventional];
    for (const path of paths)
      addAnnotated(context, effects, { path: withTokens(path, decoration, area), methods });
  };
}

/** Returns the template of `[Route]` above the same method. */
function routeBeside({ values, file, decoration }: DecorationContext): string | undefined {
  for (const one of values.registrations(file)?.decorations ?? []) {
    if (one.isClass || one.start !== decoration.start || one.value.form !== 'call') continue;
    const callee = values.call(file, one.value.call)?.callee;
    if (callee?.form === 'name' && callee.name === 'Route')
      return template(values, { file, call: one.value.call });
  }
  return undefined;
}

/** A template that begins with a slash or `~/` stands alone. */
function fullPaths(bases: readonly string[], own: string): readonly string[] {
  if (/^~?\//.test(own)) return [own.replace(/^~/, '')];
  return (bases.length > 0 ? bases : ['']).map((base) =>
    joinPaths(joinPaths('', base.replace(/^~?\//, '')), own),
  );
}

function withTokens(
  path: string,
  { name, owner }: DecorationContext['decoration'],
  area: string,
): string {
  return path
    .replaceAll('[controller]', owner.replace(/Controller$/, ''))
    .replaceAll('[action]', name.replace(/Async$/, ''))
    .replaceAll('[area]', area);
}

const MAP_METHODS: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[1]),
      paths: values.pathTexts(file, call.args[0]),
      handler: call.args[2],
      middleware: [],
    });
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    ['Get', 'Post', 'Put', 'Patch', 'Delete'].map((verb) => [
      `Map${verb}`,
      route([verb.toUpperCase()], { isFirst: true }),
    ]),
  ),
  MapMethods: MAP_METHODS,
  Map: route(['*'], { isFirst: true }),
  MapGroup: group(0),
};

const APP = { kind: 'App', isRoot: true };

export const ASPNET: Framework = {
  name: 'aspnet',
  objects: {
    'dotnet.WebApplication.CreateBuilder().Build': APP,
    'dotnet.WebApplication.CreateSlimBuilder().Build': APP,
    'dotnet.WebApplication.Create': APP,
    'dotnet.WebApplication': APP,
    'dotnet.IEndpointRouteBuilder': { kind: 'App' },
    'dotnet.RouteGroupBuilder': { kind: 'App' },
  },
  methods: { App: METHODS },
  derive: deriveActions,
  // Methods such as `WithTags` describe a group and return it.
  fluent: ['App'],
  decorators: {
    'dotnet.Route': anyAction,
    'dotnet.AcceptVerbs': acceptVerbs,
    ...Object.fromEntries(
      ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'].map((verb) => [
        `dotnet.Http${verb}`,
        action([verb.toUpperCase()]),
      ]),
    ),
  },
};
