/** C#'s members, and LINQ methods, whose names tell how they transform a sequence. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { EXTENSION } from './extensions.ts';

/**
 * Methods that strings, collections or all objects have. They take precedence over the project's
 * extension methods.
 */
const STANDARD =
  /^(Add|Clear|Clone|CompareTo|Contains|CopyTo|EndsWith|Equals|ForEach|GetHashCode|GetType|IndexOf|Insert|LastIndexOf|Remove|RemoveAt|Replace|Split|StartsWith|Substring|ToLower|ToString|ToUpper|Trim)$/;

function isStandard(method: string): boolean {
  return [STANDARD, KEEPING, TAKING, QUERYING].some((names) => names.test(method));
}

export const CALL = { callee: field('function') };

export function elementOf(lowering: Lowering, whole: ExpressionId): ExpressionId {
  return lowering.draft.over(OP.iterated, whole);
}

export function memberAccess(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'name');
  if (name === undefined) return lowering.draft.unknown;
  const text = lowering.draft.textOf(
    name.type === 'generic_name' ? (name.children[0] ?? name) : name,
  );
  const object = objectOf(node, lowering);
  const member = lowering.memberOf(object, text);
  if (node.parent?.type !== 'invocation_expression' || isStandard(text)) return member;
  const { table } = lowering.draft;
  const extension = table.add(OP.free, lowering.draft.stringId(EXTENSION + text));
  return table.add(OP.firstOf, member, table.add(OP.extension, object, extension));
}

/** Returns the object of a member access. The grammar has no node for `this` and `base`. */
function objectOf(node: Syntax, lowering: Lowering): ExpressionId {
  const object = fieldOf(node, 'expression');
  if (object !== undefined) return lowering.expression(object);
  return lowering.draft.text.startsWith('base', node.start)
    ? lowering.super(node)
    : lowering.self(node);
}

/** LINQ methods that keep the sequence (`KEEPING`) or take an element of it (`TAKING`). */
const KEEPING =
  /^(Where|OrderBy|OrderByDescending|ThenBy|ThenByDescending|ToList|ToArray|ToHashSet|AsEnumerable|AsQueryable|Reverse|Skip|Take|SkipWhile|TakeWhile|Distinct|Concat|Union|Except|Intersect|Append|Prepend|ConfigureAwait)$/;
const TAKING =
  /^(First|FirstOrDefault|Single|SingleOrDefault|Last|LastOrDefault|Find|ElementAt|ElementAtOrDefault|Dequeue|Pop|Peek|FirstAsync|FirstOrDefaultAsync|SingleOrDefaultAsync|GetValueOrDefault)$/;
const QUERYING =
  /^(Select|SelectMany|Any|All|Count|Sum|Min|Max|Average|GroupBy|ForEach|RemoveAll|Exists|FindIndex|ToDictionary|ToLookup|FindAll)$/;

export function invocation(node: Syntax, lowering: Lowering): ExpressionId {
  const callee = fieldOf(node, 'function');
  const name = callee?.type === 'member_access_expression' ? fieldOf(callee, 'name') : undefined;
  const method = name === undefined ? '' : lowering.draft.textOf(name);
  if (callee !== undefined && KEEPING.test(method)) return objectOf(callee, lowering);
  if (callee !== undefined && TAKING.test(method)) {
    return elementOf(lowering, objectOf(callee, lowering));
  }
  return lowering.call(node, CALL);
}

/** Returns the element that a query method passes to its function. */
export function queried(lambda: Syntax, lowering: Lowering): ExpressionId | undefined {
  const call = lambda.parent?.parent?.parent;
  const callee = call?.type === 'invocation_expression' ? fieldOf(call, 'function') : undefined;
  const name = callee?.type === 'member_access_expression' ? fieldOf(callee, 'name') : undefined;
  if (callee === undefined || name === undefined) return undefined;
  const method = lowering.draft.textOf(name);
  const isQuery = KEEPING.test(method) || TAKING.test(method) || QUERYING.test(method);
  return isQuery ? elementOf(lowering, objectOf(callee, lowering)) : undefined;
}
