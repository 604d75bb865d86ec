import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GraphMemoryError } from '../base/errors.ts';
import { ownTokenFile, readTokenFile } from '../config/access-tokens.ts';
import { writeServerRecord } from '../config/server-records.ts';
import { AccessTable } from '../http/access.ts';
import { createApp } from '../http/app.ts';
import { EventHub } from '../http/event-hub.ts';
import { isLoopback } from '../http/guard.ts';
import { listen } from '../http/listen.ts';
import { Metrics } from '../http/metrics.ts';
import { readPageFiles } from '../http/page-files.ts';
import { SessionSockets } from '../http/session-socket.ts';
import type { Workspace } from '../project/workspace.ts';
import { ToolService } from '../service/tool-service.ts';
import { failureOf, failureText } from '../tools/failure.ts';
import { acceptSession } from './join/accept-session.ts';
import { openServed } from './served.ts';
import {
  ANSWER_WAIT_MS,
  DEADLINE_MS,
  FIRST_WAIT_MS,
  FOREVER_MS,
  listedTools,
  newToken,
} from './serving.ts';
import { type CommonOptions, folderOf, watchSettings } from './session.ts';
import { printLine, type Terminal } from './terminal.ts';
import { VERSION } from './version.ts';

export interface HttpServerOptions extends CommonOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined for the user's own token. */
  readonly tokenFile: string | undefined;
  readonly needsToken: boolean;
  /** Further names by which clients address the server. */
  readonly allowHost: readonly string[];
  readonly isWatching: boolean;
  /** Value of `--tools`. */
  readonly tools: unknown;
}

/**
 * Serves all projects over HTTP until interrupted.
 * @throws {GraphMemoryError} GM_USAGE when other machines could connect without a token; as
 * `listen`, `readTokenFile` and `loadConfig` do.
 */
export async function runHttpServer(terminal: Terminal, options: HttpServerOptions): Promise<void> {
  const tokenFile = await tokenFileOf(terminal, options);
  const access = tokenFile === undefined ? undefined : new AccessTable(readTokenFile(tokenFile));
  const served = await openServed(terminal, options);
  const log = (line: string) => printLine(terminal.stderr, line);
  for (const note of served.config.notes) log(note);
  const events = new EventHub();
  let workspace: Workspace | undefined;
  const notice = (line: string) => {
    log(line);
    events.publish({ event: 'notice', data: { message: line } });
    if (workspace !== undefined) changes.report(workspace);
  };
  const changes = new GenerationChanges(events);
  workspace = await served.openWorkspace({
    watch: options.isWatching ? watchSettings(terminal, notice) : undefined,
    answerWaitMs: ANSWER_WAIT_MS,
    firstWaitMs: FIRST_WAIT_MS,
  });
  const opened = workspace;
  const service = new ToolService({
    openWorkspace: async () => opened,
    renew: (current, line) => served.renew(current, line),
    afterCall: (current) => changes.report(current),
    refresh: true,
    deadlineMs: DEADLINE_MS,
    signal: terminal.signal,
    log,
  });
  const app = createApp({
    version: VERSION,
    service,
    tools: listedTools(options.tools, served.config),
    access,
    hostNames: [options.host, ...options.allowHost],
    events,
    metrics: new Metrics(),
    page: readPageFiles(new URL('../web/', import.meta.url)),
    memoryBytes: terminal.memoryBytes,
    now: terminal.now,
    log,
  });
  const secret = newToken();
  const sessions = new SessionSockets({
    mcp: { version: VERSION, service, log },
    secret,
    accept: (request) => acceptSession(terminal, opened, request),
    signal: terminal.signal,
  });
  const server = await listen(app, options, sessions);
  const removeRecord = await recordServer(terminal, options, server.port, secret);
  announce(terminal, options, server.port, tokenFile);
  // Published projects are loaded when a question needs them: a team has hundreds.
  const indexing =
    options.database === undefined ? indexAll(opened, terminal, events, notice) : undefined;
  await pause(FOREVER_MS, undefined, { signal: terminal.signal }).catch(() => undefined);
  removeRecord();
  events.close();
  await server.close();
  await indexing;
  await opened.close();
  await served.close();
}

/** Lets `graph-memory mcp` find the server, if it listens where only this machine can connect. */
async function recordServer(
  terminal: Terminal,
  { host }: HttpServerOptions,
  port: number,
  secret: string,
): Promise<() => void> {
  if (!isLoopback(host)) return () => undefined;
  return writeServerRecord(terminal.homeDir, { version: VERSION, host, port, secret });
}

async function tokenFileOf(
  terminal: Terminal,
  options: HttpServerOptions,
): Promise<string | undefined> {
  if (options.needsToken) {
    if (options.tokenFile === undefined) return ownTokenFile(terminal.homeDir, newToken);
    return resolve(folderOf(terminal, options), options.tokenFile);
  }
  if (isLoopback(options.host)) return undefined;
  throw new GraphMemoryError('GM_USAGE', `other machines can connect to ${options.host}`, {
    hint: 'Leave out --no-token, or listen on 127.0.0.1.',
  });
}

/** Publishes an event for each project whose index was replaced. */
class GenerationChanges {
  readonly #events: EventHub;
  readonly #known = new Map<string, number>();

  constructor(events: EventHub) {
    this.#events = events;
  }

  report(workspace: Workspace): void {
    for (const project of workspace.projects) {
      const { generation } = project.status();
      if (this.#known.get(project.name) === generation) continue;
      this.#known.set(project.name, generation);
      this.#events.publish({ event: 'changed', project: project.name, data: { generation } });
    }
  }
}

/** Brings all projects up to date, so that the first question does not wait for it. */
async function indexAll(
  workspace: Workspace,
  { signal }: Terminal,
  events: EventHub,
  notice: (line: string) => void,
): Promise<void> {
  for (const project of workspace.projects.filter(({ isEnabled }) => isEnabled)) {
    if (signal.aborted) return;
    const onProgress = (progress: object) =>
      events.publish({ event: 'progress', project: project.name, data: { ...progress } });
    try {
      await project.prepare({ refresh: true, notice, onProgress, signal });
    } catch (error) {
      if (!signal.aborted) notice(`${project.name}: ${failureText(failureOf(error))}`);
    }
  }
}

function announce(
  terminal: Terminal,
  { host, json }: HttpServerOptions,
  port: number,
  tokenFile: string | undefined,
): void {
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `http://${name === '0.0.0.0' || name === '[::]' ? 'localhost' : name}:${port}/`;
  if (json) {
    printLine(terminal.stdout, JSON.stringify({ url, port, token_file: tokenFile ?? null }));
    return;
  }
  printLine(terminal.stdout, `serving ${url} (MCP: ${url}mcp)`);
  if (tokenFile === undefined) return;
  printLine(terminal.stdout, `token: in ${tokenFile}`);
  printLine(terminal.stdout, 'web page: graph-memory open');
}
