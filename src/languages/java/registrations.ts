/** How Java writes routes, jobs and listeners: annotations of classes and methods. */

import { childOfType, fieldOf, lastChild, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  joined,
  type RegistrationReader,
} from '../../extractors/registrations/collector.ts';
import { UNKNOWN, type Written } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  RequestMapping GetMapping PostMapping PutMapping PatchMapping DeleteMapping
  Controller RestController Scheduled KafkaListener RabbitListener JmsListener
  Path GET POST PUT DELETE PATCH HEAD OPTIONS MessageMapping Get Post Put Patch Delete
  Command main SpringBootApplication
`);

const GATE =
  /@(?:(?:Request|Get|Post|Put|Patch|Delete)Mapping|Path|Scheduled|\w+Listener|MessageMapping|Command)\b|static void main\(/;

const TYPES = {
  leaves: new Set(['identifier', 'string_literal', 'type_identifier', 'block']),
  comments: new Set(['line_comment', 'block_comment']),
};

export const JAVA_REGISTRATIONS: RegistrationReader = {
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
      return collector.name(node);
    case 'string_literal':
      return { form: 'text', text: collector.textOf(node).slice(1, -1).replaceAll('\\\\', '\\') };
    case 'field_access':
    case 'scoped_identifier': {
      const [object, name] = [node.children[0], lastChild(node)];
      if (object === undefined || name === undefined) return UNKNOWN;
      return { form: 'member', object: collector.value(object), name: collector.textOf(name) };
    }
    case 'parenthesized_expression':
    case 'generic_type':
      return collector.value(node.children[0]);
    case 'binary_expression':
      return joined(node.children.map((one) => collector.value(one)));
    case 'element_value_array_initializer':
      return { form: 'list', items: node.children.map((one) => collector.value(one)) };
    case 'marker_annotation':
      return collector.value(fieldOf(node, 'name'));
    case 'annotation':
      return annotation(collector, node);
    default:
      return UNKNOWN;
  }
}

function annotation(collector: Collector, node: Syntax): Written {
  const list = fieldOf(node, 'arguments')?.children ?? [];
  const named = list.flatMap((one): [string, Syntax][] => {
    if (one.type !== 'element_value_pair') return [];
    const [key, given] = [fieldOf(one, 'key'), fieldOf(one, 'value')];
    return key === undefined || given === undefined ? [] : [[collector.textOf(key), given]];
  });
  const plain = list.filter(({ type }) => type !== 'element_value_pair');
  return collector.call(node, collector.value(fieldOf(node, 'name')), plain, named);
}

function visit(collector: Collector, node: Syntax): boolean {
  switch (node.type) {
    case 'import_declaration':
      readImport(collector, node);
      return true;
    case 'class_declaration':
    case 'interface_declaration':
    case 'record_declaration':
      readClass(collector, node);
      return true;
    case 'method_declaration':
      readMethod(collector, node);
      return true;
    case 'field_declaration':
      readField(collector, node);
      return true;
    default:
      return false;
  }
}

function readImport(collector: Collector, node: Syntax): void {
  const path = childOfType(node, 'scoped_identifier');
  if (path === undefined) return;
  const text = collector.textOf(path);
  if (childOfType(node, 'asterisk') !== undefined) {
    collector.imports.push({ local: '*', specifier: text, name: '*' });
    return;
  }
  const dot = text.lastIndexOf('.');
  const name = text.slice(dot + 1);
  collector.imports.push({ local: name, specifier: text.slice(0, dot), name });
}

function readClass(collector: Collector, node: Syntax): void {
  const named = fieldOf(node, 'name');
  if (named === undefined) return;
  const name = collector.textOf(named);
  decorate(collector, node, name, true);
  const superclass = fieldOf(node, 'superclass')?.children[0];
  const interfaces = fieldOf(node, 'interfaces')?.children[0]?.children ?? [];
  const bases = [...(superclass === undefined ? [] : [superclass]), ...interfaces];
  const written = bases.map((base) => collector.value(base));
  collector.class(name, node.start, written, () => {
    collector.visitChildren(fieldOf(node, 'body') ?? node);
  });
}

function readMethod(collector: Collector, node: Syntax): void {
  const named = fieldOf(node, 'name');
  if (named === undefined) return;
  const name = collector.textOf(named);
  decorate(collector, node, name, false);
  const modifiers = childOfType(node, 'modifiers');
  const isStatic = modifiers !== undefined && /\bstatic\b/.test(collector.textOf(modifiers));
  if (name !== 'main' || !isStatic) return;
  const callee: Written = { form: 'name', name: 'main', scope: -1, at: node.start };
  collector.call(named, callee, []);
}

function readField(collector: Collector, node: Syntax): void {
  const declarator = fieldOf(node, 'declarator');
  const [name, given] = declarator
    ? [fieldOf(declarator, 'name'), fieldOf(declarator, 'value')]
    : [];
  if (name === undefined) return;
  const written = collector.value(given);
  collector.fields.push({ owner: collector.owner, name: collector.textOf(name), value: written });
}

function decorate(collector: Collector, node: Syntax, name: string, isClass: boolean): void {
  const named = fieldOf(node, 'name');
  for (const one of childOfType(node, 'modifiers')?.children ?? []) {
    if (!/annotation$/.test(one.type)) continue;
    collector.decorations.push({
      value: collector.value(one),
      name,
      start: named?.start ?? node.start,
      owner: isClass ? '' : collector.owner,
      isClass,
      line: collector.lineOf(one.start),
    });
  }
}
