/**
 * Builds the view of a project's code that pages are checked against: module lookup and file facts.
 */
import { getOrCompute } from '../base/memoize.ts';
import type { Code } from '../doclinks/lookup/module-exports.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { Facts } from '../store/facts-file.ts';
import { createModuleLookup } from './cross-reference.ts';
import { resolveLayout } from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';

/** `facts` must belong to `state`. Without them, checks that need facts have no answer. */
export function codeView(
  { snapshot, links }: IndexState,
  projectScan: ProjectScan,
  facts: Facts | undefined,
): Code {
  const read = new Map<RepoPath, FileFacts | undefined>();
  return {
    graph: snapshot.graph,
    ...createModuleLookup({ layout: resolveLayout(projectScan), links: links() }),
    factsOf: (path) =>
      getOrCompute(
        read,
        path,
        () => facts?.get(path, snapshot.manifest.get(path)?.hash ?? '')?.facts,
      ),
  };
}
