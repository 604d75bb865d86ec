import { Command, Option } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import { NOTE_KINDS, NOTE_STATUSES } from '../../model/note.ts';
import type { CalledTool } from '../../tools/call.ts';
import { memoryGet } from '../../tools/notes/memory-get.ts';
import { memoryReview } from '../../tools/notes/memory-review.ts';
import { memorySearch } from '../../tools/notes/memory-search.ts';
import { memoryWrite } from '../../tools/notes/memory-write.ts';
import type { Tool } from '../../tools/tool.ts';
import { callOnce } from '../call-once.ts';
import { printAnswer } from '../print-answer.ts';
import type { Terminal } from '../terminal.ts';
import { listed, type ReadOptions, readOptions, withCommonOptions } from './common-options.ts';

/** A gate prints its full answer, because the findings are the reason for its failure. */
const CHECK_TOKENS = 40_000;
const SHOW_TOKENS = 8000;

/** Calls a tool for a command, and prints what it answers. */
function answer(
  terminal: Terminal,
  { options }: ReadOptions,
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): Promise<CalledTool> {
  return callOnce(terminal, { options, tool, input }, (own) =>
    printAnswer(terminal, own, options.json),
  );
}

/** Creates the command `note …`: what people and agents learned about the code. */
export function noteCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('note')
    .summary('write and check notes that are bound to code')
    .description(
      'Notes in .graph-memory/notes: decisions, conventions, traps and how-tos, with what became of the code that they are about.',
    );
  command.action(() => command.help());
  return command
    .addCommand(addCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(editCommand(terminal))
    .addCommand(checkCommand(terminal, exitWith));
}

function withFieldOptions(command: Command): Command {
  return command
    .addOption(new Option('--kind <kind>', 'what kind of note').choices([...NOTE_KINDS]))
    .addOption(new Option('--status <status>', NOTE_STATUSES.join(' | ')))
    .option(
      '--about <target>',
      'symbol, file, section, route, note:id or "a -> b" (repeatable)',
      listed,
    )
    .option('--tag <tag>', 'tag (repeatable)', listed)
    .option('--body <text>', 'text in Markdown; "-" reads standard input')
    .option('--author <name>', 'who says so');
}

function addCommand(terminal: Terminal): Command {
  const command = new Command('add')
    .summary('write a note')
    .description(memoryWrite.description)
    .argument('<title...>')
    .option('--id <id>', 'name of its file; default: from the title')
    .option('--supersedes <id>', 'id of the note that it replaces')
    .option('--personal', 'put it into your own folder of notes (personalNotes)');
  withCommonOptions(withFieldOptions(command), [
    'graph-memory note add Money is in cents --kind decision --about Cart.total --body "Floats lose cents."',
    'git log -1 --format=%b | graph-memory note add Retry twice --about src/http.ts --body -',
  ]);
  return command.action(async (title: readonly string[]) => {
    const given = readOptions(command);
    const { id, supersedes, personal } = given.values;
    const own =
      supersedes === undefined
        ? { action: 'create', id }
        : { action: 'supersede', id: supersedes, new_id: id };
    const fields = await fieldsOf(terminal, given.values);
    await answer(terminal, given, memoryWrite, {
      ...own,
      personal,
      title: title.join(' '),
      ...fields,
    });
  });
}

function editCommand(terminal: Terminal): Command {
  const command = new Command('edit')
    .summary('change a note, or confirm that it still holds')
    .argument('<id>')
    .option('--title <title>', 'new title')
    .option('--confirm', 'bind it to the code as it is now')
    .option('--resolve', 'mark it as done')
    .option('--version <version>', 'fail if it was changed since');
  withCommonOptions(withFieldOptions(command), [
    'graph-memory note edit money-is-in-cents --confirm',
    'graph-memory note edit money-is-in-cents --about Cart.total --about Order.total',
  ]);
  return command.action(async (id: string) => {
    const given = readOptions(command);
    const { confirm, resolve, title, version } = given.values;
    const isPlain = confirm !== true && resolve !== true;
    // A person at the command line means the note as it is.
    const known = isPlain && version === undefined ? await versionOf(terminal, given, id) : version;
    const action = resolve === true ? 'resolve' : confirm === true ? 'confirm' : 'update';
    const fields = await fieldsOf(terminal, given.values);
    await answer(terminal, given, memoryWrite, { action, id, title, version: known, ...fields });
  });
}

async function versionOf(
  terminal: Terminal,
  { options }: ReadOptions,
  id: string,
): Promise<unknown> {
  const request = { options, tool: memoryGet, input: { id } };
  const { structured } = await callOnce(terminal, request, () => undefined);
  const [note] = structured['results'] as readonly { readonly version: string }[];
  return note?.version;
}

function listCommand(terminal: Terminal): Command {
  const command = new Command('list')
    .summary('list notes, newest decisions first')
    .argument('[words...]', 'search for these')
    .option('--about <target>', 'only about this symbol, file or route')
    .option('--kind <kind>', NOTE_KINDS.join(' | '))
    .option('--tag <tag>', 'only with this tag')
    .option('--state <state>', 'fresh, moved, unbound, changed or orphaned');
  withCommonOptions(command, [
    'graph-memory note list',
    'graph-memory note list money --state changed',
  ]);
  return command.action(async (words: readonly string[]) => {
    const given = readOptions(command);
    const { about, kind, tag, state } = given.values;
    await answer(terminal, given, memorySearch, {
      ...{ query: words.join(' '), about, kind, tag, state },
      ...{ max_results: 200, max_tokens: SHOW_TOKENS },
    });
  });
}

function showCommand(terminal: Terminal): Command {
  const command = new Command('show')
    .summary('print a note, and what changed in its code since')
    .argument('<id>');
  withCommonOptions(command, [
    'graph-memory note show money-is-in-cents',
    'graph-memory note show money-is-in-cents --json',
  ]);
  return command.action(async (id: string) => {
    await answer(terminal, readOptions(command), memoryGet, { id, max_tokens: SHOW_TOKENS });
  });
}

/** Creates the command `note check`, which fails in continuous integration. */
function checkCommand(terminal: Terminal, exitWith: (status: number) => void): Command {
  const command = new Command('check')
    .summary('list notes whose code changed; fails for decisions and conventions')
    .description(
      `${memoryReview.description}\nExit status 1 if the code of a decision or convention changed or is gone, or a note cannot be read.`,
    );
  withCommonOptions(command, ['graph-memory note check', 'graph-memory note check --json']);
  return command.action(async () => {
    const input = { max_tokens: CHECK_TOKENS };
    const { structured } = await answer(terminal, readOptions(command), memoryReview, input);
    if (structured['failing_count'] !== 0) exitWith(1);
  });
}

async function fieldsOf(terminal: Terminal, values: Readonly<Record<string, unknown>>) {
  const { kind, status, about, tag, body, author } = values;
  const text = body === '-' ? await readAll(terminal) : body;
  return { kind, status, about, tags: tag, body: text, author, source: 'person' };
}

/** Maximum size of a text from standard input; longer ones are no notes. */
const BODY_BYTES_MAX = 100_000;

async function readAll(terminal: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of terminal.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.byteLength;
    if (size > BODY_BYTES_MAX)
      throw new GraphMemoryError('GM_LIMIT', 'the text on standard input is too long for a note', {
        hint: 'Shorten it, or write several notes.',
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}
