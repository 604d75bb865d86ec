import { getOrCompute } from '../../../base/memoize.ts';
import { blocksAround } from '../../blocks.ts';
import { filesNamed } from '../../found.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS, route } from '../../rules.ts';
import type { Values } from '../../values.ts';

const MAPPED = new WeakMap<Values, ReadonlyMap<number, string>>();

/** Returns the paths that `config.ru` gives to applications: `map('/api') { run Api }`. */
function mappedPaths(values: Values): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const file of filesNamed(values, /\.ru$/))
    for (const call of values.registrations(file)?.calls ?? []) {
      const [given] = call.args;
      if (given === undefined || call.callee.form !== 'name' || call.callee.name !== 'run')
        continue;
      const [blocks = []] = blocksAround(values, file, call.scope);
      const paths = blocks.map((one) => values.prefix(file, one.call.args[0]));
      // `run Api.new` names a class as well.
      const type = given.form === 'member' ? given.object : given;
      const node = values.referenced(file, type, call);
      if (node !== undefined) found.set(node, paths.reduce(joinPaths, ''));
    }
  return found;
}

/** Returns the path of the application whose class a call is in. */
function classPath(values: Values, { file, call }: CallContext): string {
  const paths = getOrCompute(MAPPED, values, () => mappedPaths(values));
  const { program } = values;
  for (const [node, path] of paths) {
    const { startLine, endLine } = program.declaration(node);
    if (program.fileOf(node) === file && startLine <= call.line && call.line <= endLine)
      return path;
  }
  return '';
}

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
        .reduce(
          (prefix, one) => joinPaths(prefix, values.prefix(one.file, one.call.args[0])),
          classPath(values, context),
        );
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
