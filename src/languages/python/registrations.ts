/** How Python writes routes, commands and jobs. */

import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import {
  argumentsOf,
  dotted,
  inner,
  joined,
  listed,
  memberAt,
  named,
  plainText,
  sum,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written, type WrittenParameter } from '../../model/registrations.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  get post put patch delete head options trace websocket websocket_route route api_route
  add_api_route add_api_websocket_route add_route add_websocket_route include_router mount host
  FastAPI APIRouter Starlette Router Route Mount WebSocketRoute Host
  Flask Blueprint register_blueprint add_url_rule Quart as_view Api Resource Namespace add_resource init_app
  add_namespace
  path re_path url include register urls urlpatterns urlpatterns.append urlpatterns.insert
  urlpatterns.extend routes ROOT_URLCONF i18n_patterns
  DefaultRouter SimpleRouter action api_view registry.extend
  command group callback add_typer add_command Typer Click add_parser add_subparsers set_defaults
  add_subcommands add_subcommand
  ArgumentParser task shared_task Celery actor job
  Application RouteTableDef add_get add_post add_put add_delete add_patch add_head add_options add_view add_subapp add_routes add_resource add_static view static
  request Session session Client AsyncClient
  add_job scheduled_job periodic_task db_task db_periodic_task add_periodic_task enqueue enqueue_in
  enqueue_at enqueue_call get_queue Queue setup beat_schedule CELERY_BEAT_SCHEDULE CELERYBEAT_SCHEDULE
  connect send send_robust asend asend_robust receiver Signal ModelSignal
  run __main__ exception_handler before_request setup_routes login_required permission_required
  user_passes_test permission_classes require_POST require_GET require_safe require_http_methods
`);

/** Packages of which every import counts. */
const PACKAGES =
  'cleo|fastapi|starlette|flask|quart|click|rich_click|asyncclick|typer|argparse|jsonargparse|celery|aiohttp(?:_\\w+)?|rq|dramatiq|apscheduler|huey|django_rq|flask_apscheduler|setuptools|distutils|flask_openapi3|flask_restful|flask_restx|sanic|requests|httpx|rest_framework_nested';
/** Packages that most files of their applications import, and the modules of them that count. */
const PARTS = [
  [
    'django',
    'urls|core\\.management|core import management|contrib\\.auth\\.(?:decorators|mixins)|views\\.decorators',
  ],
  ['rest_framework', 'routers|viewsets|mixins|generics|views|decorators|urlpatterns'],
].map(
  ([name, modules]) =>
    `(?:from|import)\\s+${name}\\b[^\\n(]*(?:\\([^)]*)?(?<![\\w])(?:${modules})\\b`,
);

const GATE = new RegExp(
  [
    `^\\s*(?:(?:from|import)\\s+(?:${PACKAGES})\\b|${PARTS.join('|')})`,
    `^\\s*from\\s+(?:[\\w.]*\\.)?(?:signals|dispatch|dispatcher)\\s+import\\b|^\\s*from\\s+[\\w.]+\\s+import\\s+\\(?[^\\n)]*\\bsignals\\b`,
    `^(?:urlpatterns|ROOT_URLCONF|CELERY_?BEAT_SCHEDULE)\\b`,
    `^\\w*(?:Router|Blueprint)\\s*=`,
    `\\bbeat_schedule\\b`,
    `^\\s*[A-Z][A-Z\\d_]*\\s*(?::\\s*str\\s*)?=\\s*f?['"]\\/`,
    `^\\s*@\\w+(?:\\.\\w+)*\\.(?:(?:get|post|put|patch|delete|route|command)\\(|(?:task|job|actor)\\b)|^\\s*@(?:\\w+_)?(?:task|job|actor)\\b`,
    `\\.(?:include_router|register_blueprint|add_url_rule|add_typer|add_command|add_subcommands?|add_parser|add_subparsers)\\(`,
    `_pb2_grpc\\b`,
    `__name__\\s*==`,
  ].join('|'),
  'm',
);

export const PYTHON_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  startedBases: /(?:Command|Servicer)$/,
  readsWords: true,
  decoratorsWrap: true,
  wrapped: new Set(['add_parser']),
  values: rows({
    identifier: named,
    string: text,
    concatenated_string: (collector, node) =>
      joined(node.children.map((one) => collector.value(one))),
    'integer true false': plainText,
    attribute: memberAt('object', 'attribute'),
    subscript: element,
    // `users = r = APIRouter()`.
    assignment: (collector, node) => collector.value(fieldOf(node, 'right')),
    dotted_name: dotted,
    call,
    'await parenthesized_expression type': inner,
    binary_operator: sum(),
    'list tuple set': listed,
    list_splat: (collector, node) => ({
      form: 'object',
      entries: [['...', collector.value(node.children[0])]],
    }),
    dictionary: (collector, node) => ({
      form: 'object',
      entries: node.children.flatMap((one) => entry(collector, one)),
    }),
    lambda: (collector, node) => functionValue(collector, node, ''),
  }),
  statements: rows({
    assignment: readAssignment,
    augmented_assignment: (collector, node) => {
      const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
      if (left?.type === 'identifier')
        collector.assign(collector.textOf(left), collector.value(right), node.end);
    },
    decorated_definition: readDecorated,
    return_statement: (collector, node) => {
      collector.returns(collector.value(node.children[0]));
    },
    call,
    if_statement: readMain,
    with_item: readWith,
  }),
  wholes: rows({
    import_from_statement: readFrom,
    import_statement: readImport,
    for_statement: readLoop,
    class_definition: readClass,
    function_definition: (collector, node) => {
      functionValue(collector, node, collector.scope < 0 ? collector.owner : '');
    },
  }),
};

function text(collector: Collector, node: Syntax): Written {
  const [start, only, end] = node.children;
  // Most texts are plain.
  const hasOnePart = only?.type === 'string_content' && end?.type === 'string_end';
  if (start !== undefined && hasOnePart && start.end - start.start === 1)
    return { form: 'text', text: collector.textOf(only) };
  const parts = node.children.flatMap((one): Written[] => {
    if (one.type === 'string_content')
      return [
        {
          form: 'text',
          text: collector.textOf(one).replaceAll('{{', '{').replaceAll('}}', '}'),
        },
      ];
    if (one.type === 'interpolation') return [collector.value(one.children[0])];
    return [];
  });
  const isPlain = parts.length === 1 && parts[0]?.form === 'text';
  const content = node.children.find(({ type }) => type === 'string_content');
  // Only a formatted string doubles its braces.
  const isFormatted = /^[a-z]*f/i.test(
    collector.between(node.start, node.start + 3).split(/['"]/)[0] ?? '',
  );
  if (isPlain && !isFormatted && content !== undefined)
    return { form: 'text', text: collector.textOf(content) };
  return joined(parts);
}

/** `config['PREFIX']`. */
function element(collector: Collector, node: Syntax): Written {
  const [object, index] = [fieldOf(node, 'value'), fieldOf(node, 'subscript')];
  const key = collector.value(index);
  if (object === undefined || key.form !== 'text') return UNKNOWN;
  return { form: 'member', object: collector.value(object), name: key.text };
}

function call(collector: Collector, node: Syntax): Written {
  const list = fieldOf(node, 'arguments');
  const callee = fieldOf(node, 'function');
  const [object, key] = list?.children ?? [];
  if (key !== undefined && callee !== undefined && collector.textOf(callee) === 'getattr')
    return { form: 'member', object: collector.value(object), name: '', key: collector.value(key) };
  const { plain, named: byName } = argumentsOf(
    collector,
    list?.type === 'argument_list' ? list.children : [],
    (one) =>
      one.type === 'keyword_argument' ? [fieldOf(one, 'name'), fieldOf(one, 'value')] : undefined,
  );
  return collector.call(node, collector.value(callee), plain, byName);
}

function entry(collector: Collector, node: Syntax): (readonly [string, Written])[] {
  const [key, given] = [fieldOf(node, 'key'), fieldOf(node, 'value')];
  const name = key && collector.value(key);
  return name?.form === 'text' ? [[name.text, collector.value(given)]] : [];
}

function functionValue(collector: Collector, node: Syntax, owner: string): Written {
  const name = fieldOf(node, 'name');
  const parameters = (fieldOf(node, 'parameters')?.children ?? []).map(
    (one): WrittenParameter => parameter(collector, one),
  );
  const receiver = owner === '' ? undefined : parameters[0]?.name;
  return collector.function(node, {
    name: name === undefined ? '' : collector.textOf(name),
    parameters,
    receiver,
    owner,
    body: fieldOf(node, 'body'),
  });
}

function parameter(collector: Collector, node: Syntax): WrittenParameter {
  if (node.type === 'identifier') return { name: collector.textOf(node) };
  const [listed] = node.type === 'list_splat_pattern' ? node.children : [];
  if (listed !== undefined) return { name: collector.textOf(listed), isRest: true };
  const name = fieldOf(node, 'name') ?? node.children[0];
  const type = fieldOf(node, 'type');
  const written = name === undefined ? '' : collector.textOf(name);
  return type === undefined ? { name: written } : { name: written, type: collector.value(type) };
}

// --- statements -----------------------------------------------------------------------------------

function readFrom(collector: Collector, node: Syntax): void {
  const module = fieldOf(node, 'module_name');
  if (module === undefined) return;
  const specifier = collector.textOf(module);
  for (const one of node.children) {
    if (one === module) continue;
    if (one.type === 'wildcard_import') collector.addImport('*', specifier);
    else if (one.type === 'dotted_name')
      collector.addImport(collector.textOf(one), specifier, collector.textOf(one));
    else if (one.type === 'aliased_import') {
      const [name, alias] = [fieldOf(one, 'name'), fieldOf(one, 'alias')];
      if (name !== undefined && alias !== undefined)
        collector.addImport(collector.textOf(alias), specifier, collector.textOf(name));
    }
  }
}

function readImport(collector: Collector, node: Syntax): void {
  for (const one of node.children) {
    if (one.type === 'aliased_import') {
      const [name, alias] = [fieldOf(one, 'name'), fieldOf(one, 'alias')];
      if (name !== undefined && alias !== undefined)
        collector.addImport(collector.textOf(alias), collector.textOf(name));
    } else {
      const specifier = collector.textOf(one);
      collector.addImport(specifier, specifier);
    }
  }
}

function readAssignment(collector: Collector, node: Syntax): void {
  const [left, right, annotation] = [
    fieldOf(node, 'left'),
    fieldOf(node, 'right'),
    fieldOf(node, 'type'),
  ];
  if (left === undefined) return;
  const written = collector.value(right);
  const type = annotation && collector.value(annotation);
  if (left.type === 'identifier') {
    const name = collector.textOf(left);
    if (collector.scope < 0 && collector.owner !== '')
      collector.addField(collector.owner, name, written, type);
    else collector.variable(name, written, node.start, type);
    return;
  }
  if (left.type !== 'attribute') return;
  const [object, name] = [fieldOf(left, 'object'), fieldOf(left, 'attribute')];
  if (object === undefined || name === undefined) return;
  const receiver = collector.functions[collector.scope]?.receiver;
  const isOwn = receiver !== undefined && collector.textOf(object) === receiver;
  collector.addField(isOwn ? collector.owner : '', collector.textOf(name), written, type);
}

/** `for item in list`; names on the left take an item apart. */
function readLoop(collector: Collector, node: Syntax): void {
  const left = fieldOf(node, 'left');
  const name = left?.type === 'identifier' ? collector.textOf(left) : '{0}';
  collector.loop(node, collector.value(fieldOf(node, 'right')), {
    parameters: [{ name }],
    body: fieldOf(node, 'body'),
    bind: () => {
      if (left === undefined || left.type === 'identifier') return;
      const object: Written = { form: 'name', name, scope: collector.scope, at: left.start };
      collector.localItems(left.children, object);
    },
  });
  for (const one of childrenOfType(node, 'else_clause')) collector.visit(one);
}

function readClass(collector: Collector, node: Syntax): void {
  const name = fieldOf(node, 'name');
  const bases = (fieldOf(node, 'superclasses')?.children ?? []).filter(
    ({ type }) => type !== 'keyword_argument',
  );
  const written = name === undefined ? '' : collector.textOf(name);
  const outer = collector.scope;
  collector.scope = -1;
  collector.class(
    written,
    node.start,
    bases.map((base) => collector.value(base)),
    () => {
      collector.visitChildren(fieldOf(node, 'body') ?? node);
    },
  );
  collector.scope = outer;
}

function readDecorated(collector: Collector, node: Syntax): void {
  const definition = fieldOf(node, 'definition');
  const name = definition && fieldOf(definition, 'name');
  if (definition === undefined || name === undefined) return;
  collector.decorate(
    childrenOfType(node, 'decorator').flatMap(({ children }) => children.slice(0, 1)),
    {
      name: collector.textOf(name),
      start: definition.start,
      owner: collector.scope < 0 ? collector.owner : '',
      isClass: definition.type === 'class_definition',
    },
  );
}

/** A program that runs as a script registers itself as `__main__`. */
function readMain(collector: Collector, node: Syntax): void {
  const condition = fieldOf(node, 'condition');
  if (condition === undefined || collector.scope >= 0) return;
  if (!/__name__\s*==\s*['"]__main__['"]/.test(collector.textOf(condition))) return;
  collector.mark('__main__', condition);
}

function readWith(collector: Collector, node: Syntax): void {
  const pattern = node.children[0];
  const [given, target] = pattern?.type === 'as_pattern' ? pattern.children : [];
  const name = target?.children[0];
  if (given !== undefined && name?.type === 'identifier')
    collector.variable(collector.textOf(name), collector.value(given), node.start);
}
