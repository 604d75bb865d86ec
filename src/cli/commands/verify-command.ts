import { Command } from 'commander';
import { openIndex } from '../../tools/context.ts';
import { type Gate, gateFailures } from '../../verify/gate.ts';
import { loadTypeScript } from '../../verify/load-typescript.ts';
import { reportOf, type VerifyReport } from '../../verify/report.ts';
import { reportText } from '../../verify/report-text.ts';
import { verify } from '../../verify/verify.ts';
import { openSession } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { numberOption, readOptions, withCommonOptions } from './common-options.ts';

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
    const { values, options } = readOptions(command);
    const samplesMax = numberOption(values, 'show', SAMPLES_MAX) ?? SAMPLES_DEFAULT;
    const gate = {
      precisionMin: numberOption(values, 'minPrecision', 1),
      recallMin: numberOption(values, 'minRecall', 1),
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

function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
