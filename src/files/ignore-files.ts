import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defaultExcludes } from './default-excludes.ts';
import { findGitFolder } from './git-folder.ts';
import { IgnoreRules, type IgnoreSource } from './ignore-rules.ts';
import { systemCode } from './system-code.ts';

const IGNORE_FILES: readonly (readonly [name: string, source: IgnoreSource])[] = [
  ['.gitignore', 'git'],
  ['.graphmemoryignore', 'own'],
];

/** Told of an ignore file that exists but cannot be read: like git, we then go on without it. */
export type ReportUnreadable = (name: string, code: string) => void;

/** The rules at a project's root. */
export interface RootRules {
  readonly rules: IgnoreRules;
  /** The root's path from the top of the repository, which the rules count from: `''` or `a/b/`. */
  readonly prefix: string;
}

/**
 * Collects the rules that reach a project from outside: those of the repository it is part of, down
 * to its root. A root that is itself ignored there was named on purpose, so it is kept.
 */
export function rulesAbove(root: string, include: readonly string[]): RootRules {
  const git = findGitFolder(root);
  const top = git?.top ?? root;
  const parts = relative(top, root).split(sep);
  let rules = IgnoreRules.none({ ignoreCase: git?.ignoreCase ?? false });
  rules = rules.with('git', '', git?.excludes ?? '');
  let folder = '';
  for (const part of parts.filter((name) => name !== '')) {
    rules = withFilesOf(rules, join(top, folder), folder, () => undefined);
    folder = folder === '' ? part : `${folder}/${part}`;
    rules = rules.entering(folder);
  }
  rules = rules.with('defaults', folder, defaultExcludes(include));
  return { rules, prefix: folder === '' ? '' : `${folder}/` };
}

/** Adds the ignore files of one folder: `absolute` on disk, `folder` counted from the top. */
export function withFilesOf(
  rules: IgnoreRules,
  absolute: string,
  folder: string,
  report: ReportUnreadable,
): IgnoreRules {
  let extended = rules;
  for (const [name, source] of IGNORE_FILES) {
    const text = readPlainFile(join(absolute, name), (code) => report(name, code));
    if (text !== undefined) extended = extended.with(source, folder, text);
  }
  return extended;
}

/** Reads a regular file; git does not follow a symbolic link here, and neither do we. */
function readPlainFile(path: string, report: (code: string) => void): string | undefined {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    return readFileSync(path, 'utf8');
  } catch (error) {
    report(systemCode(error));
    return undefined;
  }
}
