/** The types that a type alias is made of, whose members are its own: `type A = B & Omit<C, 'x'> & { … }`. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';

const TYPES = /^(class|interface|typeAlias)$/;
/** What gives the members of its first argument. */
const PASSING =
  /\b(?:Omit|Pick|Partial|Required|Readonly|Mutable|Simplify|NonNullable|InstanceType|Awaited)<(?:typeof )?/g;
const NESTING_MAX = 6;

export function aliasBases(graph: SymbolGraph, alias: number): readonly number[] {
  const { kind, signature, startLine } = graph.node(alias);
  if (kind !== 'typeAlias') return [];
  const inside = graph.outgoing(alias, ['contains']).map(({ target }) => graph.node(target));
  const made = /\s=\s(.*)$/s.exec(withoutArguments(signature))?.[1];
  // A function type has no members, and types that it names are no part of it.
  if (made?.includes('=>') === true) return [];
  const isPart = (part: string): boolean =>
    made === undefined ? !names(signature, part) : names(withoutArguments(made), part);
  return graph
    .outgoing(alias, ['references'])
    .filter(({ target, lines }) => {
      const node = graph.node(target);
      // Where it begins its parts are named, even when members stand on the same line.
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

/** Without what stands between angle brackets, but for the first argument of those that pass it on. */
function withoutArguments(text: string): string {
  // The arrow of a function type is no bracket.
  let plain = text.replaceAll('=>', '⇒').replaceAll(PASSING, '');
  for (let depth = 0; depth < NESTING_MAX && /<[^<>]*>/.test(plain); depth++) {
    plain = plain.replaceAll(/<[^<>]*>/g, '');
  }
  return plain.replaceAll('⇒', '=>');
}
