import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import type { Client, Scope } from './client-table.ts';
import { SERVER_NAME } from './server-name.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: clients replace it by the open folder
const WORKSPACE_FOLDER = '${workspaceFolder}';

/** How this program can be started. */
export interface Program {
  readonly nodePath: string;
  readonly programPath: string;
  /** Whether `graph-memory` on the search path of the user leads to this program. */
  readonly isOnPath: boolean;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Whether a search path leads to the program by its name, as a link in one of its folders. */
export function isOnPath(programPath: string, searchPath: string): boolean {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  const own = realPath(programPath);
  // What the first match leads to is what a client would start.
  const first = folders.map((folder) => realPath(join(folder, SERVER_NAME))).find(Boolean);
  return own !== undefined && first === own;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}

/**
 * Returns the command that a client shall start. A project's configuration is shared, so it names the
 * program without paths of this machine if possible. Desktop programs often lack the user's search path,
 * so the configuration of a user names both files.
 */
export function serverCommand(
  program: Program,
  client: Client,
  scope: Scope,
  project: string,
): ServerCommand {
  const { nodePath, programPath } = program;
  const folder = client.config[scope]?.folder;
  const args = ['mcp'];
  if (folder !== undefined) args.push('--dir', folder === 'absolute' ? project : WORKSPACE_FOLDER);
  if (scope === 'project' && program.isOnPath) return { command: SERVER_NAME, args };
  return { command: nodePath, args: [programPath, ...args] };
}

/** The arguments as a client passes them on, with the open folder in the place of its name. */
export function withFolder(args: readonly string[], project: string): readonly string[] {
  return args.map((arg) => (arg === WORKSPACE_FOLDER ? project : arg));
}

export function entryFor(program: Program, client: Client, scope: Scope, project: string): unknown {
  const { command, args } = serverCommand(program, client, scope, project);
  return client.entry(command, args);
}
