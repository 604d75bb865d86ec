/** Finds lines that may use a changed declaration although no edge of the graph leads to it. */
import { escapePattern } from '../base/escape-pattern.ts';
import { heritage } from '../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { languageById } from '../languages/registry.ts';
import type { RepoPath } from '../model/path.ts';
import { KINDS_OF_VALUES } from '../model/symbol.ts';
import { USES } from './reach.ts';

/** A symbol and the lines of it that may hold a use. */
export interface IndirectUse {
  readonly source: SymbolNode;
  /** Whether a line of the source, 1-based, may be one. */
  readonly isUse: (line: string, number: number) => boolean;
}

/**
 * Reads and writes of a field have no edges. They are where its type or a subtype is used, in lines with
 * its name: `x.name`, `{ name }`, `name: value`. In a class with a field of that type, every member may
 * read `this.x.name`.
 */
export function fieldUses(graph: SymbolGraph, field: SymbolNode): readonly IndirectUse[] {
  if (!KINDS_OF_VALUES.has(field.kind) || field.parent < 0) return [];
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
  const throughThis = new RegExp(`\\bthis\\.[\\w$]+[?!]?\\.${name}(?![\\w$(])`);
  const others = membersBesideFields(graph, field.parent).filter((member) => !sources.has(member));
  const usesIn = (nodes: Iterable<number>, isUse: IndirectUse['isUse']) =>
    [...nodes]
      .filter((source) => source !== field.index)
      .map((source) => ({ source: graph.node(source), isUse }));
  return [
    ...usesIn(sources, (line) => named.test(line)),
    ...usesIn(others, (line) => throughThis.test(line)),
  ];
}

/** Returns the members of the classes that have a field of a type, and of their subclasses. */
function membersBesideFields(graph: SymbolGraph, type: number): readonly number[] {
  const owners = graph.incoming(type, ['references']).flatMap(({ source }) => {
    const { kind, parent } = graph.node(source);
    return parent >= 0 && (kind === 'constructor' || KINDS_OF_VALUES.has(kind)) ? [parent] : [];
  });
  const classes = owners.flatMap((owner) => [owner, ...heritage(graph, owner, 'override')]);
  return [
    ...new Set(
      classes
        .filter((owner) => graph.node(owner).kind === 'class')
        .flatMap((owner) => graph.outgoing(owner, ['contains']).map(({ target }) => target)),
    ),
  ];
}

/** Parameters of a constructor with one of these are fields. */
const PARAMETER_PROPERTY = /\b(?:public|private|protected|readonly)\s+(?=[\w$]+[?!]?\s*:)/;

/** Returns the fields of a member's class, or of those above it, whose type is written as the name. */
function fieldsOfType(
  graph: SymbolGraph,
  { parent }: SymbolNode,
  type: SymbolNode,
  textOf: (node: SymbolNode) => readonly string[],
): readonly string[] {
  if (parent < 0 || graph.node(parent).kind !== 'class') return [];
  const hidden = new Set<string>();
  return [parent, ...heritage(graph, parent, 'base')].flatMap((owner) => {
    const members = graph.outgoing(owner, ['contains']).map(({ target }) => graph.node(target));
    const names = members
      .filter(({ index }) =>
        graph.outgoing(index, ['references']).some(({ target }) => target === type.index),
      )
      .flatMap((member) => declaredFields(member, type.name, textOf(member)))
      .filter((name) => !hidden.has(name));
    // A subclass may give a field another type.
    for (const { name } of members) hidden.add(name);
    return names;
  });
}

/** Returns the names of the fields that a member declares with a type: its own, or those of parameters. */
function declaredFields(
  { kind, name }: SymbolNode,
  type: string,
  text: readonly string[],
): readonly string[] {
  if (KINDS_OF_VALUES.has(kind)) return namesOfType(text, type).filter((own) => own === name);
  if (kind !== 'constructor') return [];
  const parameters = text.flatMap((line) => line.split(PARAMETER_PROPERTY).slice(1));
  return namesOfType(
    parameters.map((part) => part.split(',')[0] ?? ''),
    type,
  );
}

/**
 * Whether a type or one above it has a member. A class of TypeScript inherits nothing from the interfaces
 * that it implements.
 */
export function hasMember(graph: SymbolGraph, type: number, name: string): boolean {
  const { kind, language } = graph.node(type);
  const isOwnOnly = kind === 'class' && hasWrittenTypes(language);
  const bases = heritage(graph, type, 'base').filter(
    (base) => !isOwnOnly || graph.node(base).kind !== 'interface',
  );
  const holders = [...symbolGroup(graph, type), ...bases];
  return graph.byName(name).some((other) => holders.includes(graph.node(other).parent));
}

function hasWrittenTypes(language: string): boolean {
  return languageById(language)?.parameterRules?.types !== undefined;
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
  const isTyped = hasWrittenTypes(type.language);
  if (!isTyped || !isPlain || !isKnown || hasAnyName) return undefined;
  const subtypes = [type.index, ...heritage(graph, type.index, 'override')];
  const isInside = subtypes.includes(source.parent) && !hasMember(graph, source.parent, field);
  const fields = fieldsOfType(graph, source, type, textOf).map((name) => `this.${name}`);
  const named = namesOfType(textOf(source), type.name);
  const receivers = [...(isInside ? ['this'] : []), ...named, ...fields];
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

/**
 * Finds calls of parameters and variables whose type is written as the name of a function type. A
 * constructor is called by those whose type is `typeof` its class.
 */
export function callsByType(
  graph: SymbolGraph,
  { index, kind, name: own, parent }: SymbolNode,
  linesOf: (path: RepoPath) => readonly string[],
): readonly NamedCall[] {
  const isConstructor = kind === 'constructor' && parent >= 0;
  if (kind !== 'typeAlias' && !isConstructor) return [];
  const type = isConstructor ? `typeof ${graph.node(parent).name}` : own;
  return graph.incoming(isConstructor ? parent : index, ['references']).flatMap((edge) => {
    const source = graph.node(edge.source);
    const text = linesOf(source.path);
    const names = namesOfType(
      edge.lines.map((line) => text[line - 1] ?? ''),
      type,
    );
    return names.flatMap((name): NamedCall[] => {
      const before = isConstructor ? '\\bnew\\s+' : '(?<![\\w$.])';
      const called = new RegExp(`${before}${escapePattern(name)}\\(`);
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
