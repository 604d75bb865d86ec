import { Command } from 'commander';
import { applyInstall, applyUninstall } from '../../clients/apply.ts';
import { CLIENTS, type Scope } from '../../clients/client-table.ts';
import { recordOf } from '../../clients/edit-record.ts';
import {
  type FileChange,
  type PlanRequest,
  planInstall,
  planUninstall,
} from '../../clients/plan.ts';
import { installRequest, scopesOf } from '../clients/install-request.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { readOptions, withCommonOptions } from './common-options.ts';

const PURPOSES = { server: 'server entry', instructions: 'instructions', skill: 'skill' } as const;

/** Creates the command `install`, which connects the MCP clients of this machine. */
export function installCommand(terminal: Terminal): Command {
  const command = new Command('install')
    .summary('connect the MCP clients of this machine')
    .description(
      'Prints what connects the clients on this machine: a server entry, a few lines of instructions and one skill file for each. With --write it writes that; uninstall restores the files.',
    );
  withInstallOptions(command, 'user (default): all projects. project: this one, to be committed');
  withCommonOptions(command, [
    'graph-memory install',
    'graph-memory install --client claude-code --client codex --write',
    'graph-memory install --scope project --write',
  ]);
  return command.action(() => run(terminal, command, INSTALL));
}

/** Creates the command `uninstall`, which undoes `install`. */
export function uninstallCommand(terminal: Terminal): Command {
  const command = new Command('uninstall')
    .summary('undo install')
    .description(
      'Prints what removes the entries, lines and files that install has written; with --write it does. A file that nobody has changed since gets back every byte. In others only the own parts are removed.',
    );
  withInstallOptions(command, 'user or project; default: both');
  withCommonOptions(command, [
    'graph-memory uninstall',
    'graph-memory uninstall --client cursor --write',
  ]);
  return command.action(() => run(terminal, command, UNINSTALL));
}

function withInstallOptions(command: Command, scopes: string): void {
  command
    .option('--write', 'write the changes; without it they are only printed')
    .option('--client <id>', 'this client, found or not; repeatable', collected)
    .option('--scope <scope>', scopes);
}

function collected(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

interface Operation {
  readonly scopes: readonly Scope[];
  readonly byDefault: 'found' | 'all';
  readonly plan: (request: PlanRequest) => Promise<readonly FileChange[]>;
  readonly apply: typeof applyInstall;
}

const INSTALL: Operation = {
  scopes: ['user'],
  byDefault: 'found',
  plan: planInstall,
  apply: applyInstall,
};
const UNINSTALL: Operation = {
  scopes: ['user', 'project'],
  byDefault: 'all',
  plan: planUninstall,
  apply: applyUninstall,
};

async function run(terminal: Terminal, command: Command, operation: Operation): Promise<void> {
  const { values, options } = readOptions(command);
  const request = await installRequest(terminal, options, {
    clients: (values['client'] ?? []) as readonly string[],
    scopes: scopesOf(values['scope'], operation.scopes),
    byDefault: operation.byDefault,
  });
  const changes = await operation.plan(request);
  const isWriting = values['write'] === true;
  if (isWriting) await operation.apply(changes, request.records);
  const notes = notesOf(request, changes, isWriting);
  if (options.json) {
    const list = changes.map((change) => ({ ...summary(change), adds: addedLines(change) }));
    const answer = { written: isWriting, changes: list, notes };
    return printLine(terminal.stdout, JSON.stringify(answer));
  }
  for (const change of changes) printChange(terminal, change);
  for (const note of notes) printLine(terminal.stdout, note);
}

type Action = 'create' | 'change' | 'remove' | 'none';

function actionOf({ before, after }: FileChange): Action {
  if (before === after) return 'none';
  if (after === undefined) return 'remove';
  return before === undefined ? 'create' : 'change';
}

function summary(change: FileChange) {
  const { path, purpose, clients } = change;
  return { path, purpose, clients, action: actionOf(change) };
}

function printChange(terminal: Terminal, change: FileChange): void {
  const { path, purpose, clients } = change;
  const action = actionOf(change);
  if (change.before === undefined && action === 'none') return;
  const state = action === 'none' ? 'nothing to do' : action;
  printLine(terminal.stdout, `${state}: ${path} (${PURPOSES[purpose]}; ${clients.join(', ')})`);
  for (const line of addedLines(change)) printLine(terminal.stdout, `  + ${line}`);
}

/** The lines that hold what is put in. Removed lines may hold keys, so they are not printed. */
function addedLines({ path, before, after }: FileChange): readonly string[] {
  if (after === undefined || after === before) return [];
  const { start, length } = recordOf(path, before, after, []);
  const text = after.slice(after.lastIndexOf('\n', start - 1) + 1, start + length);
  return length === 0 ? [] : text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

function notesOf(
  { clients, program }: PlanRequest,
  changes: readonly FileChange[],
  isWritten: boolean,
): readonly string[] {
  if (clients.length === 0) {
    const names = CLIENTS.map(({ id }) => id).join(', ');
    return [`No client found on this machine. Name one with --client: ${names}.`];
  }
  const count = changes.filter((change) => actionOf(change) !== 'none').length;
  const files = count === 1 ? '1 file' : `${count} files`;
  const notes: string[] = [];
  if (count === 0) notes.push('Nothing to do.');
  else if (isWritten) notes.push(`${files} written. Restart the clients.`);
  else notes.push(`Nothing is written yet. Repeat the command with --write to change ${files}.`);
  if (/[\\/]_npx[\\/]/.test(program.programPath))
    notes.push('This copy is in a cache that npm may empty. Install the package to keep it.');
  return notes;
}
