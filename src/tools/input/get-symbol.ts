import { basename } from 'node:path';
import { GraphMemoryError, isGraphMemoryError } from '../../base/errors.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { LANGUAGES } from '../../languages/registry.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';
import { codeLines, testsLast } from '../account/code-lines.ts';
import { filesWithName } from '../account/name-lines.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { holdersOf, settingsWithoutSymbol } from '../settings/settings.ts';
import { documentedSymbol } from './documented-symbol.ts';
import {
  atLine,
  fileLine,
  findSymbol,
  isSpelledOut,
  only,
  type SymbolMatch,
} from './find-symbol.ts';
import { inModules, partsOfName } from './module-qualified.ts';
import { beginsWithMethod, isRouteWords, routeFilter } from './route-words.ts';

/**
 * Finds a symbol as {@link findSymbol} does. A line inside a comment refers to the documented
 * symbol, which only the file's text shows.
 * @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND with near matches.
 */
export async function getSymbol(open: OpenIndex, words: string): Promise<SymbolMatch> {
  try {
    return await symbolNamed(open, words);
  } catch (error) {
    if (!isGraphMemoryError(error) || error.code !== 'GM_SYMBOL_NOT_FOUND') throw error;
    if (beginsWithMethod(words.trim())) {
      throw new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `no route "${words}" in the index`, {
        hint: 'entrypoints lists the routes.',
        details: { symbol: words },
      });
    }
    const lines = await linesWith(open, words.trim());
    if (lines === undefined) throw error;
    if (lines.length === 0) {
      const message = `${error.message}, and no line of its files and pages holds it`;
      throw new GraphMemoryError('GM_SYMBOL_NOT_FOUND', message, error);
    }
    throw new GraphMemoryError('GM_SYMBOL_NOT_FOUND', error.message, {
      hint: `The text has it:\n  ${lines.join('\n  ')}\n${error.hint}`,
      details: { ...error.details, lines },
    });
  }
}

/** Lines of the text that are shown if no symbol has a name. */
const LINES_MAX = 8;

/**
 * Returns the lines of code that hold a word, or else those of pages, with the symbols around them.
 * Returns undefined if the text was not searched.
 */
async function linesWith(open: OpenIndex, word: string): Promise<readonly string[] | undefined> {
  if (!/^[\w$.-]{3,100}$/.test(word)) return undefined;
  const files = await filesWithName(open, word);
  if (typeof files === 'number') return undefined;
  const isInCode = files.some(({ isPage }) => !isPage);
  const places = files
    .filter(({ isPage }) => !isPage || !isInCode)
    .flatMap(({ path, occurrences }) =>
      [...new Set(occurrences.map(({ line }) => line))].map((line) => ({ path, line })),
    );
  const shown = await codeLines(open, testsLast(places).slice(0, LINES_MAX));
  const more = places.length - shown.length;
  return more === 0 ? shown : [...shown, `${more} more lines: codebase_search_text`];
}

async function symbolNamed(open: OpenIndex, words: string): Promise<SymbolMatch> {
  const { project, snapshot } = open;
  const { graph } = snapshot;
  const handlers = handlersOf(snapshot, words);
  if (handlers !== undefined) return handlers;
  const holders = settingHolders(snapshot, words);
  if (holders !== undefined) return holders;
  const place = fileLine(graph, words);
  if (place === undefined) {
    const roots = isSpelledOut(graph, words) ? [] : await rootsIn(project, graph, words);
    return findSymbol(graph, words, roots);
  }
  const { path, line } = place;
  const { lines } = await new Sources(open).of(path);
  const documented = documentedSymbol(graph, path, lines, line);
  return documented === undefined ? findSymbol(graph, words) : only(documented.index);
}

/**
 * Finds the handlers of the entry points that words such as `GET /users/:id`, `shop.Orders/Get` or
 * `remote add` name. A handler without a name is part of the symbol around it, or of its file.
 */
function handlersOf({ graph, entryPoints }: Snapshot, words: string): SymbolMatch | undefined {
  const isNamed = entryFilter({ graph, entryPoints }, words);
  if (isNamed === undefined) return undefined;
  const nodes = new Set<number>();
  for (const entry of entryPoints) {
    if (!isNamed(entry)) continue;
    const { handler, path, line } = entry;
    const node =
      handler === '' ? (atLine(graph, `${path}:${line}`) ?? graph.find(path)) : graph.find(handler);
    if (node !== undefined) nodes.add(node);
  }
  const [node, ...others] = nodes;
  return node === undefined ? undefined : { node, others, rivals: others };
}

/** Returns a filter for words that name entry points; undefined for other words. */
function entryFilter(
  { graph, entryPoints }: Pick<Snapshot, 'graph' | 'entryPoints'>,
  words: string,
): ((entry: EntryPoint) => boolean) | undefined {
  if (entryPoints.some(({ id }) => id === words)) return (entry) => entry.id === words;
  if (isRouteWords(words)) return routeFilter(words);
  // Commands have spaces and methods of gRPC a slash, as no symbol but a file has.
  if (!/[\s/]/.test(words) || graph.find(words) !== undefined) return undefined;
  const isTitled = (entry: EntryPoint): boolean => entryTitle(entry) === words;
  return entryPoints.some(isTitled) ? isTitled : undefined;
}

/** Finds the symbols that declare or read the setting of a name that no symbol has. */
function settingHolders(snapshot: Snapshot, words: string): SymbolMatch | undefined {
  const [node, ...others] = holdersOf(snapshot, settingsWithoutSymbol(snapshot, words));
  return node === undefined ? undefined : { node, others, rivals: [] };
}

/** An id or a plain name needs no root names. */
async function rootsIn(
  project: Project,
  graph: SymbolGraph,
  words: string,
): Promise<readonly string[]> {
  const isPlain = graph.find(words) !== undefined || partsOfName(words.trim()).length < 2;
  return isPlain ? [] : rootNames(project);
}

/** Returns the symbols that a name qualified by its module refers to: `shop.cart.Cart`. */
export async function findInModule(
  { project, snapshot }: OpenIndex,
  words: string,
): Promise<readonly number[]> {
  const { graph } = snapshot;
  return inModules(graph, words, await rootsIn(project, graph, words));
}

const MANIFESTS = LANGUAGES.flatMap(({ manifest }) => manifest ?? []);
/**
 * Matches the version in `example.com/shop/v2` or `gopkg.in/shop.v2`, which is not part of the name
 * that code uses.
 */
const VERSION = /[/.]v\d+$/;

/** Returns the names of a project's root: from the configuration, its folder and its manifests. */
async function rootNames(project: Project): Promise<readonly string[]> {
  const named = await Promise.all(
    MANIFESTS.map(async ({ fileName, name }) => {
      const whole = name.exec(await textOf(project, fileName as RepoPath))?.[1];
      return whole?.replace(VERSION, '').split('/').at(-1) ?? [];
    }),
  );
  return [...new Set([project.name, basename(project.root), ...named.flat()])];
}

/** Returns the file's text, or '' if it cannot be read. */
async function textOf(project: Project, path: RepoPath): Promise<string> {
  try {
    return (await project.readText(path)).text;
  } catch (error) {
    if (isGraphMemoryError(error)) return '';
    throw error;
  }
}
