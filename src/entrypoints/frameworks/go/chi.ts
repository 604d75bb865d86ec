import type { Framework, Rule } from '../../framework.ts';
import { each, group, guard, METHOD_ROUTE, MOUNT, route } from '../../rules.ts';

const PACKAGE = 'github.com/go-chi/chi';
const NAMES = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'Connect', 'Trace'];

const METHODS: Readonly<Record<string, Rule>> = {
  ...each(NAMES, (name) => route([name.toUpperCase()])),
  Method: METHOD_ROUTE,
  MethodFunc: METHOD_ROUTE,
  Handle: route(['*']),
  HandleFunc: route(['*']),
  Route: group(0),
  // `r.Group(func(r chi.Router) { … })` and `r.With(middleware).Get(…)` have no path.
  Group: group(-1),
  With: group(-1),
  Mount: MOUNT,
  Use: guard(),
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
