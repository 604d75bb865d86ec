/** Plans the changes of `install` and `uninstall`, file by file; nothing is written here. */
import { join, sep } from 'node:path';
import { realPathSoFar } from '../config/project-folders.ts';
import { type Client, keysIn, type Places, type Scope } from './client-table.ts';
import { edited, parsed } from './edit-config.ts';
import { type EditRecords, isUntouched, undone } from './edit-record.ts';
import { unusable } from './formats/config-format.ts';
import { withInstructions, withoutInstructions } from './instructions.ts';
import { entryFor, type Program } from './server-command.ts';
import { SKILL } from './skill.ts';
import { readText } from './text-files.ts';

type Purpose = 'server' | 'instructions' | 'skill';

/** The change of one file; equal texts if there is nothing to do. */
export interface FileChange {
  /** Real path of the file. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Titles of the clients that read the file. */
  readonly clients: readonly string[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface PlanRequest {
  readonly clients: readonly Client[];
  readonly scopes: readonly Scope[];
  readonly places: Places;
  readonly program: Program;
  readonly records: EditRecords;
}

type Rewrite = (text: string | undefined) => string | undefined;

/** @throws {GraphMemoryError} GM_CONFIG_INVALID when a configuration cannot be edited safely. */
export function planInstall(request: PlanRequest): Promise<readonly FileChange[]> {
  const { program, places, records } = request;
  return planned(request, (path, purpose, client, scope) => {
    const rewrite = (text: string | undefined): string => {
      if (purpose === 'skill') return SKILL;
      if (purpose === 'instructions') return withInstructions(text ?? '');
      const file = { path, format: client.format, text: text ?? client.template ?? '' };
      const entry = entryFor(program, client, scope, places.project);
      return edited(file, keysIn(client, parsed(file)), entry);
    };
    return (text) => {
      const record = records.of(path);
      // An update of our own edit starts from what was there before it, so that it can be undone too.
      if (text === undefined || record === undefined || !isUntouched(record, text))
        return rewrite(text);
      return rewrite(undone(record, text));
    };
  });
}

/** @throws {GraphMemoryError} GM_CONFIG_INVALID when a configuration cannot be edited safely. */
export function planUninstall(request: PlanRequest): Promise<readonly FileChange[]> {
  const { records } = request;
  return planned(request, (path, purpose, client) => (text) => {
    if (text === undefined) return undefined;
    const record = records.of(path);
    if (record !== undefined && isUntouched(record, text)) return undone(record, text);
    // A skill that somebody has changed is theirs now.
    if (purpose === 'skill') return text === SKILL ? undefined : text;
    const after = purpose === 'instructions' ? withoutInstructions(text) : withoutEntry();
    return after.trim() === '' && record?.isCreated === true ? undefined : after;

    function withoutEntry(): string {
      const file = { path, format: client.format, text: text ?? '' };
      return edited(file, keysIn(client, parsed(file)), undefined);
    }
  });
}

/** Applies a rewrite to each file of the clients; a file that several share is changed once. */
async function planned(
  { clients, scopes, places }: PlanRequest,
  rewriteOf: (path: string, purpose: Purpose, client: Client, scope: Scope) => Rewrite,
): Promise<readonly FileChange[]> {
  const changes = new Map<string, FileChange>();
  for (const scope of scopes) {
    for (const client of clients) {
      for (const { path, purpose } of await filesOf(client, scope, places)) {
        const known = changes.get(path);
        const titles = new Set([...(known?.clients ?? []), client.title]);
        if (known !== undefined) {
          changes.set(path, { ...known, clients: [...titles] });
          continue;
        }
        const before = readText(path);
        const after = rewriteOf(path, purpose, client, scope)(before);
        changes.set(path, { path, purpose, clients: [...titles], before, after });
      }
    }
  }
  return [...changes.values()];
}

interface ClientFile {
  readonly path: string;
  readonly purpose: Purpose;
}

/** The files of a client in a scope, by their real paths. */
async function filesOf(
  client: Client,
  scope: Scope,
  places: Places,
): Promise<readonly ClientFile[]> {
  const files: ClientFile[] = [];
  const config = configPath(client, scope, places);
  if (config === undefined) return files;
  const add = async (path: string, purpose: Purpose) =>
    files.push({ path: await ownPath(path, scope, places), purpose });
  await add(config, 'server');
  const instructions = client.instructions[scope];
  if (instructions !== undefined)
    await add(join(places[instructions.place], instructions.file), 'instructions');
  const skill = client.skill[scope];
  if (skill !== undefined) await add(join(places[skill.place], skill.file), 'skill');
  return files;
}

/** The configuration file of a client in a scope; undefined if it has none there. */
export function configPath(client: Client, scope: Scope, places: Places): string | undefined {
  const config = client.config[scope];
  if (config === undefined) return undefined;
  const paths = config.files.map((file) => join(places[config.place], file));
  return paths.find((path) => readText(path) !== undefined) ?? paths[0];
}

/**
 * The real path of a file. Links in a project must not lead to files outside of it: they come with the
 * repository, and the user has agreed to a change in the project.
 */
async function ownPath(path: string, scope: Scope, places: Places): Promise<string> {
  const real = await realPathSoFar(path);
  const root = await realPathSoFar(places.project);
  const isInside = real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
  if (scope === 'project' && !isInside) throw unusable(path, 'is a link to outside of the project');
  return real;
}
