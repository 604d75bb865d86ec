/**
 * Reads annotations from their text, because quoted and unquoted annotations use the same syntax.
 */

import type { Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Scope } from './scope.ts';
import { parameterNamed } from './type-variables.ts';
import { expressionFor, pathValue } from './values.ts';

/** Longer annotations are treated as data. */
const TEXT_LENGTH_MAX = 2000;

/** Returns the type that an annotation describes. `text` replaces the node's own text. */
export function typeExpression(
  draft: PythonDraft,
  node: Syntax,
  scope: Scope,
  text = draft.textOf(node),
): ExpressionId {
  if (text.length > TEXT_LENGTH_MAX) return draft.unknown;
  const tokens =
    text.match(/\.\.\.|[\p{L}_][\p{L}\p{N}_]*|[[\](),|.]|[^\s\p{L}_[\](),|.]+/gu) ?? [];
  return new AnnotationReader(
    draft,
    node,
    scope,
    tokens.filter((token) => !/^['"]+$/.test(token)),
  ).union();
}

const TYPE_COMMENT = /^[ \t)]*#\s*type:(?!\s*ignore\b)\s*([^#\n]+)/;

/** Returns an assigned value, which has the type of a comment behind it: `x = {}  # type: dict[str, A]`. */
export function assignedValue(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  if (draft.hasTypeComments) {
    const text = TYPE_COMMENT.exec(draft.text.slice(node.end, node.end + TEXT_LENGTH_MAX))?.[1];
    if (text !== undefined) return draft.ofType(typeExpression(draft, node, scope, text));
  }
  return expressionFor(draft, node, scope);
}

/** Types of which one type argument is what iterating, or entering with `with`, yields. */
const ARRAYS =
  /^(list|List|set|Set|frozenset|FrozenSet|Sequence|MutableSequence|Collection|Container|deque|Deque|AbstractSet|MutableSet|Iterable|Iterator|Generator|AsyncIterable|AsyncIterator|AsyncGenerator|(Abstract)?(Async)?ContextManager)$/;
const MAPS =
  /^(dict|Dict|Mapping|MutableMapping|defaultdict|DefaultDict|OrderedDict|ChainMap|Counter)$/;
const WRAPPERS =
  /^(Optional|Annotated|ClassVar|Final|Required|NotRequired|ReadOnly|Unpack|InitVar)$/;
const PROMISES = /^(Awaitable|Coroutine|Future|Task)$/;

class AnnotationReader {
  readonly #draft: PythonDraft;
  readonly #node: Syntax;
  readonly #scope: Scope;
  readonly #tokens: readonly string[];
  #at = 0;
  /** The last bare list in brackets, which holds a Callable's parameters. */
  #parameters: readonly ExpressionId[] = [];

  constructor(draft: PythonDraft, node: Syntax, scope: Scope, tokens: readonly string[]) {
    this.#draft = draft;
    this.#node = node;
    this.#scope = scope;
    this.#tokens = tokens;
  }

  union(): ExpressionId {
    const parts = [this.#one()];
    while (this.#take('|')) parts.push(this.#one());
    return this.#draft.either(OP.union, parts);
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #one(): ExpressionId {
    const { unknown } = this.#draft;
    if (this.#take('[')) {
      this.#parameters = this.#list(']');
      return unknown;
    }
    if (this.#take('(')) return this.#list(')')[0] ?? unknown;
    const word = this.#tokens[this.#at];
    if (word === undefined || !/^[\p{L}_]/u.test(word)) {
      if (word !== undefined && !/^[\]),|]$/.test(word)) this.#at++;
      return unknown;
    }
    const path = [word];
    this.#at++;
    while (this.#tokens[this.#at] === '.' && /^[\p{L}_]/u.test(this.#tokens[this.#at + 1] ?? '')) {
      path.push(this.#tokens[this.#at + 1] ?? '');
      this.#at += 2;
    }
    const args = this.#take('[') ? this.#list(']') : [];
    return this.#named(path, args);
  }

  #list(close: string): ExpressionId[] {
    const parts: ExpressionId[] = [];
    while (this.#at < this.#tokens.length && !this.#take(close)) {
      const before = this.#at;
      parts.push(this.union());
      this.#take(',');
      // Skips a token that no rule reads.
      if (this.#at === before) this.#at++;
    }
    return parts;
  }

  #named(path: readonly string[], args: readonly ExpressionId[]): ExpressionId {
    const { table, unknown } = this.#draft;
    const name = path.at(-1) ?? '';
    const [first = unknown, second = unknown] = args;
    if (name === 'None' || name === 'Any' || name === 'Literal') return unknown;
    if (this.#isDeclared(path)) return this.#declared(path, args);
    if (ARRAYS.test(name)) return first === unknown ? unknown : table.add(OP.arrayOf, first);
    if (MAPS.test(name))
      return second === unknown ? unknown : this.#global('dict', [first, second]);
    if (WRAPPERS.test(name)) return first;
    if (PROMISES.test(name)) return this.#global('Promise', [args.at(-1) ?? unknown]);
    if (name === 'Union') return this.#draft.either(OP.union, args);
    if (name === 'tuple' || name === 'Tuple') return this.#tuple(args);
    if (name === 'Callable')
      return table.add(OP.functionType, args.at(-1) ?? unknown, 0, ...this.#parameters);
    if (name === 'Self') return this.#self();
    const parameter = path.length === 1 ? parameterNamed(this.#draft, name, this.#node) : undefined;
    if (parameter !== undefined) return parameter;
    if (name === 'type' || name === 'Type') return this.#class(first);
    return this.#declared(path, args);
  }

  /** Whether the file itself declares a type, which may have the name of one of `typing`. */
  #isDeclared([name = '', ...members]: readonly string[]): boolean {
    if (members.length > 0) return false;
    const entries = this.#scope.entriesAt(name, this.#node) ?? [];
    return entries.length > 0 && entries.every(({ form }) => form === 'declaration');
  }

  #declared(path: readonly string[], args: readonly ExpressionId[]): ExpressionId {
    const { table, unknown } = this.#draft;
    const entity = pathValue(this.#draft, path, this.#node, this.#scope);
    return entity === unknown ? unknown : table.add(OP.named, entity, ...args);
  }

  #global(name: string, args: readonly ExpressionId[]): ExpressionId {
    const { table } = this.#draft;
    return table.add(OP.named, table.add(OP.free, this.#draft.stringId(name)), ...args);
  }

  #tuple(args: readonly ExpressionId[]): ExpressionId {
    const [first = this.#draft.unknown] = args;
    // `tuple[T, ...]` holds many values of one type.
    if (args.length === 2 && this.#tokens.includes('...'))
      return this.#draft.table.add(OP.arrayOf, first);
    return args.length === 0 ? this.#draft.unknown : this.#draft.table.add(OP.tuple, ...args);
  }

  /** `type[C]` denotes the class itself. */
  #class(type: ExpressionId): ExpressionId {
    const { table, unknown } = this.#draft;
    // Calling a `type[T]` gives a T.
    if (table.opOf(type) === OP.typeParameter) return table.add(OP.functionType, type, 0);
    if (table.opOf(type) === OP.union) {
      const parts = table.operandsOf(type).map((one) => this.#class(one));
      return this.#draft.either(OP.union, parts);
    }
    if (type === unknown || table.opOf(type) !== OP.named) return unknown;
    return table.add(OP.typeOf, table.operandOf(type, 0));
  }

  #self(): ExpressionId {
    for (let scope: Scope | undefined = this.#scope; scope !== undefined; scope = scope.parent) {
      if (scope.form === 'class') return this.#draft.table.add(OP.selfType, scope.owner);
    }
    return this.#draft.unknown;
  }
}
