import {
  addAnnotated,
  annotationTexts,
  classAnnotations,
  verbAnnotations,
} from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';

const PACKAGE = 'io.micronaut.http.annotation';

/** Parameters of the query, which are no part of the path: `{?from,to}`. */
const QUERY = /\{[?&#][^}]*\}/g;

/** `@Get("/{id}")` above a method of a class with `@Controller("/users")`. */
function action(verb: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    if (decoration.isClass) return;
    const controller = classAnnotations(context).find(
      ({ path }) => path === `${PACKAGE}.Controller`,
    );
    if (controller === undefined) return;
    const [prefix = ''] = annotationTexts(values, controller, ['value']);
    const own = annotationTexts(values, { file, call }, ['value', 'uri', 'uris']);
    for (const path of own.length > 0 ? own : [''])
      addAnnotated(context, effects, {
        path: joinPaths(joinPaths('', prefix), path.replaceAll(QUERY, '')),
        methods: [verb.toUpperCase()],
      });
  };
}

export const MICRONAUT: Framework = {
  name: 'micronaut',
  objects: {},
  methods: {},
  decorators: verbAnnotations(PACKAGE, action),
};
