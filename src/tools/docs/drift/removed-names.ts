/**
 * Finds names in pages that the code declared earlier according to git history: renamed or removed.
 */

import type { Drift } from '../../../doclinks/drift/drift.ts';
import type { UnknownName } from '../../../doclinks/drift/unknown-names.ts';
import { isNonApiPath } from '../../../doclinks/lookup/non-api-paths.ts';
import { type Replaced, replacedLines } from '../../../git/replaced-lines.ts';
import type { SymbolGraph } from '../../../graph/symbol-graph.ts';
import type { TextIndex } from '../../../index/text-index.ts';
import { isPagePath } from '../../../languages/registry.ts';
import type { Project } from '../../../project/project.ts';

/** Number of commits to search. Pages will have followed older renames. */
const COMMITS_MAX = 500;

export async function removedNames(
  project: Project,
  graph: SymbolGraph,
  unknown: readonly UnknownName[],
): Promise<readonly Drift[]> {
  const { text } = project.snapshot();
  const words = [...new Set(unknown.map(({ name }) => name))].filter(
    (name) => !isInCode(text, name),
  );
  const places = (await replacedLines(project.root, words, COMMITS_MAX)) ?? [];
  const removedByName = new Map<string, Pick<Drift, 'detail' | 'near'>>();
  for (const place of places) {
    // A name whose file was deleted, then or later, has often moved to another project.
    if (graph.fileNode(place.path) === undefined) continue;
    if (isPagePath(place.path) || isNonApiPath(place.path)) continue;
    const added = place.added.flatMap((line) => declaredIn(line) ?? []);
    for (const { name, keyword } of place.removed.flatMap((line) => declaredIn(line) ?? [])) {
      // The newest commit is reported: names removed before it came back in between.
      if (words.includes(name) && !removedByName.has(name)) {
        removedByName.set(name, whatBecame(graph, place, name, successor(graph, keyword, added)));
      }
    }
  }
  const found = new Map<string, Drift>();
  for (const { name, ...at } of unknown) {
    const shown = removedByName.get(name);
    if (shown === undefined) continue;
    found.set(`${at.path}\n${at.line}\n${name}`, {
      ...at,
      kind: 'goneName',
      confidence: 'likely',
      ...shown,
    });
  }
  return [...found.values()];
}

/**
 * A name that still occurs in code may exist at run time, or is only read, so it does not count as
 * removed.
 */
function isInCode({ words, data }: TextIndex, name: string): boolean {
  let isThere = false;
  words.filesWith(name, 'whole', (file) => {
    isThere ||= !isNonApiPath(data.paths[file] ?? '');
  });
  return isThere;
}

interface Declared {
  readonly keyword: string;
  readonly name: string;
}

const DECLARED =
  /^(\s*)(?:(?:export|default|public|protected|pub(?:\([\w: ]+\))?|async|static|abstract|final|override|open|data|sealed|unsafe|inline)\s+)*(class|interface|type|struct|enum|trait|def|function|func|fn|fun|const|let|var|val)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)/;

/** Returns the declaration on a line. An indented variable is local and does not count. */
function declaredIn(line: string): Declared | undefined {
  const [, indent = '', keyword = '', name = ''] = DECLARED.exec(line) ?? [];
  const isLocal = indent !== '' && /^(?:const|let|var|val)$/.test(keyword);
  return name === '' || isLocal ? undefined : { keyword, name };
}

/**
 * Returns the replacement of a name: the only declaration of the same kind that was added and still
 * exists.
 */
function successor(
  graph: SymbolGraph,
  keyword: string,
  added: readonly Declared[],
): string | undefined {
  const [only, ...others] = added.filter(
    (one) => one.keyword === keyword && graph.byName(one.name).length > 0,
  );
  return others.length === 0 ? only?.name : undefined;
}

function whatBecame(
  graph: SymbolGraph,
  { hash, path }: Replaced,
  name: string,
  now: string | undefined,
): Pick<Drift, 'detail' | 'near'> {
  const until = `${path} declared ${name} until ${hash}`;
  if (now === undefined) return { detail: `${until}, and nothing has that name now`, near: [] };
  const ids = graph.byName(now).map((index) => graph.node(index).id);
  return {
    detail: `${until}, which replaced it with ${now}`,
    near: ids.filter((id) => !isNonApiPath(id)).slice(0, 2),
  };
}
