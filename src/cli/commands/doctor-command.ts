import { Command, Option } from 'commander';
import { type Check, doctorChecks } from '../clients/doctor-checks.ts';
import { installRequest } from '../clients/install-request.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { readOptions, withCommonOptions } from './common-options.ts';

/** Creates the command `doctor`, which checks the installation and every connected client. */
export function doctorCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('doctor')
    .summary('check the installation and the connected clients')
    .description(
      'Checks program, permissions, configuration, index, model, watching and clients. Starts the server by each entry that install has written, and no other. The exit status is 1 if a check fails.',
    );
  command.addOption(
    new Option('--format <format>', 'form of the report').choices(['text', 'json']).default('text'),
  );
  withCommonOptions(command, ['graph-memory doctor', 'graph-memory doctor --format json']);
  return command.action(async () => {
    const { values, options } = readOptions(command);
    const request = await installRequest(terminal, options, {
      clients: [],
      scopes: [],
      byDefault: 'found',
    });
    const checks = await doctorChecks(terminal, options, request);
    const isFailed = checks.some(({ state }) => state === 'failed');
    if (options.json || values['format'] === 'json')
      printLine(terminal.stdout, JSON.stringify({ ok: !isFailed, checks }));
    else for (const check of checks) print(terminal, check);
    exitWith(isFailed ? 1 : 0);
  });
}

function print(terminal: Terminal, { name, state, text, hint }: Check): void {
  printLine(terminal.stdout, `${state.padEnd(7)}  ${name}: ${text}`);
  if (hint !== '') printLine(terminal.stdout, `         ${hint}`);
}
