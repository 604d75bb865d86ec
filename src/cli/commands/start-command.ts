import { callTool } from '../../tools/call.ts';
import { overview } from '../../tools/overview/overview.ts';
import { runLine } from '../../tools/reindex.ts';
import { connectText } from '../connect.ts';
import { printAnswer } from '../print-answer.ts';
import type { CommonOptions } from '../session.ts';
import { openSession } from '../session.ts';
import { printLine, printTitle, type Terminal } from '../terminal.ts';

/**
 * Runs the program without a command: indexes the project of the current folder, shows what it is
 * and what to ask, and how to connect a client. This is a new user's first impression.
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
  const { skipped } = project.status();
  if (skipped.total > 0) print(`${skipped.total} files skipped: graph-memory status says why`);

  title('Overview');
  const input = { project: project.name };
  printAnswer(terminal, await callTool(session.context, overview, input), false);

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
