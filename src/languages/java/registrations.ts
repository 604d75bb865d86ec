/** How Java writes routes, jobs and listeners: annotations of classes and methods. */

import {
  childOfType,
  childrenOfType,
  fieldOf,
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
  PreAuthorize Secured RolesAllowed PermitAll
  ApplicationPath PathPrefix RegisterRestClient
  Command CommandLine addSubcommand Named main SpringBootApplication
  route nest path andRoute andNest add and addServlet ServletContainer
`);

const GATE =
  /@(?:[\w.]+\.)?(?:\w*(?:Request|Get|Post|Put|Patch|Delete)Mapping|(?:Application)?Path|GET|Get|POST|Post|PUT|Put|Patch|DELETE|Delete|(?:Rest)?Controller|Scheduled|\w+Listener|MessageMapping|Command)\b|static void main\(|\bnew (?:CommandLine|ServletContainer)\(|\bRouterFunctions?\b|\b\w+ImplBase\b|\bString\s+[A-Z_]+\s*=[^;\n]*"\//;

export const JAVA_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  startedBases: /ImplBase$/,
  composed: /^\w+(?:Request|Get|Post|Put|Patch|Delete)Mapping$/,
  values: rows({
    'identifier type_identifier': named,
    string_literal: quoted,
    'field_access scoped_identifier scoped_type_identifier': memberOfEnds,
    'parenthesized_expression generic_type class_literal': inner,
    binary_expression: sum(),
    element_value_array_initializer: listed,
    marker_annotation: (collector, node) => collector.value(fieldOf(node, 'name')),
    annotation,
    object_creation_expression: (collector, node) => call(collector, node, fieldOf(node, 'type')),
    method_invocation: methodCall,
    method_reference: memberOfEnds,
    this: named,
    lambda_expression: lambda,
  }),
  statements: rows({
    object_creation_expression: (collector, node) =>
      void call(collector, node, fieldOf(node, 'type')),
    method_invocation: methodCall,
    local_variable_declaration: readVariable,
    return_statement: (collector, node) => {
      collector.returns(collector.value(node.children[0]));
    },
  }),
  wholes: rows({
    import_declaration: readImport,
    lambda_expression: (collector, node) => void lambda(collector, node),
    'class_declaration interface_declaration record_declaration': readClass,
    annotation_type_declaration: readClass,
    method_declaration: readMethod,
    'field_declaration constant_declaration': readField,
    constructor_declaration: () => undefined,
  }),
};

/** `builder -> builder.GET(…)`; an expression is what it returns. */
function lambda(collector: Collector, node: Syntax): Written {
  const [given, body] = [fieldOf(node, 'parameters'), fieldOf(node, 'body')];
  const names = given?.type === 'identifier' ? [given] : (given?.children ?? []);
  return collector.function(node, {
    parameters: names.map((one) => ({ name: collector.textOf(fieldOf(one, 'name') ?? one) })),
    body,
    bind: () => {
      if (body !== undefined && body.type !== 'block') collector.returns(collector.value(body));
    },
  });
}

function annotation(collector: Collector, node: Syntax): Written {
  const { plain, named: byName } = argumentsOf(
    collector,
    fieldOf(node, 'arguments')?.children ?? [],
    (one) =>
      one.type === 'element_value_pair' ? [fieldOf(one, 'key'), fieldOf(one, 'value')] : undefined,
  );
  return collector.call(node, collector.value(fieldOf(node, 'name')), plain, byName);
}

function call(collector: Collector, node: Syntax, callee: Syntax | undefined): Written {
  const list = fieldOf(node, 'arguments')?.children ?? [];
  return collector.call(node, collector.value(callee), list);
}

function methodCall(collector: Collector, node: Syntax): Written {
  const [object, name] = [fieldOf(node, 'object'), fieldOf(node, 'name')];
  if (object === undefined || name === undefined) return call(collector, node, name);
  const callee: Written = {
    form: 'member',
    object: collector.value(object),
    name: collector.textOf(name),
  };
  return collector.call(node, callee, fieldOf(node, 'arguments')?.children ?? []);
}

function readVariable(collector: Collector, node: Syntax): void {
  for (const one of childrenOfType(node, 'variable_declarator')) {
    const name = fieldOf(one, 'name');
    if (name === undefined) continue;
    collector.variable(collector.textOf(name), collector.value(fieldOf(one, 'value')), node.start);
  }
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
  // An interface extends others.
  const listed = fieldOf(node, 'interfaces') ?? childOfType(node, 'extends_interfaces');
  const interfaces = listed?.children[0]?.children ?? [];
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
  readBody(collector, node, name);
  const modifiers = childOfType(node, 'modifiers');
  const isStatic = modifiers !== undefined && /\bstatic\b/.test(collector.textOf(modifiers));
  if (name !== 'main' || !isStatic) return;
  collector.mark('main', nameNode);
}

/** Matches bodies that add commands to others, return routes or serve. Others register nothing. */
const REGISTERING_BODY =
  /\baddSubcommand\(|\b(?:route|nest|andRoute|andNest)\(|\bnew ServletContainer\(/;

function readBody(collector: Collector, node: Syntax, name: string): void {
  const body = fieldOf(node, 'body');
  if (body === undefined) return;
  if (!collector.isTest && !REGISTERING_BODY.test(collector.textOf(body))) return;
  const parameters = childrenOfType(fieldOf(node, 'parameters') ?? node, 'formal_parameter');
  collector.function(node, {
    name,
    owner: collector.owner,
    parameters: parameters.map((one) => {
      const own = collector.textOf(fieldOf(one, 'name') ?? one);
      decorate(collector, one, own, false);
      return { name: own, type: collector.value(fieldOf(one, 'type')) };
    }),
    body,
  });
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
