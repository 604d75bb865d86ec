import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { FileDraft } from './lowering/file-draft.ts';
import { finishFacts } from './lowering/finish.ts';

/** Returns the facts of a file of which only the lines are known: it can be searched and shown. */
export function plainFacts(language: string, text: string, path: RepoPath): FileFacts {
  return finishFacts(textDraft(text), { path, language, doc: '' });
}

/** Creates a draft for an extractor that reads a text without a grammar. */
export function textDraft(text: string): FileDraft {
  return new FileDraft(text, { comments: [], errors: [], truncated: false });
}
