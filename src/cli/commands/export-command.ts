import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Command, Option } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import { visible } from '../../tools/answer/display.ts';
import { openIndex } from '../../tools/context.ts';
import { snapshotLines } from '../../tools/graph-lines.ts';
import { openSession } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { readOptions, withCommonOptions, withPublishedOption } from './common-options.ts';

/**
 * Creates the command `export`, which prints the whole graph as JSON lines, nodes first, in graph
 * order.
 */
export function exportCommand(terminal: Terminal): Command {
  const command = new Command('export')
    .summary('print the whole graph as JSON lines')
    .description('Prints every node and edge, one JSON object per line.')
    .addOption(new Option('--format <format>', 'format').choices(['jsonl']).default('jsonl'))
    .option('--no-refresh', 'export the stored index even if files have changed');
  withPublishedOption(command);
  withCommonOptions(command, [
    'graph-memory export --format jsonl > graph.jsonl',
    `graph-memory export | grep '"kind":"calls"'`,
  ]);
  return command.action(async () => {
    const { values, options } = readOptions(command);
    const session = await openSession(terminal, options, { refresh: values['refresh'] !== false });
    const { snapshot } = await openIndex(session.context, options.project);
    session.progress.clear();
    await writeLines(terminal.stdout, snapshotLines(snapshot), terminal.signal);
  });
}

const BATCH_CHARACTERS = 65_536;

/** Writes lines no faster than they are read, so that a large graph is never in memory twice. */
async function writeLines(
  stream: Writable,
  lines: Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  let batch = '';
  for (const line of lines) {
    batch += `${visible(line)}\n`;
    if (batch.length < BATCH_CHARACTERS) continue;
    if (signal.aborted) throw interrupted();
    if (!stream.write(batch)) await drained(stream, signal);
    batch = '';
  }
  stream.write(batch);
}

/** Waits until a slow reader has consumed the output, or until the signal aborts. */
async function drained(stream: Writable, signal: AbortSignal): Promise<void> {
  try {
    await once(stream, 'drain', { signal });
  } catch (error) {
    throw signal.aborted ? interrupted() : error;
  }
}

function interrupted(): GraphMemoryError {
  return new GraphMemoryError('GM_CANCELLED', 'the export was interrupted', {
    hint: 'The output so far is incomplete.',
  });
}
