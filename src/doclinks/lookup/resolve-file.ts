/** Resolves a file that inline code names by its path. */

import { basenameOf, dirnameOf, joinRepoPath } from '../../model/path.ts';
import type { MentionSite, MentionTarget } from './mention-site.ts';
import { withoutLines } from './mention-text.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

const PATH = /^(?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[A-Za-z][\w]{0,9}$/;
/**
 * Matches distinctive file names. One plain word, such as `store.ts`, `index.ts` or `schema.py`,
 * may belong to any project.
 */
const TELLING = /[a-z\d][A-Z]|[A-Za-z\d][-_.][A-Za-z\d]+\./;

/** Pages for contributors. On other pages, `package.json` means the reader's own file. */
const OF_THE_PROJECT =
  /(?:^|\/)(?:\.github|contribut\w*|develop\w*|hacking|maintain\w*|releas\w*|security)(?:[/._-]|$)/i;

/** Whether a path is distinctive enough to belong to this project. */
export function isTellingPath(words: string): boolean {
  return words.includes('/') || TELLING.test(basenameOf(words));
}

export function resolveFile(
  names: SymbolLookup,
  { context }: MentionSite,
  text: string,
): MentionTarget | undefined {
  const words = withoutLines(text);
  if (!PATH.test(words)) return undefined;
  const found = (
    path: string | undefined,
    evidence: MentionTarget['evidence'],
  ): MentionTarget | undefined => {
    const node = path === undefined ? undefined : names.fileAt(path);
    return node === undefined || path === context.path ? undefined : { node, evidence };
  };
  const relative = words.replace(/^\//, '');
  const beside = joinRepoPath(dirnameOf(context.path), relative);
  const rooted = joinRepoPath('', relative);
  const isReaders = !isTellingPath(words) && !OF_THE_PROJECT.test(context.path);
  const exact = found(beside, 'exact') ?? (isReaders ? undefined : found(rooted, 'exact'));
  if (exact !== undefined || words.startsWith('../')) return exact;
  const ending = relative.replace(/^\.\//, '');
  const [only, ...others] = names.isNonApiPage(context.path)
    ? [names.onlyFileAt(ending)]
    : names.filesOfApi(ending);
  const isNear = only !== undefined && context.files.has(only);
  const isCertain = isNear || isTellingPath(words);
  return others.length === 0 && isCertain ? found(only, 'scoped') : undefined;
}
