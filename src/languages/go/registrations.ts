/** How Go writes routes, commands and jobs. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import {
  type Collector,
  joined,
  type RegistrationReader,
} from '../../extractors/registrations/collector.ts';
import { UNKNOWN, type Written, type WrittenParameter } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  GET POST PUT PATCH DELETE HEAD OPTIONS CONNECT TRACE Any Match Group Use Handle HandleFunc
  Get Post Put Patch Delete Head Options Connect Trace All Add Route Mount Method MethodFunc With
  Static File StaticFS StaticFile
  New Default NewRouter NewMux NewServeMux Subrouter PathPrefix Path Methods Name Host Headers
  Handler HandlerFunc Command AddCommand AddFunc AddJob Register Mounted Attach
  Run Start Listen ListenAndServe Serve Engine Echo main
`);

const GATE =
  /"net\/http"|"github\.com\/(?:gin-gonic\/gin|labstack\/echo|go-chi\/chi|gorilla\/mux|gofiber\/fiber|spf13\/cobra|robfig\/cron|julienschmidt\/httprouter|urfave\/cli)|\.(?:GET|POST|PUT|PATCH|DELETE)\(|^package main$|^(?:const|var|\t)?\s*\w+\s*(?:string\s*)?=\s*"\//m;

const TYPES = {
  leaves: new Set([
    'identifier',
    'comment',
    'interpreted_string_literal',
    'raw_string_literal',
    'type_identifier',
    'field_identifier',
    'package_identifier',
  ]),
  comments: new Set(['comment']),
};

export const GO_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  types: TYPES,
  vocabulary: VOCABULARY,
  value,
  visit,
};

function value(collector: Collector, node: Syntax): Written {
  switch (node.type) {
    case 'identifier':
    case 'type_identifier':
    case 'package_identifier':
      return collector.name(node);
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return { form: 'text', text: unquoted(collector.textOf(node)) };
    case 'selector_expression':
      return member(collector, fieldOf(node, 'operand'), fieldOf(node, 'field'));
    case 'qualified_type':
      return member(collector, fieldOf(node, 'package'), fieldOf(node, 'name'));
    case 'call_expression':
      return collector.call(
        node,
        collector.value(fieldOf(node, 'function')),
        fieldOf(node, 'arguments')?.children ?? [],
      );
    case 'composite_literal':
      return literal(collector, node);
    case 'literal_element':
    case 'parenthesized_expression':
    case 'unary_expression':
    case 'pointer_type':
    case 'generic_type':
      return collector.value(node.children[0]);
    case 'binary_expression': {
      const [left, right] = node.children;
      if (left === undefined || right === undefined) return UNKNOWN;
      if (collector.between(left.end, right.start).trim() !== '+') return UNKNOWN;
      return joined([collector.value(left), collector.value(right)]);
    }
    case 'func_literal':
      return functionValue(collector, node, '', undefined);
    default:
      return UNKNOWN;
  }
}

function unquoted(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  return text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
}

function member(collector: Collector, object?: Syntax, name?: Syntax): Written {
  if (object === undefined || name === undefined) return UNKNOWN;
  return { form: 'member', object: collector.value(object), name: collector.textOf(name) };
}

/** A literal of a struct is a call with named arguments; one of a slice is a list. */
function literal(collector: Collector, node: Syntax): Written {
  const type = fieldOf(node, 'type');
  const elements = fieldOf(node, 'body')?.children ?? [];
  const isList = type === undefined || /^(slice|array|implicit)/.test(type.type);
  if (isList) return { form: 'list', items: elements.map((one) => collector.value(one)) };
  const named = elements.flatMap((one): [string, Syntax][] => {
    const [key, given] = one.type === 'keyed_element' ? one.children : [];
    return key === undefined || given === undefined ? [] : [[collector.textOf(key), given]];
  });
  const owner = type.type === 'type_identifier' ? collector.textOf(type) : '';
  for (const [name, given] of owner === '' ? [] : named)
    collector.fields.push({ owner, name, value: collector.value(given) });
  const plain = elements.filter((one) => one.type !== 'keyed_element');
  return collector.call(node, collector.value(type), plain, named);
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
  return (names.length > 0 ? names : ['']).map((name) =>
    type.form === 'unknown' ? { name } : { name, type },
  );
}

// --- statements -----------------------------------------------------------------------------------

function visit(collector: Collector, node: Syntax): boolean {
  switch (node.type) {
    case 'import_spec':
      readImport(collector, node);
      return true;
    case 'short_var_declaration':
    case 'assignment_statement':
      readAssignment(collector, node);
      return false;
    case 'var_spec':
    case 'const_spec':
      readSpec(collector, node);
      return false;
    case 'type_spec':
      readType(collector, node);
      return true;
    case 'function_declaration':
      readMain(collector, node);
      functionValue(collector, node, '', undefined);
      return true;
    case 'method_declaration':
      readMethod(collector, node);
      return true;
    case 'func_literal':
    case 'call_expression':
    case 'composite_literal':
      value(collector, node);
      return node.type === 'func_literal';
    case 'return_statement':
      for (const one of node.children[0]?.children ?? []) collector.returns(collector.value(one));
      return false;
    default:
      return false;
  }
}

function readImport(collector: Collector, node: Syntax): void {
  const path = fieldOf(node, 'path');
  if (path === undefined) return;
  const specifier = unquoted(collector.textOf(path));
  const named = fieldOf(node, 'name');
  const parts = specifier.split('/').filter((part) => !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? specifier).replace(/\.v\d+$/, '').replace(/^go-/, '');
  const local = named === undefined ? last : collector.textOf(named);
  collector.imports.push({ local, specifier, name: '*' });
}

function readAssignment(collector: Collector, node: Syntax): void {
  const names = fieldOf(node, 'left')?.children ?? [];
  const values = fieldOf(node, 'right')?.children ?? [];
  for (const [index, name] of names.entries()) {
    const written = collector.value(values.length === names.length ? values[index] : values[0]);
    if (index > 0 && values.length !== names.length) continue;
    if (name.type === 'identifier') {
      const text = collector.textOf(name);
      if (node.type === 'short_var_declaration') collector.variable(text, written, node.start);
      else collector.assign(text, written, node.start);
    } else if (name.type === 'selector_expression') {
      const [object, field] = [fieldOf(name, 'operand'), fieldOf(name, 'field')];
      if (object === undefined || field === undefined) continue;
      collector.fields.push({
        owner: ownerOf(collector, collector.textOf(object)),
        name: collector.textOf(field),
        value: written,
      });
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
      collector.fields.push({ owner, name: one, value: UNKNOWN, type: written });
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

/** The start of a program. */
function readMain(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  if (name === undefined || collector.textOf(name) !== 'main') return;
  if (!/^package\s+main\b/m.test(collector.between(0, node.start))) return;
  collector.call(name, { form: 'name', name: 'main', scope: -1, at: node.start }, []);
}
