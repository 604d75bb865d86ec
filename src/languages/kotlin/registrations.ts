/** How Kotlin writes routes, jobs and listeners: annotations, and blocks inside of blocks. */
import {
  childOfType,
  childrenOfType,
  fieldOf,
  lastChild,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import {
  argumentsOf,
  decorated,
  dotted,
  inner,
  joined,
  listed,
  memberOfEnds,
  named,
  sum,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written, type WrittenParameter } from '../../model/registrations.ts';
import { JAVA_REGISTRATIONS } from '../java/registrations.ts';
import { bareCallee } from './calls.ts';

/** Matches the start of a block of routes. */
const ROUTES = /\brouting\s*\{/;
const ROUTING = /\bimport io\.ktor\.(?:server\.)?(?:routing|application|resources|locations)\b/;

export const KOTLIN_REGISTRATIONS: RegistrationReader = {
  gate: new RegExp(
    `${JAVA_REGISTRATIONS.gate.source}|${ROUTING.source}|@(?:Resource|Location)\\b|\\bfun main\\(|\\bconst val [A-Z][\\w: ]*=\\s*"`,
  ),
  startedBases: /ImplBase$/,
  vocabulary: new Set([
    ...JAVA_REGISTRATIONS.vocabulary,
    ...words(`
      routing get post put patch delete head options handle webSocket webSocketRaw sse authenticate
      embeddedServer Resource Location
    `),
  ]),
  hasExtensions: true,
  hasReceivers: true,
  values: rows({
    identifier: named,
    'user_type qualified_identifier': dotted,
    string_literal: text,
    navigation_expression: (collector, node) =>
      // `Command::class` is the class.
      collector.textOf(node).endsWith('::class')
        ? inner(collector, node)
        : memberOfEnds(collector, node),
    'parenthesized_expression type_projection': inner,
    callable_reference: (collector, node) => collector.value(lastChild(node)),
    binary_expression: typedCall,
    collection_literal: listed,
    infix_expression: pair,
    annotation: (collector, node) => collector.value(node.children[0]),
    constructor_invocation: (collector, node) => call(collector, node),
    call_expression: call,
    lambda_literal: lambda,
  }),
  statements: rows({
    call_expression: call,
    binary_expression: (collector, node) => void typedCall(collector, node),
    property_declaration: readProperty,
  }),
  wholes: rows({
    import: readImport,
    lambda_literal: (collector, node) => void lambda(collector, node),
    'class_declaration object_declaration': readClass,
    function_declaration: readFunction,
    for_statement: readLoop,
  }),
};

/** A text with `$name` and `${value}` in it. */
function text(collector: Collector, node: Syntax): Written {
  const whole = collector.textOf(node);
  const quotes = whole.startsWith('"""') ? 3 : 1;
  const parts = whole.slice(quotes, -quotes).split(/(\$\{[^}]*\}|\$[a-z]\w*)/i);
  let at = node.start + quotes;
  const values = parts.map((part): Written => {
    const start = at;
    at += part.length;
    if (!part.startsWith('$')) return { form: 'text', text: part };
    const inside = node.children.find((one) => one.type === 'interpolation' && one.start === start);
    return inside === undefined
      ? { form: 'name', name: part.slice(1), scope: collector.scope, at: start }
      : collector.value(inside.children[0]);
  });
  return joined(values.filter((one) => one.form !== 'text' || one.text !== ''));
}

/** A call; its block is the last argument, and the type in `get<Users> { … }` is named `type`. */
function call(collector: Collector, node: Syntax): Written {
  const plain = bareCallee(node);
  const [callee] = plain.children;
  const list = childOfType(plain, 'value_arguments')?.children ?? [];
  const byName = argumentsOf(collector, list, ({ children }) =>
    children.length > 1 ? [children[0], children[1]] : undefined,
  );
  const plainArgs = byName.plain.flatMap(({ children }) => children[0] ?? []);
  if (callee !== undefined && /^(?:listOf|setOf|arrayOf)$/.test(collector.textOf(callee)))
    return { form: 'list', items: plainArgs.map((one) => collector.value(one)) };
  const blocks = childOfType(node, 'annotated_lambda')?.children ?? [];
  const type = childOfType(plain, 'type_arguments')?.children[0];
  return collector.call(
    node,
    collector.value(callee),
    [...plainArgs, ...blocks],
    [...byName.named, ...(type === undefined ? [] : [['type', type] as const])],
  );
}

/** A sum, or `get<Users> { … }`, which the grammar may read as two comparisons. */
function typedCall(collector: Collector, node: Syntax): Written {
  const [left, block] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const [name, type] = left === undefined ? [] : [fieldOf(left, 'left'), fieldOf(left, 'right')];
  if (block?.type !== 'lambda_literal' || name === undefined || type === undefined)
    return sum()(collector, node);
  return collector.call(node, collector.value(name), [block], [['type', type]]);
}

function lambda(collector: Collector, node: Syntax): Written {
  const given = childOfType(node, 'lambda_parameters')?.children ?? [];
  return collector.function(node, {
    parameters: given.map((one) => ({ name: collector.textOf(one.children[0] ?? one) })),
    // The children alone: the node itself is being read.
    body: { ...node, type: 'block' },
  });
}

/** `key to value` is a list of both. */
function pair(collector: Collector, { children }: Syntax): Written {
  const [left, word, right] = children;
  if (left === undefined || word === undefined || collector.textOf(word) !== 'to') return UNKNOWN;
  return { form: 'list', items: [collector.value(left), collector.value(right)] };
}

/** `for (item in list)`; names in parentheses take an item apart. */
function readLoop(collector: Collector, node: Syntax): void {
  const [variable, list, body] = node.children;
  if (variable === undefined) return;
  const isSplit = variable.type === 'multi_variable_declaration';
  const name = isSplit ? '{0}' : collector.textOf(variable.children[0] ?? variable);
  collector.loop(node, collector.value(list), {
    parameters: [{ name }],
    body,
    bind: () => {
      if (!isSplit) return;
      const object: Written = { form: 'name', name, scope: collector.scope, at: variable.start };
      const names = variable.children.flatMap(({ children }) => children.slice(0, 1));
      collector.localItems(names, object);
    },
  });
}

function readProperty(collector: Collector, node: Syntax): void {
  const variable = childOfType(node, 'variable_declaration');
  const name = variable?.children[0];
  if (name === undefined) return;
  const [spelled, value] = [collector.textOf(name), collector.value(lastChild(node))];
  if (collector.owner === '') collector.variable(spelled, value, node.start);
  else if (/^(?:text|joined)$/.test(value.form))
    collector.addField(collector.owner, spelled, value);
}

function readImport(collector: Collector, node: Syntax): void {
  const [path, alias] = node.children;
  if (path === undefined) return;
  const spelled = collector.textOf(path);
  if (collector.textOf(node).endsWith('.*')) {
    collector.addImport('*', spelled);
    return;
  }
  const dot = spelled.lastIndexOf('.');
  const name = spelled.slice(dot + 1);
  const local = alias === undefined ? name : collector.textOf(alias);
  collector.addImport(local, spelled.slice(0, dot), name);
}

function readClass(collector: Collector, node: Syntax): void {
  const name = decorated(collector, node, annotationsOf(node), true);
  if (name === undefined) return;
  const bases = childOfType(node, 'delegation_specifiers')?.children ?? [];
  const types = bases.flatMap(({ children: [one] }) =>
    one?.type === 'constructor_invocation' ? (one.children[0] ?? []) : (one ?? []),
  );
  const written = types.map((one) => collector.value(one));
  collector.class(name, node.start, written, () => {
    for (const one of childrenOfType(node, 'class_body')) collector.visitChildren(one);
  });
}

/** A function; the type in front of its name is what its block is called on. */
function readFunction(collector: Collector, node: Syntax): void {
  const nameNode = fieldOf(node, 'name');
  const name = decorated(collector, node, annotationsOf(node));
  if (nameNode === undefined || name === undefined) return;
  if (name === 'main') collector.mark('main', nameNode);
  const receiver = node.children.find(
    ({ type, end }) => type === 'user_type' && end <= nameNode.start,
  );
  const given = childrenOfType(childOfType(node, 'function_value_parameters') ?? node, 'parameter');
  const parameters = given.map(
    ({ children: [own, type] }): WrittenParameter => ({
      name: own === undefined ? '' : collector.textOf(own),
      type: collector.value(type),
    }),
  );
  const body = childOfType(node, 'function_body');
  // Other functions call nothing that a block around them could be for.
  const isRead =
    receiver !== undefined || name === 'main' || ROUTES.test(collector.textOf(body ?? node));
  if (!isRead) return;
  collector.function(node, {
    name,
    owner: collector.owner,
    parameters: receiver === undefined ? parameters : [{ name: 'this' }, ...parameters],
    ...(receiver === undefined ? {} : { receiver: 'this', isExtension: true }),
    body,
    bind: () => {
      const result = body?.children[0];
      if (result !== undefined && result.type !== 'block')
        collector.returns(collector.value(result));
    },
  });
}

function annotationsOf(node: Syntax): readonly Syntax[] {
  return childrenOfType(childOfType(node, 'modifiers') ?? node, 'annotation');
}
