/** Finds missing files that pages name by path, or beside their folder. */

import { appendTo } from '../../base/append-to.ts';
import { once } from '../../base/once.ts';
import type { PageFacts, PageMention } from '../../model/page.ts';
import { dirnameOf, joinRepoPath, type RepoPath, suffixesOf } from '../../model/path.ts';
import type { Linked } from '../lookup/link-target.ts';
import { withoutLines } from '../lookup/mention-text.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import type { Drift, FindingLocation } from './drift.ts';
import { sameName } from './drift-links.ts';

const PATH = /^[\w@.-]+(?:\/[\w@.-]+)+\.[a-z]{1,4}$/;
const FILE_NAME = /^[\w@-][\w@.-]*\.[a-z]{1,4}$/;
const FOLDER = /^[\w@.-]+(?:\/[\w@.-]+)*\/$/;
/** Matches files that readers of a tutorial create: `src/app.ts`, `components/cart.tsx`. */
const READERS_PATH =
  /^(?:app|components|docs?|examples?|lib|pages|public|routes|scripts|src|tests?)\/[^/]+$/;
/** A page that names this many files of the project by path describes its sources. */
const OWN_PATHS_MIN = 3;
/** A line that names this many files of one folder describes that folder. */
const INSIDE_MIN = 2;

/** The files of the project, indexed or not. */
interface Files {
  readonly folders: ReadonlySet<string>;
  /** Every end of a folder's path, with every extension of the folder's files: `shop/.ts`. */
  readonly holdings: ReadonlySet<string>;
  readonly isThere: (path: RepoPath) => boolean;
}

/** Collects the project's files for {@link pathDrift}. */
export function filesOf({ graph }: Pick<Linked, 'graph'>, isThere: Files['isThere']): Files {
  const paths = graph.paths();
  return {
    folders: new Set(paths.map(dirnameOf)),
    holdings: new Set(paths.flatMap((path) => suffixesOf(path).map(holding))),
    isThere,
  };
}

/** `shop/till.ts` → `shop/.ts` */
function holding(path: string): string {
  return `${dirnameOf(path)}/${/\.\w+$/.exec(path)?.[0] ?? ''}`;
}

export function pathDrift(
  names: SymbolLookup,
  { path, node }: FindingLocation,
  page: PageFacts,
  files: Files,
): readonly Drift[] {
  const isMissing = missingPathCheck(names, path, page, files);
  const folderOf = namedFolders(names, page);
  return page.mentions.flatMap((mention): readonly Drift[] => {
    const { section, line, text } = mention;
    const at = { kind: 'missingPath', path, line, node: node(section), text } as const;
    const folder = folderOf.get(mention);
    if (folder !== undefined) {
      const near = sameName(names, text as RepoPath);
      return [{ ...at, confidence: 'likely', detail: `there is no ${text} in ${folder}`, near }];
    }
    const words = spelledPath(text);
    const plain = words === undefined ? undefined : joinRepoPath('', words);
    if (words === undefined || plain === undefined || !isMissing(words)) return [];
    const near = sameName(names, plain);
    return [{ ...at, confidence: 'sure', detail: `there is no ${plain}`, near }];
  });
}

function spelledPath(text: string): string | undefined {
  const words = withoutLines(text).replace(/^\.\//, '');
  return PATH.test(words) ? words : undefined;
}

/**
 * Returns a check of the paths that a page names.
 * A path in a nested folder of the project (`src/shop/gone.ts`) is missing if there is no such file.
 * A path in a top-level folder, or one without its outer folders (`shop/gone.ts`), can belong to another
 * project. It is missing only if the page names other files of this project, and the folder has files
 * with the same extension.
 */
function missingPathCheck(
  names: SymbolLookup,
  from: RepoPath,
  page: PageFacts,
  { folders, holdings, isThere }: Files,
): (words: string) => boolean {
  const isFile = (words: string): boolean =>
    [joinRepoPath('', words), joinRepoPath(dirnameOf(from), words)].some(
      (path) => path !== undefined && isThere(path),
    ) || names.filesAt(words).length > 0;
  const spelled = new Set(page.mentions.flatMap(({ text }) => spelledPath(text) ?? []));
  const describesSources = once(() => [...spelled].filter(isFile).length >= OWN_PATHS_MIN);
  return (words) => {
    const folder = dirnameOf(words);
    if (folder.includes('/') && folders.has(folder)) return !isFile(words);
    if (READERS_PATH.test(words) || !holdings.has(holding(words))) return false;
    return describesSources() && !isFile(words);
  };
}

/**
 * Finds file names that are not below the folder that their line describes: "`shop/` opens (`till.ts`),
 * counts (`cash.ts`) and closes (`gone.ts`)". Returns the folder of each such mention. A line describes a
 * folder if it names no other one, and most files that it names are below it.
 */
function namedFolders(names: SymbolLookup, page: PageFacts): ReadonlyMap<PageMention, string> {
  const lines = new Map<number, PageMention[]>();
  for (const mention of page.mentions) appendTo(lines, mention.line, mention);
  const outside = new Map<PageMention, string>();
  for (const mentions of lines.values()) {
    const [folder, ...others] = mentions.filter(({ text }) => FOLDER.test(text));
    if (folder === undefined || others.length > 0) continue;
    const files = mentions.filter(({ text }) => FILE_NAME.test(text));
    const outer = files.filter(({ text }) => !isBelow(names, folder.text, text));
    const insideCount = files.length - outer.length;
    if (insideCount < INSIDE_MIN || insideCount <= outer.length) continue;
    for (const mention of outer) outside.set(mention, folder.text);
  }
  return outside;
}

function isBelow(names: SymbolLookup, folder: string, name: string): boolean {
  return names.filesAt(name).some((path) => `/${path}`.includes(`/${folder}`));
}
