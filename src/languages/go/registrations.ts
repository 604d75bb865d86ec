/** How Go writes routes, commands and jobs. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import {
  argumentsOf,
  inner,
  joined,
  listed,
  memberAt,
  named,
  quoted,
  sum,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written, type WrittenParameter } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  GET POST PUT PATCH DELETE HEAD OPTIONS CONNECT TRACE Any Match Group Use Pre Handle HandleFunc
  Get Post Put Patch Delete Head Options Connect Trace All Add Route Mount Method MethodFunc With
  Static File StaticFS StaticFile
  New NewWithConfig Default NewRouter NewMux NewServeMux Subrouter PathPrefix Path Methods Name Host Headers
  Handler HandlerFunc Command AddCommand AddFunc AddJob Register Mounted Attach
  Run Start Listen ListenAndServe Serve Engine Echo App NewWithLocation Cron main
`);

const GATE =
  /"net\/http"|"github\.com\/(?:gin-gonic\/gin|labstack\/echo|go-chi\/chi|gorilla\/mux|gofiber\/fiber|spf13\/cobra|robfig\/cron|julienschmidt\/httprouter|urfave\/cli)|\.(?:GET|POST|PUT|PATCH|DELETE|Group)\(|\.Un(?:implemented|safe)\w+(?:Server|Handler)\b|^package main$|^(?:const|var|\t)?\s*\w+\s*(?:string\s*)?=\s*"\//m;

export const GO_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  startedBases: /^Un(?:implemented|safe)\w+(?:Server|Handler)$/,
  values: rows({
    'identifier type_identifier package_identifier': named,
    'interpreted_string_literal raw_string_literal': quoted,
    selector_expression: memberAt('operand', 'field'),
    qualified_type: memberAt('package', 'name'),
    call_expression: call,
    composite_literal: literal,
    literal_value: (collector, node) => {
      const pairs = node.children.filter(({ type }) => type === 'keyed_element');
      if (pairs.length === 0) return listed(collector, node);
      return { form: 'object', entries: pairs.map((one) => keyed(collector, one)) };
    },
    'literal_element parenthesized_expression unary_expression pointer_type generic_type': inner,
    binary_expression: sum(),
    func_literal: (collector, node) => functionValue(collector, node, '', undefined),
  }),
  statements: rows({
    'short_var_declaration assignment_statement': readAssignment,
    'var_spec const_spec': readSpec,
    call_expression: call,
    composite_literal: literal,
    return_statement: (collector, node) => {
      for (const one of node.children[0]?.children ?? []) collector.returns(collector.value(one));
    },
  }),
  wholes: rows({
    import_spec: readImport,
    for_statement: readLoop,
    type_spec: readType,
    function_declaration: readFunction,
    method_declaration: readMethod,
    func_literal: (collector, node) => void functionValue(collector, node, '', undefined),
  }),
};

function call(collector: Collector, node: Syntax): Written {
  const named = fieldOf(node, 'function');
  const callee = collector.value(named);
  const args = fieldOf(node, 'arguments')?.children ?? [];
  const isFormat = named !== undefined && collector.textOf(named) === 'fmt.Sprintf';
  return (isFormat ? formatted(collector, args) : undefined) ?? collector.call(node, callee, args);
}

/** `fmt.Sprintf("GET /static/%s", hash)`: the verbs of a format stand for the arguments. */
function formatted(
  collector: Collector,
  [format, ...args]: readonly Syntax[],
): Written | undefined {
  const written = collector.value(format);
  if (written.form !== 'text') return undefined;
  const texts = written.text.split(/%[-+# 0-9.]*[a-zA-Z]/);
  return joined(
    texts.flatMap((text, index): Written[] => {
      const plain: Written = { form: 'text', text: text.replaceAll('%%', '%') };
      return index === 0 ? [plain] : [collector.value(args[index - 1]), plain];
    }),
  );
}

/** A literal of a struct is a call with named arguments; one of a slice is a list. */
function literal(collector: Collector, node: Syntax): Written {
  const type = fieldOf(node, 'type');
  const elements = fieldOf(node, 'body')?.children ?? [];
  // `Routes{{…}, {…}}` is a list of a type with a name.
  const isOfLiterals =
    elements.length > 0 && elements.every((one) => /literal(?:_value)?$/.test(typeInside(one)));
  const isList = type === undefined || isOfLiterals || /^(slice|array|implicit)/.test(type.type);
  if (isList) return { form: 'list', items: itemsOf(collector, type, elements) };
  const { plain, named: byName } = argumentsOf(collector, elements, pairOf);
  const owner = type.type === 'type_identifier' ? collector.textOf(type) : '';
  for (const [name, given] of owner === '' ? [] : byName)
    collector.addField(owner, name, collector.value(given));
  return collector.call(node, collector.value(type), plain, byName);
}

/** Returns the items of a slice. `[]*cli.Command{{Name: "x"}}` leaves the type of its items out. */
function itemsOf(
  collector: Collector,
  slice: Syntax | undefined,
  elements: readonly Syntax[],
): readonly Written[] {
  const type = slice && fieldOf(slice, 'element');
  const named = type?.type === 'pointer_type' ? type.children[0] : type;
  const isOfPointers = type !== named && named?.type === 'qualified_type';
  const isNamed = named !== undefined && /^(?:qualified_type|type_identifier)$/.test(named.type);
  const fields = named?.type === 'struct_type' ? fieldNames(collector, named) : [];
  return elements.map((one) => {
    const literal = one.type === 'literal_element' ? one.children[0] : one;
    if (literal?.type !== 'literal_value') return collector.value(one);
    const { plain, named: byName } = argumentsOf(collector, literal.children, pairOf);
    // `{"GET", "/users", list}` has its fields by position.
    if (fields.length > 0 && plain.length > 0)
      return {
        form: 'object',
        entries: plain.map(
          (given, index) => [fields[index] ?? '', collector.value(given)] as const,
        ),
      };
    if (!isOfPointers && !(isNamed && plain.length > 0)) return collector.value(one);
    return collector.call(literal, collector.value(type), plain, byName);
  });
}

function fieldNames(collector: Collector, struct: Syntax): readonly string[] {
  const list = childOfType(struct, 'field_declaration_list');
  return (list?.children ?? []).flatMap((field) =>
    fieldsOf(field, 'name').map((name) => collector.textOf(name)),
  );
}

function pairOf({ type, children }: Syntax): [Syntax | undefined, Syntax | undefined] | undefined {
  return type === 'keyed_element' ? [children[0], children[1]] : undefined;
}

/** Returns the type of an element of a literal. */
function typeInside({ type, children }: Syntax): string {
  return (type === 'literal_element' ? children[0]?.type : type) ?? '';
}

function functionValue(
  collector: Collector,
  node: Syntax,
  owner: string,
  receiver: string | undefined,
): Written {
  const name = fieldOf(node, 'name');
  return collector.function(node, {
    name: name === undefined ? '' : collector.textOf(name),
    parameters: (fieldOf(node, 'parameters')?.children ?? []).flatMap((one) =>
      parameters(collector, one),
    ),
    receiver,
    owner,
    body: fieldOf(node, 'body'),
  });
}

function parameters(collector: Collector, node: Syntax): readonly WrittenParameter[] {
  const type = collector.value(fieldOf(node, 'type'));
  const names = fieldsOf(node, 'name').map((name) => collector.textOf(name));
  if (node.type === 'variadic_parameter_declaration')
    return names.map((name) => ({ name, isRest: true }));
  return (names.length > 0 ? names : ['']).map((name) =>
    type.form === 'unknown' ? { name } : { name, type },
  );
}

function keyed(collector: Collector, { children }: Syntax): readonly [string, Written] {
  const [key, value] = children;
  const written = collector.value(key?.children[0] ?? key);
  const text = written.form === 'text' ? written.text : key && collector.textOf(key);
  return [text ?? '', collector.value(value)];
}

/** `for index, item := range list`. */
function readLoop(collector: Collector, node: Syntax): void {
  const range = childOfType(node, 'range_clause');
  const [key, item] = (range && fieldOf(range, 'left')?.children) ?? [];
  if (range === undefined || item === undefined || key === undefined) {
    collector.visitChildren(node);
    return;
  }
  collector.loop(node, collector.value(fieldOf(range, 'right')), {
    parameters: [{ name: collector.textOf(item) }, { name: collector.textOf(key) }],
    body: fieldOf(node, 'body'),
  });
}

// --- statements -----------------------------------------------------------------------------------

function readImport(collector: Collector, node: Syntax): void {
  const path = fieldOf(node, 'path');
  if (path === undefined) return;
  const specifier = collector.textOf(path).slice(1, -1);
  const alias = fieldOf(node, 'name');
  const parts = specifier.split('/').filter((part) => !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? specifier).replace(/\.v\d+$/, '').replace(/^go-/, '');
  const local = alias === undefined ? last : collector.textOf(alias);
  collector.addImport(local, specifier);
}

function readAssignment(collector: Collector, node: Syntax): void {
  const names = fieldOf(node, 'left')?.children ?? [];
  const values = fieldOf(node, 'right')?.children ?? [];
  for (const [index, name] of names.entries()) {
    const written = collector.value(values.length === names.length ? values[index] : values[0]);
    if (index > 0 && values.length !== names.length) continue;
    if (name.type === 'identifier') {
      const text = collector.textOf(name);
      if (node.type === 'short_var_declaration') collector.variable(text, written, node.end);
      else collector.assign(text, written, node.end);
    } else if (name.type === 'selector_expression') {
      const [object, field] = [fieldOf(name, 'operand'), fieldOf(name, 'field')];
      if (object === undefined || field === undefined) continue;
      collector.addField(
        ownerOf(collector, collector.textOf(object)),
        collector.textOf(field),
        written,
      );
    }
  }
}

/** Returns the type whose method's receiver has a name. */
function ownerOf(collector: Collector, receiver: string): string {
  for (let scope = collector.scope; scope >= 0; ) {
    const own = collector.functions[scope];
    if (own?.receiver === receiver) return own.owner;
    scope = own?.parent ?? -1;
  }
  return '';
}

function readSpec(collector: Collector, node: Syntax): void {
  const values = fieldOf(node, 'value')?.children ?? [];
  const given = fieldOf(node, 'type');
  const type = given && collector.value(given);
  for (const [index, name] of fieldsOf(node, 'name').entries()) {
    const written = collector.value(values[index]);
    collector.variable(collector.textOf(name), written, node.start, type);
  }
}

function readType(collector: Collector, node: Syntax): void {
  const [name, type] = [fieldOf(node, 'name'), fieldOf(node, 'type')];
  if (name === undefined || type?.type !== 'struct_type') return;
  const owner = collector.textOf(name);
  const bases: Written[] = [];
  for (const field of childOfType(type, 'field_declaration_list')?.children ?? []) {
    const written = collector.value(fieldOf(field, 'type'));
    if (written.form === 'unknown') continue;
    const names = fieldsOf(field, 'name').map((one) => collector.textOf(one));
    if (names.length === 0) bases.push(written);
    for (const one of names.length > 0 ? names : [embeddedName(written)])
      collector.addField(owner, one, UNKNOWN, written);
  }
  collector.classes.push({ name: owner, start: node.start, bases });
}

function embeddedName(type: Written): string {
  return type.form === 'name' || type.form === 'member' ? type.name : '';
}

function readMethod(collector: Collector, node: Syntax): void {
  const receiver = fieldOf(node, 'receiver')?.children[0];
  const name = receiver && fieldOf(receiver, 'name');
  const type = receiver && collector.value(fieldOf(receiver, 'type'));
  const owner = type?.form === 'name' ? type.name : '';
  functionValue(collector, node, owner, name === undefined ? '' : collector.textOf(name));
}

/** Reads a function; `main` starts a program. */
function readFunction(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  const isMain = name !== undefined && collector.textOf(name) === 'main';
  if (isMain && /^package\s+main\b/m.test(collector.between(0, node.start)))
    collector.mark('main', name);
  functionValue(collector, node, '', undefined);
}
