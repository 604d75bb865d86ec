import { CommanderError } from 'commander';
import { ERROR_CODES, GraphMemoryError } from '../base/errors.ts';
import { failureOf, failureText } from '../tools/failure.ts';
import { commandWords } from './command-words.ts';
import { printLine, type Terminal } from './terminal.ts';

/**
 * Reports an error and returns its exit status from the error table. With --json the error is
 * printed on stdout, where programs expect the answer; otherwise users get two lines on stderr.
 */
export function reportFailure(terminal: Terminal, error: unknown, isJson: boolean): number {
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
function usageError(error: CommanderError): GraphMemoryError {
  const [message = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n');
  const near = suggestion.replace(/^\((.*)\)$/, '$1 ');
  const folder =
    error.code === 'commander.excessArguments' ? 'For another folder: -C <folder>. ' : '';
  return new GraphMemoryError('GM_USAGE', message, {
    hint: `${near}${folder}Run the command with --help to see its options.`,
    cause: error,
  });
}
