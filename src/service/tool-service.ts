import { GraphMemoryError } from '../base/errors.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Channel } from '../tools/answer/budget.ts';
import { type CalledTool, callTool } from '../tools/call.ts';
import type { ToolContext } from '../tools/context.ts';
import { failureOf } from '../tools/failure.ts';
import type { SessionLog } from '../tools/session-log.ts';
import type { Tool } from '../tools/tool.ts';
import type { Progress } from '../workers/progress.ts';
import { AnswerCache } from './answer-cache.ts';

export interface ServiceOptions {
  /**
   * Opens the workspace. Called by the first tool call, so that a client that only lists the tools
   * never waits for an index.
   */
  readonly openWorkspace: () => Promise<Workspace>;
  /** Applies configuration changes. Called before each tool call. */
  readonly renew?: (workspace: Workspace, notice: (line: string) => void) => Promise<void>;
  /** Called after a tool call that may have replaced an index; such a call has notices. */
  readonly afterCall?: (workspace: Workspace) => void;
  readonly refresh: boolean;
  /**
   * Deadline of a call in milliseconds; after that, the client is told to try again. Indexing
   * continues.
   */
  readonly deadlineMs: number;
  /** Ends indexing when the server ends. A cancelled request does not end indexing. */
  readonly signal: AbortSignal;
  /** Receives error messages for stderr. */
  readonly log: (line: string) => void;
}

/** One call of a tool by a client. */
export interface ToolRequest {
  readonly tool: Tool;
  /** Arguments as received; unchecked. */
  readonly input: unknown;
  /** The parts of the answer that are sent. */
  readonly channel: Channel;
  readonly session?: SessionLog | undefined;
  /** Names of the projects that the client may read; undefined for all. */
  readonly projects?: ReadonlySet<string> | undefined;
  /** The client's working folder, if it is not that of the process. */
  readonly folder?: string | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
}

export interface ServedAnswer {
  readonly answer: CalledTool;
  /** Lines about work done meanwhile, to show beside the answer. */
  readonly notices: readonly string[];
}

/** Calls tools for the clients of a long-running process. All clients share one workspace. */
export class ToolService {
  readonly #options: ServiceOptions;
  readonly #answers = new AnswerCache();
  #workspace: Promise<Workspace> | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /**
   * Calls a tool.
   * @throws {GraphMemoryError} as the tool does; GM_BUSY when the deadline passes.
   */
  async call(request: ToolRequest): Promise<ServedAnswer> {
    let latest = 'opening the index';
    const onProgress = ({ phase, done, total }: Progress) => {
      latest = total === 0 ? phase : `${phase} ${done} of ${total}`;
      request.onProgress?.(latest);
    };
    return respondByDeadline(
      this.#call(request, onProgress),
      this.#options.deadlineMs,
      () => stillIndexing(latest),
      (error) => this.report(error),
    );
  }

  /** Logs an error that is a bug. Returns its form for the client. */
  report(error: unknown): ReturnType<typeof failureOf> {
    const failure = failureOf(error);
    if (failure.trace !== '') this.#options.log(failure.trace);
    return failure;
  }

  async #call(
    request: ToolRequest,
    onProgress: (progress: Progress) => void,
  ): Promise<ServedAnswer> {
    const notices: string[] = [];
    const notice = (line: string) => notices.push(line);
    const workspace = await this.workspace(notice);
    const { channel, session, projects, folder } = request;
    const context = {
      workspace: projects === undefined ? workspace : workspace.restrictedTo(projects, folder),
      refresh: this.#options.refresh,
      channel,
      session,
      signal: this.#options.signal,
      onProgress,
      notice,
    };
    try {
      const make = (own: ToolContext) => callTool(own, request.tool, request.input);
      const answer = await this.#answers.answer(request, context, workspace.projects, make);
      return { answer, notices };
    } finally {
      if (notices.length > 0) this.#options.afterCall?.(workspace);
    }
  }

  /** Returns the workspace with the current configuration. After a failure, the next call tries again. */
  async workspace(notice: (line: string) => void = () => undefined): Promise<Workspace> {
    this.#workspace ??= this.#options.openWorkspace().catch((error: unknown) => {
      this.#workspace = undefined;
      throw error;
    });
    const workspace = await this.#workspace;
    await this.#options.renew?.(workspace, notice);
    return workspace;
  }
}

function stillIndexing(progress: string): GraphMemoryError {
  return new GraphMemoryError('GM_BUSY', `the index is still being built (${progress})`, {
    hint: 'It continues by itself. code_search and codebase_search_text answer from the texts until then; retry others in 30 seconds.',
  });
}

/**
 * Waits for work until a deadline that is shorter than a client's timeout, then throws `late()`.
 * The work continues in the background; its result is available to the next call, and `onFailure`
 * is called if it fails.
 */
export async function respondByDeadline<Answer>(
  work: Promise<Answer>,
  deadlineMs: number,
  late: () => Error,
  onFailure: (error: unknown) => void,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(late());
    }, deadlineMs);
  });
  work.catch((error: unknown) => {
    if (isLate) onFailure(error);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
