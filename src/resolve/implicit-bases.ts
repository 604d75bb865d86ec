/**
 * The interfaces that types satisfy without naming them. They depend on types of the whole program,
 * related by imports or not, so they are found for all files at once.
 */
import { appendTo } from '../base/append-to.ts';
import { compareStrings } from '../base/compare.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { type MethodSet, MethodSets } from './method-sets.ts';
import type { Program } from './program.ts';

/** A type of a file and an interface that it satisfies. */
export interface ImplicitBase {
  readonly source: number;
  readonly target: number;
}

/** By file, sorted. */
export type ImplicitBases = ReadonlyMap<number, readonly ImplicitBase[]>;

/** Maximum number of interfaces of one type; a generated family of interfaces may have thousands. */
const BASES_MAX = 200;

export function implicitBases(program: Program): ImplicitBases {
  const sets = new MethodSets(program);
  const interfaces = sets.interfaces();
  const wanted = new Set(interfaces.flatMap(({ methods }) => [...methods.keys()]));
  const types = sets.concreteTypes(wanted);
  const candidates = byRarestMethod(interfaces, types);
  const found = new Map<number, ImplicitBase[]>();
  for (const type of types) {
    const satisfied = [...type.methods.keys()]
      .flatMap((name) => candidates.get(name) ?? [])
      .filter((one) => satisfies(sets, type, one));
    const targets = satisfied.flatMap(({ nodes }) => nodes).sort((a, b) => a - b);
    for (const source of type.nodes)
      for (const target of targets.slice(0, BASES_MAX))
        appendTo(found, program.fileOf(source), { source, target });
  }
  for (const rows of found.values())
    rows.sort((a, b) => a.source - b.source || a.target - b.target);
  return found;
}

/** Returns the edges of one file. */
export function implicitEdges(
  program: Program,
  bases: readonly ImplicitBase[],
): readonly ResolvedEdge[] {
  return bases.map(({ source, target }) => ({
    sourceFile: program.fileOf(source),
    source: program.indexOf(source),
    targetFile: program.fileOf(target),
    target: program.indexOf(target),
    kind: 'implements',
    evidence: 'exact',
    form: 'plain',
    line: program.declaration(source).startLine,
    names: [],
  }));
}

/** Groups interfaces by the method that the fewest types have, so that few types are compared. */
function byRarestMethod(
  interfaces: readonly MethodSet[],
  types: readonly MethodSet[],
): ReadonlyMap<string, readonly MethodSet[]> {
  const counts = new Map<string, number>();
  for (const { methods } of types)
    for (const name of methods.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const groups = new Map<string, MethodSet[]>();
  for (const one of interfaces) {
    const [rarest] = [...one.methods.keys()].sort(
      (a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || compareStrings(a, b),
    );
    if (rarest !== undefined) appendTo(groups, rarest, one);
  }
  return groups;
}

function satisfies(sets: MethodSets, type: MethodSet, { methods }: MethodSet): boolean {
  for (const [name, method] of methods) {
    const own = type.methods.get(name);
    if (own === undefined || !sets.haveSameType(own, method)) return false;
  }
  return true;
}

/** Returns the bases of one file as texts, which stay the same when symbols are renumbered. */
export function textsOfBases(
  program: Program,
  bases: readonly ImplicitBase[] | undefined,
): readonly string[] {
  return (bases ?? []).map(
    ({ source, target }) => `${program.declaration(source).id}\n${program.declaration(target).id}`,
  );
}

/** Does the inverse, if all named symbols still exist. */
export function basesOfTexts(program: Program, texts: readonly string[]): readonly ImplicitBase[] {
  return texts.map((text) => {
    const [source, target] = text.split('\n').map((id) => nodeOfId(program, id));
    return { source: source ?? -1, target: target ?? -1 };
  });
}

function nodeOfId(program: Program, id: string): number {
  const file = program.numberOf(id.slice(0, id.indexOf('::')) as RepoPath);
  const index = program.facts(file).declarations.findIndex((one) => one.id === id);
  return program.nodeOf(file, index);
}

/**
 * Returns a text that is the same for two versions of a file if no implicit base of any file differs
 * because of them.
 */
export function methodSetText({ declarations, methodSets }: FileFacts): string {
  if (methodSets === undefined) return '';
  const types = declarations.filter(({ parent, kind }) => parent < 0 && TYPE_KINDS.test(kind));
  return JSON.stringify([methodSets, types.map(({ id }) => id)]);
}

const TYPE_KINDS = /^(class|interface|typeAlias)$/;
