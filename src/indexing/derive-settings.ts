/** Derives the settings of a project from what its files declare and read. */
import { appendTo } from '../base/append-to.ts';
import { compareStrings } from '../base/compare.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Setting, SettingFact, SettingPlace } from '../model/setting.ts';
import { fileSymbolId } from '../model/symbol.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ReplacedLinks } from '../resolve/update.ts';

/** A project with more reads a table of names. */
const SETTINGS_MAX = 20_000;
const PLACES_MAX = 500;

interface Found {
  readonly path: FileLinks['path'];
  readonly fact: SettingFact;
}

/**
 * Joins the facts of all files by form and name. A mention counts only beside a declaration; the
 * uses of a symbol that is the setting itself are reads.
 */
export function deriveSettings(
  links: readonly FileLinks[],
  graph: SymbolGraph,
): readonly Setting[] {
  const found = new Map<string, Found[]>();
  for (const { path, settings } of links) {
    for (const text of settings) {
      const fact = JSON.parse(text) as SettingFact;
      appendTo(found, `${fact.form} ${fact.name}`, { path, fact });
    }
  }
  const derived: Setting[] = [];
  for (const [id, own] of found) {
    const declared = own.filter(({ fact }) => fact.role === 'declares');
    if (derived.length >= SETTINGS_MAX) break;
    if (declared.length === 0 && own.every(({ fact }) => fact.role === 'mentions')) continue;
    const read = own.filter(({ fact }) => fact.role !== 'declares');
    const [
      {
        fact: { name, form },
      },
    ] = own as [Found];
    derived.push({
      ...{ id, name, form },
      declarations: sorted(declared.map((one) => placeOf(graph, one))),
      reads: sorted([
        ...read.map((one) => placeOf(graph, one)),
        ...declared.flatMap((one) => usesOf(graph, one)),
      ]),
    });
  }
  return derived.sort((a, b) => compareStrings(a.name, b.name) || compareStrings(a.form, b.form));
}

/** Derives the settings after a change: none if there were none and no file that changed has one. */
export function settingsAfter(
  before: readonly Setting[],
  replaced: readonly ReplacedLinks[] | undefined,
  links: readonly FileLinks[],
  graph: SymbolGraph,
): readonly Setting[] {
  const hasNone =
    before.length === 0 && replaced?.every(({ now }) => now.settings.length === 0) === true;
  return hasNone ? before : deriveSettings(links, graph);
}

function placeOf(
  graph: SymbolGraph,
  {
    path,
    fact: { name: _name, form: _form, role: _role, isOwn: _isOwn, declaration, line, ...details },
  }: Found,
): SettingPlace {
  const node = nodeOf(graph, path, declaration);
  return {
    path,
    line,
    symbol: node === undefined ? fileSymbolId(path) : graph.node(node).id,
    ...details,
  };
}

function nodeOf(graph: SymbolGraph, path: FileLinks['path'], declaration: number) {
  return declaration < 0 ? graph.fileNode(path) : graph.symbolsOf(path)[declaration];
}

function usesOf(graph: SymbolGraph, { path, fact }: Found): readonly SettingPlace[] {
  const node = fact.isOwn === true ? nodeOf(graph, path, fact.declaration) : undefined;
  if (node === undefined) return [];
  return graph
    .incoming(node, ['references', 'calls'])
    .filter(({ evidence }) => evidence !== 'nameOnly')
    .flatMap(({ source, lines }) => {
      const { id, path: from } = graph.node(source);
      return Array.from(lines, (line) => ({ path: from, line, symbol: id }));
    });
}

/** Sorts by place; of two at the same line, the one that says more stays. */
function sorted(places: readonly SettingPlace[]): readonly SettingPlace[] {
  const byLine = new Map<string, SettingPlace>();
  for (const place of places) {
    const key = `${place.path}:${place.line}`;
    const known = byLine.get(key);
    if (known === undefined || Object.keys(place).length > Object.keys(known).length)
      byLine.set(key, place);
  }
  return [...byLine.values()]
    .sort((a, b) => compareStrings(a.path, b.path) || a.line - b.line)
    .slice(0, PLACES_MAX);
}
