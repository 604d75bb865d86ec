import { Command } from 'commander';
import { isGraphMemoryError } from '../../base/errors.ts';
import type { Workspace } from '../../project/workspace.ts';
import { ToolService } from '../../service/tool-service.ts';
import { failureOf, failureText } from '../../tools/failure.ts';
import { claudeCommand } from '../connect.ts';
import { openServed, type Served } from '../served.ts';
import {
  ANSWER_WAIT_MS,
  DEADLINE_MS,
  FIRST_WAIT_MS,
  listedTools,
  toolsOption,
} from '../serving.ts';
import { watchSettings } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { VERSION } from '../version.ts';
import { readOptions, withCommonOptions, withPublishedOption } from './common-options.ts';

/** Creates the command `mcp`, which serves one MCP client over stdin and stdout. */
export function mcpCommand(terminal: Terminal): Command {
  const command = new Command('mcp')
    .summary('serve an MCP client over stdio')
    .description(
      'Serves an MCP client over stdin and stdout. The first tool call builds or updates the index.',
    )
    .addOption(toolsOption())
    .option('--no-refresh', 'answer from the stored index even if files have changed')
    .option('--no-watch', 'check for changes on each call instead of watching the folders');
  withPublishedOption(command);
  withCommonOptions(command, [
    'graph-memory mcp',
    claudeCommand([terminal.programPath, 'mcp']),
    'graph-memory mcp --config /path/to/graph-memory.yaml --project my-app',
  ]);
  return command.action(async () => {
    const { values, options } = readOptions(command);
    // An invalid configuration ends the program at once, because clients show a server that fails
    // to start.
    const open = async (): Promise<Served> => {
      const opened = await openServed(terminal, options);
      for (const note of opened.config.notes) printLine(terminal.stderr, note);
      return opened;
    };
    let served = await open().catch((error: unknown) => {
      // A server cannot ask for consent. Every call reports what is missing until the user has
      // consented.
      if (!isGraphMemoryError(error) || error.code !== 'GM_UNTRUSTED') throw error;
      printLine(terminal.stderr, failureText(failureOf(error)));
      return undefined;
    });
    const tools = listedTools(values['tools'], served?.config);
    // Only this command loads the SDK, so that the others start faster.
    const { serveStdio } = await import('../../mcp/stdio.ts');
    const isWatching = values['refresh'] !== false && values['watch'] !== false;
    const following = {
      watch: isWatching ? watchSettings(terminal) : undefined,
      answerWaitMs: ANSWER_WAIT_MS,
      firstWaitMs: FIRST_WAIT_MS,
    };
    let opened: Promise<Workspace> | undefined;
    const log = (line: string) => printLine(terminal.stderr, line);
    const { signal } = terminal;
    const service = new ToolService({
      openWorkspace: async () => {
        served ??= await open();
        opened = served.openWorkspace(following);
        return opened;
      },
      renew: async (workspace, notice) => served?.renew(workspace, notice),
      refresh: values['refresh'] !== false,
      deadlineMs: DEADLINE_MS,
      signal,
      log,
    });
    await serveStdio(
      { version: VERSION, service, tools, signal, log },
      { input: terminal.stdin, output: terminal.stdout },
    );
    await (await opened)?.close();
    await served?.close();
  });
}
