/** How C# writes routes and jobs. */
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
  callOf,
  decorated,
  inner,
  innerLast,
  listed,
  named,
  parameter,
  quoted,
  readClass,
  sum,
  template,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  HttpGet HttpPost HttpPut HttpPatch HttpDelete HttpHead HttpOptions AcceptVerbs Route Area
  ApiController Authorize AllowAnonymous NonAction Function
  MapGet MapPost MapPut MapPatch MapDelete MapMethods Map MapGroup Build Create CreateBuilder
  MapControllerRoute MapDefaultControllerRoute MapAreaControllerRoute
  CreateSlimBuilder AddHostedService AddOrUpdate Enqueue Schedule Main __main__
`);

const GATE =
  /\[(?:Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route|Area|ApiController)\b|\.Map(?:Get|Post|Put|Patch|Delete|Methods|Group)\(|\.Map(?:Default|Area)?ControllerRoute\(|:\s*\w*Controller(?:Base)?\b|\bWebApplication\b|\bIEndpointRouteBuilder\b|\bAddHostedService<|\b(?:RecurringJob|BackgroundJob)\.|:[^{\n]*\bIJob\b|\b(\w+)\.\1Base\b|\bstatic\s+(?:async\s+)?[\w<>.]+\s+Main\s*\(|\bHost\.Create\w*Builder\(/;

/** Usings may be in any file of a project, so names are known without them. */
const PACKAGE = 'dotnet';

export const CSHARP_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  hasExtensions: true,
  startedBases: /^IJob$/,
  values: rows({
    identifier: named,
    string_literal: quoted,
    verbatim_string_literal: (collector, node) => ({
      form: 'text',
      text: collector.textOf(node).slice(2, -1),
    }),
    raw_string_literal: (collector, node) => ({
      form: 'text',
      text: collector.textOf(node).replaceAll(/^"+\s*|\s*"+$/g, ''),
    }),
    interpolated_string_expression: interpolated,
    member_access_expression: member,
    'generic_name nullable_type parenthesized_expression await_expression': inner,
    'collection_element expression_element': inner,
    'argument attribute_argument qualified_name': innerLast,
    binary_expression: sum(),
    invocation_expression: call,
    'initializer_expression collection_expression': listed,
    'implicit_array_creation_expression array_creation_expression': innerLast,
    lambda_expression: (collector, node) => functionValue(collector, node, ''),
    attribute,
  }),
  statements: rows({
    compilation_unit: (collector, node) => {
      collector.addImport('*', PACKAGE);
      // A program without a method `Main` is statements of a file.
      const first = childOfType(node, 'global_statement');
      if (first !== undefined) collector.mark('__main__', first);
    },
    variable_declaration: readVariables,
    property_declaration: readProperty,
    invocation_expression: call,
    return_statement: (collector, node) => {
      collector.returns(collector.value(node.children[0]));
    },
  }),
  wholes: rows({
    using_directive: () => undefined,
    'class_declaration record_declaration struct_declaration': (collector, node) =>
      readClass(
        collector,
        node,
        attributesOf(node),
        childOfType(node, 'base_list')?.children ?? [],
      ),
    'method_declaration local_function_statement constructor_declaration': readMethod,
    lambda_expression: (collector, node) => void functionValue(collector, node, ''),
  }),
};

function interpolated(collector: Collector, node: Syntax): Written {
  return template(collector, node, {
    isValue: ({ type }) => type === 'interpolation',
    contentOf: ({ children }) => children.find(({ type }) => type !== 'interpolation_brace'),
    start: (node.children[0]?.end ?? node.start) + 1,
    end: node.end - 1,
  });
}

function member(collector: Collector, node: Syntax): Written {
  const [object, name] = [fieldOf(node, 'expression'), fieldOf(node, 'name')];
  if (object === undefined || name === undefined) return UNKNOWN;
  const plain = name.type === 'generic_name' ? (name.children[0] ?? name) : name;
  return { form: 'member', object: collector.value(object), name: collector.textOf(plain) };
}

function call(collector: Collector, node: Syntax): Written {
  const callee = fieldOf(node, 'function');
  const { plain, named: byName } = argumentsOf(
    collector,
    fieldOf(node, 'arguments')?.children ?? [],
  );
  const types = callee && fieldOf(callee, 'name');
  const list = types && childOfType(types, 'type_argument_list')?.children;
  // `AddHostedService<Worker>()` passes a type.
  const written = collector.value(callee);
  if (written.form === 'name' && written.name === 'nameof' && plain[0] !== undefined)
    return { form: 'text', text: collector.textOf(plain[0]).replace(/^.*\./s, '') };
  return collector.call(node, written, [...(list ?? []), ...plain], byName);
}

function attribute(collector: Collector, node: Syntax): Written {
  const name = fieldOf(node, 'name');
  const last = name?.type === 'qualified_name' ? lastChild(name) : name;
  if (last === undefined) return UNKNOWN;
  const spelled = collector.textOf(last).replace(/Attribute$/, '');
  const callee: Written = { form: 'name', name: spelled, scope: -1, at: node.start };
  return callOf(collector, node, callee, childOfType(node, 'attribute_argument_list'));
}

function functionValue(collector: Collector, node: Syntax, owner: string): Written {
  const [name, body] = [fieldOf(node, 'name'), fieldOf(node, 'body')];
  const list = fieldOf(node, 'parameters');
  const given = list?.type === 'parameter_list' ? list.children : list === undefined ? [] : [list];
  const isExtension =
    given[0] !== undefined && /^this\s/.test(collector.textOf(given[0])) && owner !== '';
  const written = collector.function(node, {
    name: name === undefined ? '' : collector.textOf(name),
    parameters: given.map((one) => parameter(collector, one)),
    owner,
    body,
    isExtension,
  });
  const result = body?.type === 'block' ? undefined : body && lastValue(body);
  if (result !== undefined && written.form === 'function')
    collector.within(written.index, () => {
      collector.returns(collector.value(result));
    });
  return written;
}

/** `=> value` of a method, or the value of a lambda. */
function lastValue(body: Syntax): Syntax | undefined {
  return body.type === 'arrow_expression_clause' ? lastChild(body) : body;
}

function readVariables(collector: Collector, node: Syntax): void {
  const isField = node.parent?.type === 'field_declaration';
  const type = collector.value(fieldOf(node, 'type'));
  for (const declarator of childrenOfType(node, 'variable_declarator')) {
    const name = fieldOf(declarator, 'name');
    if (name === undefined) continue;
    const value = declarator.children.length > 1 ? collector.value(lastChild(declarator)) : UNKNOWN;
    const spelled = collector.textOf(name);
    const known = type.form === 'unknown' ? undefined : type;
    if (isField) collector.addField(collector.owner, spelled, value, known);
    // A constant is also known by its bare name inside of the class.
    if (!isField || value.form === 'text')
      collector.variable(spelled, value, node.end, isField ? undefined : known);
  }
}

function readProperty(collector: Collector, node: Syntax): void {
  const [name, value] = [fieldOf(node, 'name'), fieldOf(node, 'value')];
  if (name !== undefined && value !== undefined)
    collector.addField(collector.owner, collector.textOf(name), collector.value(lastValue(value)));
}

function attributesOf(node: Syntax): readonly Syntax[] {
  return childrenOfType(node, 'attribute_list').flatMap(({ children }) =>
    children.filter(({ type }) => type === 'attribute'),
  );
}

function readMethod(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  const isMain = name !== undefined && collector.textOf(name) === 'Main';
  if (isMain && /\bstatic\b/.test(collector.between(node.start, name.start)))
    collector.mark('Main', name);
  if (decorated(collector, node, attributesOf(node)) !== undefined)
    functionValue(collector, node, collector.owner);
}
