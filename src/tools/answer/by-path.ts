/** Directories with shorter paths are printed with each file. */
const DIRECTORY_CHARACTERS_MIN = 20;

/** A line that begins with the path of a file. */
interface PathRow {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns lines that begin with a path so that nothing is repeated: a directory is printed once for
 * the files that follow each other below it, a file once for its lines, and the owner of members
 * (`Cart` of `Cart::add`) once for those that follow each other.
 */
export function linesByPath(rows: readonly PathRow[]): readonly string[] {
  return linesBelow(rows, 0, '  ');
}

/** Returns the lines of files below a directory whose path, of `cut` characters, is printed. */
function linesBelow(rows: readonly PathRow[], cut: number, indent: string): readonly string[] {
  return runsOf(rows, cut).flatMap(({ first, others, directory }) => {
    const run = [first, ...others];
    if (others.length === 0) return [`${indent}${first.text.slice(cut)}`];
    if (run.every(({ path }) => path === first.path)) {
      const texts = withoutOwners(run.map(({ text }) => text.slice(first.path.length)));
      return [`${indent}${first.path.slice(cut)}`, ...texts.map((text) => `${indent} ${text}`)];
    }
    const inside = linesBelow(run, directory.length, `${indent} `);
    return [`${indent}${directory.slice(cut)}`, ...inside];
  });
}

/** Rows that follow each other in one file, or below a directory that is worth a line. */
interface Run {
  readonly first: PathRow;
  readonly others: PathRow[];
  /** The deepest directory that contains all files, with its slash. */
  directory: string;
}

function runsOf(rows: readonly PathRow[], cut: number): readonly Run[] {
  const runs: Run[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const directory = run === undefined ? '' : sharedDirectory(run.directory, row.path);
    const isWorthALine = directory.length - cut >= DIRECTORY_CHARACTERS_MIN;
    const isSameFile = (run?.others.at(-1) ?? run?.first)?.path === row.path;
    if (run !== undefined && (isWorthALine || isSameFile)) {
      run.others.push(row);
      run.directory = directory;
    } else runs.push({ first: row, others: [], directory: directoryOf(row.path) });
  }
  return runs;
}

function sharedDirectory(directory: string, path: string): string {
  let shared = directory;
  while (!path.startsWith(shared)) shared = directoryOf(shared.slice(0, -1));
  return shared;
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Matches `:12,14 Cart::add`: the place, the owner and the name. */
const MEMBER = /^(:\S+ )(\S+)(::.*)$/;

/** Leaves the owner out where it is that of the line before. */
function withoutOwners(texts: readonly string[]): readonly string[] {
  let previous: string | undefined;
  return texts.map((text) => {
    const [, site = '', owner, name = ''] = MEMBER.exec(text) ?? [];
    const isRepeated = owner !== undefined && owner === previous;
    previous = owner;
    return isRepeated ? `${site}${name}` : text;
  });
}
