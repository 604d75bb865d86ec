/** Finds lines that may use a changed declaration although no edge of the graph leads to it. */
import { escapePattern } from '../base/escape-pattern.ts';
import { heritage } from '../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { languageById } from '../languages/registry.ts';
import type { RepoPath } from '../model/path.ts';
import { USES } from './reach.ts';

/** A symbol and the lines of it that may hold a use. */
export interface IndirectUse {
  readonly source: SymbolNode;
  /** Whether a line of the source, 1-based, may be one. */
  readonly isUse: (line: string, number: number) => boolean;
}

const VALUES: ReadonlySet<string> = new Set(['field', 'property', 'accessor']);

/**
 * Reads and writes of a field have no edges. They are where its type or a subtype is used, in lines with
 * its name: `x.name`, `{ name }`, `name: value`.
 */
export function fieldUses(graph: SymbolGraph, field: SymbolNode): readonly IndirectUse[] {
  if (!VALUES.has(field.kind) || field.parent < 0) return [];
  const sources = new Set<number>();
  for (const type of [field.parent, ...heritage(graph, field.parent, 'override')]) {
    const members = graph.outgoing(type, ['contains']).map(({ target }) => target);
    for (const member of members) sources.add(member);
    for (const used of [type, ...members])
      for (const edge of graph.incoming(used, USES))
        if (edge.evidence !== 'nameOnly') sources.add(edge.source);
  }
  const name = escapePattern(field.name);
  const named = new RegExp(`\\.${name}(?![\\w$(])|(?<![\\w$.])${name}\\s*(?:[:,}]|$)`);
  return [...sources]
    .filter((source) => source !== field.index)
    .map((source) => ({ source: graph.node(source), isUse: (line) => named.test(line) }));
}

/** Whether a type or one above it has a member. */
export function hasMember(graph: SymbolGraph, type: number, name: string): boolean {
  const holders = [...symbolGroup(graph, type), ...heritage(graph, type, 'base')];
  return graph.byName(name).some((other) => holders.includes(graph.node(other).parent));
}

/** Returns the names of parameters and variables whose type is written as a name. */
function namesOfType(lines: readonly string[], type: string): readonly string[] {
  const typed = new RegExp(`([\\w$]+)[?!]?\\s*:\\s*${escapePattern(type)}(?![\\w$.[])`, 'g');
  const names = lines.flatMap((line) => [...line.matchAll(typed)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/**
 * Returns a test for lines that surely use a field of a class or an interface: of `this` inside of it, or of
 * a name with this type. Undefined if what the type has is not known.
 */
export function sureFieldUse(
  graph: SymbolGraph,
  type: SymbolNode,
  field: string,
  source: SymbolNode,
  linesOf: (path: RepoPath) => readonly string[],
): ((line: string) => boolean) | undefined {
  const bases = heritage(graph, type.index, 'base');
  const isKnown = bases.length > 0 || !/\bextends\b/.test(type.signature);
  const isPlain =
    type.kind === 'typeAlias'
      ? /=\s*\{[^&]*$/.test(type.signature)
      : type.kind === 'class' || type.kind === 'interface';
  const textOf = ({ path, startLine, endLine }: SymbolNode) =>
    linesOf(path).slice(startLine - 1, endLine);
  const hasAnyName = textOf(type).some((line) => /\[\s*[\w$]+\s*(?::|\bin\b)/.test(line));
  const isTyped = languageById(type.language)?.parameterRules?.types !== undefined;
  if (!isTyped || !isPlain || !isKnown || hasAnyName) return undefined;
  const subtypes = [type.index, ...heritage(graph, type.index, 'override')];
  const isInside = subtypes.includes(source.parent) && !hasMember(graph, source.parent, field);
  const receivers = [...(isInside ? ['this'] : []), ...namesOfType(textOf(source), type.name)];
  if (receivers.length === 0) return undefined;
  const names = receivers.map(escapePattern).join('|');
  const name = escapePattern(field);
  const use = new RegExp(
    `(?<![\\w$.])(?:${names})[?!]?\\.${name}(?![\\w$(])|\\{(?:[^{}]*,)?\\s*${name}\\s*[,:}=][^{}]*\\}?\\s*=\\s*(?:${names})\\s*;?$`,
  );
  return (line) => use.test(line);
}

interface NamedCall {
  readonly source: SymbolNode;
  /** 1-based. */
  readonly line: number;
  readonly name: string;
}

/** Finds calls of parameters and variables whose type is written as the name of a function type. */
export function callsByType(
  graph: SymbolGraph,
  { index, kind, name: type }: SymbolNode,
  linesOf: (path: RepoPath) => readonly string[],
): readonly NamedCall[] {
  if (kind !== 'typeAlias') return [];
  return graph.incoming(index, ['references']).flatMap((edge) => {
    const source = graph.node(edge.source);
    const text = linesOf(source.path);
    const names = namesOfType(
      edge.lines.map((line) => text[line - 1] ?? ''),
      type,
    );
    return names.flatMap((name): NamedCall[] => {
      const called = new RegExp(`(?<![\\w$.])${escapePattern(name)}\\(`);
      return text
        .slice(source.startLine - 1, source.endLine)
        .flatMap((line, row) =>
          called.test(line) ? [{ source, line: source.startLine + row, name }] : [],
        );
    });
  });
}

/** Returns the literals of a union type that another version of it lacks. */
export function lostLiterals(before: string, after: string): readonly string[] {
  const union = /=\s*\|?\s*((?:'[^']*'|"[^"]*"|\s|\|)+);?\s*$/.exec(before)?.[1] ?? '';
  const literals = [...union.matchAll(/'[^']*'|"[^"]*"/g)].map(([quoted]) => quoted.slice(1, -1));
  return literals.filter((text) => !after.includes(`'${text}'`) && !after.includes(`"${text}"`));
}

/** Lines with a literal, in what is written with a type and in the callers of that. */
export function literalUses(
  graph: SymbolGraph,
  type: SymbolNode,
  literals: readonly string[],
): readonly IndirectUse[] {
  const sources = new Set(
    graph.incoming(type.index, ['references']).flatMap(({ source }) => {
      const { kind, parent } = graph.node(source);
      const callee = kind === 'constructor' ? parent : source;
      return [source, ...graph.incoming(callee, ['calls']).map((call) => call.source)];
    }),
  );
  const isUse = (line: string) =>
    literals.some((text) => line.includes(`'${text}'`) || line.includes(`"${text}"`));
  return [...sources].map((source) => ({ source: graph.node(source), isUse }));
}

const COMPLETED: ReadonlySet<string> = new Set(['interface', 'typeAlias']);

/** Classes and object literals that may lack a member that their type requires now. */
export function incompleteUses(graph: SymbolGraph, member: SymbolNode): readonly IndirectUse[] {
  const isOptional = new RegExp(`${escapePattern(member.name)}\\s*\\?`).test(member.signature);
  const owner = member.parent < 0 ? undefined : graph.node(member.parent);
  if (owner === undefined || !COMPLETED.has(owner.kind) || isOptional) return [];
  const implementers = graph.incoming(owner.index, ['implements']).flatMap((edge) => {
    const holders = [edge.source, ...heritage(graph, edge.source, 'base')];
    const isComplete = graph
      .byName(member.name)
      .some((other) => other !== member.index && holders.includes(graph.node(other).parent));
    return isComplete ? [] : [linesOf(graph.node(edge.source), edge.lines)];
  });
  const literals = graph.incoming(owner.index, ['references']).flatMap((edge): IndirectUse[] => {
    const source = graph.node(edge.source);
    const isUse = (line: string, number: number) =>
      edge.lines.includes(number) ? /=>?\s*[[({]/.test(line) : /\breturn\s*[[({]/.test(line);
    const calls = graph.incoming(edge.source, ['calls']).map((call): IndirectUse => {
      const lines = new Set(call.lines);
      const isGiven = (line: string, number: number) => lines.has(number) && line.includes('{');
      return { source: graph.node(call.source), isUse: isGiven };
    });
    return [{ source, isUse }, ...calls];
  });
  return [...implementers, ...literals];
}

function linesOf(source: SymbolNode, lines: readonly number[]): IndirectUse {
  return { source, isUse: (_, number) => lines.includes(number) };
}
