import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';
import { HUB_URL } from './embedding-schema.ts';
import { type Problem, problemAt } from './problem.ts';
import {
  defaultStoreDir,
  expandPath,
  findFolder,
  MODEL_KEYS,
  type ModelKey,
  type ProjectFolders,
  realPathSoFar,
} from './project-folders.ts';
import { isRemote, resolvePlace } from './shared-facts.ts';
import type { Reach } from './trust.ts';
import type { YamlFile } from './yaml-file.ts';

/** A folder that the file names but that does not exist. */
interface MissingFolder {
  /** Absolute path, as written in the file. */
  readonly path: string;
  readonly problem: Problem;
}

interface CheckedFolders {
  readonly folders: ReadonlyMap<string, ProjectFolders>;
  readonly problems: readonly Problem[];
  /** Problems about missing folders, by project name. */
  readonly missing: ReadonlyMap<string, MissingFolder>;
  /** Folders and servers outside of the file's own folder that it names. */
  readonly reaches: readonly Reach[];
  /** The place of shared facts; a folder is absolute. */
  readonly sharedFacts: string | undefined;
}

/**
 * Checks the folders of all projects on disk. Works on the raw value, so that a missing folder is
 * reported together with schema problems and not one run later.
 */
export async function checkFolders(
  file: YamlFile,
  base: string,
  homeDir: string,
): Promise<CheckedFolders> {
  const check = new FolderCheck(file, base, homeDir, await realPathSoFar(base));
  for (const project of rawProjects(file.value)) await check.project(project);
  const sharedFacts = await sharedPlace(file, base, homeDir);
  if (sharedFacts !== undefined) check.sharedFacts(sharedFacts);
  const { folders, problems, missing, reaches } = check;
  return { folders, problems, missing, reaches, sharedFacts };
}

class FolderCheck {
  readonly folders = new Map<string, ProjectFolders>();
  readonly problems: Problem[] = [];
  readonly missing = new Map<string, MissingFolder>();
  readonly reaches: Reach[] = [];

  readonly #file: YamlFile;
  readonly #base: string;
  readonly #homeDir: string;
  /** Real path of the file's own folder; what lies in it needs no consent. */
  readonly #home: string;

  constructor(file: YamlFile, base: string, homeDir: string, home: string) {
    this.#file = file;
    this.#base = base;
    this.#homeDir = homeDir;
    this.#home = home;
  }

  async project(project: RawProject): Promise<void> {
    const { name } = project;
    if (name === '__proto__') {
      // Records silently drop this key, and so would the schema.
      this.problems.push(
        problemAt(this.#file, ['projects', name], 'is not a valid project name', 'key'),
      );
      return;
    }
    const path = this.#expand(project.projectDir);
    const found = await findFolder(path);
    if ('refusal' in found) {
      const problem = this.#refuse(['projects', name, 'projectDir'], found.refusal);
      if (found.isMissing) this.missing.set(name, { path, problem });
      return;
    }
    const place = await this.#placeOf(project, found.real);
    this.#addReaches(project, place);
    const refusal =
      (await refuseFile(place.storeDir)) ??
      refuseSources(place) ??
      refuseShared(place.storeDir, this.folders);
    if (refusal !== undefined) this.#refuse(['projects', name, 'storeDir'], refusal);
    const notesRefusal = await refuseNotes(place);
    if (notesRefusal !== undefined) {
      this.#refuse(['projects', name, 'personalNotes'], notesRefusal);
    }
    this.folders.set(name, place);
  }

  sharedFacts(place: string): void {
    if (isRemote(place) || this.#isOutside(place)) this.#reach(['sharedFacts'], place);
    if (place.split(sep).includes('.git')) {
      this.#refuse(['sharedFacts'], `lies in a .git folder: ${place}`);
    }
  }

  async #placeOf(
    { name, storeDir, models, personalNotes }: RawProject,
    root: string,
  ): Promise<ProjectFolders> {
    const store =
      storeDir === undefined ? defaultStoreDir(this.#homeDir, name, root) : this.#expand(storeDir);
    const realOf = (folder: string) => realPathSoFar(this.#expand(folder));
    const folders = models.map(async ([key, folder]) => [key, await realOf(folder)] as const);
    return {
      root,
      storeDir: await realPathSoFar(store),
      modelFolders: Object.fromEntries(await Promise.all(folders)),
      personalNotes: personalNotes === undefined ? undefined : await realOf(personalNotes),
    };
  }

  #addReaches({ name, storeDir, hubs, server }: RawProject, place: ProjectFolders): void {
    const named: readonly (readonly [key: string, folder: string | undefined])[] = [
      ['projectDir', place.root],
      // The default folder belongs to this program and needs no consent.
      ['storeDir', storeDir === undefined ? undefined : place.storeDir],
      ...MODEL_KEYS.map((key) => [`graphs.code.${key}.folder`, place.modelFolders?.[key]] as const),
      ['personalNotes', place.personalNotes],
    ];
    for (const [key, folder] of named) {
      if (folder === undefined || !this.#isOutside(folder)) continue;
      this.#reach(['projects', name, ...key.split('.')], folder);
    }
    // What a server inside of a network does with a request is not known, whatever it answers.
    for (const [key, url] of hubs)
      this.#reach(['projects', name, 'graphs', 'code', key, 'hubUrl'], url);
    if (server === undefined) return;
    this.#reach(['projects', name, 'graphs', 'code', 'embeddingServer', 'url'], server);
  }

  #expand(folder: string): string {
    return expandPath(folder, this.#base, this.#homeDir);
  }

  #isOutside(folder: string): boolean {
    return relativeInside(this.#home, folder) === undefined;
  }

  #refuse(path: readonly string[], message: string): Problem {
    const problem = problemAt(this.#file, path, message);
    this.problems.push(problem);
    return problem;
  }

  #reach(path: readonly string[], reach: string): void {
    const { line, column, keyPath } = problemAt(this.#file, path, '');
    this.reaches.push({ line, column, keyPath, reach });
  }
}

async function sharedPlace(
  file: YamlFile,
  base: string,
  homeDir: string,
): Promise<string | undefined> {
  const place = textOf(propertyOf(file.value, 'sharedFacts'));
  return place === undefined ? undefined : resolvePlace(place, base, homeDir);
}

interface RawProject {
  readonly name: string;
  readonly projectDir: string;
  readonly storeDir: string | undefined;
  readonly personalNotes: string | undefined;
  /** The folders of models, by the key that names them. */
  readonly models: readonly (readonly [key: ModelKey, folder: string])[];
  /** The addresses that models are fetched from instead of the usual hub, by the key of the model. */
  readonly hubs: readonly (readonly [key: ModelKey, url: string])[];
  /** Address of the server that receives code, with the key variable sent to it. */
  readonly server: string | undefined;
}

function rawProjects(value: unknown): RawProject[] {
  return Object.entries(propertyOf(value, 'projects') ?? {}).flatMap(([name, entry]) => {
    const projectDir = propertyOf(entry, 'projectDir');
    const storeDir = propertyOf(entry, 'storeDir');
    const personalNotes = propertyOf(entry, 'personalNotes');
    if (typeof projectDir !== 'string' || projectDir === '') return [];
    const code = propertyOf(propertyOf(entry, 'graphs'), 'code');
    const models = MODEL_KEYS.flatMap((key) => {
      const folder = textOf(propertyOf(propertyOf(code, key), 'folder'));
      return folder === undefined ? [] : [[key, folder] as const];
    });
    const hubs = MODEL_KEYS.flatMap((key) => {
      const url = textOf(propertyOf(propertyOf(code, key), 'hubUrl'));
      return url === undefined || url === HUB_URL ? [] : [[key, url] as const];
    });
    const server = serverOf(propertyOf(code, 'embeddingServer'));
    const own = { storeDir: textOf(storeDir), personalNotes: textOf(personalNotes) };
    return [{ name, projectDir, ...own, models, hubs, server }];
  });
}

function textOf(value: unknown): string | undefined {
  // The schema refuses an empty one.
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Consent includes the key variable, because the key is sent as well. */
function serverOf(entry: unknown): string | undefined {
  const url = textOf(propertyOf(entry, 'url'));
  const keyVariable = textOf(propertyOf(entry, 'keyVariable'));
  return url === undefined || keyVariable === undefined ? url : `${url} with $${keyVariable}`;
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

async function refuseFile(folder: string): Promise<string | undefined> {
  try {
    return (await stat(folder)).isDirectory() ? undefined : `is not a folder: ${folder}`;
  } catch (error) {
    // Usually the folder does not exist yet; the store itself encounters and reports any other
    // error.
    systemCode(error);
    return undefined;
  }
}

/** Notes inside the project would be indexed, and shared with the team. */
async function refuseNotes({
  root,
  storeDir,
  personalNotes,
}: ProjectFolders): Promise<string | undefined> {
  if (personalNotes === undefined) return undefined;
  if (relativeInside(root, personalNotes) !== undefined)
    return `lies in the project: ${personalNotes}`;
  if (relativeInside(storeDir, personalNotes) !== undefined)
    return `lies in the index: ${personalNotes}`;
  return refuseFile(personalNotes);
}

/** Saving replaces files by name, so the store must not be a folder of the user's own files. */
function refuseSources({ root, storeDir }: ProjectFolders): string | undefined {
  if (storeDir === root) return `is the project's own folder: ${storeDir}`;
  return storeDir.split(sep).includes('.git') ? `lies in a .git folder: ${storeDir}` : undefined;
}

function refuseShared(
  storeDir: string,
  folders: ReadonlyMap<string, ProjectFolders>,
): string | undefined {
  for (const [other, place] of folders)
    if (place.storeDir === storeDir) return `is also the store of project "${other}": ${storeDir}`;
  return undefined;
}
