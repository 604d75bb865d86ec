import { Command } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import { openIndex } from '../../tools/context.ts';
import { type Gate, gateFailures } from '../../verify/gate.ts';
import { loadTypeScript } from '../../verify/load-typescript.ts';
import { reportOf, type VerifyReport } from '../../verify/report.ts';
import { reportText } from '../../verify/report-text.ts';
import { verify } from '../../verify/verify.ts';
import { peakMemoryBytes } from '../peak-memory.ts';
import { openSession } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';

const SAMPLES_DEFAULT = 5;
const SAMPLES_MAX = 1_000_000;

/**
 * Creates the command `verify`, which compares the edges with those of the project's own TypeScript
 * compiler.
 */
export function verifyCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('verify')
    .summary('compare the graph with the TypeScript compiler')
    .description(
      "Compares the edges of TypeScript and JavaScript files with those that the project's own compiler finds (typescript 5 or 6, else the one beside this program), and prints precision and recall by kind with samples of the differences. Takes as long as a type check of the whole project.",
    )
    .option('--show <number>', `samples per kind and side; default ${SAMPLES_DEFAULT}`, Number)
    .option('--min-precision <share>', 'fail when a kind is below; 0 to 1', Number)
    .option('--min-recall <share>', 'fail when a kind is below; 0 to 1', Number);
  withCommonOptions(command, [
    'graph-memory verify',
    'graph-memory verify --show 20',
    'graph-memory verify --min-precision 0.98 --min-recall 0.9 --json',
  ]);
  return command.action(async () => {
    const values = command.optsWithGlobals<Record<string, unknown>>();
    const options = commonOptions(values);
    const samplesMax = numberOf(values, 'show', SAMPLES_MAX) ?? SAMPLES_DEFAULT;
    const gate = {
      precisionMin: numberOf(values, 'minPrecision', 1),
      recallMin: numberOf(values, 'minRecall', 1),
    };
    const session = await openSession(terminal, options, { refresh: true });
    const { project, snapshot } = await openIndex(session.context, options.project);
    session.progress.clear();
    const { graph } = snapshot;
    const typescript = loadTypeScript(project.root);
    const { now } = terminal;
    const report = reportOf(verify({ graph, root: project.root, typescript, now }), {
      project: project.name,
      graph,
      samplesMax,
      memoryBytes: peakMemoryBytes(),
    });
    exitWith(print(terminal, report, gate, options.json));
  });
}

/** Prints the report and returns the exit status. */
function print(terminal: Terminal, report: VerifyReport, gate: Gate, isJson: boolean): number {
  const failures = gateFailures(report, gate);
  const text = isJson ? JSON.stringify({ ...report, gate_failures: failures }) : reportText(report);
  printLine(terminal.stdout, text);
  for (const failure of failures) printLine(terminal.stderr, `below the gate: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

/**
 * Returns an option as a number.
 * @throws {GraphMemoryError} GM_USAGE when it is no number from 0 to `max`.
 */
function numberOf(
  values: Readonly<Record<string, unknown>>,
  name: string,
  max: number,
): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= max) return value;
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new GraphMemoryError('GM_USAGE', `${flag} takes a number from 0 to ${max}`, {
    hint: 'Run the command with --help to see its options.',
  });
}
