import { relative } from 'node:path';
import { nearestNames } from '../base/edit-distance.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { ResolvedConfig } from '../config/load.ts';
import { Project, type ProjectOptions } from './project.ts';

export type { WatchSettings } from './project-watch.ts';

export interface WorkspaceOptions extends ProjectOptions {
  /** Where the user is, absolute: the project around it is meant when none is named. */
  readonly folder?: string | undefined;
}

/** All projects of one configuration. Each loads its index when it is first asked. */
export class Workspace {
  readonly projects: readonly Project[];
  readonly #folder: string | undefined;

  private constructor(projects: readonly Project[], folder: string | undefined) {
    this.projects = projects;
    this.#folder = folder;
  }

  static async open(config: ResolvedConfig, options: WorkspaceOptions): Promise<Workspace> {
    const projects = config.projects.map((project) => new Project(project, options));
    return new Workspace(projects, options.folder);
  }

  /**
   * The project of a name; without one the only project, or the one that the user's folder is in.
   * @throws {GraphMemoryError} GM_USAGE when there are several and none is named;
   * GM_PROJECT_NOT_FOUND with near matches.
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
    const near = nearestNames(name, names, 3);
    throw new GraphMemoryError('GM_PROJECT_NOT_FOUND', `no project "${name}"`, {
      hint:
        near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Projects: ${names.join(', ')}.`,
      details: { near, projects: names },
    });
  }

  /** Lets go of the disk; runs that have begun end first. */
  async close(): Promise<void> {
    await Promise.all(this.projects.map((project) => project.close()));
  }

  #unnamed(): Project | undefined {
    const [first] = this.projects;
    return this.projects.length === 1 ? first : this.#aroundFolder();
  }

  /** The innermost project that the user's folder is in. */
  #aroundFolder(): Project | undefined {
    const folder = this.#folder;
    if (folder === undefined) return undefined;
    const around = this.projects.filter(
      (project) => !/^\.\.($|[\\/])/.test(relative(project.root, folder)),
    );
    return around.toSorted((a, b) => b.root.length - a.root.length)[0];
  }
}
