/** Finds uses that a change breaks: of removed, renamed or moved symbols, or with arguments that no longer fit. */
import { at } from '../base/assert.ts';
import { lineChanges } from '../base/line-diff.ts';
import { misfit, type Parameters, parametersOf } from '../doclinks/snippets/parameters.ts';
import { passedArguments } from '../extract/passed-arguments.ts';
import { importersOf } from '../graph/importers.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { languageById } from '../languages/registry.ts';
import type { Edge, EdgeKind } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import type { ComparedSide } from './own-text.ts';
import type { SymbolChange } from './symbol-changes.ts';

/** A use that no longer fits. */
export interface BrokenUse {
  /** Whether nothing has the name any more that is used there. */
  readonly isOfFormerName: boolean;
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

const USES: readonly EdgeKind[] = ['calls', 'references', 'extends', 'implements'];
const DECLARATION_CHARACTERS_MAX = 8_000;

/** Returns the uses that each change breaks. Texts of all files with uses are needed. */
export class Breaks {
  readonly #input: BreakInput;
  readonly #lineMaps = new Map<string, ReadonlyMap<number, number>>();

  constructor(input: BreakInput) {
    this.#input = input;
  }

  of(change: SymbolChange): readonly BrokenUse[] {
    const { old, now, aspects } = change;
    if (old === undefined || old.kind === 'section' || old.kind === 'key') return [];
    const unbound = losesId(change) ? this.#usesOfFormerName(old, now) : [];
    const isMisfit = now !== undefined && aspects.includes('signature');
    return isMisfit ? [...unbound, ...this.#misfits(old, now)] : unbound;
  }

  /** Paths whose texts are read for a change. */
  pathsFor(change: SymbolChange): readonly RepoPath[] {
    const { old, now, aspects } = change;
    return [
      ...(losesId(change) ? pathsOfUses(this.#input.old.graph, old) : []),
      ...(aspects.includes('signature') ? pathsOfUses(this.#input.now.graph, now) : []),
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
    const uses = graph.incoming(old.index, USES).flatMap((edge) => {
      if (edge.evidence === 'nameOnly') return [];
      const source = at(this.#input.nodeMap, edge.source);
      if (source < 0) return [];
      const node = this.#input.now.graph.node(source);
      const lines = this.#remaining(edge, node, old);
      return lines.length === 0
        ? []
        : [
            {
              isOfFormerName: true,
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
    return importersOf(before.graph, old.index, passesOnImports).flatMap(({ edge, from }) => {
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
      return [{ isOfFormerName: true, source: now.graph.node(source), lines: own.lines, reason }];
    });
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
    let known = this.#lineMaps.get(key);
    if (known === undefined) {
      known = unchangedLines(
        this.#linesOf(this.#input.old, oldPath),
        this.#linesOf(this.#input.now, path),
      );
      this.#lineMaps.set(key, known);
    }
    return known;
  }

  /** Returns the calls whose arguments fitted the old declaration and do not fit the new one. */
  #misfits(old: SymbolNode, now: SymbolNode): readonly BrokenUse[] {
    const { graph } = this.#input.now;
    const group = symbolGroup(graph, now.index).map((index) => graph.node(index));
    // With overloads, another declaration may accept the call.
    if (group.filter(({ kind }) => kind === now.kind).length > 1) return [];
    const before = this.#parametersOf(this.#input.old, old);
    const after = this.#parametersOf(this.#input.now, now);
    if (before === undefined || after === undefined) return [];
    const name = calledName(graph, now);
    return graph.incoming(now.index, ['calls']).flatMap((edge) => {
      if (edge.evidence === 'nameOnly') return [];
      const source = graph.node(edge.source);
      const text = this.#linesOf(this.#input.now, source.path);
      const broken = edge.lines.flatMap((line) => {
        const passed = passedArguments(source.language, text, line - 1, name);
        const reason = passed && misfit(after, passed);
        return reason === undefined || (passed && misfit(before, passed)) !== undefined
          ? []
          : [{ line, reason }];
      });
      const [first] = broken;
      const lines = broken.map(({ line }) => line);
      return first === undefined
        ? []
        : [{ isOfFormerName: false, source, lines, reason: `calls ${name}: ${first.reason}` }];
    });
  }

  #parametersOf(side: ComparedSide, node: SymbolNode): Parameters | undefined {
    const end = Math.min(node.end, node.start + DECLARATION_CHARACTERS_MAX);
    const text = side.texts.get(node.path)?.slice(node.start, end);
    return text === undefined ? undefined : parametersOf(node.language, node.name, text);
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

/** A constructor is called by the name of its class. */
function calledName(graph: SymbolGraph, { kind, name, parent }: SymbolNode): string {
  return kind === 'constructor' && parent >= 0 ? graph.node(parent).name : name;
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
