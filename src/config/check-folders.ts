import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';
import { type Problem, problemAt } from './problem.ts';
import {
  defaultStoreDir,
  expandPath,
  findFolder,
  type ProjectFolders,
  realPathSoFar,
} from './project-folders.ts';
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
  /** Problems that are a missing folder, by project name. */
  readonly missing: ReadonlyMap<string, MissingFolder>;
  /** Folders and servers outside of the file's own folder that it names. */
  readonly reaches: readonly Reach[];
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
  const folders = new Map<string, ProjectFolders>();
  const problems: Problem[] = [];
  const missing = new Map<string, MissingFolder>();
  const reaches: Reach[] = [];
  const home = await realPathSoFar(base);
  for (const { name, projectDir, storeDir, personalNotes, model, server } of rawProjects(
    file.value,
  )) {
    if (name === '__proto__') {
      // Records silently drop this key, and so would the schema.
      problems.push(problemAt(file, ['projects', name], 'is not a valid project name', 'key'));
      continue;
    }
    const path = expandPath(projectDir, base, homeDir);
    const found = await findFolder(path);
    if ('refusal' in found) {
      const problem = problemAt(file, ['projects', name, 'projectDir'], found.refusal);
      problems.push(problem);
      if (found.isMissing) missing.set(name, { path, problem });
      continue;
    }
    const wanted =
      storeDir === undefined
        ? defaultStoreDir(homeDir, name, found.real)
        : expandPath(storeDir, base, homeDir);
    const realOf = async (folder: string | undefined) =>
      folder === undefined ? undefined : realPathSoFar(expandPath(folder, base, homeDir));
    const place = {
      root: found.real,
      storeDir: await realPathSoFar(wanted),
      modelFolder: await realOf(model),
      personalNotes: await realOf(personalNotes),
    };
    const named: readonly (readonly [key: string, folder: string | undefined])[] = [
      ['projectDir', place.root],
      // The default folder belongs to this program and needs no consent.
      ['storeDir', storeDir === undefined ? undefined : place.storeDir],
      ['graphs.code.embeddingModel.folder', place.modelFolder],
      ['personalNotes', place.personalNotes],
    ];
    for (const [key, folder] of named) {
      if (folder === undefined || relativeInside(home, folder) !== undefined) continue;
      reaches.push(reachAt(file, ['projects', name, ...key.split('.')], folder));
    }
    if (server !== undefined) {
      const path = ['projects', name, 'graphs', 'code', 'embeddingServer', 'url'];
      reaches.push(reachAt(file, path, server));
    }
    const refusal =
      (await refuseFile(place.storeDir)) ??
      refuseSources(place) ??
      refuseShared(place.storeDir, folders);
    if (refusal !== undefined)
      problems.push(problemAt(file, ['projects', name, 'storeDir'], refusal));
    const notesRefusal = await refuseNotes(place);
    if (notesRefusal !== undefined)
      problems.push(problemAt(file, ['projects', name, 'personalNotes'], notesRefusal));
    folders.set(name, place);
  }
  return { folders, problems, missing, reaches };
}

interface RawProject {
  readonly name: string;
  readonly projectDir: string;
  readonly storeDir: string | undefined;
  readonly personalNotes: string | undefined;
  /** The folder of a model. */
  readonly model: string | undefined;
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
    const model = propertyOf(propertyOf(code, 'embeddingModel'), 'folder');
    const server = serverOf(propertyOf(code, 'embeddingServer'));
    const own = { storeDir: textOf(storeDir), personalNotes: textOf(personalNotes) };
    return [{ name, projectDir, ...own, model: textOf(model), server }];
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

function reachAt(file: YamlFile, path: readonly string[], reach: string): Reach {
  const { line, column, keyPath } = problemAt(file, path, '');
  return { line, column, keyPath, reach };
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
