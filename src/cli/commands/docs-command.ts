import { Command } from 'commander';
import { docsDrift } from '../../tools/docs/docs-drift.ts';
import { callOnce } from '../call-once.ts';
import { printAnswer } from '../print-answer.ts';
import type { Terminal } from '../terminal.ts';
import { listed, readOptions, withCommonOptions } from './common-options.ts';
import { toolCommand } from './tool-command.ts';
import { DOCS_COMMANDS } from './tool-commands.ts';

/**
 * Maximum number of tokens. A gate prints its full answer, because the findings are the reason for
 * its failure.
 */
const TOKENS_MAX = 40_000;

/** Creates the command `docs …`: queries about the documentation. */
export function docsCommand(
  terminal: Terminal,
  exitWith: (status: number) => void,
  words: readonly string[],
): Command {
  const command = new Command('docs')
    .summary('search the documentation and its links to the code')
    .description(
      'Pages of documentation: find sections, read them, and see which code they describe.',
    );
  // Without a subcommand, prints the help.
  command.action(() => command.help());
  for (const definition of DOCS_COMMANDS)
    command.addCommand(toolCommand(terminal, definition, words, 'docs '));
  return command.addCommand(checkCommand(terminal, exitWith));
}

/** Creates the command `docs check`, which fails if there is drift, for continuous integration. */
function checkCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('check')
    .summary('list broken links, names, imports and calls on pages; fails if it finds any')
    .description(
      `${docsDrift.description}\nExit status 1 when anything was found, 0 when not. Sections that are only older than their code (--kinds olderThanCode) fail with --strict alone.`,
    )
    .option('--kinds <value>', 'only findings of this kind (repeatable)', listed)
    .option('--path-glob <value>', 'only pages that match; "!" excludes (repeatable)', listed)
    .option('--revision <commit>', 'commit, tag or branch to check, instead of the files on disk')
    .option('--strict', 'fail on findings of every kind');
  withCommonOptions(command, [
    'graph-memory docs check',
    "graph-memory docs check --path-glob 'docs/**' --kinds missingFile --json",
    'graph-memory docs check --kinds olderThanCode',
  ]);
  return command.action(async () => {
    const { values, options } = readOptions(command);
    const input = {
      max_tokens: TOKENS_MAX,
      kinds: values['kinds'],
      path_glob: values['pathGlob'],
      revision: values['revision'],
    };
    const answer = await callOnce(terminal, { options, tool: docsDrift, input }, (own) =>
      printAnswer(terminal, own, options.json),
    );
    const counted = answer.structured[values['strict'] === true ? 'total_count' : 'wrong_count'];
    if (counted !== 0) exitWith(1);
  });
}
