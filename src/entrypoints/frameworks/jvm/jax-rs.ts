import {
  type Annotation,
  addAnnotated,
  annotationsBeside,
  annotationsOf,
  annotationTexts,
  classAnnotations,
} from '../../annotations.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS } from '../../rules.ts';
import type { Values } from '../../values.ts';

/** The package has two names: the older one is of Java EE. */
const PACKAGES = ['jakarta.ws.rs', 'javax.ws.rs'];

function isNamed({ path }: Annotation, name: string): boolean {
  return PACKAGES.some((one) => path === `${one}.${name}`);
}

const APPLICATIONS = new WeakMap<Values, readonly string[]>();

/** Returns the paths that applications have below their server. */
function applicationPaths(values: Values): readonly string[] {
  const known = APPLICATIONS.get(values);
  if (known !== undefined) return known;
  const found = values.files.flatMap((file) =>
    annotationsOf(values, file, ({ isClass }) => isClass)
      .filter((one) => isNamed(one, 'ApplicationPath'))
      .flatMap((one) => annotationTexts(values, one, ['value'])),
  );
  const distinct = [...new Set(found)];
  APPLICATIONS.set(values, distinct);
  return distinct;
}

/** `@GET` above a method of a class with `@Path`. */
function method(verb: string) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values } = context;
    const around = classAnnotations(context);
    // An interface of a client has the same annotations.
    if (around.some(({ path }) => path.endsWith('.RegisterRestClient'))) return;
    const ofClass = around.find((one) => isNamed(one, 'Path'));
    if (ofClass === undefined) return;
    const own = annotationsBeside(context).find((one) => isNamed(one, 'Path'));
    const applications = applicationPaths(values);
    // Which of several applications has the class is decided at run time.
    const application = applications.length === 1 ? (applications[0] ?? '') : '';
    const [prefix = ''] = annotationTexts(values, ofClass, ['value']);
    const [path = ''] = own === undefined ? [] : annotationTexts(values, own, ['value']);
    addAnnotated(context, effects, {
      path: joinPaths(joinPaths(joinPaths('', application), prefix), path),
      methods: [verb],
      isScoped: applications.length > 1,
    });
  };
}

export const JAX_RS: Framework = {
  name: 'jax-rs',
  objects: {},
  methods: {},
  decorators: Object.fromEntries(
    PACKAGES.flatMap((name) => HTTP_METHODS.map((verb) => [`${name}.${verb}`, method(verb)])),
  ),
};
