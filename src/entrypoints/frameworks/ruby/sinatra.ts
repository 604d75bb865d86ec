import { blocksAround } from '../../blocks.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS, route } from '../../rules.ts';

/** A route with the namespaces of `sinatra-contrib` around it. */
function namespaced(rule: Rule): Rule {
  return {
    ...rule,
    apply: (context: CallContext, effects) => {
      const own = { ...effects, found: [] as (typeof effects.found)[number][] };
      rule.apply?.(context, own);
      const { values, file, call } = context;
      const [blocks = []] = blocksAround(values, file, call.scope);
      const path = blocks
        .filter((one) => one.call.callee.form === 'name' && one.call.callee.name === 'namespace')
        .reduce((prefix, one) => joinPaths(prefix, values.prefix(one.file, one.call.args[0])), '');
      for (const one of own.found) effects.found.push({ ...one, path: joinPaths(path, one.path) });
    },
  };
}

export const SINATRA: Framework = {
  name: 'sinatra',
  objects: {},
  methods: {},
  functions: Object.fromEntries(
    HTTP_METHODS.map((method) => [`sinatra.${method.toLowerCase()}`, namespaced(route([method]))]),
  ),
};
