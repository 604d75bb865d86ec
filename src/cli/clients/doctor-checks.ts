import { delimiter, join } from 'node:path';
import { isGraphMemoryError } from '../../base/errors.ts';
import { systemCode } from '../../base/system-code.ts';
import { type ClientEntry, clientEntries } from '../../clients/client-entries.ts';
import { SCOPES } from '../../clients/client-table.ts';
import { folderMode } from '../../clients/found-clients.ts';
import { type Handshake, handshake } from '../../clients/handshake.ts';
import type { PlanRequest } from '../../clients/plan.ts';
import { homeFolder } from '../../config/home-folder.ts';
import { watchFolder } from '../../files/watch/watch-folder.ts';
import type { Project, ProjectStatus } from '../../project/project.ts';
import { type CommonOptions, openSession } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { VERSION } from '../version.ts';

/** `failed` fails the command; a `warning` names something that works, but not as well as it could. */
type CheckState = 'ok' | 'warning' | 'failed';

export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly text: string;
  /** The next step; empty if all is well. */
  readonly hint: string;
}

/** A cold start on a slow disk takes a few seconds. */
const HANDSHAKE_MS = 20_000;
/** The command as npm installs it, on Windows with its ending. */
const COMMAND_NAMES =
  process.platform === 'win32' ? ['graph-memory.cmd', 'graph-memory'] : ['graph-memory'];
/** Bits of permissions for everybody but the owner. */
const OTHERS = 0o077;

const check = (name: string, state: CheckState, text: string, hint = ''): Check => ({
  name,
  state,
  text,
  hint,
});

/** Checks the installation, the project and the clients; changes nothing. */
export async function doctorChecks(
  terminal: Terminal,
  options: CommonOptions,
  request: PlanRequest,
): Promise<readonly Check[]> {
  return [
    check('program', 'ok', `graph-memory ${VERSION} on Node ${process.versions.node}`),
    commandCheck(terminal, request.program.programPath),
    permissions(homeFolder(terminal.homeDir)),
    ...(await projectChecks(terminal, options)),
    watcher(request.places.project),
    ...(await clientChecks(terminal, request)),
  ];
}

/** Looks for the command on the PATH, as a shell does. */
function commandCheck({ env }: Terminal, programPath: string): Check {
  const name = 'command';
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMAND_NAMES.map((one) => join(folder, one)))
    .find((path) => folderMode(path) !== undefined);
  if (found === undefined) {
    const hint = `Run "npm link" in the folder of the program, or write "node ${programPath}".`;
    return check(name, 'warning', 'graph-memory is not on the PATH', hint);
  }
  return check(name, 'ok', found);
}

function permissions(folder: string): Check {
  const name = 'permissions';
  try {
    const mode = folderMode(folder);
    if (mode === undefined) return check(name, 'ok', `${folder} will be created`);
    // Windows reports no permissions of others.
    const isOpen = process.platform !== 'win32' && (mode & OTHERS) !== 0;
    if (!isOpen) return check(name, 'ok', `${folder} is yours alone`);
    return check(name, 'warning', `${folder} can be read by others`, `chmod -R go= ${folder}`);
  } catch (error) {
    return check(name, 'failed', `${folder}: ${systemCode(error)}`, 'Make the folder yours.');
  }
}

async function projectChecks(
  terminal: Terminal,
  options: CommonOptions,
): Promise<readonly Check[]> {
  try {
    const session = await openSession(terminal, options, { refresh: false });
    const { config, workspace } = session;
    const place = config.path ?? 'none needed';
    const project = workspace.project(options.project);
    const configuration = check('configuration', 'ok', `${place}; project ${project.name}`);
    await project.load(() => undefined);
    const status = project.status();
    const sparse = status.sparse ? [modelCheck('sparse', status.sparse, status)] : [];
    return [
      configuration,
      indexCheck(status),
      modelCheck('model', status.vectors, status),
      ...sparse,
      ...(await rerankCheck(project)),
    ];
  } catch (error) {
    if (!isGraphMemoryError(error)) throw error;
    const isConfiguration = /CONFIG|UNTRUSTED|PROJECT/.test(error.code);
    const name = isConfiguration ? 'configuration' : 'index';
    return [check(name, 'failed', `${error.code}: ${error.message}`, error.hint)];
  }
}

function indexCheck({ indexed, storeProblem, files, storeDir, skipped }: ProjectStatus): Check {
  if (!indexed)
    return check(
      'index',
      'warning',
      'not built yet',
      'The first question builds it, or run "graph-memory index".',
    );
  if (storeProblem !== '')
    return check(
      'index',
      'failed',
      storeProblem,
      `Check the disk and the permissions of ${storeDir}.`,
    );
  return check('index', 'ok', `${files} files, ${skipped.total} skipped; ${storeDir}`);
}

function modelCheck(
  name: string,
  { model, problem, work }: ProjectStatus['vectors'],
  { indexed }: ProjectStatus,
): Check {
  if (problem !== '')
    return check(
      name,
      'failed',
      problem,
      'See "graph-memory status"; search by words still works.',
    );
  if (work !== '') return check(name, 'warning', work, 'It is done when the project is indexed.');
  if (model !== '') return check(name, 'ok', model);
  return check(name, 'ok', indexed ? 'none configured' : 'used once the index is built');
}

/** Opens the cross-encoder, which otherwise happens with the first question. */
async function rerankCheck({ reranker }: Project): Promise<readonly Check[]> {
  if (reranker.candidates === 0) return [];
  await reranker.rate('question', ['answer']);
  const { model = '', problem = '' } = reranker.status() ?? {};
  const hint = 'Answers keep the order without it. See "rerankModel" in docs/configuration.md.';
  return [problem === '' ? check('rerank', 'ok', model) : check('rerank', 'failed', problem, hint)];
}

function watcher(root: string): Check {
  try {
    watchFolder(
      root,
      { changed: () => undefined, failed: () => undefined },
      { recursive: false },
    )();
    return check('watcher', 'ok', 'changes are seen as they happen');
  } catch (error) {
    const text = `folders cannot be watched (${systemCode(error)}); changes are looked for regularly`;
    const hint = 'On Linux, raise fs.inotify.max_user_watches and max_user_instances.';
    return check('watcher', 'warning', text, hint);
  }
}

async function clientChecks(terminal: Terminal, request: PlanRequest): Promise<readonly Check[]> {
  const entries = clientEntries({ ...request, scopes: SCOPES });
  const answers = new Map<string, Promise<Handshake>>();
  const start = (args: readonly string[]) => {
    const key = JSON.stringify(args);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const { nodePath, programPath } = request.program;
    const answer = handshake({
      nodePath,
      args: [programPath, ...args],
      cwd: request.places.project,
      env: terminal.env,
      timeoutMs: HANDSHAKE_MS,
    });
    answers.set(key, answer);
    return answer;
  };
  const checks = await Promise.all(entries.map((entry) => clientCheck(entry, start)));
  const isConnected = entries.some(({ state }) => state === 'own');
  if (isConnected) return checks;
  const hint = 'Connect them with "graph-memory install --write".';
  return [...checks, check('clients', 'warning', 'no client starts this program', hint)];
}

async function clientCheck(
  entry: ClientEntry,
  start: (args: readonly string[]) => Promise<Handshake>,
): Promise<Check> {
  const { client, scope, path, state, problem = '', args = [] } = entry;
  const name = `${client.title} (${scope})`;
  const install = `graph-memory install --client ${client.id} --scope ${scope} --write`;
  if (state === 'broken') return check(name, 'failed', problem, 'Correct the file.');
  if (state === 'none') return check(name, 'ok', `not connected by ${path}`);
  if (state === 'other') {
    const text = `${path} has another command than install writes; it is not started`;
    return check(name, 'warning', text, `To replace it: ${install}`);
  }
  const answer = await start(args);
  if ('problem' in answer)
    return check(name, 'failed', answer.problem, `See the entry in ${path}.`);
  return check(name, 'ok', `${answer.tools} tools of version ${answer.version}; ${path}`);
}
