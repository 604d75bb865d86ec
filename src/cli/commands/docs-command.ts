import { Command } from 'commander';
import { callTool } from '../../tools/call.ts';
import { docsDrift } from '../../tools/docs/docs-drift.ts';
import { printAnswer } from '../print-answer.ts';
import { openSession } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';
import { toolCommand } from './tool-command.ts';
import { DOCS_COMMANDS } from './tool-commands.ts';

/** A gate answers whole: what it found is the reason that it failed. */
const TOKENS_MAX = 40_000;

/** `docs …`: what is asked of the documentation. */
export function docsCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('docs')
    .summary('search the documentation, and what it says of the code')
    .description(
      'Pages of documentation: find sections, read them, and see which code they are about.',
    );
  for (const definition of DOCS_COMMANDS) command.addCommand(toolCommand(terminal, definition));
  return command.addCommand(checkCommand(terminal, exitWith));
}

/** `docs check`: fails when there is drift, as continuous integration wants it. */
function checkCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('check')
    .summary('list what pages link to or name and is not there; fails if there is any')
    .description(`${docsDrift.description}\nExit status 1 when anything was found, 0 when not.`);
  withCommonOptions(command, ['graph-memory docs check', 'graph-memory docs check --json']);
  return command.action(async () => {
    const options = commonOptions(command.optsWithGlobals<Record<string, unknown>>());
    const session = await openSession(terminal, options, { refresh: true });
    const input = {
      max_tokens: TOKENS_MAX,
      ...(options.project === undefined ? {} : { project: options.project }),
    };
    const answer = await callTool(session.context, docsDrift, input);
    session.progress.clear();
    printAnswer(terminal, answer, options.json);
    if (answer.structured['total_count'] !== 0) exitWith(1);
  });
}
