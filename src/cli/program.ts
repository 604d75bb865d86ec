import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { nearestNames } from '../base/edit-distance.ts';
import { ERROR_CODES, GraphMemoryError } from '../base/errors.ts';
import { exists } from '../files/exists.ts';
import { failureOf, failureText } from '../tools/failure.ts';
import { commandWords } from './command-words.ts';
import { changesCommand } from './commands/changes-command.ts';
import { commonOptions, exampleOf, withCommonOptions } from './commands/common-options.ts';
import { completionCommand } from './commands/completion-command.ts';
import { databaseCommand } from './commands/database-command.ts';
import { docsCommand } from './commands/docs-command.ts';
import { doctorCommand } from './commands/doctor-command.ts';
import { evalCommand } from './commands/eval-command.ts';
import { exportCommand } from './commands/export-command.ts';
import { indexCommand } from './commands/index-command.ts';
import { initCommand } from './commands/init-command.ts';
import { installCommand, uninstallCommand } from './commands/install-command.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { noteCommand } from './commands/note-command.ts';
import { openCommand } from './commands/open-command.ts';
import { publishCommand } from './commands/publish-command.ts';
import { serveCommand } from './commands/serve-command.ts';
import { runStart } from './commands/start-command.ts';
import { toolCommand } from './commands/tool-command.ts';
import { TOOL_COMMANDS } from './commands/tool-commands.ts';
import { trustCommand } from './commands/trust-command.ts';
import { verifyCommand } from './commands/verify-command.ts';
import { watchCommand } from './commands/watch-command.ts';
import { printLine, type Terminal } from './terminal.ts';
import { VERSION } from './version.ts';

const EXIT_STATUSES = `
Exit status: 0 answered, 1 failed, 2 wrong usage, 70 bug, 130 interrupted.
Answers go to stdout, everything else to stderr; with --json an error is the answer.`;

/** Commands that `--help` describes, in this order; the others are only named, to fit a screen. */
const MAIN_COMMANDS = [
  ...['overview', 'search', 'explain', 'symbol', 'references', 'impact', 'path', 'entrypoints'],
  ...['grep', 'docs', 'changes', 'index', 'status', 'install', 'mcp', 'serve'],
];

/**
 * Runs the program and returns its exit status. `args` are the arguments after the program's name.
 */
export async function runProgram(terminal: Terminal, args: readonly string[]): Promise<number> {
  // Set by commands that print an answer and still fail, as a gate does.
  let exitStatus = 0;
  const exitWith = (status: number) => {
    exitStatus = status;
  };
  const program = createProgram(terminal, args, exitWith);
  try {
    await program.parseAsync(withRoutes(args), { from: 'user' });
    return exitStatus;
  } catch (error) {
    return reportFailure(terminal, error, args.includes('--json'));
  }
}

const HTTP_METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Joins a method with the path that follows it, so that a route needs no quotes. */
function withRoutes(args: readonly string[]): string[] {
  return args.flatMap((word, index) => {
    const [before = '', after = ''] = [args[index - 1], args[index + 1]];
    if (word.startsWith('/') && HTTP_METHOD.test(before)) return [];
    return HTTP_METHOD.test(word) && after.startsWith('/') ? [`${word} ${after}`] : [word];
  });
}

function createProgram(
  terminal: Terminal,
  args: readonly string[],
  exitWith: (status: number) => void,
): Command {
  const program = new Command('graph-memory')
    .description(
      'Indexes code into a graph of symbols, and answers where things are and who uses\nthem. Without a command: indexes the project of this folder and introduces it.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help; for a command: graph-memory <command> --help')
    .configureHelp({ subcommandTerm: (command) => command.name() });
  const commands = createCommands(terminal, args, exitWith);
  const [main, more] = inHelpOrder(commands);
  for (const command of main) program.addCommand(command);
  for (const command of more) program.addCommand(command, { hidden: true });
  program.addHelpText('after', moreText(more) + EXIT_STATUSES);
  withCommonOptions(program, [
    'graph-memory',
    'graph-memory search where are requests retried',
    'graph-memory mcp',
  ]);
  // An unknown command is parsed as an argument of the program itself.
  program.allowExcessArguments().action(async () => {
    const [word] = program.args;
    if (word !== undefined) throw unknownCommand(word, commands, terminal.cwd);
    await runStart(terminal, commonOptions(program.opts()));
  });
  for (const command of [program, ...commands, ...commands.flatMap((one) => one.commands)]) {
    command.exitOverride((error) => {
      throw error.code === 'commander.missingArgument' ? usageError(error, command) : error;
    });
    // Help is a regular answer; errors are reported once, in our format, by reportFailure.
    command.configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: () => undefined,
    });
  }
  return program;
}

/** Creates the commands. Those of tools have their flags only if `words` names them. */
function createCommands(
  terminal: Terminal,
  words: readonly string[],
  exitWith: (status: number) => void,
): Command[] {
  const commands: Command[] = [
    indexCommand(terminal),
    ...TOOL_COMMANDS.map((definition) => toolCommand(terminal, definition, words)),
    changesCommand(terminal, exitWith),
    docsCommand(terminal, exitWith, words),
    noteCommand(terminal, exitWith),
    exportCommand(terminal),
    verifyCommand(terminal, exitWith),
    evalCommand(terminal),
    mcpCommand(terminal),
    serveCommand(terminal),
    openCommand(terminal),
    watchCommand(terminal),
    publishCommand(terminal),
    databaseCommand(terminal, exitWith),
    initCommand(terminal),
    trustCommand(terminal),
    installCommand(terminal),
    uninstallCommand(terminal),
    doctorCommand(terminal, exitWith),
    completionCommand(terminal, () => createCommands(terminal, names(), exitWith)),
  ];
  const names = (): string[] =>
    [...commands, ...commands.flatMap((one) => one.commands)].map((one) => one.name());
  return commands;
}

/** Returns the commands that help describes, and the others. */
function inHelpOrder(commands: readonly Command[]): readonly [Command[], Command[]] {
  const rankOf = (command: Command) => MAIN_COMMANDS.indexOf(command.name());
  return [
    commands.filter((one) => rankOf(one) >= 0).sort((a, b) => rankOf(a) - rankOf(b)),
    commands.filter((one) => rankOf(one) < 0),
  ];
}

/** Names commands in lines that fit a terminal. */
function moreText(commands: readonly Command[]): string {
  const names = commands.map((command) => command.name()).join(', ');
  return `\n${`More commands: ${names}`.replace(/(.{1,78})(?: |$)/g, '$1\n')}`;
}

function unknownCommand(word: string, commands: readonly Command[], cwd: string): GraphMemoryError {
  const names = commands.map((command) => command.name());
  return new GraphMemoryError('GM_USAGE', `unknown command "${word}"`, {
    hint: hintFor(word, names, cwd),
    details: { command: word, known: names },
  });
}

function hintFor(word: string, names: readonly string[], cwd: string): string {
  const [near] = nearestNames(word, names, 1);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (exists(resolve(cwd, word), '.')) return `For that folder: graph-memory -C ${word}`;
  return `Commands: ${names.join(', ')}.`;
}

/**
 * Reports an error and returns its exit status from the error table. With --json the error is
 * printed on stdout, where programs expect the answer; otherwise users get two lines on stderr.
 */
function reportFailure(terminal: Terminal, error: unknown, isJson: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const failure = failureOf(error instanceof CommanderError ? usageError(error) : error);
  if (failure.trace !== '') printLine(terminal.stderr, failure.trace);
  if (isJson) {
    const { code, message, details } = failure;
    const error = { code, message, hint: commandWords(failure.hint), details };
    printLine(terminal.stdout, JSON.stringify({ error }));
  } else printLine(terminal.stderr, commandWords(failureText(failure)));
  return ERROR_CODES[failure.code].exitStatus;
}

/**
 * Converts the argument parser's errors to our format: `error: unknown option '--x' (Did you mean
 * --y?)`.
 */
function usageError(error: CommanderError, command?: Command): GraphMemoryError {
  const [message = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n');
  const near = suggestion.replace(/^\((.*)\)$/, '$1 ');
  const folder =
    error.code === 'commander.excessArguments'
      ? 'Quote an argument that has spaces; for another folder: -C <folder>. '
      : '';
  const example = command === undefined ? '' : exampleOf(command);
  const shown = example === '' ? '' : `For example: ${example}. `;
  return new GraphMemoryError('GM_USAGE', message, {
    hint: `${near}${folder}${shown}Run the command with --help to see its options.`,
    cause: error,
  });
}
