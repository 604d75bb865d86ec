/**
 * Parses the type text of JSDoc into the nodes of the TypeScript grammar, with offsets in the file.
 * The rest of the extractor then reads a documented type like a written one.
 */
import { words } from '../../../extractors/lowering/words.ts';
import type { Syntax } from '../syntax.ts';

/** Types that say nothing about members. `Object` and `Function` are `any` in JSDoc. */
const PLAIN_TYPES = words(`
  any bigint boolean Boolean false function Function never null number Number object Object string
  String symbol true undefined unknown void
`);

const TOKEN =
  /(?:\n[ \t]*\*|\s)*(=>|\.\.\.|import\((?:"[^"\n]*"|'[^'\n]*')\)|[A-Za-z_$#][\w$]*|"[^"\n]*"|'[^'\n]*'|-?\d[\w.]*|[^\s])/y;

/** Maximum nesting of types that are read. */
const DEPTH_MAX = 50;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns a node that the parser of the file did not create. */
export function syntheticNode(
  root: Syntax,
  type: string,
  start: number,
  end: number,
  children: readonly Syntax[] = [],
): Syntax {
  const node: Syntax = { ...root, type, start, end, children, node: -1 };
  node.parent = undefined;
  for (const child of children) child.parent = node;
  return node;
}

export interface ParsedType {
  readonly type: Syntax;
  readonly end: number;
}

/** Parses the type after the `{` that ends at `start`; undefined if no `}` follows it. */
export function parseBracedType(root: Syntax, text: string, start: number): ParsedType | undefined {
  const parser = new TypeParser(root, text, start);
  const rest = parser.take('...');
  const inner = parser.type();
  parser.take('=');
  const end = parser.take('}')?.end;
  if (inner === undefined || end === undefined) return undefined;
  const type = rest ? syntheticNode(root, 'array_type', inner.start, inner.end, [inner]) : inner;
  return { type, end };
}

/** Whether a type tells nothing of the members of its values. */
export function isPlain(type: Syntax): boolean {
  return type.type === 'predefined_type' || type.type === 'literal_type';
}

class TypeParser {
  readonly #root: Syntax;
  readonly #text: string;
  #token: Token;
  #depth = 0;

  constructor(root: Syntax, text: string, start: number) {
    this.#root = root;
    this.#text = text;
    this.#token = this.#read(start);
  }

  /** Consumes a token if it is the next one. */
  take(text: string): Token | undefined {
    const token = this.#token;
    if (token.text !== text) return undefined;
    this.#token = this.#read(token.end);
    return token;
  }

  type(): Syntax | undefined {
    this.take('|');
    return this.#operators('|', 'union_type', () =>
      this.#operators('&', 'intersection_type', () => this.#postfix()),
    );
  }

  #read(from: number): Token {
    TOKEN.lastIndex = from;
    const text = TOKEN.exec(this.#text)?.[1] ?? '';
    const end = text === '' ? from : TOKEN.lastIndex;
    return { text, start: end - text.length, end };
  }

  #next(): Token {
    const token = this.#token;
    this.#token = this.#read(token.end);
    return token;
  }

  #node(type: string, start: number, children: readonly Syntax[] = [], end?: number): Syntax {
    const last = children[children.length - 1];
    return syntheticNode(this.#root, type, start, end ?? last?.end ?? start, children);
  }

  #leaf(type: string, { start, end }: Pick<Token, 'start' | 'end'>): Syntax {
    return this.#node(type, start, [], end);
  }

  #operators(
    operator: string,
    type: string,
    operand: () => Syntax | undefined,
  ): Syntax | undefined {
    const first = operand();
    if (first === undefined) return undefined;
    const parts = [first];
    while (this.take(operator)) {
      const part = operand();
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return parts.length === 1 ? first : this.#node(type, first.start, parts);
  }

  #postfix(): Syntax | undefined {
    if (this.#depth > DEPTH_MAX) return undefined;
    this.#depth++;
    let type = this.#primary();
    this.#depth--;
    while (type !== undefined) {
      if (this.take('[')) {
        if (this.take(']')) type = this.#node('array_type', type.start, [type]);
        else {
          const index = this.type();
          if (index === undefined || !this.take(']')) return undefined;
          type = this.#node('lookup_type', type.start, [type, index]);
        }
      } else if (!this.take('!') && !this.take('?')) return type;
    }
    return undefined;
  }

  #primary(): Syntax | undefined {
    const token = this.#token;
    const { text } = token;
    if (text === '(') return this.#parenthesized();
    if (text === '{') return this.#object();
    if (text === '[') return this.#list('[', ']', 'tuple_type');
    if (text === '?' || text === '!' || text === 'readonly') {
      this.#next();
      return this.#postfix();
    }
    if (text === 'typeof') return this.#query();
    if (/^(keyof|infer|asserts|new|unique)$/.test(text)) return undefined;
    this.#next();
    if (text === '*') return this.#leaf('predefined_type', token);
    if (text === 'this') return this.#leaf('this_type', token);
    if (/^["']/.test(text)) {
      return this.#node('literal_type', token.start, [this.#leaf('string', token)]);
    }
    if (/^-?\d/.test(text)) return this.#leaf('literal_type', token);
    if (!/^[A-Za-z_$]/.test(text)) return undefined;
    if (text === 'function' && this.#token.text === '(') return this.#closureFunction(token);
    if (PLAIN_TYPES.has(text) && !/^[.<]$/.test(this.#token.text)) {
      return this.#leaf('predefined_type', token);
    }
    return this.#named(token);
  }

  /** Parses `A.B<C>`, `import('x').A` and Closure's `Array.<C>`. */
  #named(first: Token): Syntax | undefined {
    const isModule = first.text.startsWith('import(');
    let name = this.#leaf(isModule ? 'identifier' : 'type_identifier', first);
    while (this.take('.')) {
      if (this.#token.text === '<') break;
      const object = name.type === 'type_identifier' ? this.#leaf('identifier', name) : name;
      const member = this.#next();
      if (!/^[A-Za-z_$]/.test(member.text)) return undefined;
      name = this.#node('nested_type_identifier', first.start, [
        object,
        this.#leaf('type_identifier', member),
      ]);
    }
    if (this.#token.text !== '<') return name;
    const types = this.#list('<', '>', 'type_arguments');
    return types && this.#node('generic_type', first.start, [name, types]);
  }

  #list(open: string, close: string, type: string): Syntax | undefined {
    const { start } = this.#token;
    this.take(open);
    const parts: Syntax[] = [];
    for (;;) {
      const end = this.take(close);
      if (end !== undefined) return this.#node(type, start, parts, end.end);
      this.take('...');
      const part = this.type();
      if (part === undefined) return undefined;
      parts.push(part);
      if (!this.take(',') && this.#token.text !== close) return undefined;
    }
  }

  #query(): Syntax | undefined {
    const { start } = this.#next();
    let name = this.#leaf('identifier', this.#next());
    while (this.take('.')) {
      const member = this.#leaf('property_identifier', this.#next());
      name = this.#node('member_expression', name.start, [name, member]);
    }
    return this.#node('type_query', start, [name]);
  }

  /** Parses `(T)` or `(a: A, b?: B) => C`. */
  #parenthesized(): Syntax | undefined {
    const before = this.#token;
    const parameters = this.#parameters();
    if (parameters !== undefined && this.take('=>')) {
      const result = this.type();
      return result && this.#node('function_type', before.start, [parameters, result]);
    }
    this.#token = before;
    this.take('(');
    const inner = this.type();
    return inner !== undefined && this.take(')') ? inner : undefined;
  }

  #parameters(): Syntax | undefined {
    const { start } = this.#next();
    const parameters: Syntax[] = [];
    for (;;) {
      const end = this.take(')');
      if (end !== undefined) return this.#node('formal_parameters', start, parameters, end.end);
      const rest = this.take('...');
      const name = this.#leaf('identifier', this.#next());
      this.take('?');
      const pattern = rest ? this.#node('rest_pattern', rest.start, [name]) : name;
      const type = this.take(':') ? this.type() : undefined;
      if (type === undefined) return undefined;
      const annotation = annotationNode(this.#root, type);
      parameters.push(this.#node('required_parameter', pattern.start, [pattern, annotation]));
      if (!this.take(',') && this.#token.text !== ')') return undefined;
    }
  }

  /** Parses Closure's `function(A, B): C`. */
  #closureFunction({ start }: Token): Syntax | undefined {
    const types = this.#list('(', ')', 'formal_parameters');
    if (types === undefined) return undefined;
    const parameters = types.children.map((type) =>
      this.#node('required_parameter', type.start, [type, annotationNode(this.#root, type)]),
    );
    const list = this.#node('formal_parameters', types.start, parameters, types.end);
    const result = this.take(':') ? this.type() : undefined;
    return this.#node('function_type', start, result === undefined ? [list] : [list, result]);
  }

  #object(): Syntax | undefined {
    const { start } = this.#next();
    const members: Syntax[] = [];
    for (;;) {
      const end = this.take('}');
      if (end !== undefined) return this.#node('object_type', start, members, end.end);
      const member = this.#member();
      if (member === undefined) return undefined;
      members.push(member);
      if (!this.take(',') && !this.take(';') && this.#token.text !== '}') return undefined;
    }
  }

  /** Parses `name: T`, or the call signature `(a: A): T`. */
  #member(): Syntax | undefined {
    this.take('readonly');
    const { start, text } = this.#token;
    const isCall = text === '(';
    if (!isCall && !/^[\w$"']/.test(text)) return undefined;
    const kind = /^["']/.test(text) ? 'string' : 'property_identifier';
    const head = isCall ? this.#parameters() : this.#leaf(kind, this.#next());
    this.take('?');
    const type = this.take(':') ? this.type() : undefined;
    if (head === undefined || type === undefined) return undefined;
    return this.#node(isCall ? 'call_signature' : 'property_signature', start, [
      head,
      annotationNode(this.#root, type),
    ]);
  }
}

export function annotationNode(root: Syntax, type: Syntax): Syntax {
  return syntheticNode(root, 'type_annotation', type.start, type.end, [type]);
}
