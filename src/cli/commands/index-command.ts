import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Project } from '../../project/project.ts';
import { plural } from '../../tools/answer/display.ts';
import { callTool } from '../../tools/call.ts';
import { statusLines } from '../../tools/index-status.ts';
import { reindex } from '../../tools/reindex.ts';
import { printAnswer } from '../print-answer.ts';
import { chosenProjects, folderOf, openSession } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';

/**
 * Creates the command `index`, which updates every project, or the named one, and prints a summary.
 */
export function indexCommand(terminal: Terminal): Command {
  const command = new Command('index')
    .summary('build or update the index')
    .description('Updates the index of every project, or of one.')
    .argument('[folder]', 'folder of the project (default: the current one)')
    .option('--full', 'read every file again')
    .option('--share', 'write the index to sharedFacts, for other machines');
  withCommonOptions(command, [
    'graph-memory index',
    'graph-memory index ../other-project',
    'graph-memory index --full --project my-app',
    'graph-memory index --share',
    'graph-memory index --json',
  ]);
  return command.action(async (folder: string | undefined) => {
    const values = command.optsWithGlobals<Record<string, unknown>>();
    const common = commonOptions(values);
    const options = { ...common, dir: resolve(folderOf(terminal, common), folder ?? '') };
    const session = await openSession(terminal, options, { refresh: true, progressDelayMs: 0 });
    const chosen = chosenProjects(session.workspace, options);
    if (chosen.length === 0) {
      session.context.notice('nothing to index: graphs.code.enabled is false for every project');
    }
    for (const project of chosen) {
      const input = { full: values['full'] === true, project: project.name };
      const answer = await callTool(session.context, reindex, input);
      await project.vectors.settle(terminal.signal);
      await project.sparse.settle(terminal.signal);
      session.progress.clear();
      printAnswer(terminal, answer, options.json);
      if (values['share'] === true) await share(terminal, project, options.json);
      if (options.json) continue;
      for (const line of statusLines(project.status())) printLine(terminal.stdout, line);
    }
  });
}

async function share(terminal: Terminal, project: Project, isData: boolean): Promise<void> {
  const { files, filesWritten } = await project.share();
  const data = { project: project.name, shared: { files, written: filesWritten } };
  const line = `shared: ${plural(files, 'file')}, ${filesWritten} written`;
  printLine(terminal.stdout, isData ? JSON.stringify(data) : line);
}
