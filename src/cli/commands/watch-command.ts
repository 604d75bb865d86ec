import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { plural } from '../../tools/answer/display.ts';
import { FOREVER_MS } from '../serving.ts';
import { chosenProjects, openConfig, openWorkspace, watchSettings } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';

/**
 * Creates the command `watch`, which keeps the index of every project, or of the named one, up to
 * date until interrupted.
 */
export function watchCommand(terminal: Terminal): Command {
  const command = new Command('watch')
    .summary('keep the index up to date while files change')
    .description(
      'Updates the index, then watches the folders and reports each update, until interrupted.\nAn MCP server does the same by itself.',
    );
  withCommonOptions(command, ['graph-memory watch', 'graph-memory watch --project my-app']);
  return command.action(async () => {
    const options = commonOptions(command.optsWithGlobals<Record<string, unknown>>());
    const config = await openConfig(terminal, options);
    for (const note of config.notes) printLine(terminal.stderr, note);
    const print = (line: string) =>
      printLine(terminal.stdout, options.json ? JSON.stringify({ notice: line }) : line);
    const watch = watchSettings(terminal, print);
    const workspace = await openWorkspace(terminal, options, config, { watch });
    const chosen = chosenProjects(workspace, options);
    for (const project of chosen) {
      await project.prepare({ refresh: true, notice: print, signal: terminal.signal });
      const { mode, reason, folderCount } = project.status().freshness;
      print(
        `${project.name}: ${mode} ${plural(folderCount, 'folder')}${reason === '' ? '' : ` (${reason})`}`,
      );
    }
    // File watchers alone do not keep the process alive.
    await pause(FOREVER_MS, undefined, { signal: terminal.signal }).catch(() => undefined);
    await workspace.close();
  });
}
