import { Command, Option } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import type { CalledTool } from '../../tools/call.ts';
import { changes } from '../../tools/changes/changes.ts';
import { CERTAIN_FINDINGS, FINDINGS, type Finding } from '../../tools/changes/schemas.ts';
import { callOnce } from '../call-once.ts';
import { commandWords } from '../command-words.ts';
import { printAnswer } from '../print-answer.ts';
import { sarifOf } from '../sarif.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { listed, readOptions, withCommonOptions } from './common-options.ts';

/** A gate prints its full answer, because the findings are the reason for its failure. */
const CHECK_TOKENS = 40_000;

const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const;
type Format = (typeof FORMATS)[number];

/** Creates the command `changes`, which with `--check` fails if a change breaks something. */
export function changesCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('changes')
    .summary('show what a diff touches and breaks, and what to test')
    .description(
      `${changes.description}\nWithout a range: uncommitted changes. With --check, exit status 1 if there are findings.`,
    )
    .argument('[range]', 'staged, A..B, main...HEAD, or one commit')
    .addOption(
      new Option('--format <format>', 'form of the answer').choices([...FORMATS]).default('text'),
    )
    .option('--check', 'fail if there are findings')
    .option('--fail-on <kind>', `findings that fail: ${FINDINGS.join(', ')} (repeatable)`, listed)
    .option('--depth <number>', 'steps of affected callers; 1 to 4; default 2', Number)
    .option('--max-tokens <number>', 'size of the answer; 200 to 40000', Number)
    .option('--no-refresh', 'answer from the stored index even if files have changed');
  withCommonOptions(command, [
    'graph-memory changes',
    'graph-memory changes main...HEAD --format markdown',
    'graph-memory changes main...HEAD --check --fail-on removedStillUsed',
  ]);
  return command.action(async (range: string | undefined) => {
    const { values, options } = readOptions(command);
    const format: Format = options.json ? 'json' : (values['format'] as Format);
    const failing = failingKinds(values['failOn']);
    const isCheck = values['check'] === true;
    const input = {
      range,
      depth: values['depth'],
      format: format === 'markdown' ? format : 'text',
      ...sizeOf(values['maxTokens'], isCheck || format === 'sarif'),
    };
    const refresh = values['refresh'] !== false;
    const request = { options, tool: changes, input, refresh };
    const answer = await callOnce(terminal, request, (own) =>
      print(terminal, own, format, failing),
    );
    if (!isCheck) return;
    const failures = failuresOf(answer, failing);
    printLine(terminal.stderr, `check ${verdictOf(failures)}`);
    if (failures.length > 0) exitWith(1);
  });
}

function sizeOf(tokens: unknown, isWhole: boolean): { readonly max_tokens?: number } {
  if (typeof tokens === 'number') return { max_tokens: tokens };
  return isWhole ? { max_tokens: CHECK_TOKENS } : {};
}

function print(
  terminal: Terminal,
  answer: CalledTool,
  format: Format,
  failing: readonly string[],
): void {
  if (format !== 'sarif') {
    printAnswer(terminal, answer, format === 'json');
    return;
  }
  const { items } = answer.structured['findings'] as { readonly items: readonly Finding[] };
  printLine(terminal.stdout, JSON.stringify(sarifOf(items, failing), null, 2));
  for (const note of answer.notes) printLine(terminal.stderr, `note: ${commandWords(note)}`);
}

/** A failing kind of finding, and how many there are. */
type Failure = readonly [kind: string, count: number];

function failuresOf(answer: CalledTool, failing: readonly string[]): readonly Failure[] {
  const counts = answer.structured['finding_counts'] as Readonly<Record<string, number>>;
  return failing.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [[kind, count] as const];
  });
}

function verdictOf(failures: readonly Failure[]): string {
  if (failures.length === 0) return 'passed: no finding of a kind that fails';
  return `failed: ${failures.map(([kind, count]) => `${count} ${kind}`).join(', ')}`;
}

/** @throws {GraphMemoryError} GM_USAGE for an unknown kind. */
function failingKinds(given: unknown): readonly string[] {
  const kinds = Array.isArray(given) ? (given as readonly string[]) : CERTAIN_FINDINGS;
  const unknown = kinds.find((kind) => !FINDINGS.some((known) => known === kind));
  if (unknown === undefined) return kinds;
  throw new GraphMemoryError('GM_USAGE', `unknown kind of finding "${unknown}"`, {
    hint: `Kinds: ${FINDINGS.join(', ')}.`,
    details: { kind: unknown },
  });
}
