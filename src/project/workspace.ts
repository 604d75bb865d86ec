import { nearestNames } from '../base/edit-distance.ts';
import { GraphMemoryError } from '../base/errors.ts';
import { relativeInside } from '../base/system-path.ts';
import type { MissingProject, ProjectConfig, ResolvedConfig } from '../config/load.ts';
import type { SymbolNode } from '../graph/symbol-graph.ts';
import { Project, type ProjectOptions } from './project.ts';
import { PublishedProject } from './published-project.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';

export type { MissingProject } from '../config/load.ts';
export type { WatchSettings } from './project-watch.ts';

export interface WorkspaceOptions extends ProjectOptions {
  /** Absolute path of the user's working folder. Without a name, the project around it is used. */
  readonly folder?: string | undefined;
  /**
   * Returns the names of the projects among the given that a question concerns, best first. When
   * undefined, a question over all projects searches each.
   */
  readonly chooseProjects?: (
    question: ProjectQuestion,
    names: readonly string[],
  ) => Promise<readonly string[]>;
  /** Returns the uses of an exported symbol in other projects; when undefined, they are unknown. */
  readonly usesElsewhere?: (
    project: string,
    symbol: SymbolNode,
  ) => Promise<readonly UseElsewhere[]>;
  /** Returns the state that answers for a project instead of its files; undefined for its files. */
  readonly publishedOf?: (config: ProjectConfig) => PublishedSnapshot | undefined;
}

/** Uses of a symbol in another project, which imports its package. */
export interface UseElsewhere {
  readonly project: string;
  /** The symbol that uses it. */
  readonly symbol: string;
  readonly kind: string;
  /** The package as imported. */
  readonly package: string;
  readonly lines: readonly number[];
}

/** Words that choose among many projects. */
export interface ProjectQuestion {
  readonly words: string;
  /** Whether files with the words are sought, symbols of the name, or requests to routes, one a line. */
  readonly seeks: 'files' | 'symbols' | 'requests';
}

/** The configured projects, and those whose folder is missing. */
type WorkspaceConfig = Pick<ResolvedConfig, 'projects'> & Partial<Pick<ResolvedConfig, 'missing'>>;

/** Stands for every project where a project name is expected. */
export const ALL_PROJECTS = '*';

/** All projects of one configuration. Each loads its index when it is first used. */
export class Workspace {
  #members: readonly Member[] = [];
  #missing: readonly MissingProject[] = [];
  readonly #options: WorkspaceOptions;

  private constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  static async open(config: WorkspaceConfig, options: WorkspaceOptions): Promise<Workspace> {
    const workspace = new Workspace(options);
    await workspace.adopt(config);
    return workspace;
  }

  /** Projects in the order of the configuration. */
  get projects(): readonly Project[] {
    return this.#members.map(({ project }) => project);
  }

  /** Configured projects whose folder did not exist when the configuration was read. */
  get missing(): readonly MissingProject[] {
    return this.#missing;
  }

  /**
   * Switches to another configuration. Projects that are the same in both stay open and keep their
   * state.
   */
  async adopt(config: WorkspaceConfig): Promise<void> {
    this.#missing = config.missing ?? [];
    const before = new Map(this.#members.map((member) => [member.key, member]));
    this.#members = config.projects.map((own) => {
      const key = JSON.stringify(own);
      const kept = before.get(key);
      before.delete(key);
      return kept ?? { key, project: this.#create(own) };
    });
    await Promise.all([...before.values()].map(({ project }) => project.close()));
  }

  #create(config: ProjectConfig): Project {
    const published = this.#options.publishedOf?.(config);
    if (published === undefined) return new Project(config, this.#options);
    return new PublishedProject(config, { ...this.#options, published });
  }

  /**
   * Returns the named project. Without a name, returns the only project, or the one that contains
   * the user's folder.
   * @throws {GraphMemoryError} GM_USAGE when there are several and none is named;
   * GM_PROJECT_NOT_FOUND with near matches, or with the folder that is missing.
   */
  project(name?: string): Project {
    const names = this.projects.map((project) => project.name);
    const found =
      name === undefined ? this.#unnamed() : this.projects.find((project) => project.name === name);
    if (found !== undefined) return found;
    if (name === undefined) {
      throw new GraphMemoryError('GM_USAGE', `${names.length} projects, and none was named`, {
        hint: `Name one with project: ${names.join(', ')}.`,
        details: { projects: names },
      });
    }
    throw this.#notFound(name, names);
  }

  #notFound(name: string, names: readonly string[]): GraphMemoryError {
    const missing = this.#missing.find((one) => one.name === name);
    if (missing !== undefined) {
      return new GraphMemoryError('GM_PROJECT_NOT_FOUND', missingText(missing), {
        hint: `It is indexed once the folder exists. Projects: ${names.join(', ')}.`,
        details: { near: [], projects: names, path: missing.path },
      });
    }
    const known = [...names, ...this.#missing.map((one) => one.name)];
    const near = nearestNames(name, known, 3);
    return new GraphMemoryError('GM_PROJECT_NOT_FOUND', `no project "${name}"`, {
      hint:
        near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Projects: ${names.join(', ')}.`,
      details: { near, projects: names },
    });
  }

  /**
   * Returns the projects that a question covers: all enabled ones for {@link ALL_PROJECTS}, several
   * names separated by commas, or one as in {@link project}. Each occurs once, in the order of the
   * configuration.
   * @throws {GraphMemoryError} as `project`.
   */
  projectsOf(names?: string): readonly Project[] {
    const isOne = names === undefined || this.projects.some((project) => project.name === names);
    if (isOne) return [this.project(names)];
    if (names === ALL_PROJECTS) {
      const enabled = this.projects.filter((project) => project.isEnabled);
      return enabled.length > 0 ? enabled : [this.project()];
    }
    const named = new Set(names.split(',').map((name) => this.project(name.trim())));
    return this.projects.filter((project) => named.has(project));
  }

  /**
   * Returns the names of the projects that a question over several concerns, separated by commas.
   * Undefined if all are searched.
   */
  async chosenFor(
    question: ProjectQuestion,
    names: string | undefined,
  ): Promise<string | undefined> {
    const { chooseProjects } = this.#options;
    if (names !== ALL_PROJECTS || chooseProjects === undefined) return undefined;
    const all = this.projectsOf(names).map(({ name }) => name);
    const chosen = await chooseProjects(question, all);
    return chosen.length === 0 || chosen.length >= all.length ? undefined : chosen.join(',');
  }

  /** Returns the projects that may request one of some routes, separated by commas; `*` for all. */
  async requesting(routes: readonly string[]): Promise<string> {
    const { chooseProjects } = this.#options;
    const all = this.projectsOf(ALL_PROJECTS).map(({ name }) => name);
    const question = { words: routes.join('\n'), seeks: 'requests' } as const;
    return (await chooseProjects?.(question, all))?.join(',') ?? ALL_PROJECTS;
  }

  /** Returns the uses of a symbol of a project in the other projects of this workspace. */
  async usesElsewhere(project: string, symbol: SymbolNode): Promise<readonly UseElsewhere[]> {
    const uses = (await this.#options.usesElsewhere?.(project, symbol)) ?? [];
    return uses.filter((use) => this.projects.some(({ name }) => name === use.project));
  }

  /**
   * Returns a view of the named projects only, for a user in the given folder; the others do not
   * exist for its holder. The projects belong to this workspace, which closes them.
   */
  restrictedTo(names: ReadonlySet<string>, folder = this.#options.folder): Workspace {
    const view = new Workspace({ ...this.#options, folder });
    view.#members = this.#members.filter(({ project }) => names.has(project.name));
    view.#missing = this.#missing.filter(({ name }) => names.has(name));
    return view;
  }

  /** Whether the workspace has a project with exactly this configuration. */
  holds(own: ResolvedConfig['projects'][number]): boolean {
    const key = JSON.stringify(own);
    return this.#members.some((member) => member.key === key);
  }

  /** Releases the disk, after runs in progress have ended. */
  async close(): Promise<void> {
    await Promise.all(this.projects.map((project) => project.close()));
  }

  #unnamed(): Project | undefined {
    const [first] = this.projects;
    return this.projects.length === 1 ? first : this.#aroundFolder();
  }

  /** Returns the innermost project that contains the user's folder. */
  #aroundFolder(): Project | undefined {
    const { folder } = this.#options;
    if (folder === undefined) return undefined;
    const around = this.projects.filter(({ root }) => relativeInside(root, folder) !== undefined);
    return around.toSorted((a, b) => b.root.length - a.root.length)[0];
  }
}

/** Returns the message for a configured project whose folder is missing. */
export function missingText({ name, path }: MissingProject): string {
  return `project "${name}" is configured, but its folder is missing: ${path}`;
}

interface Member {
  /** Serialized configuration of the project. */
  readonly key: string;
  readonly project: Project;
}
