/** Reads types from PHPDoc. Used if a declaration has no type, or only `array`. */

import type { Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { named } from './names.ts';

const LIST =
  /^(array|list|iterable|non-empty-(array|list)|\\?(Traversable|Iterator|IteratorAggregate|Generator|ArrayIterator|ArrayAccess))$/;
const PLAIN =
  /^(null|void|never|mixed|bool|boolean|true|false|int|integer|float|double|string|array|iterable|object|callable|resource|scalar|numeric|class-string|array-key|callable-string|non-empty-string|positive-int)$/i;

/**
 * Returns the type that a tag (`@return`, `@var`, `@param`) declares. A parameter is found by its
 * name.
 */
export function taggedType(
  doc: string,
  tag: 'var' | 'return' | 'param',
  variable: string | undefined,
  at: Syntax,
  lowering: Lowering,
): ExpressionId {
  const { unknown } = lowering.draft;
  for (const line of doc.split('\n')) {
    const found = new RegExp(`@(?:psalm-|phpstan-)?${tag}\\s+(.*)$`).exec(line)?.[1];
    if (found === undefined) continue;
    const spelled = typeText(found);
    const rest = found.slice(spelled.length).trim();
    if (variable !== undefined && !rest.replace(/^(&|\.\.\.)+/, '').startsWith(variable)) continue;
    if (tag === 'var' && variable === undefined && rest.startsWith('$')) continue;
    const type = docType(spelled, at, lowering);
    if (type !== unknown) return type;
  }
  return unknown;
}

/** Returns the type at the start of a line, up to the first space outside of brackets. */
function typeText(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('<({['.includes(character)) depth++;
    else if ('>)}]'.includes(character)) depth--;
    else if (/\s/.test(character) && depth <= 0) return text.slice(0, at);
  }
  return text;
}

/** Maximum nesting depth of types that are resolved. */
const DEPTH_MAX = 8;

function docType(text: string, at: Syntax, lowering: Lowering, depth = 0): ExpressionId {
  const { draft } = lowering;
  if (depth > DEPTH_MAX) return draft.unknown;
  const inner = (part: string): ExpressionId => docType(part, at, lowering, depth + 1);
  const whole = text.trim().replace(/^\?/, '');
  const parts = split(whole, '|');
  if (parts.length > 1) return draft.either(OP.union, parts.map(inner));
  if (/^\(.*\)$/s.test(whole)) return inner(whole.slice(1, -1));
  if (whole.endsWith('[]')) return draft.over(OP.arrayOf, inner(whole.slice(0, -2)));
  const generic = /^([\w\\-]+)<(.*)>$/s.exec(whole);
  if (generic !== null) {
    const [, name = '', args = ''] = generic;
    if (LIST.test(name)) return draft.over(OP.arrayOf, inner(split(args, ',').at(-1) ?? ''));
    return inner(name);
  }
  const name = whole === '$this' ? 'static' : whole;
  if (PLAIN.test(name) || !/^[\p{L}_\\][\p{L}\p{N}_\\]*$/u.test(name)) return draft.unknown;
  return lowering.namedType(named(name, at, 'type', lowering), []);
}

function split(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('<({['.includes(character)) depth++;
    else if ('>)}]'.includes(character)) depth--;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
