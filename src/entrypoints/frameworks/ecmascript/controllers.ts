/**
 * Controllers of other packages than NestJS, or of the project: classes with a decorator such as
 * `@RestController('/users')` whose methods have `@Get('/:id')`. Both are known by their names.
 */
import { at } from '../../../base/assert.ts';
import type { Decoration, Written } from '../../../model/registrations.ts';
import type { Effects, Found, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import type { Values } from '../../values.ts';

const ECMASCRIPT = /\.[cm]?[jt]sx?$/;
const CONTROLLER = /^(?:\w*[cC]ontroller|Route)$/;
const METHOD = /^(?:http)?(Get|Post|Put|Patch|Delete|Head|Options)$/;

function nameOf(values: Values, file: number, { value }: Decoration): string {
  const named = value.form === 'call' ? values.call(file, value.call)?.callee : value;
  const isNest = values
    .of(file, named)
    .some((one) => one.form === 'external' && one.path.startsWith('@nestjs/'));
  return !isNest && named?.form === 'name' ? named.name : '';
}

/** Returns the path that a decorator is given; the one without a path is that of its class. */
function pathsOf(values: Values, file: number, value: Written): readonly string[] {
  const [given] = (value.form === 'call' ? values.call(file, value.call)?.args : undefined) ?? [];
  return given === undefined || given.form === 'object' ? [''] : values.pathTexts(file, given);
}

/** Returns the routes of a member of a controller; none for one that handles no request. */
function routesOf(
  values: Values,
  file: number,
  controller: Decoration,
  member: Decoration,
): readonly Found[] {
  const method = METHOD.exec(nameOf(values, file, member))?.[1];
  const node = values.declarationAt(file, member.name, member.start);
  if (method === undefined || node === undefined) return [];
  return pathsOf(values, file, controller.value).flatMap((prefix) =>
    pathsOf(values, file, member.value).map((path) => ({
      ...{ framework: CONTROLLERS.name, type: 'http', object: undefined },
      path: joinPaths(joinPaths('', prefix), path),
      methods: [method.toUpperCase()],
      ...{ handler: undefined, handlerNode: node, middleware: [] },
      ...{ file, line: member.line, endLine: member.line, isScoped: true },
    })),
  );
}

function derive(values: Values, { found }: Effects): void {
  for (const file of values.files) {
    if (!ECMASCRIPT.test(at(values.program.paths, file))) continue;
    const decorations = values.registrations(file)?.decorations ?? [];
    const controllers = decorations.filter(
      (one) => one.isClass && CONTROLLER.test(nameOf(values, file, one)),
    );
    for (const controller of controllers)
      for (const member of decorations)
        if (!member.isClass && member.owner === controller.name)
          found.push(...routesOf(values, file, controller, member));
  }
}

export const CONTROLLERS: Framework = {
  name: 'controllers',
  objects: {},
  methods: {},
  derive,
};
