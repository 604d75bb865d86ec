import { addAnnotated, annotationTexts, classAnnotations } from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';

/** The attribute's old name contains `Annotation`. */
const NAMES = ['Attribute', 'Annotation'].map(
  (part) => `Symfony\\Component\\Routing\\${part}\\Route.Route`,
);

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
      path: joinPaths(joinPaths('', prefix), path),
      methods: methods.length > 0 ? methods : ['*'],
    });
}

export const SYMFONY: Framework = {
  name: 'symfony',
  objects: {},
  methods: {},
  decorators: Object.fromEntries(NAMES.map((name) => [name, route])),
};
