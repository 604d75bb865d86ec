import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import type { ResolvedConfig } from '../config/load.ts';
import { exists } from '../files/exists.ts';
import { NOTES_FOLDER } from '../model/note.ts';
import { CATALOG, MEMORY_TOOLS } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';

/** Limits shared by the commands that serve clients. */

/**
 * Maximum wait for a refresh: enough for a few edits. After that, questions are answered from the
 * previous snapshot.
 */
export const ANSWER_WAIT_MS = 1000;

/**
 * Maximum wait for a first index. Most projects are indexed by then; in others, a search is answered
 * from the texts.
 */
export const FIRST_WAIT_MS = 10_000;

/** Deadline of a request; common clients time out after 60 seconds. */
export const DEADLINE_MS = 45_000;

/** Maximum delay of a timer. */
export const FOREVER_MS = 2 ** 31 - 1;

/** Returns a token that cannot be guessed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The option of the serving commands that selects the listed tools. */
export function toolsOption(): Option {
  return new Option(
    '--tools <names>',
    'tools to list, separated by commas; "default" and "all" stand for several (default: as configured)',
  );
}

/**
 * Returns the tools to list for MCP clients: those of `--tools`, else those of the configuration.
 * @throws {GraphMemoryError} GM_USAGE or GM_CONFIG_INVALID for a name that no tool has.
 */
export function listedTools(
  option: unknown,
  config: Pick<ResolvedConfig, 'path' | 'tools' | 'projects'> | undefined,
): readonly Tool[] {
  if (typeof option === 'string') return CATALOG.listed(option.split(/[\s,]+/).filter(Boolean));
  try {
    const listed = CATALOG.listed(config?.tools);
    const hasNotes = config !== undefined && config.tools === undefined && listsNotes(config);
    return hasNotes ? [...listed, ...MEMORY_TOOLS] : listed;
  } catch (error) {
    if (!isGraphMemoryError(error)) throw error;
    const { message, hint, details } = error;
    throw new GraphMemoryError('GM_CONFIG_INVALID', `${config?.path}: ${message}`, {
      hint,
      details: { ...details, path: config?.path },
    });
  }
}

/**
 * Whether clients see the tools for notes: if the configuration enables notes, or a project has
 * some or a folder of personal ones. Other sessions do not pay for their descriptions.
 */
function listsNotes({ projects }: Pick<ResolvedConfig, 'projects'>): boolean {
  return projects.some(({ memory, root, personalNotes }) =>
    memory === undefined
      ? personalNotes !== undefined || exists(root, NOTES_FOLDER)
      : memory !== 'off',
  );
}
