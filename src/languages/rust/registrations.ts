/** How Rust writes routes and commands. */
import { childOfType, fieldOf, lastChild, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import { inner, joined, listed, memberAt, named } from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written } from '../../model/registrations.ts';
import { attributesAbove, readEnum, readStruct } from './command-registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  get post put patch delete head options trace any on route nest merge layer with_state fallback
  route_layer route_service wrap wrap_fn new scope resource service configure to mount register build routes catch main route_with_tsr
  serve into_make_service into_make_service_with_connect_info into_service
  path with_openapi split_for_parts into
  subcommand subcommands Subcommand Parser StructOpt with_name
`);

/** Crates whose names register something. */
const CRATES = words('axum actix_web rocket clap structopt utoipa_axum');

const GATE =
  /\b(?:axum|actix_web|rocket|clap|structopt|tonic|utoipa|utoipa_axum)(?:::|;)|#\[(?:get|post|put|patch|delete|head|options)\("|#\[derive\([^)]*\b(?:Subcommand|Parser)\b|\.(?:subcommands?|about)\(|\bfn main\(/;

const TEXT = /^(?:b?r#*|b)?"([\s\S]*?)"#*$/;

export const RUST_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  startedBases: /./,
  values: rows({
    'identifier type_identifier self crate super': named,
    'string_literal raw_string_literal': (collector, node) => ({
      form: 'text',
      text: TEXT.exec(collector.textOf(node))?.[1] ?? '',
    }),
    'scoped_identifier scoped_type_identifier': scoped,
    field_expression: memberAt('value', 'field'),
    generic_type: inner,
    generic_function: (collector, node) => collector.value(fieldOf(node, 'function')),
    call_expression: call,
    'await_expression try_expression parenthesized_expression': inner,
    'reference_expression reference_type': (collector, node) => collector.value(lastChild(node)),
    'array_expression tuple_expression': listed,
    macro_invocation: macro,
    closure_expression: functionValue,
  }),
  statements: rows({
    source_file: (collector) => {
      for (const crate of CRATES) collector.addImport(`::${crate}`, crate);
    },
    let_declaration: readVariable,
    'const_item static_item': readConstant,
    assignment_expression: (collector, node) => {
      const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
      if (left?.type === 'identifier')
        // Its own value may use the name as it was before.
        collector.assign(collector.textOf(left), collector.value(right), node.end);
    },
    call_expression: readCall,
    macro_invocation: mountMacro,
    return_expression: (collector, node) => {
      collector.returns(collector.value(node.children[0]));
    },
  }),
  wholes: rows({
    use_declaration: (collector, node) => {
      readUse(collector, fieldOf(node, 'argument'), []);
    },
    enum_item: readEnum,
    struct_item: readStruct,
    impl_item: readImplementation,
    function_item: readFunction,
    mod_item: readModule,
    closure_expression: (collector, node) => void functionValue(collector, node),
  }),
};

/** A path may begin with a crate that nothing imports; a function may have the same name. */
function scoped(collector: Collector, node: Syntax): Written {
  const [path, name] = [fieldOf(node, 'path'), fieldOf(node, 'name')];
  if (path === undefined || name === undefined) return UNKNOWN;
  const head = collector.textOf(path);
  const object: Written = CRATES.has(head)
    ? { form: 'name', name: `::${head}`, scope: -1, at: path.start }
    : collector.value(path);
  return { form: 'member', object, name: collector.textOf(name) };
}

function call(collector: Collector, node: Syntax): Written {
  const callee = collector.value(fieldOf(node, 'function'));
  const args = fieldOf(node, 'arguments')?.children ?? [];
  // `[base, "/api"].concat()` is a text.
  const isJoined = callee.form === 'member' && callee.name === 'concat';
  if (isJoined && callee.object.form === 'list') return joined(callee.object.items);
  if (callee.form === 'name' && callee.name === 'format') return formatted(collector, node, args);
  return collector.call(node, callee, args);
}

/** `routes.append(&mut users::routes())` makes the variable a longer list. */
function readCall(collector: Collector, node: Syntax): void {
  call(collector, node);
  const callee = fieldOf(node, 'function');
  const list = callee && fieldOf(callee, 'value');
  const method = callee && fieldOf(callee, 'field');
  if (list?.type !== 'identifier' || method === undefined) return;
  if (!/^(?:append|extend|push)$/.test(collector.textOf(method))) return;
  const added = collector.value(fieldOf(node, 'arguments')?.children[0]);
  const items = [collector.value(list), added];
  collector.assign(collector.textOf(list), { form: 'list', items }, node.end);
}

/** `routes![a, module::b]` is a list of names. */
function macro(collector: Collector, node: Syntax): Written {
  const tokens = childOfType(node, 'token_tree');
  if (tokens === undefined) return UNKNOWN;
  const name = fieldOf(node, 'macro');
  // A file may do nothing else than list the functions of others.
  if (name !== undefined && /(?:^|_)routes(?:_spec)?$/.test(collector.textOf(name)))
    collector.mark('routes', node);
  return namesIn(collector, node, collector.between(tokens.start + 1, tokens.end - 1));
}

function namesIn(collector: Collector, node: Syntax, text: string): Written {
  const names = text.replaceAll(/\/\/.*|\/\*.*?\*\//g, '').split(',');
  const items = names.flatMap((one): Written[] => {
    const parts = one.trim().split('::');
    return parts.every((part) => /^\w+$/.test(part)) ? [pathOf(collector, node, parts)] : [];
  });
  return { form: 'list', items };
}

function pathOf(collector: Collector, node: Syntax, [first = '', ...rest]: string[]): Written {
  const start: Written = { form: 'name', name: first, scope: collector.scope, at: node.start };
  return rest.reduce<Written>((object, name) => ({ form: 'member', object, name }), start);
}

/** `"/users" => users::routes()`, or with a list of names: `openapi_get_routes_spec![show]`. */
const MOUNTED = /"([^"]*)"\s*=>\s*([\w:]+)\s*(?:\(\)|!\s*[[({]([^\])}]*))/g;

/** `mount_endpoints_and_merged_docs! { rocket, "/v1".to_owned(), settings, path => routes }` of rocket_okapi. */
function mountMacro(collector: Collector, node: Syntax): void {
  const tokens = childOfType(node, 'token_tree');
  const name = fieldOf(node, 'macro');
  if (tokens === undefined || name === undefined) return;
  if (!/\bmount_endpoints_and_merged_docs$/.test(collector.textOf(name))) return;
  const text = collector.between(tokens.start + 1, tokens.end - 1);
  const [, object = '', base = ''] = /^\s*(\w+)\s*,\s*"([^"]*)"/.exec(text) ?? [];
  for (const { index, 1: path = '', 2: routes = '', 3: listed } of text.matchAll(MOUNTED)) {
    const line = collector.lineOf(tokens.start + 1 + index);
    const add = (callee: Written, args: readonly Written[]): Written => {
      const call = { callee, args, named: [], scope: collector.scope, line, endLine: line };
      return { form: 'call', call: collector.calls.push(call) - 1 };
    };
    const prefix = `${base.replace(/\/$/, '')}${path}`;
    const given =
      listed === undefined
        ? add(pathOf(collector, node, routes.split('::')), [])
        : namesIn(collector, node, listed);
    const mount = {
      form: 'member',
      object: pathOf(collector, node, [object]),
      name: 'mount',
    } as const;
    add(mount, [{ form: 'text', text: prefix }, given]);
  }
}

/** A placeholder of a format, or a brace that is written twice. */
const PLACEHOLDER = /\{\{|\}\}|\{(\w*)(?::[^}]*)?\}/g;

/** Reads `format!("{base}/{}", path)`, which the grammar is given as a call. */
function formatted(collector: Collector, node: Syntax, args: readonly Syntax[]): Written {
  const [format, ...given] = args;
  const text = format && TEXT.exec(collector.textOf(format))?.[1];
  if (text === undefined) return UNKNOWN;
  const parts: Written[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: name } of text.matchAll(PLACEHOLDER)) {
    // Two braces stand for one.
    const before = text.slice(end, index) + (name === undefined ? whole.charAt(0) : '');
    parts.push({ form: 'text', text: before });
    end = index + whole.length;
    if (name === '') parts.push(collector.value(given.shift()));
    else if (name !== undefined)
      parts.push({ form: 'name', name, scope: collector.scope, at: node.start });
  }
  parts.push({ form: 'text', text: text.slice(end) });
  return joined(parts.filter((one) => one.form !== 'text' || one.text !== ''));
}

function functionValue(collector: Collector, node: Syntax): Written {
  const name = fieldOf(node, 'name');
  const body = fieldOf(node, 'body');
  const parameters = (fieldOf(node, 'parameters')?.children ?? []).map((one) => {
    const pattern = fieldOf(one, 'pattern') ?? one;
    const type = collector.value(fieldOf(one, 'type'));
    const written = { name: collector.textOf(pattern).replace(/^mut /, '') };
    return type.form === 'unknown' ? written : { ...written, type };
  });
  const written = collector.function(node, {
    name: name === undefined ? '' : collector.textOf(name),
    parameters,
    owner: collector.owner,
    body,
  });
  if (body !== undefined && written.form === 'function')
    collector.within(written.index, () => {
      for (const one of resultsOf(body)) collector.returns(collector.value(one));
    });
  return written;
}

/** Returns the expressions that may be the value of a body: the last ones of its blocks. */
function resultsOf(node: Syntax): readonly Syntax[] {
  switch (node.type) {
    case 'block':
    case 'else_clause': {
      const last = lastChild(node);
      return last === undefined ? [] : resultsOf(last);
    }
    case 'if_expression': {
      const branches = [fieldOf(node, 'consequence'), fieldOf(node, 'alternative')];
      return branches.flatMap((one) => (one === undefined ? [] : resultsOf(one)));
    }
    case 'expression_statement': {
      // The grammar reads a final `if` as a statement.
      const [only] = node.children;
      return only?.type === 'if_expression' ? resultsOf(only) : [];
    }
    default:
      return /_(?:statement|item|declaration)$/.test(node.type) ? [] : [node];
  }
}

/** `#[cfg(test)]`, `#[test]` and `#[tokio::test]`. */
const TEST_ONLY = /^(?:cfg\s*\(\s*(?:all\s*\(\s*)?test\b|(?:\w+::)?test\b)/;

function readFunction(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  const attributes = attributesAbove(node);
  if (name === undefined) return;
  const isTest = attributes.some((one) => TEST_ONLY.test(collector.textOf(one)));
  if (isTest && !collector.isTest) return;
  const isMain = collector.textOf(name) === 'main' && collector.owner === '' && collector.scope < 0;
  if (isMain && node.parent?.parent === undefined) collector.mark('main', name);
  for (const attribute of attributes) decorate(collector, attribute, node, name);
  functionValue(collector, node);
}

/** `#[get("/path")]`, whose arguments are tokens. */
function decorate(collector: Collector, attribute: Syntax, node: Syntax, name: Syntax): void {
  const [path] = attribute.children;
  const tokens = fieldOf(attribute, 'arguments');
  if (path === undefined || tokens === undefined) return;
  const isDocumented = /^(?:utoipa::)?path$/.test(collector.textOf(path));
  const { args, named } = isDocumented
    ? documented(collector, tokens)
    : { args: tokens.children.filter(({ type }) => /string_literal$/.test(type)), named: [] };
  collector.decorations.push({
    value: collector.call(attribute, collector.value(path), args, named),
    name: collector.textOf(name),
    start: node.start,
    owner: collector.owner,
    isClass: false,
    line: collector.lineOf(attribute.start),
  });
}

/** Returns the path and the method of `#[utoipa::path(get, path = "/users")]`. */
function documented(collector: Collector, { children }: Syntax) {
  const key = children.findIndex((one) => collector.textOf(one) === 'path');
  const given = key < 0 ? undefined : children[key + 1];
  const [method] = children;
  return {
    args: given === undefined ? [] : [given],
    named: method === undefined ? [] : [['method', method] as const],
  };
}

function readImplementation(collector: Collector, node: Syntax): void {
  const type = fieldOf(node, 'type');
  const name = type === undefined ? '' : collector.textOf(type).replace(/<.*/s, '');
  const trait = fieldOf(node, 'trait');
  // Servers that are generated for a service call what implements its trait.
  if (trait !== undefined && attributesAbove(node).some((one) => isAsyncTrait(collector, one)))
    collector.classes.push({ name, start: node.start, bases: [collector.value(trait)] });
  const outer = collector.owner;
  collector.owner = name;
  collector.visitChildren(fieldOf(node, 'body') ?? node);
  collector.owner = outer;
}

function isAsyncTrait(collector: Collector, attribute: Syntax): boolean {
  return /\basync_trait\b/.test(collector.textOf(attribute));
}

/** `mod users;` names another file. Modules that are only built for tests register nothing. */
function readModule(collector: Collector, node: Syntax): void {
  const [name, body] = [fieldOf(node, 'name'), fieldOf(node, 'body')];
  const isTest = attributesAbove(node).some((one) => TEST_ONLY.test(collector.textOf(one)));
  if (name === undefined || isTest) return;
  if (body === undefined)
    collector.addImport(collector.textOf(name), `self::${collector.textOf(name)}`);
  else collector.visitChildren(body);
}

function readVariable(collector: Collector, node: Syntax): void {
  const pattern = fieldOf(node, 'pattern');
  if (pattern === undefined) return;
  const name = collector.textOf(pattern).replace(/^mut /, '');
  const type = collector.value(fieldOf(node, 'type'));
  const value = collector.value(fieldOf(node, 'value'));
  if (pattern.type === 'tuple_pattern') {
    for (const [index, one] of pattern.children.entries()) {
      const item: Written = { form: 'member', object: value, name: String(index) };
      collector.variable(collector.textOf(one).replace(/^mut /, ''), item, node.end);
    }
    return;
  }
  collector.variable(name, value, node.end, type.form === 'unknown' ? undefined : type);
}

function readConstant(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  if (name !== undefined)
    collector.variable(collector.textOf(name), collector.value(fieldOf(node, 'value')), node.start);
}

/** Adds the names that a `use` brings from the crates of frameworks. */
function readUse(collector: Collector, node: Syntax | undefined, around: readonly string[]): void {
  if (node === undefined) return;
  const add = (parts: readonly string[], local?: string): void => {
    const name = parts.at(-1);
    if (name === undefined || !CRATES.has(parts[0] ?? '')) return;
    if (name === 'self') add(parts.slice(0, -1), local);
    else if (parts.length === 1) collector.addImport(local ?? name, name);
    else collector.addImport(local ?? name, parts.slice(0, -1).join('.'), name);
  };
  const partsOf = (one: Syntax | undefined): readonly string[] =>
    one === undefined ? around : [...around, ...collector.textOf(one).split('::')];
  switch (node.type) {
    case 'use_list':
      for (const one of node.children) readUse(collector, one, around);
      break;
    case 'scoped_use_list':
      readUse(collector, fieldOf(node, 'list'), partsOf(fieldOf(node, 'path')));
      break;
    case 'use_as_clause': {
      const alias = fieldOf(node, 'alias');
      add(partsOf(fieldOf(node, 'path')), alias && collector.textOf(alias));
      break;
    }
    case 'use_wildcard': {
      const parts = partsOf(node.children[0]);
      if (CRATES.has(parts[0] ?? '')) collector.addImport('*', parts.join('.'));
      // A prelude of the project may re-export the names of clap.
      else if (parts.at(-1)?.endsWith('prelude') === true) collector.addImport('*', 'clap');
      break;
    }
    default:
      add(partsOf(node));
  }
}
