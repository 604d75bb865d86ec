import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ignorePatternCost } from '../../base/pattern-cost.ts';
import { readRegularFile } from '../../base/regular-file.ts';
import { systemCode } from '../../base/system-code.ts';
import { relativeInside } from '../../base/system-path.ts';
import { basenameOf } from '../../model/path.ts';
import { fileFingerprint } from '../fingerprints.ts';
import { findGitFolder } from '../git-folder.ts';
import { defaultExcludes } from './default-excludes.ts';
import { IgnoreRules, type IgnoreSource } from './ignore-rules.ts';

const IGNORE_FILES: readonly (readonly [name: string, source: IgnoreSource])[] = [
  ['.gitignore', 'git'],
  ['.graphmemoryignore', 'own'],
];

/** Whether a path is an ignore file, in any letter case, because a disk may ignore case. */
export function isIgnoreFile(path: string): boolean {
  const name = basenameOf(path).toLowerCase();
  return IGNORE_FILES.some(([known]) => known === name);
}

/**
 * Reports an ignore file, or a line of one, that is disregarded, and why. Like git, discovery
 * continues without it.
 */
export type ReportUnheeded = (name: string, detail: string) => void;

/** Maximum size of an ignore file: a walk matches every path against all patterns. */
const IGNORE_BYTES_MAX = 256 * 1024;
const UNHEEDED_SHOWN_MAX = 5;

/** The rules at a project's root. */
export interface RootRules {
  readonly rules: IgnoreRules;
  /**
   * Path of the root from the top of the repository, to which the rules are relative: `''` or
   * `a/b/`.
   */
  readonly prefix: string;
}

/**
 * Collects the ignore rules that apply to a project from outside: those of the enclosing
 * repository, down to the project's root. A root that is itself ignored there was named on purpose,
 * so it is kept.
 */
export function rulesAbove(root: string, include: readonly string[]): RootRules {
  const git = findGitFolder(root);
  const top = git?.top ?? root;
  const parts = (relativeInside(top, root) ?? '').split('/');
  let rules = IgnoreRules.none({ ignoreCase: git?.ignoreCase ?? false });
  rules = rules.with('git', '', (git?.excludes ?? '').split(/\r?\n/));
  let folder = '';
  for (const part of parts.filter((name) => name !== '')) {
    rules = withFilesOf(rules, join(top, folder), folder, { report: () => undefined });
    folder = folder === '' ? part : `${folder}/${part}`;
    rules = rules.entering(folder);
  }
  rules = rules.with('defaults', folder, defaultExcludes(include));
  return { rules, prefix: folder === '' ? '' : `${folder}/` };
}

/** Returns a fingerprint of the ignore rules outside the project, which are not watched. */
export function rulesAboveMark(root: string): string {
  const git = findGitFolder(root);
  if (git === undefined) return '';
  const parts = (relativeInside(git.top, root) ?? '').split('/').filter((name) => name !== '');
  const above = parts.map((_, depth) => join(git.top, ...parts.slice(0, depth)));
  const marks = above.flatMap((folder) =>
    IGNORE_FILES.map(([name]) => fileFingerprint(join(folder, name))),
  );
  return [git.top, String(git.ignoreCase), ...marks, git.excludes].join('\n');
}

/**
 * Adds the ignore files of one folder: `absolute` is its path on disk, `folder` its path from the
 * top. If `names` lists the folder's content, only ignore files in it are read.
 */
export function withFilesOf(
  rules: IgnoreRules,
  absolute: string,
  folder: string,
  { names, report }: { readonly names?: readonly string[]; readonly report: ReportUnheeded },
): IgnoreRules {
  // Compared in lower case, because only the disk knows whether letter case matters.
  const dotted = names?.flatMap((name) => (name.startsWith('.') ? name.toLowerCase() : []));
  let extended = rules;
  for (const [name, source] of IGNORE_FILES) {
    if (dotted?.includes(name) === false) continue;
    const text = readPlainFile(join(absolute, name), (detail) => report(name, detail));
    if (text === undefined) continue;
    const patterns = affordable(text, (detail) => report(name, detail));
    extended = extended.with(source, folder, patterns);
  }
  return extended;
}

/** Returns the lines that can be matched in reasonable time. */
function affordable(text: string, report: (detail: string) => void): readonly string[] {
  let unheeded = 0;
  return text.split(/\r?\n/).filter((pattern, index) => {
    const cost = pattern.startsWith('#') ? undefined : ignorePatternCost(pattern);
    if (cost === undefined) return true;
    if (++unheeded <= UNHEEDED_SHOWN_MAX) report(`line ${index + 1} is not applied: it ${cost}`);
    return false;
  });
}

/** Reads a regular file. Symbolic links are not followed, like in git. */
function readPlainFile(path: string, report: (detail: string) => void): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return undefined;
    const found = readRegularFile(path, { bytesMax: IGNORE_BYTES_MAX, followLinks: false });
    if ('bytes' in found) return found.bytes.toString('utf8');
    if (found.refusal === 'tooLarge') report(`is not applied: over ${IGNORE_BYTES_MAX} bytes`);
    return undefined;
  } catch (error) {
    report(`cannot be read (${systemCode(error)})`);
    return undefined;
  }
}
