import type { ProjectConfig } from '../config/load.ts';
import type { FactsHistory } from '../indexing/facts-history.ts';
import type { IndexStore } from '../indexing/index-store.ts';
import type { ProjectScan } from '../indexing/project-scan.ts';
import { factsOfSiblingClone } from '../indexing/sibling-facts.ts';
import type { KnownFacts } from '../store/facts-file.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import type { SharedIndex } from './shared/shared-index.ts';

interface FactSources {
  readonly config: ProjectConfig;
  readonly writer: WriterIdentity;
  readonly store: IndexStore;
  /** Facts of earlier states of this process. */
  readonly history: FactsHistory;
  readonly shared: SharedIndex | undefined;
  readonly notice: (line: string) => void;
}

/**
 * Returns where facts of files are known besides the stored index: for a first index those of an
 * unfinished one and of another working tree, otherwise those of earlier states; and those that
 * several machines share.
 */
export async function otherFacts(
  isFirst: boolean,
  projectScan: ProjectScan,
  { config, writer, store, history, shared, notice }: FactSources,
): Promise<readonly KnownFacts[]> {
  const near: KnownFacts[] = isFirst ? [...(await store.loadPartial().catch(() => []))] : [history];
  const sibling = isFirst ? await factsOfSiblingClone(config, writer) : undefined;
  if (sibling !== undefined) near.push(sibling);
  const known = await shared?.facts(projectScan, near, notice);
  return known === undefined ? near : [...near, known];
}
