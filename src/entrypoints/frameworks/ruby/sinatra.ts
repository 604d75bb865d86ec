import { appendTo } from '../../../base/append-to.ts';
import { getOrCompute } from '../../../base/memoize.ts';
import type { Written } from '../../../model/registrations.ts';
import { blocksAround } from '../../blocks.ts';
import { filesNamed } from '../../found.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import { HTTP_METHODS, route, VERBS } from '../../rules.ts';
import type { Values } from '../../values.ts';

const MAPPED = new WeakMap<Values, ReadonlyMap<number, readonly string[]>>();

/** Returns the paths that `config.ru` gives to applications: `map('/api') { run Api }`. */
function mappedPaths(values: Values): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const file of filesNamed(values, /\.ru$/))
    for (const call of values.registrations(file)?.calls ?? []) {
      const [given] = call.args;
      if (given === undefined || call.callee.form !== 'name' || call.callee.name !== 'run')
        continue;
      const [blocks = []] = blocksAround(values, file, call.scope);
      const paths = blocks.map((one) => values.prefix(file, one.call.args[0]));
      const type = classOf(given);
      const node = classNamed(values, constantOf(type)) ?? values.referenced(file, type, call);
      if (node !== undefined) appendTo(found, node, paths.reduce(joinPaths, ''));
    }
  return found;
}

/** Returns the class `Users::Api` of `run Users::Api.new`. */
function classOf(given: Written): Written {
  return given.form === 'member' && /^[a-z]/.test(given.name) ? classOf(given.object) : given;
}

/** Returns the constant as it is written: `Users::Api`. */
function constantOf(written: Written): string {
  if (written.form === 'member') return `${constantOf(written.object)}::${written.name}`;
  return written.form === 'name' ? written.name : '';
}

/**
 * Returns the class whose name ends a constant: the one that shares most of it. `class Users::Api` may be
 * declared in one step.
 */
function classNamed(values: Values, constant: string): number | undefined {
  const { program } = values;
  const name = constant.replace(/^.*::/, '');
  const classes = filesNamed(values, /\.rb$/).flatMap((file) =>
    (values.registrations(file)?.classes ?? []).flatMap((one) => {
      const node = one.name === name ? values.declarationAt(file, name, one.start) : undefined;
      if (node === undefined) return [];
      const { id, signature } = program.declaration(node);
      const path = id.slice(id.indexOf('::'));
      if (signature.includes(constant)) return [{ node, shared: constant.length }];
      return `::${constant}`.endsWith(path) ? [{ node, shared: path.length - 2 }] : [];
    }),
  );
  const most = Math.max(...classes.map(({ shared }) => shared));
  const [only, other] = classes.filter(({ shared }) => shared === most);
  return other === undefined ? only?.node : undefined;
}

/** Returns the paths of the application whose class a call is in. */
function classPaths(values: Values, { file, call }: CallContext): readonly string[] {
  const paths = getOrCompute(MAPPED, values, () => mappedPaths(values));
  const { program } = values;
  for (const [node, own] of paths) {
    const { startLine, endLine } = program.declaration(node);
    if (program.fileOf(node) === file && startLine <= call.line && call.line <= endLine) return own;
  }
  return [''];
}

/** A route with the namespaces of `sinatra-contrib` around it. */
function namespaced(rule: Rule): Rule {
  return {
    ...rule,
    apply: (context: CallContext, effects) => {
      const own = { ...effects, found: [] as (typeof effects.found)[number][] };
      const { values, file, call } = context;
      const [blocks = []] = blocksAround(values, file, call.scope);
      // In the block of a route, `delete` is a helper of the application.
      if (
        blocks.some(
          (one) => one.call.callee.form === 'name' && VERBS.includes(one.call.callee.name),
        )
      )
        return;
      rule.apply?.(context, own);
      const namespaces = blocks
        .filter((one) => one.call.callee.form === 'name' && one.call.callee.name === 'namespace')
        .map((one) => values.prefix(one.file, one.call.args[0]));
      for (const mounted of classPaths(values, context)) {
        const path = namespaces.reduce(joinPaths, mounted);
        for (const one of own.found)
          effects.found.push({ ...one, path: joinPaths(path, one.path) });
      }
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
