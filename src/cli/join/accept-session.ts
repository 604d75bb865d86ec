import { isGraphMemoryError } from '../../base/errors.ts';
import { loadConfig, type ResolvedConfig } from '../../config/load.ts';
import type { SessionScope } from '../../mcp/server.ts';
import type { Workspace } from '../../project/workspace.ts';
import { listedTools } from '../serving.ts';
import type { Terminal } from '../terminal.ts';
import type { SessionRequest } from './connect-server.ts';

/**
 * Returns what a session may use: the projects that `graph-memory mcp` would open for the request,
 * if this server has all of them with the same settings; undefined if not, or if the request is not
 * valid. The process that asked then starts alone, and reports what is wrong.
 */
export async function acceptSession(
  { homeDir }: Terminal,
  workspace: Workspace,
  request: unknown,
): Promise<SessionScope | undefined> {
  if (!isSessionRequest(request)) return undefined;
  const { cwd, config: configPath, project, tools } = request;
  try {
    const config = await loadConfig({ cwd, configPath, homeDir });
    const projects = requested(config, project);
    if (projects.length === 0 || !projects.every((own) => workspace.holds(own))) return undefined;
    return {
      tools: listedTools(tools, config),
      projects: new Set(projects.map(({ name }) => name)),
      folder: cwd,
    };
  } catch (error) {
    if (isGraphMemoryError(error)) return undefined;
    throw error;
  }
}

function requested({ projects }: ResolvedConfig, name: string | undefined) {
  return name === undefined ? projects : projects.filter((own) => own.name === name);
}

function isSessionRequest(value: unknown): value is SessionRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { cwd, config, project, tools } = value as Readonly<Record<string, unknown>>;
  const isText = (one: unknown) => one === undefined || typeof one === 'string';
  return typeof cwd === 'string' && [config, project, tools].every(isText);
}
