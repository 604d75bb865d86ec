/** Finds uses that a change breaks: of removed, renamed or moved symbols, or with arguments that no longer fit. */
import { at } from '../base/assert.ts';
import { lineChanges } from '../base/line-diff.ts';
import { getOrCompute } from '../base/memoize.ts';
import { changeFamily } from '../graph/change-family.ts';
import { importersOf } from '../graph/importers.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { languageById } from '../languages/registry.ts';
import type { Edge } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import { fieldUses, type IndirectUse, incompleteUses } from './indirect-uses.ts';
import { type Misfit, Misfits } from './misfits.ts';
import type { ComparedSide } from './own-text.ts';
import { USES } from './reach.ts';
import type { SymbolChange } from './symbol-changes.ts';

/**
 * removedStillUsed: nothing has the name any more that is used there. argumentsNoLongerFit: the arguments
 * fitted and do not fit now. mayNoLongerFit: a type changed, and whether the use fits is not known.
 */
type BreakKind = 'removedStillUsed' | 'argumentsNoLongerFit' | 'mayNoLongerFit';

/** A use that no longer fits, or may not. */
export interface BrokenUse {
  readonly kind: BreakKind;
  /** Node of the new graph that contains the use. */
  readonly source: SymbolNode;
  /** Lines of the new file. */
  readonly lines: readonly number[];
  readonly reason: string;
}

interface BreakInput {
  readonly old: ComparedSide;
  readonly now: ComparedSide;
  readonly nodeMap: Int32Array;
}

/** Returns the uses that each change breaks. Texts of all files with uses are needed. */
export class Breaks {
  readonly #input: BreakInput;
  readonly #lineMaps = new Map<string, ReadonlyMap<number, number>>();
  /** The new lines, by path, that were in the old file as well. */
  readonly #oldLines = new Map<RepoPath, ReadonlySet<number>>();
  /** The new nodes of symbols that were there before. */
  #kept: ReadonlySet<number> | undefined;

  constructor(input: BreakInput) {
    this.#input = input;
  }

  of(change: SymbolChange): readonly BrokenUse[] {
    const { old, now, aspects } = change;
    if (old === undefined) return now === undefined ? [] : this.#incomplete(now);
    if (old.kind === 'section' || old.kind === 'key') return [];
    const unbound = losesId(change) ? this.#usesOfFormerName(old, now) : [];
    const isMisfit = now !== undefined && aspects.includes('signature');
    return isMisfit ? [...unbound, ...this.#misfits(old, now)] : unbound;
  }

  /** Paths whose texts are read for a change. */
  pathsFor(change: SymbolChange): readonly RepoPath[] {
    const { old, now, aspects } = change;
    const { graph } = this.#input.now;
    if (now !== undefined && old === undefined)
      return this.#incompleteUses(now).map(({ source }) => source.path);
    const isMisfit = now !== undefined && aspects.includes('signature');
    return [
      ...(losesId(change) ? pathsOfUses(this.#input.old.graph, old) : []),
      ...(isMisfit
        ? [
            ...changeFamily(graph, now.index).flatMap(({ node }) => [
              graph.node(node).path,
              ...pathsOfUses(graph, graph.node(node)),
            ]),
            ...fieldUses(graph, now).map(({ source }) => source.path),
          ]
        : []),
    ];
  }

  #usesOfFormerName(old: SymbolNode, now: SymbolNode | undefined): readonly BrokenUse[] {
    const { graph } = this.#input.old;
    // Another declaration of the same symbol, such as an overload, may still be there.
    const isStill = symbolGroup(graph, old.index).some((node) => {
      const mapped = node === old.index ? -1 : at(this.#input.nodeMap, node);
      return mapped >= 0 && this.#input.now.graph.node(mapped).name === old.name;
    });
    if (isStill && old.kind !== 'class') return [];
    const fate = fateOf(old, now);
    const uses = graph.incoming(old.index, USES).flatMap((edge): BrokenUse[] => {
      if (edge.evidence === 'nameOnly') return [];
      const source = at(this.#input.nodeMap, edge.source);
      if (source < 0) return [];
      const node = this.#input.now.graph.node(source);
      const lines = this.#remaining(edge, node, old);
      return lines.length === 0
        ? []
        : [
            {
              kind: 'removedStillUsed',
              source: node,
              lines,
              reason: `uses ${old.name}, which is ${fate}`,
            },
          ];
    });
    return [...this.#importsOfFormerName(old, fate), ...uses];
  }

  /** Returns the imports that still name the symbol, in files that still exist. */
  #importsOfFormerName(old: SymbolNode, fate: string): readonly BrokenUse[] {
    const { old: before, now, nodeMap } = this.#input;
    return importersOf(before.graph, old.index, passesOnImports).flatMap(
      ({ edge, from }): BrokenUse[] => {
        const [source, target] = [at(nodeMap, edge.source), at(nodeMap, from)];
        if (source < 0 || target < 0) return [];
        const own = now.graph
          .outgoing(source, ['imports'])
          .find((one) => one.target === target && one.names.includes(old.name));
        const isPassedOn = now.graph
          .outgoing(target, ['imports'])
          .some(({ names }) => names.includes(old.name) || names.includes('*'));
        if (own === undefined || isPassedOn || this.#declares(target, old.name)) return [];
        if (this.#mayExportAs(target, old)) return [];
        const reason = `imports ${old.name}, which is ${fate}`;
        return [
          { kind: 'removedStillUsed', source: now.graph.node(source), lines: own.lines, reason },
        ];
      },
    );
  }

  /** Whether the file of a renamed symbol may still export it under its former name. */
  #mayExportAs(file: number, old: SymbolNode): boolean {
    if (at(this.#input.nodeMap, old.index) < 0) return false;
    const { now } = this.#input;
    return this.#linesOf(now, now.graph.node(file).path).some((line) => hasWord(line, old.name));
  }

  #declares(file: number, name: string): boolean {
    const { graph } = this.#input.now;
    return graph.byName(name).some((node) => graph.node(node).parent === file);
  }

  /** Returns the new lines of a use that still has the removed name and leads to nothing else. */
  #remaining(edge: Edge, source: SymbolNode, removed: SymbolNode): readonly number[] {
    const oldPath = this.#input.old.graph.node(edge.source).path;
    const newLines = this.#lineMap(oldPath, source.path);
    const text = this.#linesOf(this.#input.now, source.path);
    const rebound = this.#linesThatLeadTo(removed, source);
    return edge.lines.flatMap((line) => {
      const now = newLines.get(line);
      const isThere = now !== undefined && hasWord(text[now - 1] ?? '', removed.name);
      return isThere && !rebound.has(now) ? [now] : [];
    });
  }

  /** Returns the lines that lead to a symbol, or to something of its former name, in the new graph. */
  #linesThatLeadTo({ name, index }: SymbolNode, source: SymbolNode): ReadonlySet<number> {
    const { graph } = this.#input.now;
    const mapped = at(this.#input.nodeMap, index);
    const lines = graph.outgoing(source.index, USES).flatMap(({ target, lines: own, names }) => {
      const isNamed = graph.node(target).name === name || names.includes(name);
      return isNamed || target === mapped ? own : [];
    });
    return new Set(lines);
  }

  /** Maps the lines of an old file that are unchanged in the new one. */
  #lineMap(oldPath: RepoPath, path: RepoPath): ReadonlyMap<number, number> {
    const key = `${oldPath}\0${path}`;
    return getOrCompute(this.#lineMaps, key, () =>
      unchangedLines(this.#linesOf(this.#input.old, oldPath), this.#linesOf(this.#input.now, path)),
    );
  }

  /** Returns the uses that fitted the old declaration and do not, or may not, fit the new one. */
  #misfits(old: SymbolNode, now: SymbolNode): readonly BrokenUse[] {
    const { graph } = this.#input.now;
    const misfits = new Misfits(this.#input, old, now);
    const family = changeFamily(graph, now.index).filter(({ relation }) => relation !== 'overload');
    const direct = family.flatMap(({ node, relation }): BrokenUse[] => {
      // What overrides the member has uses of its own, which fit it.
      if (relation === 'base') return [];
      if (relation === 'override') return this.#misfitOverride(misfits, graph.node(node), now);
      return graph.incoming(node, ['calls', 'references']).flatMap((edge) => {
        if (edge.evidence === 'nameOnly' || edge.form === 'type') return [];
        const source = graph.node(edge.source);
        const text = this.#linesOf(this.#input.now, source.path);
        const found = relation === 'itself' ? misfits.of(edge, text) : misfits.through(edge);
        return this.#broken(
          source,
          found,
          `${edge.kind === 'calls' ? 'calls' : 'uses'} ${now.name}`,
        );
      });
    });
    const reason = misfits.ofValue();
    const fields = reason === undefined ? [] : fieldUses(graph, now);
    return [...direct, ...this.#indirect(fields, `uses ${now.name}: ${reason}`)];
  }

  #misfitOverride(misfits: Misfits, override: SymbolNode, { id }: SymbolNode): BrokenUse[] {
    const text = this.#input.now.texts.get(override.path);
    const reason = text === undefined ? undefined : misfits.ofOverride(override, text);
    if (reason === undefined) return [];
    const line = override.startLine;
    return this.#broken(override, [{ line, isCertain: false, reason }], `overrides ${id}`);
  }

  /** Returns what may lack a new member that its type requires. */
  #incomplete(now: SymbolNode): readonly BrokenUse[] {
    const reason = `may lack ${now.name}, which its type requires now`;
    return this.#indirect(this.#incompleteUses(now), reason);
  }

  #incompleteUses(now: SymbolNode): readonly IndirectUse[] {
    this.#kept ??= new Set(this.#input.nodeMap);
    return this.#kept.has(now.parent) ? incompleteUses(this.#input.now.graph, now) : [];
  }

  /** Each line is attributed to the smallest symbol that contains it. */
  #indirect(uses: readonly IndirectUse[], reason: string): readonly BrokenUse[] {
    const taken = new Set<string>();
    const lineCount = ({ source }: IndirectUse) => source.endLine - source.startLine;
    const smallestFirst = uses.toSorted((a, b) => lineCount(a) - lineCount(b));
    const found = smallestFirst.flatMap(({ source, isUse }): BrokenUse[] => {
      const text = this.#linesOf(this.#input.now, source.path);
      const lines = text.slice(source.startLine - 1, source.endLine).flatMap((line, row) => {
        const number = source.startLine + row;
        const key = `${number} ${source.path}`;
        if (taken.has(key) || !isUse(line, number) || !this.#isOld(source.path, number)) return [];
        taken.add(key);
        return [number];
      });
      return lines.length === 0 ? [] : [{ kind: 'mayNoLongerFit', source, lines, reason }];
    });
    return found.sort((a, b) => a.source.index - b.source.index);
  }

  #broken(source: SymbolNode, found: readonly Misfit[], use: string): BrokenUse[] {
    return [true, false].flatMap((isCertain): BrokenUse[] => {
      const own = found.filter(
        (one) => one.isCertain === isCertain && (isCertain || this.#isOld(source.path, one.line)),
      );
      const [first] = own;
      if (first === undefined) return [];
      const kind = isCertain ? 'argumentsNoLongerFit' : 'mayNoLongerFit';
      const lines = own.map(({ line }) => line);
      return [{ kind, source, lines, reason: `${use}: ${first.reason}` }];
    });
  }

  /** Whether a line of the new file was there before. An edited one has probably been adapted. */
  #isOld(path: RepoPath, line: number): boolean {
    const { old, now } = this.#input;
    if (old.texts.get(path) === now.texts.get(path)) return true;
    const lines = getOrCompute(
      this.#oldLines,
      path,
      () => new Set(this.#lineMap(path, path).values()),
    );
    return lines.has(line);
  }

  #linesOf({ texts }: ComparedSide, path: RepoPath): readonly string[] {
    return (texts.get(path) ?? '').split(/\r?\n/);
  }
}

/** Whether nothing has the id of the old symbol any more. */
function losesId({ change }: SymbolChange): boolean {
  return change === 'removed' || change === 'renamed' || change === 'moved';
}

/** Says what became of a symbol. */
function fateOf(old: SymbolNode, now: SymbolNode | undefined): string {
  if (now === undefined) return 'removed';
  return old.name === now.name ? `moved to ${now.id}` : `renamed to ${now.name}`;
}

function pathsOfUses(graph: SymbolGraph, node: SymbolNode | undefined): readonly RepoPath[] {
  if (node === undefined) return [];
  return graph.incoming(node.index, USES).map(({ source }) => graph.node(source).path);
}

function passesOnImports(language: string): boolean {
  return languageById(language)?.passesOnImports === 'always';
}

function unchangedLines(
  oldLines: readonly string[],
  newLines: readonly string[],
): ReadonlyMap<number, number> {
  const map = new Map<number, number>();
  let [old, now] = [0, 0];
  const ends = { oldStart: oldLines.length, oldEnd: 0, newStart: newLines.length, newEnd: 0 };
  for (const change of [...lineChanges(oldLines, newLines), ends]) {
    for (; old < change.oldStart; old++, now++) map.set(old + 1, now + 1);
    [old, now] = [change.oldEnd, change.newEnd];
  }
  return map;
}

function hasWord(line: string, name: string): boolean {
  if (!/^[\w$]+$/.test(name)) return line.includes(name);
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(line);
}
