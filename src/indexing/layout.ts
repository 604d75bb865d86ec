import { join } from 'node:path';
import { contentHash } from '../base/hash.ts';
import type { ProjectConfig } from '../config/load.ts';
import { readBases } from '../files/config-bases.ts';
import type { Discovery } from '../files/discovery/discovery.ts';
import { fileFingerprint } from '../files/fingerprints.ts';
import { type OuterConfigs, readOuterConfigs } from '../files/outer-configs.ts';
import { readSourceFile } from '../files/read.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import { type RepoPath, toRepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { boundedMap } from '../workers/bounded-map.ts';
import { READS_PARALLEL_MAX } from '../workers/limits.ts';

/**
 * Everything that resolving reads besides the source files: the existing paths and the contents of
 * tool configs.
 */
export interface Layout {
  readonly configTexts: ReadonlyMap<RepoPath, string>;
  /**
   * Fingerprints of the configs that others extend, by path. They are needed because these files
   * may lie in unwatched folders, or not exist yet.
   */
  readonly baseFingerprints: ReadonlyMap<string, string>;
  /** Configs above the project's folder, when the project is part of a larger repository. */
  readonly outer: OuterConfigs | undefined;
  /** Changes when any of the above changes, and so when imports may resolve differently. */
  readonly linkHash: string;
  /**
   * Changes when the same data or the set of skipped files changes. The contents of source files
   * are not part of it.
   */
  readonly hash: string;
}

/** Reads a file of the project. */
export type ReadFile = (entry: { readonly path: RepoPath }) => Promise<SourceFile | SkippedFile>;

/**
 * Reads the project layout. Config files are read in every run: there are few, and their content
 * decides how imports resolve. `readFile` reads a file of the project, by default from disk.
 */
export async function readLayout(
  config: ProjectConfig,
  discovery: Discovery,
  readFile: ReadFile = (entry) => readSourceFile(config.root, entry, config.code),
): Promise<Layout> {
  const read = await boundedMap(discovery.resolutionFiles, READS_PARALLEL_MAX, readFile);
  const configTexts = new Map<RepoPath, string>();
  const parts: string[] = [];
  for (const file of read) {
    if ('text' in file) configTexts.set(file.path, file.text);
    parts.push('text' in file ? `${file.path}\0${file.hash}` : `${file.path}\0${file.reason}`);
  }
  const baseFingerprints = new Map<string, string>();
  const bases = await readBases(configTexts, async (path) => {
    // Taken before reading, so that a write in the meantime changes the fingerprint.
    baseFingerprints.set(path, fileFingerprint(join(config.root, path)));
    const file = await readFile({ path: toRepoPath(path) });
    return 'text' in file ? file.text : undefined;
  });
  for (const [path, text] of bases) {
    configTexts.set(toRepoPath(path), text);
    parts.push(`${path}\0${contentHash(text)}`);
  }
  const outer = await readOuterConfigs(config.root, configTexts);
  for (const [path, text] of outer?.texts ?? []) parts.push(`../${path}\0${contentHash(text)}`);
  const skipped = discovery.skipped.map((file) => `${file.path}\0${file.reason}\0${file.detail}`);
  const linkHash = contentHash([...discovery.allPaths, '', ...parts].join('\n'));
  const hash = contentHash([linkHash, ...skipped].join('\n'));
  return { configTexts, baseFingerprints, outer, linkHash, hash };
}
