import { isDeepStrictEqual } from 'node:util';
import { isGraphMemoryError } from '../base/errors.ts';
import { type Client, keysIn, type Places, type Scope } from './client-table.ts';
import { entryAt, parsed } from './edit-config.ts';
import { configPath } from './plan.ts';
import { type Program, type ServerCommand, serverCommand, withFolder } from './server-command.ts';
import { SERVER_NAME } from './server-name.ts';
import { readText } from './text-files.ts';

/** The entry of our server in the configuration of a client, if there is one. */
export interface ClientEntry {
  readonly client: Client;
  readonly scope: Scope;
  readonly path: string;
  /** `own`: exactly as `install` writes it. `other`: under our name, but not of ours. */
  readonly state: 'none' | 'own' | 'other' | 'broken';
  readonly problem?: string;
  /** Arguments of this program by which the client starts the server; for own entries. */
  readonly args?: readonly string[];
}

interface EntriesRequest {
  readonly clients: readonly Client[];
  readonly scopes: readonly Scope[];
  readonly places: Places;
  readonly program: Program;
}

/** Reads the entries of clients; nothing is started. */
export function clientEntries(request: EntriesRequest): readonly ClientEntry[] {
  const { clients, scopes } = request;
  return clients.flatMap((client) =>
    scopes.flatMap((scope) => entryOf(client, scope, request) ?? []),
  );
}

/** Returns undefined if the client has no such file. */
function entryOf(
  client: Client,
  scope: Scope,
  { places, program }: EntriesRequest,
): ClientEntry | undefined {
  const path = configPath(client, scope, places);
  const found = path === undefined ? undefined : entryIn(client, path);
  if (path === undefined || found === undefined) return undefined;
  const base = { client, scope, path };
  if ('problem' in found) return { ...base, state: 'broken', ...found };
  if (found.entry === undefined) return { ...base, state: 'none' };
  const own = ownCommands(program, client, scope, places.project).find(({ command, args }) =>
    isDeepStrictEqual(client.entry(command, args), found.entry),
  );
  if (own === undefined) return { ...base, state: 'other' };
  const args = withFolder(own.args, places.project).filter((arg) => arg !== program.programPath);
  return { ...base, state: 'own', args };
}

function entryIn(
  client: Client,
  path: string,
): { readonly entry: unknown } | { readonly problem: string } | undefined {
  try {
    const text = readText(path);
    if (text === undefined) return undefined;
    const value = parsed({ path, format: client.format, text });
    return { entry: entryAt(value, keysIn(client, value)) };
  } catch (error) {
    if (!isGraphMemoryError(error)) throw error;
    return { problem: error.message };
  }
}

/** Every command that this or an earlier `install` on this machine may have written. */
function ownCommands(
  program: Program,
  client: Client,
  scope: Scope,
  project: string,
): readonly ServerCommand[] {
  const direct = serverCommand({ ...program, isOnPath: false }, client, scope, project);
  const commands = [direct, { ...direct, command: 'node' }];
  // Elsewhere the name leads to another program, which a project may have brought.
  if (program.isOnPath) commands.push({ command: SERVER_NAME, args: direct.args.slice(1) });
  return commands;
}
