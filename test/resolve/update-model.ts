/** The same project resolved afresh and by an update, in a form in which both can be compared. */
import type { FileFacts } from '../../src/model/facts.ts';
import { type RepoPath, toRepoPath } from '../../src/model/path.ts';
import type { ResolvedEdge } from '../../src/model/resolved-edge.ts';
import type { FileLinks } from '../../src/resolve/links.ts';
import { type ResolveInput, resolve } from '../../src/resolve/resolve.ts';
import { updateSteps } from '../../src/resolve/update.ts';

/** Texts of config files by path. */
export type Configs = Readonly<Record<string, string>>;

function inputOf(files: ReadonlyMap<string, FileFacts>, configs: Configs): ResolveInput {
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const configFiles = new Map(
    Object.entries(configs).map(([path, text]) => [toRepoPath(path), text]),
  );
  const paths = [...sorted.map((facts) => facts.path), ...configFiles.keys()].sort();
  return { files: sorted, paths, configFiles };
}

/** What is known after a step: links, and edges whose ends are named by path. */
export interface Known {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly configs: Configs;
  readonly links: ReadonlyMap<RepoPath, FileLinks>;
  readonly edges: ReadonlyMap<RepoPath, readonly PathEdge[]>;
}
type PathEdge = Omit<ResolvedEdge, 'sourceFile' | 'targetFile'> & { readonly targetPath: string };

function byPath(edges: readonly ResolvedEdge[], paths: readonly string[]): readonly PathEdge[] {
  return edges.map(({ sourceFile, targetFile, ...edge }) => ({
    ...edge,
    targetPath: paths[targetFile] ?? `file ${targetFile} of ${sourceFile}`,
  }));
}

export function fromScratch(files: ReadonlyMap<string, FileFacts>, configs: Configs): Known {
  const input = inputOf(files, configs);
  const { links, edges } = resolve(input);
  const paths = input.files.map((facts) => facts.path);
  const ofFile = (number: number) => edges.filter((edge) => edge.sourceFile === number);
  return {
    files,
    configs,
    links: new Map(links.map((one) => [one.path, one])),
    edges: new Map(paths.map((path, number) => [path, byPath(ofFile(number), paths)])),
  };
}

/** The lists of an update that the next one is given, as in a served project. */
const LISTS = new WeakMap<
  Known['links'],
  { readonly paths: readonly RepoPath[]; readonly links: readonly FileLinks[] }
>();

/** The state after an update, how many files it resolved, and how often others could have had their turn. */
export function updated(
  before: Known,
  files: ReadonlyMap<string, FileFacts>,
  configs: Configs,
): { readonly known: Known; readonly resolvedCount: number; readonly turns: number } {
  const input = inputOf(files, configs);
  const changed = new Map(
    input.files
      .filter((facts) => before.files.get(facts.path) !== facts)
      .map((now) => [now.path, { now, before: before.files.get(now.path) }]),
  );
  const samePaths =
    input.files.every(({ path }) => before.files.has(path)) &&
    input.files.length === before.files.size;
  const lists = LISTS.get(before.links);
  const paths = (samePaths && lists?.paths) || input.files.map((facts) => facts.path);
  const steps = updateSteps({
    ...input,
    files: paths,
    changed,
    before: lists?.links ?? [...before.links.values()],
    facts: (path) => files.get(path) as FileFacts,
    isLayoutSame: samePaths && JSON.stringify(configs) === JSON.stringify(before.configs),
  });
  let turns = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) turns++;
  const { links, edges, renumbered } = step.value;
  const shifted = (edge: PathEdge): PathEdge => {
    const places = renumbered.get(toRepoPath(edge.targetPath));
    return edge.target < 0 ? edge : { ...edge, target: places?.[edge.target] ?? edge.target };
  };
  const edgesOf = (path: RepoPath): readonly PathEdge[] => {
    const fresh = edges.get(path);
    return fresh === undefined ? (before.edges.get(path) ?? []).map(shifted) : byPath(fresh, paths);
  };
  const known = {
    files,
    configs,
    links: new Map(links.map((one) => [one.path, one])),
    edges: new Map(paths.map((path) => [path, edgesOf(path)])),
  };
  LISTS.set(known.links, { paths, links });
  return { known, resolvedCount: edges.size, turns };
}
