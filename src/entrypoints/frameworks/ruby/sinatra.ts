import type { CallContext, Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS, route } from '../../rules.ts';
import type { Values } from '../../values.ts';

/** Returns the paths of the `namespace` blocks around a scope, from outside to inside. */
function namespacePath(values: Values, file: number, from: number): string {
  const functions = values.registrations(file)?.functions ?? [];
  let path = '';
  for (let scope = from; scope >= 0; scope = functions[scope]?.parent ?? -1)
    for (const use of values.usesOf(file, scope)) {
      const call = values.call(use.file, use.call);
      if (call?.callee.form === 'name' && call.callee.name === 'namespace')
        path = joinPaths(values.prefix(use.file, call.args[0]), path);
    }
  return path;
}

/** A route with the namespaces of `sinatra-contrib` around it. */
function namespaced(rule: Rule): Rule {
  return {
    ...rule,
    apply: (context: CallContext, effects) => {
      const own = { ...effects, found: [] as (typeof effects.found)[number][] };
      rule.apply?.(context, own);
      const path = namespacePath(context.values, context.file, context.call.scope);
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
