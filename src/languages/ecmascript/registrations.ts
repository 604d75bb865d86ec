/** How JavaScript and TypeScript write routes, commands and jobs. */

import { childOfType, fieldOf, lastChild, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  type Collector,
  type RegistrationReader,
  rows,
} from '../../extractors/registrations/collector.ts';
import {
  inner,
  innerLast,
  joined,
  listed,
  memberOfEnds,
  named,
  operatorOf,
  plainText,
  template,
  unescaped,
} from '../../extractors/registrations/kit.ts';
import { UNKNOWN, type Written, type WrittenParameter } from '../../model/registrations.ts';
import { readDirective } from './server-actions.ts';
import { unquote } from './text.ts';

const VOCABULARY: ReadonlySet<string> = words(`
  get post put patch delete del all head options use route register mount basePath on
  express Router Express Koa Hono OpenAPIHono KoaRouter SwaggerRouter fastify Fastify prefix prefixes routes
  setGlobalPrefix enableVersioning Version create forRoot
  layout index Module RouterModule Controller Get Post Put Patch Delete Options Head All Sse Cron Interval Timeout
  Resolver Query Mutation Subscription MessagePattern EventPattern WebSocketGateway
  SubscribeMessage RabbitSubscribe RabbitRPC Processor Process GrpcMethod ResolveField FieldResolver from UseGuards UseInterceptors
  =.command command action demandCommand scriptName schedule Worker process define every
  CronJob Cron scheduleJob Queue add upsertJobScheduler commandDir Agenda
  Command program name yargs createCommand addCommand subcommand
  registerAs initTRPC router createTRPCRouter createRouter mergeRouters query mutation subscription
  createExpressMiddleware fetchRequestHandler createNextApiHandler createHTTPServer
  createHTTPHandler applyWSSHandler awsLambdaRequestHandler
  ApolloServer GraphQLServer createSchema makeExecutableSchema buildSubgraphSchema resolvers
  mergeResolvers of once
  fetch ofetch $fetch useFetch useSWR useSWRInfinite axios ky request __request extend HttpClient
  GET POST PUT PATCH DELETE HEAD OPTIONS createClient
  openapi doc doc31 createRoute use:server addHook
  forEach map io Server addService listen plugin default handler commands
`);

const GATE =
  /['"](?:use server|@react-router\/dev\/routes|express|express-promise-router|koa-compose|fastify|fastify-plugin|@?fastify[/-]autoload|hono|hono\/[\w-]+|@hono\/[\w-]+|koa|@?koa[-/]router|koa-swagger-decorator|@(?:nestjs|golevelup)\/[\w-]+|commander|yargs|yargs\/\w+|node-cron|cron|bullmq|bull|socket\.io|@grpc\/grpc-js|grpc|(?:@hokify\/)?agenda|croner|node-schedule|@trpc\/[\w/-]+|@?apollo[-/][\w-]+|graphql-yoga|@?graphql-tools[\w/-]*|type-graphql|axios|ky|ofetch|swr(?:\/\w+)?|openapi-fetch|undici|(?:node|cross)-fetch|@angular\/common\/http)['"]|\b(?:add|create|init|mount|register|set[uU]p|use)\w*Rout(?:es?|ers?)\(|\bfetch\s*\(|\burl: ['"`]\/|\$fetch\s*\(|\buseFetch\b|[pP]rocedure\b|[rR]outer\(\{|\b(?:Query|Mutation|Subscription)\s*:\s*[{\w]|\bexports\.command\b|\bcommand: ['"]|^export (?:const|async function|function) (?:commands?|handler)\b|\.(?:get|post|put|patch|delete|all|use|route|register|command)\s*\(\s*['"`/]|\.route\(\s*\{|\(\s*\{?\s*(?:\w*[aA]pp|server|router|fastify)\s*[,:)}]|\bcreateRoute\(|@(?:\w*[cC]ontroller|Route|Cron|Resolver|Processor)\(|^export const [A-Z]\w*(?:\s*:[^=\n]*)?\s*=\s*\{|(?:[pP]refix|[bB]ase(?:Url|URL|Path)?)\s*:\s*['"`]\/|\bexports\s*=\s*\{[^}]{0,200}\brequire\(['"]\.|(?:exports(?:\.\w+)?|^export const \w+(?:\s*:[^=\n]*)?)\s*=\s*(?:Object\.freeze\()?(?:['"`]\/|[{[][^}\]]{0,200}['"`]\/)/m;

export const ECMASCRIPT_REGISTRATIONS: RegistrationReader = {
  gate: GATE,
  vocabulary: VOCABULARY,
  composed:
    /^(?:\w*[cC]ontroller|Route|http(?:Get|Post|Put|Patch|Delete|Head)|\w*(?:Get|Post|Put|Patch|Delete|Auth|Guards?)(?:[A-Z]\w*)?)$/,
  values: rows({
    'identifier shorthand_property_identifier this type_identifier import': named,
    string: (collector, node) => ({
      form: 'text',
      text: unescaped(unquote(collector.textOf(node))),
    }),
    'number regex': plainText,
    template_string: (collector, node) =>
      template(collector, node, {
        isValue: ({ type }) => type === 'template_substitution',
        start: node.start + 1,
        end: node.end - 1,
      }),
    'member_expression nested_type_identifier nested_identifier': memberOfEnds,
    subscript_expression: element,
    'call_expression new_expression': call,
    'await_expression parenthesized_expression non_null_expression as_expression': inner,
    'satisfies_expression generic_type type_annotation spread_element': inner,
    // `var app = module.exports = express()`.
    'type_assertion assignment_expression': innerLast,
    binary_expression: binary,
    object: (collector, node) => ({
      form: 'object',
      entries: node.children.flatMap((one) => entry(collector, one)),
    }),
    array: listed,
    'arrow_function function_expression generator_function': (collector, node) =>
      functionValue(collector, node, ''),
  }),
  statements: rows({
    variable_declarator: readVariable,
    assignment_expression: readAssignment,
    expression_statement: readDirective,
    export_statement: readDefault,
    return_statement: (collector, node) => {
      collector.returns(collector.value(node.children[0]));
    },
    'call_expression new_expression': call,
  }),
  wholes: rows({
    for_in_statement: readLoop,
    import_statement: readImport,
    'class_declaration abstract_class_declaration class': readClass,
    'function_declaration generator_function_declaration arrow_function': readFunction,
    'function_expression generator_function': readFunction,
    method_definition: (collector, node) => {
      functionValue(collector, node, collector.owner);
    },
    'type_annotation interface_declaration type_alias_declaration': () => undefined,
  }),
};

function call(collector: Collector, node: Syntax): Written {
  const callee = node.children[0];
  const args = childOfType(node, 'arguments')?.children ?? [];
  if (callee !== undefined && collector.textOf(callee) === 'Object.freeze')
    return collector.value(args[0]);
  return collector.call(node, collector.value(callee), args);
}

function element(collector: Collector, node: Syntax): Written {
  const [object, index] = [node.children[0], lastChild(node)];
  if (object === undefined || index === undefined) return UNKNOWN;
  const key = collector.value(index);
  if (key.form === 'text')
    return { form: 'member', object: collector.value(object), name: key.text };
  const isName = key.form === 'name' || key.form === 'member';
  return isName ? { form: 'member', object: collector.value(object), name: '', key } : UNKNOWN;
}

function binary(collector: Collector, node: Syntax): Written {
  const [left, right] = node.children;
  if (left === undefined || right === undefined) return UNKNOWN;
  const operator = operatorOf(collector, node);
  const values = [collector.value(left), collector.value(right)] as const;
  if (operator === '+') return joined(values);
  // A setting with a default: the default is what the text says.
  if (operator === '||' || operator === '??')
    return values[1].form === 'text' ? values[1] : values[0];
  return UNKNOWN;
}

function entry(collector: Collector, node: Syntax): (readonly [string, Written])[] {
  if (node.type === 'shorthand_property_identifier')
    return [[collector.textOf(node), collector.value(node)]];
  if (node.type === 'spread_element') return [['...', collector.value(node)]];
  const key = node.children[0];
  if (key === undefined) return [];
  const name = unquote(collector.textOf(key));
  if (node.type !== 'pair' && node.type !== 'method_definition') return [];
  const written =
    node.type === 'pair' ? collector.value(lastChild(node)) : functionValue(collector, node, '.');
  collector.nameFunction(written, name, '.');
  return [[name, written]];
}

function functionValue(collector: Collector, node: Syntax, owner: string): Written {
  const isArrow = node.type === 'arrow_function';
  const name = isArrow ? undefined : fieldOf(node, 'name');
  // The only parameter of `x => y` has no parentheses.
  const single = isArrow ? node.children.slice(0, 1) : [];
  const list = childOfType(node, 'formal_parameters')?.children ?? single;
  const body = childOfType(node, 'statement_block') ?? (isArrow ? lastChild(node) : undefined);
  const written = collector.function(node, {
    name: name === undefined ? '' : collector.textOf(name),
    parameters: list.map((one, index) => parameter(collector, one, index)),
    receiver: owner === '' || owner === '.' ? undefined : 'this',
    owner,
    body,
    bind: () => {
      readPatterns(collector, list);
    },
  });
  // `export const api = () => new Hono()` returns the expression; only what others call matters.
  const isExpression = body !== undefined && body.type !== 'statement_block';
  if (isExpression && collector.scope < 0 && written.form === 'function')
    collector.within(written.index, () => {
      collector.returns(collector.value(body));
    });
  return written;
}

function parameter(collector: Collector, node: Syntax, index: number): WrittenParameter {
  if (node.type === 'identifier') return { name: collector.textOf(node) };
  const pattern = patternOf(node);
  const annotation = fieldOf(node, 'type');
  const name = pattern.type === 'identifier' ? collector.textOf(pattern) : `{${index}}`;
  if (annotation === undefined) return { name };
  const type = collector.value(annotation);
  return type.form === 'unknown' ? { name } : { name, type };
}

/** Returns the name of a parameter, which a comment may give a type, or the pattern in its place. */
function patternOf(node: Syntax): Syntax {
  if (node.type === 'identifier') return node;
  const field = fieldOf(node, 'pattern') ?? fieldOf(node, 'left');
  if (field !== undefined) return field;
  const [first] = node.children;
  return node.type === 'required_parameter' && first !== undefined ? patternOf(first) : node;
}

// --- statements -----------------------------------------------------------------------------------

function readFunction(collector: Collector, node: Syntax): void {
  functionValue(collector, node, '');
}

/** Names that a parameter takes apart: `({ app, router }) => …`. */
function readPatterns(collector: Collector, parameters: readonly Syntax[]): void {
  for (const [index, one] of parameters.entries()) {
    const pattern = patternOf(one);
    if (!/^(?:object|array)_pattern$/.test(pattern.type)) continue;
    const name = `{${index}}`;
    const whole: Written = {
      form: 'name',
      name,
      scope: collector.scope,
      at: one.start,
    };
    readParts(collector, pattern, whole);
  }
}

/** `for (const item of list)`, and `for (const key in object)`. */
function readLoop(collector: Collector, node: Syntax): void {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const body = fieldOf(node, 'body');
  if (left === undefined || right === undefined || body === undefined) {
    collector.visitChildren(node);
    return;
  }
  const name = left.type === 'identifier' ? collector.textOf(left) : '{0}';
  const isOverKeys = collector.between(left.end, right.start).trim() === 'in';
  collector.loop(node, collector.value(right), {
    parameters: isOverKeys ? [{ name: '' }, { name }] : [{ name }],
    body,
    bind: () => {
      const whole: Written = { form: 'name', name, scope: collector.scope, at: left.start };
      if (name === '{0}') readParts(collector, left, whole);
    },
  });
}

function readParts(collector: Collector, pattern: Syntax, whole: Written): void {
  for (const [index, part] of pattern.children.entries()) {
    if (pattern.type === 'array_pattern') {
      const name = String(index);
      if (part.type === 'identifier')
        collector.local(
          collector.textOf(part),
          { form: 'member', object: whole, name },
          part.start,
        );
      else if (/pattern$/.test(part.type))
        readParts(collector, part, { form: 'member', object: whole, name });
    } else if (part.type === 'shorthand_property_identifier_pattern') {
      const name = collector.textOf(part);
      collector.local(name, { form: 'member', object: whole, name }, part.start);
    } else if (part.type === 'pair_pattern') {
      const [key, local] = part.children;
      if (key === undefined || local?.type !== 'identifier') continue;
      const name = collector.textOf(key);
      collector.local(collector.textOf(local), { form: 'member', object: whole, name }, part.start);
    }
  }
}

function readImport(collector: Collector, node: Syntax): void {
  const source = childOfType(node, 'string');
  const clause = childOfType(node, 'import_clause');
  if (source === undefined) return;
  const specifier = unquote(collector.textOf(source));
  const add = (local: Syntax, name: string): void => {
    collector.addImport(collector.textOf(local), specifier, name);
  };
  const required = childOfType(node, 'import_require_clause')?.children[0];
  if (required !== undefined) add(required, '=');
  for (const child of clause?.children ?? []) {
    if (child.type === 'identifier') add(child, 'default');
    else if (child.type === 'namespace_import' && child.children[0] !== undefined)
      add(child.children[0], '*');
    else if (child.type === 'named_imports')
      for (const one of child.children) {
        const [name, alias] = one.children;
        if (name !== undefined) add(alias ?? name, collector.textOf(name));
      }
  }
}

function readVariable(collector: Collector, node: Syntax): void {
  const [name, init] = [fieldOf(node, 'name'), fieldOf(node, 'value')];
  if (name === undefined) return;
  const annotation = fieldOf(node, 'type');
  const type = annotation && collector.value(annotation);
  if (/^(?:object|array)_pattern$/.test(name.type) && init !== undefined) {
    readParts(collector, name, collector.value(init));
  } else if (name.type === 'identifier')
    collector.variable(collector.textOf(name), collector.value(init), node.start, type);
}

function readAssignment(collector: Collector, node: Syntax): void {
  const [left, right] = node.children;
  if (left === undefined || right === undefined) return;
  const written = collector.value(right);
  if (left.type === 'identifier') {
    collector.assign(collector.textOf(left), written, node.end);
    return;
  }
  if (left.type !== 'member_expression') return;
  const text = collector.textOf(left).replaceAll(/\s/g, '');
  const exported = /^(?:module\.)?exports(?:\.([\w$]+))?$/.exec(text);
  if (exported !== null) {
    const name = exported[1] === undefined ? '=' : `=.${exported[1]}`;
    collector.nameFunction(written, exported[1] ?? '', '.');
    collector.variables.push({
      scope: -1,
      name,
      value: written,
      at: node.start,
    });
    return;
  }
  const [object, name] = [left.children[0], lastChild(left)];
  if (object === undefined || name === undefined) return;
  const owner = object.type === 'this' ? collector.owner : '';
  collector.addField(owner, collector.textOf(name), written);
}

function readDefault(collector: Collector, node: Syntax): void {
  const exported = fieldOf(node, 'value');
  const isDefault = /^export\s+default\b/.test(collector.between(node.start, node.start + 40));
  const declared = fieldOf(node, 'declaration');
  if (isDefault && exported !== undefined)
    collector.variable('default', collector.value(exported), node.start);
  else if (isDefault && declared !== undefined && /function/.test(declared.type))
    collector.variable('default', functionValue(collector, declared, ''), node.start);
  // Decorators may precede the word `export`.
  const decorators = node.children.filter(({ type }) => type === 'decorator');
  const name = declared && fieldOf(declared, 'name');
  if (declared !== undefined && name !== undefined)
    addDecorations(collector, decorators, collector.textOf(name), declared.start, true);
}

function readClass(collector: Collector, node: Syntax): void {
  const named = fieldOf(node, 'name');
  const name = named === undefined ? '' : collector.textOf(named);
  const decorators = node.children.filter(({ type }) => type === 'decorator');
  addDecorations(collector, decorators, name, node.start, true);
  const heritage = childOfType(node, 'class_heritage');
  const base =
    heritage && (childOfType(heritage, 'extends_clause')?.children[0] ?? heritage.children[0]);
  collector.class(name, node.start, base === undefined ? [] : [collector.value(base)], () => {
    readMembers(collector, fieldOf(node, 'body')?.children ?? []);
  });
}

function readMembers(collector: Collector, members: readonly Syntax[]): void {
  let decorators: Syntax[] = [];
  for (const member of members) {
    if (member.type === 'decorator') {
      decorators.push(member);
      continue;
    }
    const own = [...decorators, ...member.children.filter(({ type }) => type === 'decorator')];
    const name = fieldOf(member, 'name');
    if (name !== undefined)
      addDecorations(collector, own, collector.textOf(name), name.start, false);
    decorators = [];
    readMember(collector, member, name);
  }
}

function readMember(collector: Collector, member: Syntax, name: Syntax | undefined): void {
  if (/field_definition$/.test(member.type) && name !== undefined) {
    const annotation = fieldOf(member, 'type');
    const type = annotation && collector.value(annotation);
    collector.addField(
      collector.owner,
      collector.textOf(name),
      collector.value(fieldOf(member, 'value')),
      type,
    );
  }
  for (const one of childOfType(member, 'formal_parameters')?.children ?? []) {
    if (childOfType(one, 'accessibility_modifier') === undefined) continue;
    const annotation = fieldOf(one, 'type');
    const pattern = fieldOf(one, 'pattern');
    if (annotation === undefined || pattern === undefined) continue;
    const type = collector.value(annotation);
    collector.addField(collector.owner, collector.textOf(pattern), UNKNOWN, type);
  }
  collector.visit(member);
}

function addDecorations(
  collector: Collector,
  decorators: readonly Syntax[],
  name: string,
  start: number,
  isClass: boolean,
): void {
  collector.decorate(
    decorators.flatMap(({ children }) => children.slice(0, 1)),
    { name, start, isClass },
  );
}
