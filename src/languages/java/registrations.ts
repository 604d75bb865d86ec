/** How Java writes routes, jobs and listeners: annotations of classes and methods. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import {
  argumentsOf,
  inner,
  listed,
  memberOfEnds,
  named,
  quoted,
  sum,
} from '../../extractors/registrations/kit.ts';
import type { Written } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  RequestMapping GetMapping PostMapping PutMapping PatchMapping DeleteMapping
  Controller RestController Scheduled KafkaListener RabbitListener JmsListener
  Path GET POST PUT DELETE PATCH HEAD OPTIONS MessageMapping Get Post Put Patch Delete Head Options
  ApplicationPath RegisterRestClient
  Command main SpringBootApplication
`);

const GATE =
  /@(?:[\w.]+\.)?(?:(?:Request|Get|Post|Put|Patch|Delete)Mapping|(?:Application)?Path|Controller|Scheduled|\w+Listener|MessageMapping|Command)\b|static void main\(/;

export const JAVA_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  values: rows({
    'identifier type_identifier': named,
    string_literal: quoted,
    'field_access scoped_identifier': memberOfEnds,
    'parenthesized_expression generic_type class_literal': inner,
    binary_expression: sum(),
    element_value_array_initializer: listed,
    marker_annotation: (collector, node) => collector.value(fieldOf(node, 'name')),
    annotation,
  }),
  statements: rows({}),
  wholes: rows({
    import_declaration: readImport,
    'class_declaration interface_declaration record_declaration': readClass,
    method_declaration: readMethod,
    field_declaration: readField,
    constructor_declaration: () => undefined,
  }),
};

function annotation(collector: Collector, node: Syntax): Written {
  const { plain, named: byName } = argumentsOf(
    collector,
    fieldOf(node, 'arguments')?.children ?? [],
    (one) =>
      one.type === 'element_value_pair' ? [fieldOf(one, 'key'), fieldOf(one, 'value')] : undefined,
  );
  return collector.call(node, collector.value(fieldOf(node, 'name')), plain, byName);
}

function readImport(collector: Collector, node: Syntax): void {
  const path = childOfType(node, 'scoped_identifier');
  if (path === undefined) return;
  const text = collector.textOf(path);
  if (childOfType(node, 'asterisk') !== undefined) {
    collector.addImport('*', text);
    return;
  }
  const dot = text.lastIndexOf('.');
  const name = text.slice(dot + 1);
  collector.addImport(name, text.slice(0, dot), name);
}

function readClass(collector: Collector, node: Syntax): void {
  const nameNode = fieldOf(node, 'name');
  if (nameNode === undefined) return;
  const name = collector.textOf(nameNode);
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
  const nameNode = fieldOf(node, 'name');
  if (nameNode === undefined) return;
  const name = collector.textOf(nameNode);
  decorate(collector, node, name, false);
  const modifiers = childOfType(node, 'modifiers');
  const isStatic = modifiers !== undefined && /\bstatic\b/.test(collector.textOf(modifiers));
  if (name !== 'main' || !isStatic) return;
  collector.mark('main', nameNode);
}

function readField(collector: Collector, node: Syntax): void {
  const declarator = fieldOf(node, 'declarator');
  const [name, given] = declarator
    ? [fieldOf(declarator, 'name'), fieldOf(declarator, 'value')]
    : [];
  if (name === undefined) return;
  const written = collector.value(given);
  collector.addField(collector.owner, collector.textOf(name), written);
}

function decorate(collector: Collector, node: Syntax, name: string, isClass: boolean): void {
  const annotations = (childOfType(node, 'modifiers')?.children ?? []).filter(({ type }) =>
    /annotation$/.test(type),
  );
  collector.decorate(annotations, {
    name,
    start: fieldOf(node, 'name')?.start ?? node.start,
    isClass,
  });
}
