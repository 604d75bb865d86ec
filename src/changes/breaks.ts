/** Finds uses that a change breaks: of removed, renamed or moved symbols, or with arguments that no longer fit. */
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import { changeFamily } from '../graph/change-family.ts';
import { importersOf } from '../graph/importers.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { languageById, passesOnImports } from '../languages/registry.ts';
import type { Edge, EdgeKind } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import { brokenFileImports, fileImports } from './file-imports.ts';
import {
  callsByType,
  fieldUses,
  hasMember,
  type IndirectUse,
  incompleteUses,
  literalUses,
  lostLiterals,
  sureFieldUse,
} from './indirect-uses.ts';
import { type Misfit, Misfits } from './misfits.ts';
import {
  type ComparedSide,
  declarationText,
  hasWord,
  mayExport,
  statementAt,
  unchangedLines,
} from './own-text.ts';
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
    const unbound = losesId(change)
      ? [...this.#usesOfFormerName(old, now), ...this.#usesOfFormerField(old, now)]
      : [];
    if (now === undefined) return unbound;
    const hidden = isHidden(old, now) ? this.#importsOf(old, 'not exported any more') : [];
    const misfits = aspects.includes('signature') ? this.#misfits(old, now) : [];
    return [...unbound, ...hidden, ...misfits, ...this.#usesOfLostLiterals(old, now)];
  }

  /** Returns the uses of literals that a union type no longer has. */
  #usesOfLostLiterals(old: SymbolNode, now: SymbolNode): readonly BrokenUse[] {
    const { old: before, now: after } = this.#input;
    if (old.kind !== 'typeAlias') return [];
    const lost = lostLiterals(declarationText(before, old), declarationText(after, now));
    if (lost.length === 0) return [];
    const reason = `uses a value that ${now.name} does not have any more: ${lost.join(', ')}`;
    return this.#indirect(literalUses(after.graph, now, lost), reason);
  }

  /** Paths whose texts are read for a change. */
  pathsFor(change: SymbolChange): readonly RepoPath[] {
    const { old, now, aspects } = change;
    const { graph } = this.#input.now;
    if (now !== undefined && old === undefined)
      return this.#incompleteUses(now).map(({ source }) => source.path);
    const isMisfit = now !== undefined && aspects.includes('signature');
    return [
      ...(old && (losesId(change) || isHidden(old, now)) ? this.#pathsOfFormer(old) : []),
      ...(isMisfit
        ? [
            ...changeFamily(graph, now.index).flatMap(({ node }) => [
              graph.node(node).path,
              ...pathsOfUses(graph, graph.node(node)),
            ]),
            ...fieldUses(graph, now).map(({ source }) => source.path),
            ...(old?.kind === 'typeAlias' ? literalUses(graph, now, []) : []).map(
              ({ source }) => source.path,
            ),
          ]
        : []),
    ];
  }

  #pathsOfFormer(old: SymbolNode): readonly RepoPath[] {
    const { graph } = this.#input.old;
    return [
      ...pathsOfUses(graph, old),
      ...fieldUses(graph, old).map(({ source }) => source.path),
      ...importersOf(graph, old.index, passesOnImports).map(
        ({ edge }) => graph.node(edge.source).path,
      ),
      ...fileImports(graph, old).map(({ source }) => graph.node(source).path),
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
      const reason = `uses ${old.name}, which is ${fate}`;
      return lines.length === 0 ? [] : [{ kind: 'removedStillUsed', source: node, lines, reason }];
    });
    const ofFile = brokenFileImports(this.#input, old, fate, (...paths) => this.#lineMap(...paths));
    return [...this.#importsOf(old, fate), ...ofFile, ...uses];
  }

  /** Returns the uses of a field, which have no edges, if its type does not have it any more. */
  #usesOfFormerField(old: SymbolNode, now: SymbolNode | undefined): readonly BrokenUse[] {
    const { old: before, now: after, nodeMap } = this.#input;
    // Accessors have edges.
    const owner = old.parent < 0 || old.kind === 'accessor' ? -1 : at(nodeMap, old.parent);
    if (owner < 0 || hasMember(after.graph, owner, old.name)) return [];
    const type = after.graph.node(owner);
    const uses = fieldUses(before.graph, old).flatMap(({ source, isUse }): IndirectUse[] => {
      const node = at(nodeMap, source.index);
      return node < 0 ? [] : [{ source: after.graph.node(node), isUse }];
    });
    const linesOf = (path: RepoPath) => this.#linesOf(after, path);
    const reason = `uses ${old.name}, which is ${fateOf(old, now)}`;
    return this.#indirect(uses, reason).flatMap(({ source, lines }): BrokenUse[] => {
      const text = linesOf(source.path);
      const isSure = sureFieldUse(after.graph, type, old.name, source, linesOf);
      const sure = lines.filter((line) => isSure?.(text[line - 1] ?? '') === true);
      const others = lines.filter((line) => !sure.includes(line));
      return [
        { kind: 'removedStillUsed' as const, source, lines: sure, reason },
        { kind: 'mayNoLongerFit' as const, source, lines: others, reason },
      ].filter((use) => use.lines.length > 0);
    });
  }

  /** Returns the imports that still name the symbol and do not find it, in files that still exist. */
  #importsOf(old: SymbolNode, fate: string): readonly BrokenUse[] {
    const { old: before, now, nodeMap } = this.#input;
    return importersOf(before.graph, old.index, passesOnImports).flatMap(
      ({ edge, from }): BrokenUse[] => {
        const [source, target] = [at(nodeMap, edge.source), at(nodeMap, from)];
        if (source < 0 || target < 0) return [];
        const own = now.graph
          .outgoing(source, ['imports'])
          .find((one) => one.target === target && one.names.includes(old.name));
        if (own === undefined || this.#passesOn(target, old) || this.#exports(target, old))
          return [];
        const node = now.graph.node(source);
        const text = this.#linesOf(now, node.path);
        const named = own.lines.flatMap((line) => {
          const row = statementAt(text, line)
            .split('\n')
            .findIndex((part) => hasWord(part, old.name));
          return row < 0 ? [] : [line + row];
        });
        const lines = named.length === 0 ? own.lines : named;
        const reason = `imports ${old.name}, which is ${fate}`;
        return [{ kind: 'removedStillUsed', source: node, lines, reason }];
      },
    );
  }

  /** Whether a file exports what it imports under the name of an old symbol. */
  #passesOn(file: number, { name, language }: SymbolNode): boolean {
    const { graph, texts } = this.#input.now;
    const text = texts.get(graph.node(file).path);
    // An edge has the form of its first line; others may export the same.
    const isExported =
      !importsOnlyExports(language) ||
      text === undefined ||
      mayExport(text, name) ||
      /\bexport\s*(?:type\s*)?\*/.test(text);
    return graph
      .outgoing(file, ['imports'])
      .some(
        ({ names, form }) =>
          (names.includes(name) || names.includes('*')) && (isExported || form === 'reexport'),
      );
  }

  /** Whether a file exports the name of an old symbol, or may still do so under its former name. */
  #exports(file: number, old: SymbolNode): boolean {
    const { graph } = this.#input.now;
    const own = graph.byName(old.name).filter((node) => graph.node(node).parent === file);
    if (own.length > 0)
      return own.some((node) => !importsOnlyExports(old.language) || graph.node(node).exported);
    if (at(this.#input.nodeMap, old.index) < 0) return false;
    const text = this.#input.now.texts.get(graph.node(file).path) ?? '';
    return importsOnlyExports(old.language) ? mayExport(text, old.name) : hasWord(text, old.name);
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
    // A constructor is called by its class.
    const isClass = (node: number) =>
      now.kind === 'constructor' && graph.node(node).kind === 'class';
    const family = changeFamily(graph, now.index).filter(
      ({ node, relation }) => relation !== 'overload' || isClass(node),
    );
    const direct = family.flatMap(({ node, relation }): BrokenUse[] => {
      // What overrides the member has uses of its own, which fit it.
      if (relation === 'base') return [];
      if (relation === 'override') return this.#misfitOverride(misfits, graph.node(node), now);
      const kinds: readonly EdgeKind[] = isClass(node) ? ['calls'] : ['calls', 'references'];
      return graph.incoming(node, kinds).flatMap((edge) => {
        if (edge.evidence === 'nameOnly' || edge.form === 'type') return [];
        const source = graph.node(edge.source);
        const text = this.#linesOf(this.#input.now, source.path);
        const isValue = relation === 'holder' && now.kind !== 'typeAlias';
        const found = isValue
          ? misfits.through(edge)
          : misfits.of(edge, text, graph.node(node).name);
        const use = edge.kind === 'calls' ? 'calls' : 'uses';
        return this.#broken(source, found, `${use} ${now.name}`);
      });
    });
    const reason = misfits.ofValue();
    const fields = reason === undefined ? [] : fieldUses(graph, now);
    const linesOf = (path: RepoPath) => this.#linesOf(this.#input.now, path);
    const calls = callsByType(graph, now, linesOf).flatMap(({ source, line, name }) => {
      const found = misfits.ofCall(source.language, linesOf(source.path), line, name);
      return this.#broken(source, found, `calls ${name}`);
    });
    return [...direct, ...calls, ...this.#indirect(fields, `uses ${now.name}: ${reason}`)];
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

/** Whether other files cannot import a symbol any more. */
function isHidden(old: SymbolNode, now: SymbolNode | undefined): boolean {
  return now !== undefined && old.exported && !now.exported && importsOnlyExports(now.language);
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

/** Whether only what a module exports can be imported from it, and the facts say what that is. */
function importsOnlyExports(language: string): boolean {
  return languageById(language)?.listsExports !== undefined && !passesOnImports(language);
}
