/** How Ruby writes routes. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import {
  inner,
  listed,
  memberAt,
  named,
  plainText,
  sum,
  template,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written } from '../../model/registrations.ts';

const VOCABULARY = words(`
  get post put patch delete options head match root draw mount each
  resources resource namespace scope concern concerns member collection new constraints defaults
  controller shallow with_options api_only task multitask map run
`);

const GATE =
  /\bSinatra::(?:Base|Application)\b|require\s*\(?['"]sinatra|\.routes\.(?:draw|append|prepend)\b|\.api_only\s*=|^\s*(?:resources?|namespace|(?:multi)?task)[ (]+(?:[:'"]|\w+:)|^\s*(?:get|post|put|patch|delete)[ (]+['"][^'"\n]+['"]\s*(?:=>|,\s*to:)|^\s*map[ (]+['"]\/|\binclude Sidekiq::|\bActiveJob::|<\s*[\w:]*(?:Job|Worker|::Service)\b/m;

export const RUBY_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  startedBases: /(?:Job|Worker|Base)$|^Service$/,
  values: rows({
    'identifier constant': named,
    'string bare_string': text,
    'simple_symbol hash_key_symbol': (collector, node) => ({
      form: 'text',
      text: collector.textOf(node).replace(/^:/, ''),
    }),
    delimited_symbol: (collector, node) => text(collector, { ...node, start: node.start + 1 }),
    bare_symbol: plainText,
    'true false integer': plainText,
    regex,
    'array string_array symbol_array': listed,
    'splat_argument parenthesized_statements': inner,
    binary: sum(),
    scope_resolution: memberAt('scope', 'name'),
    hash: (collector, node) => ({
      form: 'object',
      entries: node.children.flatMap((one) => {
        const [name, value] = pair(collector, one) ?? [];
        return name === undefined ? [] : [[name, collector.value(value)] as const];
      }),
    }),
    call,
    'do_block block': block,
  }),
  statements: rows({
    assignment: readAssignment,
    class: readClass,
    call,
  }),
  wholes: rows({
    'do_block block': (collector, node) => void block(collector, node),
    'method singleton_method': (collector, node) => {
      const name = fieldOf(node, 'name');
      collector.function(node, {
        name: name === undefined ? '' : collector.textOf(name),
        parameters: parametersOf(collector, node),
        body: fieldOf(node, 'body'),
      });
    },
  }),
};

/** A class with its base and the modules that it includes. */
function readClass(collector: Collector, node: Syntax): void {
  const base = fieldOf(node, 'superclass')?.children[0];
  if (base !== undefined && /^(?:::)?Sinatra::/.test(collector.textOf(base))) useSinatra(collector);
  const name = fieldOf(node, 'name');
  if (name === undefined) return;
  const included = (fieldOf(node, 'body')?.children ?? []).flatMap((one) => {
    const method = one.type === 'call' ? fieldOf(one, 'method') : undefined;
    const isInclude = method !== undefined && collector.textOf(method) === 'include';
    return isInclude ? (fieldOf(one, 'arguments')?.children ?? []) : [];
  });
  const bases = [...(base === undefined ? [] : [base]), ...included];
  const spelled = collector.textOf(name).replace(/^.*::/s, '');
  const values = bases.map((one) => collector.value(one));
  collector.classes.push({ name: spelled, start: name.start, bases: values });
}

/** Methods of the application are called without an object in front. */
function useSinatra(collector: Collector): void {
  if (collector.imports.length === 0) collector.addImport('*', 'sinatra');
}

function text(collector: Collector, node: Syntax): Written {
  const isBare = node.type === 'bare_string';
  return template(collector, node, {
    isValue: ({ type }) => type === 'interpolation',
    start: isBare ? node.start : node.start + 1,
    end: isBare ? node.end : node.end - 1,
  });
}

/** A regular expression without its delimiters. Spaces and comments are no part of an extended one. */
function regex(collector: Collector, node: Syntax): Written {
  const whole = collector.textOf(node);
  const source = whole.replace(/^(?:%r)?./, '').replace(/\W[a-z]*$/, '');
  const isExtended = /\W[a-z]*x[a-z]*$/.test(whole);
  return { form: 'text', text: isExtended ? source.replaceAll(/\s+#.*|\s+/g, '') : source };
}

/** A call; its block is the last argument. One without arguments is a member of the receiver. */
function call(collector: Collector, node: Syntax): Written {
  const method = fieldOf(node, 'method');
  if (method === undefined) return UNKNOWN;
  const receiver = fieldOf(node, 'receiver');
  const given = fieldOf(node, 'block');
  const all = fieldOf(node, 'arguments')?.children ?? [];
  const isSent = all.length > 1 && /^(?:public_)?send$/.test(collector.textOf(method));
  const list = isSent ? all.slice(1) : all;
  const object = receiver === undefined ? UNKNOWN : collector.value(receiver);
  const callee: Written = isSent
    ? { form: 'member', object, name: '', key: collector.value(all[0]) }
    : receiver === undefined
      ? collector.name(method)
      : { form: 'member', object, name: collector.textOf(method) };
  if (receiver !== undefined && given === undefined && list.length === 0) return callee;
  const pairs = list.flatMap((one) => {
    const [name, value] = pair(collector, one) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  const plain = list.filter(({ type }) => type !== 'pair');
  const written = collector.call(
    node,
    callee,
    given === undefined ? plain : [...plain, given],
    pairs,
  );
  const [feature] = plain;
  if (
    receiver === undefined &&
    feature?.type === 'string' &&
    collector.textOf(method) === 'require'
  )
    if (/^.sinatra/.test(collector.textOf(feature))) useSinatra(collector);
  return written;
}

/** Returns the name and the value of a pair. Keys that are no symbols follow an arrow: `=>/users`. */
function pair(
  collector: Collector,
  node: Syntax,
): readonly [string, Syntax | undefined] | undefined {
  if (node.type !== 'pair') return undefined;
  const key = fieldOf(node, 'key') ?? node.children[0];
  if (key === undefined) return undefined;
  const written = collector.value(key);
  const isSymbol = /symbol$/.test(key.type);
  const name = written.form === 'text' ? written.text : collector.textOf(key);
  return [isSymbol ? name : `=>${name}`, fieldOf(node, 'value')];
}

function parametersOf(collector: Collector, node: Syntax): { readonly name: string }[] {
  return (fieldOf(node, 'parameters')?.children ?? []).map((one) => ({
    name: one.type === 'identifier' ? collector.textOf(one) : '',
  }));
}

function block(collector: Collector, node: Syntax): Written {
  const parameters = parametersOf(collector, node);
  return collector.function(node, { parameters, body: fieldOf(node, 'body') });
}

/** A variable, or a setting of an object: `config.api_only = true`. */
function readAssignment(collector: Collector, node: Syntax): void {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const name = left?.type === 'call' ? fieldOf(left, 'method') : left;
  if (name === undefined || !/^(?:identifier|constant)$/.test(name.type)) return;
  collector.variable(collector.textOf(name), collector.value(right), node.end);
}
