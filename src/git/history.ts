/** Reads who changed files recently, and which files changed together. */
import { RECORD, recordsOf } from './commits.ts';
import { runGit } from './run.ts';

export interface FileCommit {
  readonly author: string;
  /** Commit time, in seconds since 1970. */
  readonly timeS: number;
  /** Changed files in the requested folder, relative to it. */
  readonly paths: readonly string[];
}

/**
 * Returns the newest commits before a revision that changed a file of a folder, newest first, merges
 * left out. Undefined without git, or after a timeout.
 */
export async function fileHistory(
  folder: string,
  from: string,
  countMax: number,
): Promise<readonly FileCommit[] | undefined> {
  const args = [
    ...[`--max-count=${countMax}`, '--no-merges', '--no-renames', '--relative', '--name-only'],
    ...['-z', `--format=${RECORD}%ct %an`, from, '--', '.'],
  ];
  const output = await runGit(folder, 'log', args);
  return output === undefined
    ? undefined
    : recordsOf(output).flatMap(({ head, paths }) => {
        const [, time, author] = /^(\d+) (.*)$/s.exec(head) ?? [];
        if (time === undefined || author === undefined) return [];
        return [{ author, timeS: Number(time), paths }];
      });
}
