import { Command } from 'commander';
import { ownTokenFile, readTokenFile } from '../../config/access-tokens.ts';
import { newToken } from '../serving.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';
import { DEFAULT_PORT } from './serve-command.ts';

/** Creates the command `open`, which prints the address of the web page with the user's token. */
export function openCommand(terminal: Terminal): Command {
  const command = new Command('open')
    .summary('print the address of the web page')
    .description(
      'Prints the address of the web page of a running "graph-memory serve", with the token that opens it.',
    )
    .option('--port <number>', 'port of the server', String(DEFAULT_PORT));
  withCommonOptions(command, ['graph-memory open', 'graph-memory open --port 8000']);
  return command.action(async () => {
    const values = command.optsWithGlobals<Record<string, unknown>>();
    const [first] = readTokenFile(await ownTokenFile(terminal.homeDir, newToken));
    // A browser does not send the part behind # to any server.
    const url = `http://localhost:${values['port']}/#token=${first?.token ?? ''}`;
    printLine(terminal.stdout, commonOptions(values).json ? JSON.stringify({ url }) : url);
  });
}
