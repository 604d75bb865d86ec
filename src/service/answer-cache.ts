import { getOrCompute } from '../base/memoize.ts';
import { haveSameItems } from '../base/same-items.ts';
import type { Project } from '../project/project.ts';
import type { CalledTool } from '../tools/call.ts';
import { type OpenIndex, openProject, type ToolContext } from '../tools/context.ts';
import { synonymsOf } from '../tools/input/parse-input.ts';
import type { Tool } from '../tools/tool.ts';
import type { ToolRequest } from './tool-service.ts';

/**
 * Tools whose answers depend on nothing but the request and the index, and on files that it follows.
 * Others look at git, at files that are not indexed, or at the state of the server.
 */
const CACHED: ReadonlySet<string> = new Set([
  'code_get_file_symbols',
  'code_get_symbol',
  'code_references',
  'code_search',
  'codebase_search_symbol',
  'docs_cross_references',
  'docs_get_section',
  'docs_get_toc',
  'docs_search',
  'entrypoints',
  'explain',
  'graph_match',
  'graph_neighbors',
  'graph_path',
  'graph_traverse',
  'impact',
  'project_map',
  'retrieve',
]);

const ANSWERS_MAX = 512;
/** Bounds the cache to some 30 MB; most answers have a tenth of this. */
const CHARACTERS_MAX = 64 * 1024;

interface Answer {
  readonly projects: readonly Project[];
  readonly answer: CalledTool;
}

/** The state of a project that its answers depend on. */
type State = Pick<OpenIndex, 'snapshot' | 'commit'> & { readonly vectors: string };

/**
 * Answers to repeated requests, such as those of a web page or of several agents. Valid while the
 * projects are watched and nothing has changed; a change of any project empties it.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>();
  readonly #running = new Map<string, Promise<CalledTool>>();
  readonly #states = new Map<Project, State>();
  /** All projects of the workspace when the answers were made. */
  #projects: readonly Project[] = [];

  /**
   * Returns the answer to an equal request if it would be the same now; otherwise makes it.
   * `projects` are all projects of the workspace.
   */
  async answer(
    request: ToolRequest,
    context: ToolContext,
    projects: readonly Project[],
    make: (context: ToolContext) => Promise<CalledTool>,
  ): Promise<CalledTool> {
    const key = keyOf(request);
    if (key === undefined) return make(context);
    // The answer in the making may be of an earlier state, which is checked below.
    const before = this.#running.get(key);
    if (before !== undefined) await before.catch(() => undefined);
    const running = this.#findOrMake(key, context, projects, make);
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  async #find(
    key: string,
    context: ToolContext,
    projects: readonly Project[],
  ): Promise<CalledTool | undefined> {
    const known = this.#answers.get(key);
    // The configuration has changed.
    if (!haveSameItems(projects, this.#projects)) return undefined;
    for (const project of known?.projects ?? []) {
      let isOutdated = false;
      const outdated = () => {
        isOutdated = true;
      };
      const opened = await openProject({ ...context, outdated }, project);
      if (isOutdated || !this.#isSame(opened)) return undefined;
    }
    // The least recently used answer is the first.
    if (known !== undefined && this.#answers.delete(key)) this.#answers.set(key, known);
    return known?.answer;
  }

  async #findOrMake(
    key: string,
    context: ToolContext,
    projects: readonly Project[],
    make: (context: ToolContext) => Promise<CalledTool>,
  ): Promise<CalledTool> {
    const known = await this.#find(key, context, projects);
    if (known !== undefined) return known;
    const all: OpenIndex[] = [];
    let isPlain = true;
    const answer = await make({
      ...context,
      opened: (index) => all.push(index),
      notice: (line) => {
        isPlain = false;
        context.notice(line);
      },
    });
    // A degraded answer may be whole the next time.
    const isWhole = !('outdated' in answer.structured || 'degraded' in answer.structured);
    if (isPlain && isWhole && all.length > 0) this.#add(key, answer, all, projects);
    return answer;
  }

  #add(
    key: string,
    answer: CalledTool,
    all: readonly OpenIndex[],
    projects: readonly Project[],
  ): void {
    // Another state may have replaced the one that the answer was made from.
    const isSure = all.every(
      ({ project, snapshot }) =>
        project.freshness.mode === 'watching' && project.snapshot().graph === snapshot.graph,
    );
    if (!isSure || answer.text.length > CHARACTERS_MAX) return;
    if (!haveSameItems(projects, this.#projects)) this.#clear();
    this.#projects = projects;
    if (all.some((index) => this.#states.has(index.project) && !this.#isSame(index))) this.#clear();
    for (const index of all) this.#states.set(index.project, stateOf(index));
    this.#answers.set(key, { projects: all.map(({ project }) => project), answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > ANSWERS_MAX && oldest !== undefined) this.#answers.delete(oldest);
  }

  #isSame(opened: OpenIndex): boolean {
    const known = this.#states.get(opened.project);
    const now = stateOf(opened);
    return (
      opened.project.freshness.mode === 'watching' &&
      known?.snapshot === now.snapshot &&
      known.commit === now.commit &&
      known.vectors === now.vectors
    );
  }

  #clear(): void {
    this.#answers.clear();
    this.#states.clear();
  }
}

function stateOf({ project, snapshot, commit }: OpenIndex): State {
  return {
    snapshot,
    commit,
    vectors: JSON.stringify([project.vectors.status(), project.sparse.status()]),
  };
}

/** Parameters that make an answer depend on the history in git, which is read within a time limit. */
const OF_HISTORY = ['revision', 'history'];
/** These with their synonyms, by tool. */
const NAMES_OF_HISTORY = new WeakMap<Tool, readonly string[]>();

/** Returns the key of a request; undefined if its answer may differ although nothing changed. */
function keyOf({ tool, input, channel, session, projects, folder }: ToolRequest) {
  if (!CACHED.has(tool.name) || session !== undefined) return undefined;
  const ofHistory = getOrCompute(NAMES_OF_HISTORY, tool, () =>
    OF_HISTORY.flatMap((name) => [name, ...synonymsOf(tool, name)]),
  );
  if (ofHistory.some((name) => Object.hasOwn(Object(input), name))) return undefined;
  try {
    return JSON.stringify([tool.name, channel, projects && [...projects], folder, input]);
  } catch (error) {
    // Arguments that are nested too deeply for the stack, which the tool refuses.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
