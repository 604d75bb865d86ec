import type { Framework } from '../../framework.ts';
import { HTTP_METHODS, route } from '../../rules.ts';

export const SINATRA: Framework = {
  name: 'sinatra',
  objects: {},
  methods: {},
  functions: Object.fromEntries(
    HTTP_METHODS.map((method) => [`sinatra.${method.toLowerCase()}`, route([method])]),
  ),
};
