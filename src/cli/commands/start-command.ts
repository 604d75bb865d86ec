import { callTool } from '../../tools/call.ts';
import { exampleQuestions } from '../../tools/example-questions.ts';
import { statusLines } from '../../tools/index-status.ts';
import { runLine } from '../../tools/reindex.ts';
import { connectText } from '../connect.ts';
import { printAnswer } from '../print-answer.ts';
import type { CommonOptions } from '../session.ts';
import { openSession } from '../session.ts';
import { printLine, printTitle, type Terminal } from '../terminal.ts';

/** Maximum number of skipped files that are listed; `status` lists all. */
const SKIPPED_SHOWN_MAX = 5;

/**
 * Runs the program without a command: indexes the project of the current folder, prints the result,
 * answers three sample questions and shows how to connect a client. This is a new user's first
 * impression.
 */
export async function runStart(terminal: Terminal, options: CommonOptions): Promise<void> {
  const session = await openSession(terminal, options, { refresh: true, progressDelayMs: 0 });
  const project = session.workspace.project(options.project);
  const title = (text: string) => printTitle(terminal, text);
  const print = (text: string) => printLine(terminal.stdout, text);

  title(`Indexing ${project.name} (${project.root})`);
  await project.load(session.context.notice);
  const { onProgress, signal, notice } = session.context;
  const run = await project.index({ onProgress, signal, notice });
  session.progress.clear();
  print(runLine(project.name, run));
  const phases = Object.entries(run.secondsByPhase).map(
    ([phase, seconds]) => `${phase} ${seconds.toFixed(2)} s`,
  );
  print(`  time: ${phases.join(', ')}`);
  const status = project.status();
  for (const line of statusLines(status)) print(line);
  for (const file of status.skipped.files.slice(0, SKIPPED_SHOWN_MAX)) {
    print(`    ${file.path}: ${file.reason} (${file.detail})`);
  }

  for (const question of exampleQuestions(project.snapshot().graph)) {
    title(question.words);
    print(`$ graph-memory ${question.command}`);
    const input = { ...question.input, project: project.name };
    const answer = await callTool(session.context, question.tool, input);
    printAnswer(terminal, answer, false);
  }

  title('Connect an MCP client');
  print(
    connectText({
      programPath: terminal.programPath,
      configPath: session.config.path,
      root: project.root,
    }),
  );
  print('\nMore: graph-memory --help');
}
