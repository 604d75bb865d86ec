import { Command } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import { parseQuestions } from '../../eval/question.ts';
import { evalReportText } from '../../eval/report-text.ts';
import { runEval } from '../../eval/run.ts';
import { readUserFile } from '../../files/user-file.ts';
import { folderOf, openSession } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import {
  numberOption,
  type ReadOptions,
  readOptions,
  withCommonOptions,
} from './common-options.ts';

const MISSES_DEFAULT = 10;
const QUESTIONS_DEFAULT = 200;
const COUNT_MAX = 100_000;

/** Creates the command `eval`, which measures how well the project's own questions are answered. */
export function evalCommand(terminal: Terminal): Command {
  const command = new Command('eval')
    .summary('measure search on questions with known answers')
    .argument('[file]', 'questions, one JSON object per line: {"query", "targets": [path, …]}')
    .description(
      'Runs the questions of a file or, with --self, questions built from doc comments and commits of the project. Prints recall, MRR, NDCG@10, times and recall within token budgets. A comment used as a question is blanked in the measured index.',
    )
    .option('--self', 'build the questions from comments and commits')
    .option('--ablate', 'measure again without each signal, and with each alone')
    .option(
      '--limit <number>',
      `questions of each sort for --self; default ${QUESTIONS_DEFAULT}`,
      Number,
    )
    .option('--show <number>', `misses to list; default ${MISSES_DEFAULT}`, Number);
  withCommonOptions(command, [
    'graph-memory eval questions.jsonl',
    'graph-memory eval --self --limit 100',
    'graph-memory eval questions.jsonl --ablate --json',
  ]);
  return command.action(async (file: string | undefined) => {
    const { values, options } = readOptions(command);
    if ((file === undefined) === (values['self'] !== true)) {
      throw new GraphMemoryError('GM_USAGE', 'eval takes a file of questions or --self', {
        hint: 'Run the command with --help to see the format of questions.',
      });
    }
    const missesMax = countOf(values, 'show') ?? MISSES_DEFAULT;
    const selfMax = countOf(values, 'limit') ?? QUESTIONS_DEFAULT;
    const given =
      file === undefined
        ? undefined
        : {
            source: file,
            questions: parseQuestions(readUserFile(folderOf(terminal, options), file), file),
          };
    const session = await openSession(terminal, options, { refresh: true });
    const report = await runEval(session.context, {
      project: options.project,
      given,
      selfMax,
      ablate: values['ablate'] === true,
      now: monotonicMs,
    });
    session.progress.clear();
    printLine(
      terminal.stdout,
      options.json ? JSON.stringify(report) : evalReportText(report, missesMax),
    );
  });
}

/** @throws {GraphMemoryError} GM_USAGE when the option is no count. */
function countOf(values: ReadOptions['values'], name: string): number | undefined {
  return numberOption(values, name, COUNT_MAX, Number.isSafeInteger);
}

/** Returns a monotonic time for measurements, in ms with fractions. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
