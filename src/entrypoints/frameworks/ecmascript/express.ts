import type { Framework, Rule } from '../../framework.ts';
import { each, group, mount, onPath, route, SAME, VERBS } from '../../rules.ts';

const ROUTES: Readonly<Record<string, Rule>> = {
  ...each(VERBS, (verb) => route([verb.toUpperCase()])),
  del: route(['DELETE']),
  all: route(['*']),
  use: mount(),
  route: group(0, 'Route'),
  set: SAME,
};

/** `router.route('/x').get(handler)`: the path was given before. */
const ON_PATH: Readonly<Record<string, Rule>> = {
  ...each(VERBS, (verb) => onPath([verb.toUpperCase()])),
  all: onPath(['*']),
};

export const EXPRESS: Framework = {
  name: 'express',
  objects: {
    express: { kind: 'App', isRoot: true },
    'express.Router': { kind: 'Router' },
    Router: { kind: 'Router' },
    'express.Application': { kind: 'App', isRoot: true },
    'express.Express': { kind: 'App', isRoot: true },
    'express.IRouter': { kind: 'Router' },
    'express-promise-router': { kind: 'Router' },
  },
  methods: { App: ROUTES, Router: ROUTES, Route: ON_PATH },
};
