import type { Written } from '../../../model/registrations.ts';
import { addAnnotated, annotationTexts, classAnnotations } from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import type { Values } from '../../values.ts';

/** The attribute's old name contains `Annotation`. */
const NAMES = ['Attribute', 'Annotation'].map(
  (part) => `Symfony\\Component\\Routing\\${part}\\Route.Route`,
);

const PREFIXES = new WeakMap<Values, readonly string[]>();

function text(written: Written | undefined, name: string): string | undefined {
  const given = written?.form === 'object' ? written.entries.find(([key]) => key === name) : [];
  return given?.[1]?.form === 'text' ? given[1].text : undefined;
}

/** Returns the values of files of routes, which are passed to calls of the rule's name. */
function settings(values: Values): readonly (readonly [number, number, Written])[] {
  return values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(({ callee, args: [, value], line }) =>
      callee.form === 'name' && callee.name === 'symfony *' && value !== undefined
        ? [[file, line, value] as const]
        : [],
    ),
  );
}

/** Returns the prefix of the files of routes for controllers; empty if there are several. */
function settingsPrefix(values: Values): string {
  const known = PREFIXES.get(values);
  const found =
    known ??
    settings(values)
      .filter(([, , value]) => /controller/i.test(text(value, 'resource') ?? ''))
      .map(([, , value]) => text(value, 'prefix') ?? '');
  PREFIXES.set(values, found);
  return found.length === 1 ? (found[0] ?? '') : '';
}

/** Adds the routes that are settings: `path: /about`, `controller: App\\Page::about`. */
function derive(values: Values, { found }: Effects): void {
  for (const [file, line, value] of settings(values)) {
    const path = text(value, 'path');
    if (path === undefined) continue;
    const [name = '', method = ''] = text(value, 'controller')?.split('::') ?? [];
    const target = values.program.paths.findIndex((one) =>
      one.endsWith(`/${name.split('\\').at(-1)}.php`),
    );
    const [node] =
      target < 0 || method === ''
        ? []
        : values.program
            .topLevelNamed(target, name.split('\\').at(-1) ?? '')
            .flatMap((one) => values.program.childrenNamed(one, method));
    found.push({
      ...{ framework: 'symfony', type: 'http', object: undefined, path, handler: undefined },
      methods: text(value, 'methods')?.split('|') ?? ['*'],
      ...(node === undefined ? {} : { handlerNode: node }),
      ...{ middleware: [], file, line, endLine: line },
    });
  }
}

/** `#[Route('/users', methods: ['GET'])]` above a method, below the prefix of its class. */
function route(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration } = context;
  if (decoration.isClass || call < 0) return;
  const around = classAnnotations(context).find(({ path }) => NAMES.includes(path));
  const [prefix = ''] = around === undefined ? [] : annotationTexts(values, around, ['path']);
  const given = values.call(file, call)?.named.find(([name]) => name === 'methods')?.[1];
  const methods = values.texts(file, given);
  const paths = annotationTexts(values, { file, call }, ['path']);
  for (const path of paths.length > 0 ? paths : [''])
    addAnnotated(context, effects, {
      path: joinPaths(joinPaths(settingsPrefix(values), prefix), path),
      methods: methods.length > 0 ? methods : ['*'],
    });
}

export const SYMFONY: Framework = {
  name: 'symfony',
  objects: {},
  methods: {},
  decorators: Object.fromEntries(NAMES.map((name) => [name, route])),
  derive,
};
