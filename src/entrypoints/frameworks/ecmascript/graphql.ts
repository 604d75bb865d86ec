/** GraphQL resolvers: objects whose `Query`, `Mutation` and `Subscription` hold functions. */
import { OP, opAt } from '../../../model/expression.ts';
import { NO_EXPRESSION } from '../../../model/facts.ts';
import { operandsFrom } from '../../../resolve/inference/denotation.ts';
import type { CallContext, Effects, Found, Framework, MadeObject, Rule } from '../../framework.ts';
import { option } from '../../rules.ts';
import type { Value } from '../../value.ts';
import type { Values } from '../../values.ts';
import { fieldResolver, resolverField } from './nestjs.ts';

const ROOTS = ['Query', 'Mutation', 'Subscription'];
/** Maximum depth of objects that are spread into each other. */
const DEPTH_MAX = 8;

interface Entry {
  readonly name: string;
  /** A written value, or a symbol of a file that registers nothing itself. */
  readonly values: readonly Value[];
}

/** Returns the entries of objects, those of spread objects included. */
function entriesOf(values: Values, objects: readonly Value[], depth = 0): readonly Entry[] {
  if (depth > DEPTH_MAX) return [];
  return objects.flatMap((value): readonly Entry[] => {
    if (value.form === 'symbol') return membersOf(values, value.node);
    if (value.form !== 'written') return [];
    const { written: whole, file } = value;
    if (whole.form === 'list')
      return whole.items.flatMap((item) => entriesOf(values, values.of(file, item), depth + 1));
    if (whole.form !== 'object') return [];
    return whole.entries.flatMap(([name, one]) =>
      name === '...'
        ? entriesOf(values, values.of(file, one), depth + 1)
        : [{ name, values: values.of(file, one) }],
    );
  });
}

/** Returns the functions that an object declares, and those that it has by their names: `{ users }`. */
function membersOf(values: Values, node: number): readonly Entry[] {
  const { program } = values;
  const file = program.fileOf(node);
  const { declarations, expressions, strings } = program.facts(file);
  const declared = [...declarations.entries()].flatMap(([index, { name, parent }]): Entry[] =>
    parent >= 0 && program.nodeOf(file, parent) === node
      ? [{ name, values: [{ form: 'symbol', node: program.nodeOf(file, index) }] }]
      : [],
  );
  const { value } = program.shape(node);
  if (value === NO_EXPRESSION || opAt(expressions, value) !== OP.object) return declared;
  const operands = operandsFrom(expressions, value, 0);
  const named = operands.flatMap((one, index): Entry[] => {
    const name = index % 2 === 0 ? (strings[one] ?? '') : '';
    const expression = operands[index + 1];
    if (expression === undefined || name === '' || name === '...') return [];
    if (declared.some((other) => other.name === name)) return [];
    return [{ name, values: values.denoted({ form: 'expression', file, expression }, name) }];
  });
  return [...declared, ...named.filter((one) => one.values.length > 0)];
}

function addResolvers(context: CallContext, effects: Effects): void {
  const { values, framework } = context;
  const given = option(context, 'resolvers', 0);
  const roots = given === undefined ? [] : values.of(given.file, given.written);
  for (const root of entriesOf(values, roots)) {
    for (const field of entriesOf(values, root.values)) {
      const inner = entriesOf(
        values,
        field.values.filter(({ form }) => form === 'written'),
      ).find(({ name }) => name === 'subscribe' || name === 'resolve');
      // What another type has besides functions resolves nothing: the values of an enum.
      if (!ROOTS.includes(root.name) && !(inner ?? field).values.some(isRunning)) continue;
      effects.found.push({
        framework: framework.name,
        type: 'graphql',
        object: undefined,
        path: `${root.name}.${field.name}`,
        methods: [],
        handler: undefined,
        middleware: [],
        ...placeOf(context, inner ?? field),
      });
    }
  }
}

function isRunning({ form }: Value): boolean {
  return form === 'function' || form === 'symbol';
}

/** Returns where a resolver is: its function or symbol, or the call that it is passed to. */
function placeOf(
  { values, file, call }: CallContext,
  { values: found }: Entry,
): Pick<Found, 'file' | 'line' | 'endLine' | 'handlerNode'> {
  const [value] = found;
  if (value?.form === 'symbol') {
    const { startLine, endLine } = values.program.declaration(value.node);
    const own = values.program.fileOf(value.node);
    return { file: own, line: startLine, endLine, handlerNode: value.node };
  }
  const own =
    value?.form === 'function'
      ? values.registrations(value.file)?.functions[value.index]
      : undefined;
  if (value?.form !== 'function' || own === undefined)
    return { file, line: call.line, endLine: call.endLine };
  const node = values.declarationAt(value.file, own.name, own.start);
  const { line, endLine } = own;
  return { file: value.file, line, endLine, ...(node === undefined ? {} : { handlerNode: node }) };
}

const SERVER: MadeObject = { kind: 'Server', apply: addResolvers };
const SCHEMA: Rule = { apply: addResolvers };

/** `mergeResolvers([a, b])` is the list of both. */
const MERGERS = ['@graphql-tools/merge.mergeResolvers', '@graphql-tools/merge.merge'];

export const GRAPHQL: Framework = {
  name: 'graphql',
  objects: {
    '@apollo/server.ApolloServer': SERVER,
    'apollo-server.ApolloServer': SERVER,
    'apollo-server-express.ApolloServer': SERVER,
    'apollo-server-micro.ApolloServer': SERVER,
    'graphql-yoga.GraphQLServer': SERVER,
  },
  methods: {},
  functions: {
    'graphql-yoga.createSchema': SCHEMA,
    '@graphql-tools/schema.makeExecutableSchema': SCHEMA,
    'graphql-tools.makeExecutableSchema': SCHEMA,
    '@apollo/subgraph.buildSubgraphSchema': SCHEMA,
  },
  wrappers: MERGERS,
  decorators: {
    ...Object.fromEntries(ROOTS.map((name) => [`type-graphql.${name}`, resolverField])),
    'type-graphql.FieldResolver': fieldResolver,
  },
};
