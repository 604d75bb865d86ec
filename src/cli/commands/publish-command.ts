import { Command } from 'commander';
import { WRITER_LIMITS } from '../../database/database.ts';
import { localState } from '../../database/publish/local-state.ts';
import { type Publication, publish } from '../../database/publish/publish.ts';
import { plural } from '../../tools/answer/display.ts';
import { openDatabase } from '../served-database.ts';
import { chosenProjects, openSession, type Session } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions, withDatabaseOption } from './common-options.ts';

/** Creates the command `publish`, which writes the index of projects into a database. */
export function publishCommand(terminal: Terminal): Command {
  const command = new Command('publish')
    .summary('publish the index to the database of a team')
    .description(
      'Updates the index of every project, or of one, and writes it to a PostgreSQL database.\nReaders see the new state as a whole, or the previous one. Secrets are masked.',
    )
    .option('--as <name>', 'name in the database (default: that of the project)');
  withDatabaseOption(command);
  withCommonOptions(command, [
    'graph-memory publish --database postgres://ci@db.example.com/code',
    "graph-memory publish --database '$TEAM_DATABASE' --project my-app",
    'graph-memory publish --project my-app --as team/my-app',
  ]);
  return command.action(async () => {
    const values = command.optsWithGlobals<Record<string, unknown>>();
    const { database: address, ...options } = commonOptions(values);
    const database = openDatabase(terminal, { database: address }, WRITER_LIMITS);
    try {
      const session = await openSession(terminal, options, { refresh: true });
      const { workspace } = session;
      const as = typeof values['as'] === 'string' ? values['as'] : undefined;
      for (const project of chosenProjects(workspace, options)) {
        const state = await indexedState(terminal, session, project.name);
        const name = as ?? project.name;
        const done = await publish(database, { ...state, name });
        session.progress.clear();
        printLine(
          terminal.stdout,
          options.json ? jsonOf(name, state.commit, done) : lineOf(name, done),
        );
      }
      await workspace.close();
    } finally {
      await database.close();
    }
  });
}

async function indexedState(
  terminal: Terminal,
  { workspace, config, context }: Session,
  name: string,
) {
  const project = workspace.project(name);
  const own = config.projects.find((one) => one.name === name);
  if (own === undefined) throw new Error(`project ${name} without a configuration`);
  await project.load(context.notice);
  const { signal, onProgress, notice } = context;
  await project.index({ signal, onProgress, notice });
  await project.vectors.settle(signal);
  return localState(project, own, terminal.writer);
}

function lineOf(
  name: string,
  { isUnchanged, filesTotal, filesWritten, filesRemoved }: Publication,
) {
  if (isUnchanged) return `${name}: already published (${plural(filesTotal, 'file')})`;
  return `${name}: published ${plural(filesTotal, 'file')}, ${filesWritten} written, ${filesRemoved} removed`;
}

function jsonOf(name: string, commit: string | undefined, done: Publication): string {
  return JSON.stringify({
    project: name,
    commit: commit ?? null,
    revision: done.revision,
    unchanged: done.isUnchanged,
    files: done.filesTotal,
    written: done.filesWritten,
    removed: done.filesRemoved,
  });
}
