import { GraphMemoryError } from '../../base/errors.ts';
import { CLIENTS, type Client, SCOPES, type Scope } from '../../clients/client-table.ts';
import { EditRecords } from '../../clients/edit-record.ts';
import { foundClients, placesOf } from '../../clients/found-clients.ts';
import type { PlanRequest } from '../../clients/plan.ts';
import { isOnPath } from '../../clients/server-command.ts';
import { homeFolder } from '../../config/home-folder.ts';
import { loadConfig } from '../../config/load.ts';
import { type CommonOptions, configRequest, folderOf } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** The clients and files that `install`, `uninstall` and `doctor` are about. */
export async function installRequest(
  terminal: Terminal,
  options: CommonOptions,
  chosen: {
    /** Ids; the default if there are none. */
    readonly clients: readonly string[];
    readonly scopes: readonly Scope[];
    readonly byDefault: 'found' | 'all';
  },
): Promise<PlanRequest> {
  const { homeDir, programPath, env } = terminal;
  const places = placesOf({
    home: homeDir,
    project: await projectRoot(terminal, options),
    platform: process.platform,
    environment: (name) => env[name],
  });
  const fallback = chosen.byDefault === 'all' ? CLIENTS : foundClients(places);
  const isWindows = process.platform === 'win32';
  return {
    places,
    scopes: chosen.scopes,
    clients: chosen.clients.length === 0 ? fallback : chosen.clients.map(clientNamed),
    program: {
      nodePath: process.execPath,
      programPath,
      // Windows has a script there, which clients cannot start.
      isOnPath: !isWindows && isOnPath(programPath, env['PATH'] ?? ''),
    },
    records: new EditRecords(homeFolder(homeDir)),
  };
}

/** Returns the scopes that an option names; `fallback` without the option. */
export function scopesOf(value: unknown, fallback: readonly Scope[]): readonly Scope[] {
  if (value === undefined) return fallback;
  const scope = SCOPES.find((one) => one === value);
  if (scope !== undefined) return [scope];
  throw new GraphMemoryError('GM_USAGE', `--scope takes ${SCOPES.join(' or ')}`, {
    hint: '"user" is for all of your projects, "project" for this one and everybody who works on it.',
  });
}

function clientNamed(id: string): Client {
  const client = CLIENTS.find((one) => one.id === id);
  if (client !== undefined) return client;
  throw new GraphMemoryError('GM_USAGE', `unknown client "${id}"`, {
    hint: `Clients: ${CLIENTS.map((one) => one.id).join(', ')}.`,
  });
}

/** Root of the project, even if its configuration is invalid: that is for `doctor` to say. */
async function projectRoot(terminal: Terminal, options: CommonOptions): Promise<string> {
  try {
    const { projects } = await loadConfig(configRequest(terminal, options));
    const [only] = projects;
    if (only !== undefined && projects.length === 1) return only.root;
  } catch (error) {
    if (!(error instanceof GraphMemoryError)) throw error;
  }
  return folderOf(terminal, options);
}
