/**
 * Conventional routing of ASP.NET: `MapControllerRoute("default", "{controller=Home}/{action=Index}/{id?}")`
 * names the routes of all public methods of controllers that have no attributes for a route.
 */
import { at } from '../../../base/assert.ts';
import { getOrCompute } from '../../../base/memoize.ts';
import { modifierNames } from '../../../model/symbol.ts';
import { isTestPath } from '../../../model/test-paths.ts';
import type { Effects } from '../../framework.ts';
import { externalBases } from '../../members.ts';
import type { Values } from '../../values.ts';

const DEFAULT_PATTERN = '{controller=Home}/{action=Index}/{id?}';
const PATTERNS = new WeakMap<Values, readonly string[]>();

/** Returns the patterns that the applications of the project map for controllers. */
function patternsOf(values: Values): readonly string[] {
  const found = values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(({ callee, args, named }) => {
      const name = callee.form === 'member' ? callee.name : '';
      if (name === 'MapDefaultControllerRoute') return [DEFAULT_PATTERN];
      const position = { MapControllerRoute: 1, MapAreaControllerRoute: 2 }[name];
      if (position === undefined) return [];
      const given = named.find(([key]) => key === 'pattern')?.[1] ?? args[position];
      return values.texts(file, given);
    }),
  );
  // A pattern for a single address says which action it leads to in its defaults.
  return [...new Set(found)].filter((one) => /\{controller/.test(one) && /\{action/.test(one));
}

/** Returns the route of an action without a template; undefined without a pattern for it. */
export function conventionalPath(
  values: Values,
  { node, controller, area }: { node: number | undefined; controller: string; area: string },
): string | undefined {
  if (node === undefined) return undefined;
  const pattern = getOrCompute(PATTERNS, values, () => patternsOf(values)).find(
    (one) => one.includes('{area') === (area !== ''),
  );
  const { name, signature } = values.program.declaration(node);
  const hasId = /[\s(,]id\s*[,)=]/.test(signature);
  return pattern
    ?.replace(/\{area[^}]*\}/, area)
    .replace(/\{controller[^}]*\}/, controller.replace(/Controller$/, ''))
    .replace(/\{action[^}]*\}/, name.replace(/Async$/, ''))
    .replace(/\/?\{(\w+)\?\}$/, hasId ? '/{$1?}' : '')
    .replace(/^\/?/, '/');
}

const CONTROLLER = /^dotnet\.Controller(?:Base)?$/;
/** Attributes that name a route or say that a method is no action. */
const ROUTED = /^(?:Http[A-Z]\w*|Route|AcceptVerbs|NonAction|ApiController)$/;

/** Adds the actions that have no attribute for a route. */
export function deriveActions(values: Values, { found }: Effects): void {
  const { program } = values;
  if (getOrCompute(PATTERNS, values, () => patternsOf(values)).length === 0) return;
  for (const file of program.filesWith('hasRegistrations')) {
    const path = at(program.paths, file);
    if (!path.endsWith('.cs') || isTestPath(path)) continue;
    for (const { name, start } of values.registrations(file)?.classes ?? []) {
      const owner = values.declarationAt(file, name, start);
      if (owner === undefined || !isController(values, owner)) continue;
      const area = areaOf(values, file, name);
      if (isRouted(values, file, name, undefined)) continue;
      for (const node of [...program.childrenOf(owner).values()].flat()) {
        const declaration = program.declaration(node);
        const isAction =
          declaration.kind === 'method' &&
          /\bpublic\b/.test(declaration.signature) &&
          !/\b(?:static|override)\b/.test(declaration.signature) &&
          !isRouted(values, file, declaration.name, declaration);
        const route = isAction
          ? conventionalPath(values, { node, controller: name, area })
          : undefined;
        if (route === undefined) continue;
        found.push({
          ...{ framework: 'aspnet', type: 'http', object: undefined, path: route, methods: ['*'] },
          ...{ handler: undefined, handlerNode: node, middleware: [], file },
          ...{ line: declaration.startLine, endLine: declaration.endLine },
        });
      }
    }
  }
}

function isController(values: Values, node: number): boolean {
  const { modifiers, name } = values.program.declaration(node);
  return (
    name.endsWith('Controller') &&
    !modifierNames(modifiers).includes('abstract') &&
    [...externalBases(values, node)].some((base) => CONTROLLER.test(base))
  );
}

/** Whether a class, or a method of it, has an attribute that decides about its route. */
function isRouted(
  values: Values,
  file: number,
  name: string,
  method: { readonly startLine: number; readonly endLine: number } | undefined,
): boolean {
  return (values.registrations(file)?.decorations ?? []).some((one) => {
    if (one.name !== name || one.isClass !== (method === undefined)) return false;
    const isBeside =
      method === undefined || (one.line <= method.endLine && one.line >= method.startLine - 10);
    const named = one.value.form === 'call' ? values.call(file, one.value.call)?.callee : one.value;
    return isBeside && named?.form === 'name' && ROUTED.test(named.name);
  });
}

function areaOf(values: Values, file: number, owner: string): string {
  for (const { isClass, name, value } of values.registrations(file)?.decorations ?? []) {
    const call = isClass && name === owner && value.form === 'call' ? value.call : -1;
    const own = values.call(file, call);
    if (own?.callee.form === 'name' && own.callee.name === 'Area')
      return values.text(file, own.args[0]) ?? '';
  }
  return '';
}
