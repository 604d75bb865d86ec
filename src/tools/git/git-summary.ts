import { z } from 'zod';
import { GIT_OPERATIONS, gitOperation } from '../../files/git-operation.ts';
import { commitHead } from '../../git/last-commit.ts';
import { plural } from '../answer/display.ts';
import { readTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { commitItem, commitSchema, maskedLine } from './commit-item.ts';
import {
  fileFields,
  fileLine,
  fileShape,
  sourceFields,
  sourceShape,
  workingChanges,
} from './working-changes.ts';

/** Number of changed files that are named as examples. */
const REPRESENTATIVES = 10;

export const gitSummary = readTool({
  name: 'git_summary',
  title: 'Git summary',
  description: 'Branch, upstream, commits ahead and behind, changed files, and the last commit.',
  input: z.strictObject({ max_tokens: tokensParameter, project: projectParameter }),
  output: {
    ...sourceShape,
    /** `detached` if no branch is checked out; absent without git. */
    branch: z.string().optional(),
    upstream: z.string().optional(),
    /** Commits that only the branch has, and that only its upstream has; absent without one. */
    ahead: z.int().optional(),
    behind: z.int().optional(),
    dirty: z.boolean(),
    changed_file_count: z.int(),
    staged_count: z.int(),
    unstaged_count: z.int(),
    untracked_count: z.int(),
    conflicted_count: z.int(),
    /** An unfinished operation. */
    operation: z.enum(GIT_OPERATIONS).optional(),
    last_commit: commitSchema.optional(),
    representative_changed_files: z.array(
      z.strictObject({ status: fileShape.status, path: z.string() }),
    ),
  },
  async answer(context, request) {
    const changes = await workingChanges(context, request.project);
    const { project, tree, files, notes } = changes;
    const last = tree?.commit === undefined ? undefined : await commitHead(project.root);
    const operation = tree === undefined ? undefined : gitOperation(project.root);
    const shown = files.slice(0, REPRESENTATIVES);
    const count = (isCounted: (file: (typeof files)[number]) => boolean) =>
      files.filter(isCounted).length;
    const state = {
      ...sourceFields(changes),
      ...(tree === undefined ? {} : { branch: maskedLine(tree.branch ?? 'detached') }),
      ...(tree?.upstream === undefined ? {} : { upstream: maskedLine(tree.upstream) }),
      ...(tree?.ahead === undefined ? {} : { ahead: tree.ahead }),
      ...(tree?.behind === undefined ? {} : { behind: tree.behind }),
      dirty: files.length > 0,
      changed_file_count: files.length,
      staged_count: count(({ isStaged }) => isStaged),
      unstaged_count: count(({ isUnstaged, status }) => isUnstaged && isTracked(status)),
      untracked_count: count(({ status }) => status === 'untracked'),
      conflicted_count: count(({ status }) => status === 'conflicted'),
      ...(operation === undefined ? {} : { operation }),
    };
    const commit = last && commitItem(last, new Date(last.timeS * 1000).toISOString());
    return () => ({
      fields: {
        ...state,
        ...(commit === undefined ? {} : { last_commit: commit }),
        representative_changed_files: shown.map((file) => {
          const { status, path } = fileFields(file);
          return { status, path };
        }),
      },
      notes,
      text: [
        headOf(state),
        commit
          ? `last commit ${commit.hash.slice(0, 12)} of ${commit.date.slice(0, 10)} by ${commit.author}: ${commit.subject}`
          : '',
        countsLine(state),
        ...shown.map((file) => `  ${fileLine(file)}`),
        files.length > shown.length ? `  and ${files.length - shown.length} more` : '',
      ],
    });
  },
});

function isTracked(status: string): boolean {
  return status !== 'untracked' && status !== 'conflicted';
}

interface Head {
  readonly branch?: string;
  readonly upstream?: string;
  readonly ahead?: number;
  readonly behind?: number;
  readonly operation?: string;
}

function headOf({ branch, upstream, ahead, behind, operation }: Head): string {
  if (branch === undefined) return 'not a git repository';
  const parts = [
    branch === 'detached' ? 'detached HEAD' : `branch ${branch}`,
    ...(upstream === undefined ? [] : [`upstream ${upstream}`]),
    ...(ahead === undefined ? [] : [`ahead ${ahead}`]),
    ...(behind === undefined ? [] : [`behind ${behind}`]),
    ...(operation === undefined ? [] : [`${operation} in progress`]),
  ];
  return parts.join(', ');
}

interface FileCounts {
  readonly changed_file_count: number;
  readonly staged_count: number;
  readonly unstaged_count: number;
  readonly untracked_count: number;
  readonly conflicted_count: number;
}

function countsLine(counts: FileCounts): string {
  if (counts.changed_file_count === 0) return 'no changed files';
  const parts = [
    [counts.staged_count, 'staged'],
    [counts.unstaged_count, 'unstaged'],
    [counts.untracked_count, 'untracked'],
    [counts.conflicted_count, 'conflicted'],
  ] as const;
  const listed = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return `${plural(counts.changed_file_count, 'changed file')}: ${listed.join(', ')}`;
}
