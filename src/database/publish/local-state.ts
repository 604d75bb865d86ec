/** The state of a project on this machine, to be published. */
import { GraphMemoryError } from '../../base/errors.ts';
import type { ProjectConfig } from '../../config/load.ts';
import { indexStoreOf } from '../../indexing/index-store.ts';
import { packageUses } from '../../indexing/package-uses.ts';
import { cacheKeyOf } from '../../indexing/stored-index.ts';
import type { Project, WriterIdentity } from '../../project/project.ts';
import { isDeltaName } from '../../store/delta-file.ts';
import { DiskDirectory } from '../../store/disk-directory.ts';
import { COMMITS_NAME, SNAPSHOT_NAME, VECTORS_NAME } from '../../store/store-files.ts';
import { decodeVectors } from '../../store/vectors-file.ts';
import { publishedSettings } from '../settings.ts';
import type { PublishedState } from './publish.ts';

/**
 * Reads the state of a project that has just been indexed and saved.
 * @throws {GraphMemoryError} GM_BUSY if files or the index change meanwhile; GM_IO.
 */
export async function localState(
  project: Project,
  config: ProjectConfig,
  writer: WriterIdentity,
): Promise<PublishedState> {
  const snapshot = project.snapshot();
  await project.commits.words(project.commit());
  await project.commits.saved();
  const directory = new DiskDirectory(config.storeDir);
  const store = indexStoreOf(directory, config, writer);
  const settings = publishedSettings(config);
  // Under the lock, so that no other process replaces one of the files meanwhile.
  const storeFiles = await store.withWriterLock(async () => {
    const stored = await store.load(({ generation, deltas }) => generation + deltas.length);
    if (stored !== snapshot.generation) throw changed(`the index of ${config.name}`);
    return readFiles(directory, settings.hasVectors);
  });
  const vectors = storeFiles.get(VECTORS_NAME);
  const current = await project.current();
  return {
    name: config.name,
    engine: cacheKeyOf(config),
    commit: project.commit(),
    settings,
    snapshot,
    vectors: vectors && decodeVectors(vectors),
    storeFiles,
    packageUses: packageUses({ ...current, facts: await current.facts() }),
    async readText(path) {
      const { hash, text } = await project.readText(path);
      if (hash !== snapshot.manifest.get(path)?.hash) throw changed(path);
      return text;
    },
  };
}

async function readFiles(
  directory: DiskDirectory,
  hasVectors: boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { name } of await directory.list()) {
    const isNeeded =
      name === SNAPSHOT_NAME ||
      name === COMMITS_NAME ||
      (isDeltaName(name) && !name.endsWith('.tmp')) ||
      (name === VECTORS_NAME && hasVectors);
    const bytes = isNeeded ? await directory.read(name) : undefined;
    if (bytes !== undefined) files.set(name, bytes);
  }
  return files;
}

function changed(what: string): GraphMemoryError {
  return new GraphMemoryError('GM_BUSY', `${what} changed while it was published`, {
    hint: 'Publish again when nothing else is written.',
  });
}
