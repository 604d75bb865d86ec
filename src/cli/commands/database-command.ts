import { Command } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import { type Database, WRITER_LIMITS } from '../../database/database.ts';
import {
  collectGarbage,
  examine,
  publishedStatus,
  removeProject,
} from '../../database/maintain.ts';
import { migrate } from '../../database/migrate.ts';
import { plural } from '../../tools/answer/display.ts';
import { openDatabase } from '../served-database.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions, withDatabaseOption } from './common-options.ts';

const REVISIONS_KEPT = 3;

/** The report of an operation: data for `--json`, lines for people. */
interface Report {
  readonly data: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly isFailure?: boolean;
}

/** Creates the command `database …`: operations on the database of a team. */
export function databaseCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('database')
    .summary('set up and look after the database of a team')
    .description('Operations on the PostgreSQL database that projects are published to.');
  command.action(() => command.help());
  const add = (
    name: string,
    description: string,
    run: (database: Database, values: Record<string, unknown>) => Promise<Report>,
  ): Command => {
    const sub = new Command(name).summary(description).description(`${description}.`);
    withDatabaseOption(sub);
    withCommonOptions(sub, [
      `graph-memory database ${name}`,
      `graph-memory database ${name} --database '$TEAM_DATABASE' --json`,
    ]);
    sub.action(async () => {
      const values = sub.optsWithGlobals<Record<string, unknown>>();
      const { database: address, json } = commonOptions(values);
      const database = openDatabase(terminal, { database: address }, WRITER_LIMITS);
      try {
        const { data, lines, isFailure = false } = await run(database, values);
        for (const line of json ? [JSON.stringify(data)] : lines) printLine(terminal.stdout, line);
        if (isFailure) exitWith(1);
      } finally {
        await database.close();
      }
    });
    command.addCommand(sub);
    return sub;
  };
  add('migrate', 'create or update the tables', migrated);
  add('status', 'list the published projects', status);
  add('gc', 'remove old revisions, what only they need, and unused facts', collected).option(
    '--keep <number>',
    'revisions of a project that stay',
    String(REVISIONS_KEPT),
  );
  add('remove', 'remove a published project, named with --project', removed);
  add('doctor', 'check the database; fails if it finds a problem', examined);
  return command;
}

async function migrated(database: Database): Promise<Report> {
  const { from, to, hasVectors } = await migrate(database);
  const done =
    from === to
      ? `tables are of version ${to} already`
      : `tables migrated from version ${from} to ${to}`;
  const vectors = hasVectors
    ? []
    : ['pgvector is not installed: words alone choose the projects of a question'];
  return { data: { from, to, vectors: hasVectors }, lines: [done, ...vectors] };
}

async function status(database: Database): Promise<Report> {
  const projects = await publishedStatus(database);
  const lines = projects.map(({ name, commit, publishedAt, files, revisions, storeBytes }) => {
    const megabytes = (storeBytes / 1e6).toFixed(1);
    return `${name}: ${commit?.slice(0, 12) ?? 'no commit'}, ${plural(files, 'file')}, published ${publishedAt}, ${plural(revisions, 'revision')}, ${megabytes} MB`;
  });
  return {
    data: {
      projects: projects.map((one) => ({
        name: one.name,
        commit: one.commit ?? null,
        published_at: one.publishedAt,
        files: one.files,
        revisions: one.revisions,
        store_bytes: one.storeBytes,
      })),
    },
    lines: projects.length === 0 ? ['no project is published'] : lines,
  };
}

async function collected(database: Database, values: Record<string, unknown>): Promise<Report> {
  const keep = Number(values['keep']);
  if (!Number.isInteger(keep) || keep < 1)
    throw new GraphMemoryError('GM_USAGE', '--keep must be a number from 1', {
      hint: `By default ${REVISIONS_KEPT} revisions of a project stay.`,
    });
  const { revisions, pages, facts } = await collectGarbage(database, keep);
  const counts = [
    plural(revisions, 'revision'),
    plural(pages, 'page'),
    plural(facts, 'shared blob'),
  ];
  return {
    data: { revisions, pages, shared_facts: facts },
    lines: [`removed ${counts.join(', ')}`],
  };
}

async function removed(database: Database, values: Record<string, unknown>): Promise<Report> {
  const { project } = commonOptions(values);
  if (project === undefined)
    throw new GraphMemoryError('GM_USAGE', 'no project is named', {
      hint: 'Name one with --project; "graph-memory database status" lists them.',
    });
  await removeProject(database, project);
  return { data: { removed: project }, lines: [`removed ${project}`] };
}

async function examined(database: Database): Promise<Report> {
  const findings = await examine(database);
  return {
    data: { findings: findings.map(({ isProblem, text }) => ({ problem: isProblem, text })) },
    lines: findings.map(({ isProblem, text }) => `${isProblem ? 'problem' : 'ok'}: ${text}`),
    isFailure: findings.some(({ isProblem }) => isProblem),
  };
}
