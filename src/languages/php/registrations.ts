/** How PHP writes routes. */
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
  callOf,
  decorated,
  inner,
  innerLast,
  joined,
  memberAt,
  named,
  parameter,
  plainText,
  quoted,
  readClass,
  sum,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  get post put patch delete options any match map view redirect permanentRedirect fallback resource apiResource
  resources apiResources group prefix middleware controller domain name namespace only except
  withRouting require loadRoutesFrom
  Route App create IsGranted
  AsCommand command job call exec schedule setName setBasePath add
`);

const REQUIRE =
  'require_expression require_once_expression include_expression include_once_expression';

const GATE =
  /\bRoute::|->withRouting\(|#\[Route\(|\bSlim\b|\bextends \w*Command\b|#\[AsCommand\b|\bSchedule\b|\bArtisan::|\bShouldQueue\b/;

export const PHP_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  startedBases: /Command$|^ShouldQueue$/,
  values: rows({
    'name variable_name': named,
    qualified_name: qualified,
    string: quoted,
    encapsed_string: (collector, node) => joined(node.children.map((one) => collector.value(one))),
    'string_content escape_sequence': plainText,
    'argument parenthesized_expression': innerLast,
    'named_type optional_type': inner,
    binary_expression: sum('.'),
    array_creation_expression: array,
    class_constant_access_expression: constant,
    'member_access_expression scoped_property_access_expression': memberAt('object', 'name'),
    function_call_expression: (collector, node) => call(collector, node, fieldOf(node, 'function')),
    'member_call_expression scoped_call_expression': methodCall,
    [REQUIRE]: requireCall,
    object_creation_expression: (collector, node) => call(collector, node, node.children[0]),
    'anonymous_function anonymous_function_creation_expression arrow_function': (collector, node) =>
      functionValue(collector, node, ''),
    attribute: (collector, node) =>
      call(collector, node, node.children[0], fieldOf(node, 'parameters')),
  }),
  statements: rows({
    // The facade is a global name where no namespace is declared.
    program: (collector, node) => {
      if (childOfType(node, 'namespace_definition') === undefined)
        collector.addImport('Route', 'Illuminate\\Support\\Facades\\Route', 'Route');
    },
    assignment_expression: readAssignment,
    'member_call_expression scoped_call_expression': methodCall,
    [REQUIRE]: (collector, node) => void requireCall(collector, node),
    return_statement: (collector, node) => {
      collector.returns(collector.value(node.children[0]));
    },
  }),
  wholes: rows({
    namespace_use_declaration: readUse,
    class_declaration: (collector, node) =>
      readClass(
        collector,
        node,
        attributesOf(node),
        ['base_clause', 'class_interface_clause'].flatMap(
          (one) => childOfType(node, one)?.children ?? [],
        ),
      ),
    property_declaration: readProperty,
    const_declaration: readConstants,
    foreach_statement: readLoop,
    'method_declaration function_definition': readFunction,
    'anonymous_function anonymous_function_creation_expression arrow_function': (collector, node) =>
      void functionValue(collector, node, ''),
  }),
};

/** An array with keys is an object; one without is a list. */
function array(collector: Collector, node: Syntax): Written {
  const items = childrenOfType(node, 'array_element_initializer');
  if (items.some(({ children }) => children.length > 1))
    return {
      form: 'object',
      entries: items.map((one) => {
        const key = collector.value(one.children[0]);
        return [key.form === 'text' ? key.text : '', collector.value(lastChild(one))];
      }),
    };
  return { form: 'list', items: items.map((one) => collector.value(one.children[0])) };
}

/** `\\Slim\\App` needs no import; `Controllers\\Users` may begin with an imported namespace. */
function qualified(collector: Collector, node: Syntax): Written {
  const name = collector.textOf(node);
  const head = name.slice(0, name.indexOf('\\'));
  const specifier =
    head === '' ? '' : collector.imports.find(({ local }) => local === head)?.specifier;
  if (specifier !== undefined)
    collector.addImport(
      name,
      `${specifier}${name.slice(head.length)}`.replace(/^\\/, ''),
      name.slice(name.lastIndexOf('\\') + 1),
    );
  return named(collector, node);
}

/** `Users::class` is the class; other constants are members. */
function constant(collector: Collector, node: Syntax): Written {
  const [object, name] = [node.children[0], lastChild(node)];
  if (object === undefined || name === undefined) return UNKNOWN;
  const written = collector.value(object);
  const spelled = collector.textOf(name);
  return spelled === 'class' ? written : { form: 'member', object: written, name: spelled };
}

function methodCall(collector: Collector, node: Syntax): Written {
  const [object, name] = [fieldOf(node, 'object') ?? fieldOf(node, 'scope'), fieldOf(node, 'name')];
  if (object === undefined || name === undefined) return UNKNOWN;
  const callee: Written = {
    form: 'member',
    object: collector.value(object),
    ...(name.type === 'name'
      ? { name: collector.textOf(name) }
      : { name: '', key: collector.value(name) }),
  };
  return callOf(collector, node, callee, fieldOf(node, 'arguments'));
}

/** All forms that run another file are calls of `require`. */
function requireCall(collector: Collector, node: Syntax): Written {
  const callee: Written = { form: 'name', name: 'require', scope: -1, at: node.start };
  return collector.call(node, callee, node.children.slice(-1));
}

function call(
  collector: Collector,
  node: Syntax,
  callee: Syntax | undefined,
  list = fieldOf(node, 'arguments') ?? childOfType(node, 'arguments'),
): Written {
  return callOf(collector, node, collector.value(callee), list);
}

function functionValue(collector: Collector, node: Syntax, owner: string): Written {
  const name = fieldOf(node, 'name');
  return collector.function(node, {
    // A function outside of a class is bound to what it is passed to.
    receiver: name === undefined && collector.owner === '' ? '$this' : undefined,
    name: name === undefined ? '' : collector.textOf(name),
    parameters: (fieldOf(node, 'parameters')?.children ?? []).map((one) =>
      parameter(collector, one),
    ),
    owner,
    body: fieldOf(node, 'body'),
  });
}

function readAssignment(collector: Collector, node: Syntax): void {
  const left = fieldOf(node, 'left');
  if (left?.type === 'variable_name')
    collector.variable(collector.textOf(left), collector.value(fieldOf(node, 'right')), node.end);
}

/** `use A\B as C`, `use A\{B, C as D}`. */
function readUse(collector: Collector, node: Syntax): void {
  const group = childOfType(node, 'namespace_use_group');
  const [first] = node.children;
  const start = group === undefined || first === undefined ? '' : `${collector.textOf(first)}\\`;
  for (const clause of childrenOfType(group ?? node, 'namespace_use_clause')) {
    const [path, alias] = [clause.children[0], fieldOf(clause, 'alias')];
    if (path === undefined) continue;
    const specifier = (start + collector.textOf(path)).replace(/^\\/, '');
    const name = specifier.slice(specifier.lastIndexOf('\\') + 1);
    collector.addImport(alias === undefined ? name : collector.textOf(alias), specifier, name);
  }
}

function attributesOf(node: Syntax): readonly Syntax[] {
  return childrenOfType(node, 'attribute_list').flatMap(({ children }) =>
    children.flatMap((one) => childrenOfType(one, 'attribute')),
  );
}

/** `foreach ($list as $key => $item)`; a list on the right takes an item apart. */
function readLoop(collector: Collector, node: Syntax): void {
  const [over, target] = node.children;
  const [key, item] = target?.type === 'pair' ? target.children : [undefined, target];
  const isName = item?.type === 'variable_name';
  const name = isName ? collector.textOf(item) : '{0}';
  collector.loop(node, collector.value(over), {
    parameters: [{ name }, { name: key === undefined ? '' : collector.textOf(key) }],
    body: fieldOf(node, 'body'),
    bind: () => {
      if (item === undefined || isName) return;
      const object: Written = { form: 'name', name, scope: collector.scope, at: item.start };
      collector.localItems(item.children, object);
    },
  });
}

/** Constants of a class, or of the file. */
function readConstants(collector: Collector, node: Syntax): void {
  for (const { start, children } of childrenOfType(node, 'const_element')) {
    const [name, value] = children;
    if (name === undefined || value === undefined) continue;
    const [spelled, written] = [collector.textOf(name), collector.value(value)];
    if (collector.owner === '') collector.variable(spelled, written, start);
    else collector.addField(collector.owner, spelled, written);
  }
}

/** The value of a property, by its name without the dollar sign. */
function readProperty(collector: Collector, node: Syntax): void {
  for (const { children } of childrenOfType(node, 'property_element')) {
    const [name, value] = children;
    if (name !== undefined && value !== undefined)
      collector.addField(
        collector.owner,
        collector.textOf(name).replace('$', ''),
        collector.value(value),
      );
  }
}

function readFunction(collector: Collector, node: Syntax): void {
  if (decorated(collector, node, attributesOf(node)) !== undefined)
    functionValue(collector, node, collector.owner);
}
