/**
 * Finds the types that make up a type alias, whose members the alias shares: `type A = B & Omit<C,
 * 'x'> & { … }`.
 */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';

const TYPES = /^(class|interface|typeAlias)$/;
/** Type operators that pass on the members of their first argument. */
const PASSING =
  /\b(?:Omit|Pick|Partial|Required|Readonly|Mutable|Simplify|NonNullable|InstanceType|Awaited)<(?:typeof )?/g;
const NESTING_MAX = 6;

export function aliasBases(graph: SymbolGraph, alias: number): readonly number[] {
  const { kind, signature, startLine } = graph.node(alias);
  if (kind !== 'typeAlias') return [];
  const inside = graph.outgoing(alias, ['contains']).map(({ target }) => graph.node(target));
  const made = /\s=\s(.*)$/s.exec(withoutArguments(signature))?.[1];
  // A function type has no members; the types in its signature are not its bases.
  if (made?.includes('=>') === true) return [];
  const isPart = (part: string): boolean =>
    made === undefined ? !names(signature, part) : names(withoutArguments(made), part);
  return graph
    .outgoing(alias, ['references'])
    .filter(({ target, lines }) => {
      const node = graph.node(target);
      // On its first line an alias names its parts, even when members are on the same line.
      const isOutside = lines.some(
        (line) =>
          line === startLine || !inside.some((own) => own.startLine <= line && line <= own.endLine),
      );
      return TYPES.test(node.kind) && isOutside && isPart(node.name);
    })
    .map(({ target }) => target);
}

function names(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
}

/**
 * Removes the type arguments in angle brackets, except for the first argument of operators that
 * pass on its members.
 */
function withoutArguments(text: string): string {
  // Protects the arrow of function types, which is no bracket.
  let plain = text.replaceAll('=>', '⇒').replaceAll(PASSING, '');
  for (let depth = 0; depth < NESTING_MAX && /<[^<>]*>/.test(plain); depth++) {
    plain = plain.replaceAll(/<[^<>]*>/g, '');
  }
  return plain.replaceAll('⇒', '=>');
}
