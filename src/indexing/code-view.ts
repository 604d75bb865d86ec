/** The code of a project as pages are held against it: what specifiers mean, and the facts of its files. */
import { getOrCompute } from '../base/memoize.ts';
import type { Code } from '../doclinks/lookup/module-exports.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { Facts } from '../store/facts-file.ts';
import { createModuleLookup } from './cross-reference.ts';
import { resolveLayout } from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';

/** `facts` are those of the state; without them, what needs them is unknown. */
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
