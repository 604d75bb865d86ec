import {
  addAnnotated,
  annotationTexts,
  classAnnotations,
  verbAnnotations,
} from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';

const PACKAGE = 'com.linecorp.armeria.server.annotation';

/** `@Get("/{id}")` above a method, in a class that may have `@PathPrefix("/users")`. */
function action(verb: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    if (decoration.isClass) return;
    const outer = classAnnotations(context).find(({ path }) => path === `${PACKAGE}.PathPrefix`);
    const [prefix = ''] = outer === undefined ? [] : annotationTexts(values, outer, ['value']);
    for (const path of annotationTexts(values, { file, call }, ['value']))
      addAnnotated(context, effects, {
        path: joinPaths(joinPaths('', prefix), path),
        methods: [verb.toUpperCase()],
        // The server may add a prefix where it is given the service.
        isScoped: true,
      });
  };
}

export const ARMERIA: Framework = {
  name: 'armeria',
  objects: {},
  methods: {},
  decorators: verbAnnotations(PACKAGE, action),
};
