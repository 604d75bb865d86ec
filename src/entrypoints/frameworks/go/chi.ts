import type { Framework, Rule } from '../../framework.ts';
import { addRoutes, each, group, MOUNT, namesOf, route, self, spread } from '../../rules.ts';
import type { Value } from '../../value.ts';

const PACKAGE = 'github.com/go-chi/chi';
const NAMES = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'Connect', 'Trace'];

/** `r.Method(method, pattern, handler)`. */
const METHOD: Rule = {
  apply: (context, effects) => {
    const { values, file, call } = context;
    addRoutes(context, effects, {
      type: 'http',
      methods: values.texts(file, call.args[0]),
      paths: values.pathTexts(file, call.args[1]),
      handler: call.args[2],
      middleware: [],
    });
  },
};

/** `r.Group(func(r chi.Router) { … })` has no path. */
const GROUP: Rule = group(-1);

/** `r.With(middleware).Get(…)`. */
const WITH: Rule = {
  result: (context): readonly Value[] => {
    const { object, values, file, number } = context;
    if (object === undefined) return [];
    const middleware = namesOf(context, spread(context, 0));
    const child = values.objects.child(object, `${file}:${number}`, {
      middleware,
      file,
      call: number,
    });
    return [{ form: 'object', object: child }];
  },
};

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(NAMES, (name) => route([name.toUpperCase()])),
  Method: METHOD,
  MethodFunc: METHOD,
  Handle: route(['*']),
  HandleFunc: route(['*']),
  Route: group(0),
  Group: GROUP,
  With: WITH,
  Mount: MOUNT,
  Use: { result: ({ object }) => self(object) },
};

export const CHI: Framework = {
  name: 'chi',
  objects: {
    [`${PACKAGE}.NewRouter`]: { kind: 'Router', isRoot: true },
    [`${PACKAGE}.NewMux`]: { kind: 'Router', isRoot: true },
    [`${PACKAGE}.Router`]: { kind: 'Router' },
    [`${PACKAGE}.Mux`]: { kind: 'Router', isRoot: true },
  },
  methods: { Router: METHODS },
  join: (prefix, path) => prefix.replace(/\/$/, '') + path,
};
