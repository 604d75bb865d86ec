/** Lines of files as text, each with the symbol around it. */
import type { RepoPath } from '../../model/path.ts';
import { isTestPath } from '../../query/names/path-class.ts';
import { oneLine } from '../answer/display.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';

const CODE_CHARACTERS_MAX = 100;

export interface CodeLine {
  readonly path: RepoPath;
  /** 1-based. */
  readonly line: number;
}

/** Returns the lines as they are on disk: `path:line Owner::name: code`. */
export async function codeLines(
  open: OpenIndex,
  places: readonly CodeLine[],
): Promise<readonly string[]> {
  const { graph } = open.snapshot;
  const sources = new Sources(open);
  const shown: string[] = [];
  for (const { path, line } of places) {
    const { lines, isStale } = await sources.of(path);
    const node = graph.innermostAt(path, line);
    const owner = node === undefined ? '' : graph.node(node).id.slice(path.length + 2);
    const code = isStale ? '' : oneLine(lines[line - 1] ?? '', CODE_CHARACTERS_MAX);
    shown.push(`${path}:${line}${owner === '' ? '' : ` ${owner}`}: ${code}`);
  }
  return shown;
}

/** Orders places stably: those in tests come last. */
export function testsLast<Place extends CodeLine>(places: readonly Place[]): readonly Place[] {
  const rank = ({ path }: Place) => (isTestPath(path) ? 1 : 0);
  return places.toSorted((a, b) => rank(a) - rank(b));
}
