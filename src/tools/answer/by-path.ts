/** Directories with shorter paths are printed with each file. */
const DIRECTORY_CHARACTERS_MIN = 20;

/**
 * Returns lines that begin with a path so that no path is repeated: a directory is printed once for
 * the files that follow each other in it, and a file once for its lines.
 */
export function linesByPath(
  rows: readonly { readonly path: string; readonly text: string }[],
): readonly string[] {
  const lines: string[] = [];
  for (const inDirectory of runsOf(rows, ({ path }) => directoryOf(path))) {
    const files = runsOf(inDirectory, ({ path }) => path);
    const directory = directoryOf(files[0]?.[0]?.path ?? '');
    const isShared = files.length > 1 && directory.length >= DIRECTORY_CHARACTERS_MIN;
    const indent = isShared ? '   ' : '  ';
    const cut = isShared ? directory.length : 0;
    if (isShared) lines.push(`  ${directory}`);
    for (const own of files) {
      const [only, ...others] = own;
      if (only === undefined) continue;
      const { path } = only;
      if (others.length === 0) lines.push(`${indent}${only.text.slice(cut)}`);
      else {
        lines.push(`${indent}${path.slice(cut)}`);
        lines.push(...own.map(({ text }) => `${indent} ${text.slice(path.length)}`));
      }
    }
  }
  return lines;
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Splits a list where the key changes. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}
