/**
 * Controllers of other packages than NestJS, or of the project: classes with a decorator such as
 * `@RestController('/users')` whose methods have `@Get('/:id')`. Both are known by their names.
 */
import { at } from '../../../base/assert.ts';
import type { Decoration, Written } from '../../../model/registrations.ts';
import type { Effects, Framework } from '../../framework.ts';
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

function derive(values: Values, effects: Effects): void {
  for (const file of values.files) {
    if (!ECMASCRIPT.test(at(values.program.paths, file))) continue;
    const decorations = values.registrations(file)?.decorations ?? [];
    for (const controller of decorations) {
      if (!controller.isClass || !CONTROLLER.test(nameOf(values, file, controller))) continue;
      const members = decorations.filter(
        ({ isClass, owner }) => !isClass && owner === controller.name,
      );
      for (const member of members) {
        const method = METHOD.exec(nameOf(values, file, member))?.[1];
        const node = values.declarationAt(file, member.name, member.start);
        if (method === undefined || node === undefined) continue;
        for (const prefix of pathsOf(values, file, controller.value))
          for (const path of pathsOf(values, file, member.value))
            effects.found.push({
              ...{ framework: CONTROLLERS.name, type: 'http', object: undefined },
              path: joinPaths(joinPaths('', prefix), path),
              methods: [method.toUpperCase()],
              ...{ handler: undefined, handlerNode: node, middleware: [] },
              ...{ file, line: member.line, endLine: member.line, isScoped: true },
            });
      }
    }
  }
}

export const CONTROLLERS: Framework = {
  name: 'controllers',
  objects: {},
  methods: {},
  derive,
};
