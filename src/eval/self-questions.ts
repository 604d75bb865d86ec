/** Creates a development set from a project's own comments and history. */
import { recentCommits } from '../git/commits.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { Project } from '../project/project.ts';
import { pathClasses } from '../query/names/path-class.ts';
import { commitQuestions } from './commit-questions.ts';
import { docQuestions, documentedSymbols, sample } from './doc-questions.ts';
import { maskedSnapshot } from './masked-snapshot.ts';
import type { Question } from './question.ts';

export interface SelfQuestions {
  readonly questions: readonly Question[];
  /**
   * The index that the questions are evaluated on: the project without the comments they were taken
   * from.
   */
  readonly snapshot: Snapshot;
  readonly notes: readonly string[];
}

const COMMITS_READ_MAX = 2000;

/** Returns at most `countMax` questions of each kind. */
export async function selfQuestions(project: Project, countMax: number): Promise<SelfQuestions> {
  const snapshot = project.snapshot();
  const { sharedFolderDepth } = snapshot.text.data;
  const isTarget = (path: string): boolean =>
    snapshot.graph.fileNode(path) !== undefined &&
    !pathClasses(path, sharedFolderDepth).includes('testPath');
  const symbols = sample(documentedSymbols(snapshot.graph, isTarget), countMax);
  const { snapshot: without, masked } = await maskedSnapshot(
    snapshot,
    symbols,
    async (path) => (await project.readText(path)).text,
  );
  const commits = await recentCommits(project.root, COMMITS_READ_MAX);
  const fromHistory = commitQuestions(commits ?? [], isTarget, countMax);
  return {
    snapshot: without,
    questions: [...docQuestions(masked), ...fromHistory],
    notes: [
      ...(masked.length < symbols.length
        ? [`${symbols.length - masked.length} comments could not be blanked and were left out`]
        : []),
      ...(commits === undefined ? ['no git history: questions come from comments alone'] : []),
    ],
  };
}
