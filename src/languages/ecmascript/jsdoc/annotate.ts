/**
 * Adds the types in JSDoc comments to the syntax of JavaScript, in the form that TypeScript's
 * grammar gives written types. Type aliases of `@typedef` become statements of the file.
 */
import { at } from '../../../base/assert.ts';
import { childOfType, FUNCTION_TYPES, lastChild, type Syntax, type SyntaxTree } from '../syntax.ts';
import { importsOf } from './imports.ts';
import { readTags, type Tag, typeWithMembers } from './tags.ts';
import { annotationNode, isPlain, syntheticNode } from './type-parser.ts';

const STATES_TYPE =
  /@(?:type|param|arg|argument|returns?|typedef|callback|template|implements|extends|augments|satisfies|import)\b/;

export function annotateFromComments({ root, comments }: SyntaxTree, text: string): void {
  const imports: Syntax[] = [];
  const aliases: Syntax[] = [];
  const documented: Documented[] = [];
  for (const comment of comments) {
    if (!text.startsWith('/**', comment.start)) continue;
    if (!STATES_TYPE.test(text.slice(comment.start, comment.end))) continue;
    imports.push(...importsOf(root, text, comment));
    const tags = readTags(root, text, comment);
    if (tags.some(isAlias)) aliases.push(...aliasesOf(root, tags));
    else if (tags.length > 0) {
      documented.push({ nodes: nodesAfter(root, text, comment.end), tags });
    }
  }
  // Nodes are found before any is changed, because the search relies on their order.
  for (const each of documented) annotateDocumented(root, text, each);
  // Imports come first, so that a name that the code binds itself keeps its value.
  if (imports.length + aliases.length > 0)
    replaceChildren(root, [...imports, ...root.children, ...aliases]);
}

const isAlias = ({ tag }: Tag): boolean => tag === 'typedef' || tag === 'callback';

/** Returns each `@typedef` and `@callback` as an exported alias, because importers see all of them. */
function aliasesOf(root: Syntax, tags: readonly Tag[]): Syntax[] {
  return tags.flatMap((tag, index) => {
    if (!isAlias(tag) || tag.name === '') return [];
    const next = tags.findIndex((other, at) => at > index && isAlias(other));
    const inside = tags.slice(index + 1, next < 0 ? tags.length : next);
    const members = inside.filter((other) => other.tag === 'property' && !other.name.includes('.'));
    const type =
      tag.tag === 'callback'
        ? callbackType(root, tag, inside)
        : typeWithMembers(root, tag, members);
    if (type === undefined) return [];
    const end = Math.max(tag.end, type.end, members.at(-1)?.end ?? tag.end);
    const name = syntheticNode(root, 'type_identifier', tag.nameStart, tag.end);
    const parameters = index === 0 || tags[0]?.tag === 'template' ? templates(root, tags) : [];
    const alias = syntheticNode(root, 'type_alias_declaration', tag.start, end, [
      name,
      ...parameters,
      type,
    ]);
    return [syntheticNode(root, 'export_statement', tag.start, end, [alias])];
  });
}

/** Returns the function type that the `@param` and `@returns` after a `@callback` describe. */
function callbackType(root: Syntax, { end }: Tag, tags: readonly Tag[]): Syntax {
  const parameters = tags.flatMap((tag) => {
    if (tag.tag !== 'param' || !/^[^.]+$/.test(tag.name)) return [];
    const members = tags.filter(({ name }) => isMemberOf(name, tag.name));
    const name = syntheticNode(root, 'identifier', tag.nameStart, tag.end);
    const type = typeWithMembers(root, tag, members);
    const parts = type === undefined ? [name] : [name, annotationNode(root, type)];
    return [syntheticNode(root, 'required_parameter', tag.start, tag.end, parts)];
  });
  const list = syntheticNode(root, 'formal_parameters', end, tags.at(-1)?.end ?? end, parameters);
  const result = tags.find(({ tag }) => tag === 'returns')?.type;
  const parts = result === undefined ? [list] : [list, result];
  return syntheticNode(root, 'function_type', end, Math.max(list.end, result?.end ?? 0), parts);
}

interface Documented {
  /** The nodes that start after the comment, the outermost first. */
  readonly nodes: readonly Syntax[];
  readonly tags: readonly Tag[];
}

function nodesAfter(root: Syntax, text: string, from: number): readonly Syntax[] {
  const between = /^(?:\s|\/\/[^\n]*)*/.exec(text.slice(from, from + 1000));
  const offset = from + (between?.[0].length ?? 0);
  const found: Syntax[] = [];
  let node: Syntax | undefined = root;
  while (node !== undefined) {
    const child = lastStartedBy(node.children, offset);
    node = child !== undefined && offset < child.end ? child : undefined;
    if (node?.start === offset) found.push(node);
  }
  return found;
}

/** Returns the last node that starts at an offset or before it. */
function lastStartedBy(nodes: readonly Syntax[], offset: number): Syntax | undefined {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(nodes, middle).start <= offset) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1];
}

function annotateDocumented(root: Syntax, text: string, { nodes, tags }: Documented): void {
  const [cast, second] = tags;
  const isCast = second === undefined && (cast?.tag === 'type' || cast?.tag === 'satisfies');
  const parentheses = nodes.find(({ type }) => type === 'parenthesized_expression');
  if (isCast && parentheses !== undefined) addCast(root, parentheses, cast);
  else if (nodes[0] !== undefined) annotate(root, text, nodes[0], tags);
}

/** Casts the last child of a node. */
function addCast(root: Syntax, holder: Syntax, { tag, type }: Tag): void {
  const value = lastChild(holder);
  if (value === undefined || type === undefined || isPlain(type)) return;
  const operator = tag === 'type' ? 'as_expression' : 'satisfies_expression';
  const cast = syntheticNode(root, operator, value.start, value.end, [value, type]);
  replaceChildren(holder, [...holder.children.slice(0, -1), cast]);
}

function annotate(root: Syntax, text: string, node: Syntax, tags: readonly Tag[]): void {
  const last = lastChild(node);
  switch (node.type) {
    case 'export_statement':
    case 'expression_statement':
      if (last !== undefined) annotate(root, text, last, tags);
      return;
    case 'lexical_declaration':
    case 'variable_declaration': {
      const declarator = childOfType(node, 'variable_declarator');
      if (declarator !== undefined) annotateValue(root, text, declarator, tags);
      return;
    }
    case 'field_definition':
    case 'public_field_definition':
      return annotateValue(root, text, node, tags);
    case 'assignment_expression':
      addType(root, node, tags, node.children.length);
      return annotateFunction(root, text, last, tags);
    case 'pair':
      return annotateFunction(root, text, last, tags);
    case 'class_declaration':
    case 'class':
      return annotateClass(root, node, tags);
    default:
      if (node.parent?.type === 'formal_parameters') {
        const type = tags.find(({ tag }) => tag === 'type')?.type;
        if (type !== undefined) annotateParameter(root, node, type);
      } else annotateFunction(root, text, node, tags);
  }
}

/** Annotates a variable or field: its own type, or that of the function it holds. */
function annotateValue(root: Syntax, text: string, node: Syntax, tags: readonly Tag[]): void {
  const value = node.children.length > 1 ? lastChild(node) : undefined;
  const satisfied = tags.find(({ tag }) => tag === 'satisfies');
  if (satisfied !== undefined && value !== undefined) addCast(root, node, satisfied);
  addType(root, node, tags, 1);
  annotateFunction(root, text, value, tags);
}

function addType(root: Syntax, node: Syntax, tags: readonly Tag[], position: number): void {
  const type = tags.find(({ tag }) => tag === 'type')?.type;
  if (type !== undefined && !isPlain(type)) insert(node, position, annotationNode(root, type));
}

function annotateClass(root: Syntax, node: Syntax, tags: readonly Tag[]): void {
  const types = tags.flatMap(({ tag, type }) => (tag === 'implements' && type ? [type] : []));
  const body = childOfType(node, 'class_body');
  if (body === undefined) return;
  const known = childOfType(node, 'class_heritage');
  if (known !== undefined) addTypeArguments(root, known, tags);
  if (types.length > 0) {
    const clause = syntheticNode(root, 'implements_clause', node.start, node.start, types);
    if (known !== undefined) insert(known, known.children.length, clause);
    else {
      const heritage = syntheticNode(root, 'class_heritage', body.start, body.start, [clause]);
      insert(node, node.children.indexOf(body), heritage);
    }
  }
  insert(node, node.children.indexOf(known ?? body), ...templates(root, tags));
}

/** Gives the base of a class the type arguments that `@extends {Base<T>}` states. */
function addTypeArguments(root: Syntax, heritage: Syntax, tags: readonly Tag[]): void {
  const stated = tags.find(({ tag }) => tag === 'extends')?.type;
  const types = stated && childOfType(stated, 'type_arguments');
  const [base, ...others] = heritage.children;
  if (types === undefined || base === undefined || base.type === 'extends_clause') return;
  const clause = syntheticNode(root, 'extends_clause', base.start, base.end, [base, types]);
  replaceChildren(heritage, [clause, ...others]);
}

const FUNCTIONS = /^(generator_)?function_declaration$|^method_definition$/;

function annotateFunction(
  root: Syntax,
  text: string,
  node: Syntax | undefined,
  tags: readonly Tag[],
): void {
  if (node === undefined || !(FUNCTIONS.test(node.type) || FUNCTION_TYPES.has(node.type))) return;
  const list = childOfType(node, 'formal_parameters');
  const result = tags.find(({ tag }) => tag === 'returns')?.type;
  if (result !== undefined && !isPlain(result) && node.children.length > 1) {
    insert(node, node.children.length - 1, annotationNode(root, result));
  }
  if (list === undefined) return;
  insert(node, node.children.indexOf(list), ...templates(root, tags));
  const documented = tags.filter(({ tag, name }) => tag === 'param' && /^[^.]+$/.test(name));
  list.children.forEach((parameter, index) => {
    const pattern = /^(assignment|rest)_pattern$/.test(parameter.type)
      ? (parameter.children[0] ?? parameter)
      : parameter;
    const tag =
      pattern.type === 'identifier'
        ? documented.find(({ name }) => name === text.slice(pattern.start, pattern.end))
        : documented[index];
    if (tag === undefined) return;
    const members = tags.filter(({ name }) => isMemberOf(name, tag.name));
    const type = typeWithMembers(root, tag, members);
    if (type !== undefined) annotateParameter(root, parameter, type);
  });
}

/** Whether a name is `owner.x` or `owner[].x`. Deeper members are not read. */
function isMemberOf(name: string, owner: string): boolean {
  return name.startsWith(owner) && /^(\[\])?\.[^.]+$/.test(name.slice(owner.length));
}

function annotateParameter(root: Syntax, parameter: Syntax, type: Syntax): void {
  const list = parameter.parent;
  if (list === undefined || isPlain(type)) return;
  const [pattern = parameter, ...initializer] =
    parameter.type === 'assignment_pattern' ? parameter.children : [parameter];
  const { start, end } = parameter;
  const parts = [pattern, annotationNode(root, type), ...initializer];
  const typed = syntheticNode(root, 'required_parameter', start, end, parts);
  replaceChildren(
    list,
    list.children.map((child) => (child === parameter ? typed : child)),
  );
}

/** Returns the type parameters of `@template T` as a node, or nothing. */
function templates(root: Syntax, tags: readonly Tag[]): Syntax[] {
  const names = tags.filter(({ tag, name }) => tag === 'template' && /^[^.]+$/.test(name));
  if (names.length === 0) return [];
  const parameters = names.map(({ type, nameStart, end }) => {
    const constraint =
      type === undefined ? [] : [syntheticNode(root, 'constraint', type.start, type.end, [type])];
    const name = syntheticNode(root, 'type_identifier', nameStart, end);
    return syntheticNode(root, 'type_parameter', nameStart, end, [name, ...constraint]);
  });
  const [first] = names;
  return [syntheticNode(root, 'type_parameters', first?.start ?? 0, first?.end ?? 0, parameters)];
}

function insert(node: Syntax, position: number, ...added: readonly Syntax[]): void {
  if (added.length > 0) replaceChildren(node, node.children.toSpliced(position, 0, ...added));
}

function replaceChildren(node: Syntax, children: readonly Syntax[]): void {
  (node as { children: readonly Syntax[] }).children = children;
  for (const child of children) child.parent = node;
}
