import type { ResolvedConfig } from '../config/load.ts';
import { exists } from '../files/exists.ts';
import { NOTES_FOLDER } from '../model/note.ts';

/**
 * Whether clients see the tools for notes: if the configuration enables notes, or a project has
 * some or a folder of personal ones. Other sessions do not pay for their descriptions.
 */
export function listsNotes({ projects }: Pick<ResolvedConfig, 'projects'>): boolean {
  return projects.some(({ memory, root, personalNotes }) =>
    memory === undefined
      ? personalNotes !== undefined || exists(root, NOTES_FOLDER)
      : memory !== 'off',
  );
}
