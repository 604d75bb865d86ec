import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { GraphMemoryError } from '../base/errors.ts';
import type { Workspace } from '../project/workspace.ts';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import { callTool } from '../tools/call.ts';
import { failureOf } from '../tools/failure.ts';
import { type ToolListing, toolListing } from '../tools/json-schema.ts';
import { findTool, nearTools, TOOLS } from '../tools/registry.ts';
import { SessionLog } from '../tools/session-log.ts';
import type { Tool } from '../tools/tool.ts';
import type { Progress } from '../workers/progress.ts';
import { respondByDeadline } from './deadline.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { answerResult, failureResult } from './result.ts';

export interface McpOptions {
  readonly version: string;
  /**
   * Opens the workspace. Called by the first tool call, so that `initialize` and `tools/list` never
   * wait for an index.
   */
  readonly openWorkspace: () => Promise<Workspace>;
  /** Applies configuration changes. Called before each tool call. */
  readonly renew?: (workspace: Workspace, notice: (line: string) => void) => Promise<void>;
  readonly refresh: boolean;
  /**
   * Deadline of a call in milliseconds; after that, the client is told to try again. Indexing
   * continues.
   */
  readonly deadlineMs: number;
  /** Ends indexing when the server ends. A cancelled request does not end indexing. */
  readonly signal: AbortSignal;
  /** Receives error messages for stderr: stdout belongs to the protocol. */
  readonly log: (line: string) => void;
}

export interface McpServer {
  readonly server: Server;
  /** Resolves when all running tool calls have ended. */
  idle(): Promise<void>;
}

function listTools(): ToolListing[] {
  return TOOLS.map(toolListing);
}

type Notify = (notification: ServerNotification) => Promise<void>;

/**
 * Creates the MCP server for the tool registry. Uses the SDK's low-level server, because there the
 * format of errors is under our control.
 */
export function createMcpServer(options: McpOptions): McpServer {
  const server = new Server(
    { name: 'graph-memory', title: 'Graph Memory', version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const calls = new Set<Promise<CallToolResult>>();
  const session = new SessionLog();
  let workspace: Promise<Workspace> | undefined;
  const openWorkspace = () => {
    workspace ??= options.openWorkspace().catch((error: unknown) => {
      // The next call tries again, because the cause may have been fixed meanwhile.
      workspace = undefined;
      throw error;
    });
    return workspace;
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools() }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const tool = findTool(request.params.name);
    if (tool === undefined) throw unknownTool(request.params.name);
    const call = answer(tool, request.params, {
      ...options,
      openWorkspace,
      session,
      notify: extra.sendNotification,
    });
    calls.add(call);
    try {
      return await call;
    } finally {
      calls.delete(call);
    }
  });
  return {
    server,
    idle: async () => {
      await Promise.allSettled(calls);
    },
  };
}

type CallOptions = McpOptions & { readonly notify: Notify; readonly session: SessionLog };

async function answer(
  tool: Tool,
  params: CallToolRequest['params'],
  options: CallOptions,
): Promise<CallToolResult> {
  const report = progressReporter(params._meta?.progressToken, options);
  let latest = 'opening the index';
  const onProgress = (progress: Progress) => {
    latest = progressMessage(progress);
    report(latest);
  };
  const failed = (error: unknown) => {
    const failure = failureOf(error);
    if (failure.trace !== '') options.log(failure.trace);
    return failureResult(failure);
  };
  const late = () => failureResult(failureOf(stillIndexing(latest)));
  const work = callInWorkspace(tool, params.arguments, options, onProgress);
  try {
    return await respondByDeadline(work, options.deadlineMs, late, failed);
  } catch (error) {
    return failed(error);
  }
}

async function callInWorkspace(
  tool: Tool,
  input: unknown,
  options: CallOptions,
  onProgress: (progress: Progress) => void,
): Promise<CallToolResult> {
  const notices: string[] = [];
  const notice = (line: string) => notices.push(line);
  const workspace = await options.openWorkspace();
  await options.renew?.(workspace, notice);
  const context = {
    workspace,
    refresh: options.refresh,
    channel: tool.isTextOnly === true ? ('text' as const) : ('both' as const),
    session: options.session,
    signal: options.signal,
    onProgress,
    notice,
  };
  return answerResult(tool, await callTool(context, tool, input), notices);
}

function stillIndexing(progress: string): GraphMemoryError {
  return new GraphMemoryError('GM_BUSY', `the index is still being built (${progress})`, {
    hint: 'It continues by itself: retry in 30 seconds, and use other tools until then.',
  });
}

/** Reports indexing progress as protocol notifications to clients that requested them. */
function progressReporter(
  progressToken: string | number | undefined,
  options: CallOptions,
): (message: string) => void {
  if (progressToken === undefined) return () => undefined;
  // The protocol requires an increasing number; phases have no common scale.
  let reports = 0;
  return (message) => {
    const params = { progressToken, progress: ++reports, message };
    options
      .notify({ method: 'notifications/progress', params })
      .catch((error: unknown) => options.log(`progress was not delivered: ${String(error)}`));
  };
}

function progressMessage({ phase, done, total }: Progress): string {
  return total === 0 ? phase : `${phase} ${done} of ${total}`;
}

function unknownTool(name: string): McpError {
  return new McpError(
    ErrorCode.InvalidParams,
    outgoingMessage(`unknown tool "${name}"; similar: ${nearTools(name).join(', ')}`),
  );
}
