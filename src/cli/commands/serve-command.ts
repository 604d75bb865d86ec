import { Command } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import type { HttpServerOptions } from '../http-server.ts';
import { toolsOption } from '../serving.ts';
import type { Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions, withPublishedOption } from './common-options.ts';

export const DEFAULT_PORT = 7421;

/** Creates the command `serve`, which serves all projects over HTTP until interrupted. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .summary('serve agents and a web page over HTTP')
    .description(
      'Serves all projects over HTTP: MCP at /mcp, every tool at /api/tools/<name>, a web page at /.\nListens on this machine only, and needs a token; it is created on first use.',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 selects a free one', String(DEFAULT_PORT))
    .option('--token-file <path>', 'file with a token per line, then the projects it may read')
    .option('--no-token', 'answer without a token; on a loopback address only')
    .option('--allow-host <name...>', 'further names by which clients address the server')
    .addOption(toolsOption())
    .option('--no-watch', 'check for changes on each call instead of watching the folders');
  withPublishedOption(command);
  withCommonOptions(command, [
    'graph-memory serve',
    'graph-memory serve --host 0.0.0.0 --allow-host dev.example.com --token-file tokens.txt',
    "graph-memory serve --database '$TEAM_DATABASE' --token-file tokens.txt",
  ]);
  return command.action(async () => {
    const options = serveOptions(command);
    // Only this command loads the HTTP server, so that the others start faster.
    const { runHttpServer } = await import('../http-server.ts');
    await runHttpServer(terminal, options);
  });
}

function serveOptions(command: Command): HttpServerOptions {
  const values = command.optsWithGlobals<Record<string, unknown>>();
  const port = Number(values['port']);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new GraphMemoryError('GM_USAGE', `--port must be a number from 0 to 65535`, {
      hint: 'Use --port 0 for a free one.',
    });
  }
  const tokenFile = values['tokenFile'];
  return {
    ...commonOptions(values),
    host: String(values['host']),
    port,
    tokenFile: typeof tokenFile === 'string' ? tokenFile : undefined,
    needsToken: values['token'] !== false,
    allowHost: (values['allowHost'] as readonly string[] | undefined) ?? [],
    isWatching: values['watch'] !== false,
    tools: values['tools'],
  };
}
