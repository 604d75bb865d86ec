import { resolve } from 'node:path';
import { type ConfigRequest, loadConfig, type ResolvedConfig } from '../config/load.ts';
import { isRemote } from '../config/shared-facts.ts';
import { openShared } from '../database/shared/open-shared.ts';
import type { Project } from '../project/project.ts';
import { type WatchSettings, Workspace, type WorkspaceOptions } from '../project/workspace.ts';
import type { ToolContext } from '../tools/context.ts';
import { isConsentGiven } from './confirm-trust.ts';
import { ProgressLine } from './progress-line.ts';
import { type Following, ServedDatabase } from './served-database.ts';
import { printLine, type Terminal } from './terminal.ts';

/** Options shared by all commands. */
export interface CommonOptions {
  readonly json: boolean;
  readonly project: string | undefined;
  readonly config: string | undefined;
  /** Folder to work in instead of the current one. */
  readonly dir: string | undefined;
  /** Address of a database of published projects, which answer instead of those on disk. */
  readonly database?: string | undefined;
}

export interface Session {
  readonly config: ResolvedConfig;
  readonly workspace: Workspace;
  readonly context: ToolContext;
  readonly progress: ProgressLine;
}

/**
 * Delay before progress is shown. Quick refreshes stay silent; a first index or a large change
 * shows progress.
 */
const QUERY_PROGRESS_DELAY_MS = 400;

/** Opens the configuration. Asks for consent if it needs some and a user is at the terminal. */
export async function openConfig(
  terminal: Terminal,
  options: CommonOptions,
): Promise<ResolvedConfig> {
  const request = configRequest(terminal, options);
  try {
    return await loadConfig(request);
  } catch (error) {
    if (options.json || !(await isConsentGiven(terminal, error))) throw error;
    return loadConfig(request);
  }
}

export function configRequest(terminal: Terminal, options: CommonOptions): ConfigRequest {
  return {
    cwd: folderOf(terminal, options),
    configPath: options.config,
    homeDir: terminal.homeDir,
  };
}

export function openWorkspace(
  terminal: Terminal,
  options: CommonOptions,
  config: ResolvedConfig,
  following: Following = {},
): Promise<Workspace> {
  return Workspace.open(config, {
    writer: terminal.writer,
    threadsMax: terminal.threadsMax,
    extractThread: terminal.extractThread,
    folder: folderOf(terminal, options),
    environment: (name) => terminal.env[name],
    shared: sharedFacts(terminal, config),
    ...following,
  });
}

export function openPublished(terminal: Terminal, options: CommonOptions): Promise<ServedDatabase> {
  return ServedDatabase.open(terminal, options, (config, following) =>
    openWorkspace(terminal, options, config, following),
  );
}

/** Returns watch settings for long-running commands: watch the disk until interrupted. */
export function watchSettings(terminal: Terminal, notice?: (line: string) => void): WatchSettings {
  return {
    recursive: terminal.watchesTrees,
    signal: terminal.signal,
    notice,
  };
}

export async function openSession(
  terminal: Terminal,
  options: CommonOptions,
  settings: {
    readonly refresh: boolean;
    readonly progressDelayMs?: number;
    readonly hasVectorsOnDemand?: boolean;
  },
): Promise<Session> {
  const published =
    options.database === undefined ? undefined : await openPublished(terminal, options);
  const config = published?.config ?? (await openConfig(terminal, options));
  const progress = new ProgressLine(terminal, settings.progressDelayMs ?? QUERY_PROGRESS_DELAY_MS);
  const notice = (line: string) => {
    progress.clear();
    printLine(terminal.stderr, line);
  };
  for (const note of config.notes) notice(note);
  const workspace =
    (await published?.openWorkspace({})) ??
    (await openWorkspace(terminal, options, config, {
      hasVectorsOnDemand: settings.hasVectorsOnDemand === true,
    }));
  return {
    config,
    workspace,
    progress,
    context: {
      workspace,
      refresh: settings.refresh,
      channel: options.json ? 'data' : 'text',
      session: undefined,
      signal: terminal.signal,
      onProgress: (report) => progress.show(report),
      notice,
    },
  };
}

export function folderOf(terminal: Terminal, options: CommonOptions): string {
  return options.dir === undefined ? terminal.cwd : resolve(terminal.cwd, options.dir);
}

/** Returns the project that the options name, or every one that is indexed. */
export function chosenProjects(
  workspace: Workspace,
  { project }: Pick<CommonOptions, 'project'>,
): readonly Project[] {
  return project === undefined
    ? workspace.projects.filter(({ isEnabled }) => isEnabled)
    : [workspace.project(project)];
}

/** The user's own place of shared facts, which needs no consent. */
const VARIABLE = 'GRAPH_MEMORY_SHARED_FACTS';

/** Opens the shared facts that the user's environment names, or else the configuration. */
function sharedFacts(
  { env, cwd, writer, homeDir, now }: Terminal,
  { sharedFacts: configured }: ResolvedConfig,
): WorkspaceOptions['shared'] {
  const own = env[VARIABLE];
  const isOwn = own !== undefined && own !== '';
  const place = isOwn && !isRemote(own) ? resolve(cwd, own) : isOwn ? own : configured;
  if (place === undefined) return undefined;
  return openShared(place, { environment: (name) => env[name], homeDir, writer, now });
}
