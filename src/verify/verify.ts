/**
 * Compares our edges with those of the TypeScript compiler, on the user's own project.
 *
 * The user's compiler is loaded when this runs; no other part of the program needs one. Both sides
 * are lists of sites: a file and a line where a target is used. Targets are matched by path, name
 * and start line. Places where the compiler knows nothing count on neither side.
 */
import { GraphMemoryError } from '../base/errors.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import { compareKind, type KindComparison } from './compare.ts';
import { compilerSites } from './compiler-sites.ts';
import { createCompilerView } from './compiler-view.ts';
import type { LoadedTypeScript } from './load-typescript.ts';
import { type CompilerSite, type OwnSite, VERIFIED_KINDS, type VerifiedKind } from './site.ts';
import { SymbolLookup } from './symbol-lookup.ts';

export interface VerifyRequest {
  readonly graph: SymbolGraph;
  /** Absolute path. */
  readonly root: string;
  readonly typescript: LoadedTypeScript;
  /** Current time in milliseconds. */
  readonly now: () => number;
}

export interface Verification {
  readonly typescript: { readonly version: string; readonly path: string };
  /** Number of files on both sides. */
  readonly filesCount: number;
  /** Files that the compiler did not load, or that are nested too deeply for it. */
  readonly missingFiles: readonly RepoPath[];
  /** Packages that files import and the compiler did not find, sorted. */
  readonly missingPackages: readonly string[];
  readonly kinds: readonly KindComparison[];
  readonly seconds: number;
}

const COMPILED = /\.([cm]?[jt]s|[jt]sx)$/;

/**
 * Compares the edges of a graph with those of the compiler.
 * @throws {GraphMemoryError} GM_VERIFY when the graph has no TypeScript or JavaScript.
 */
export function verify(request: VerifyRequest): Verification {
  const { graph, root, typescript, now } = request;
  const startedMs = now();
  const paths = graph.paths().filter((path) => COMPILED.test(path));
  if (paths.length === 0) {
    throw new GraphMemoryError('GM_VERIFY', 'the index has no TypeScript or JavaScript', {
      hint: 'verify compares only those; "graph-memory status" shows the languages of the index.',
    });
  }
  const lookup = new SymbolLookup(graph, createCompilerView(typescript.api, root, paths));
  const compiler: CompilerSite[] = [];
  const compared = new Set<RepoPath>();
  for (const path of paths) {
    const sites = sitesUnlessTooDeep(graph, lookup, path);
    if (sites === undefined) continue;
    compared.add(path);
    for (const site of sites) compiler.push(site);
  }
  const own = ownSites(graph, compared);
  const nameOf = (node: number) => graph.node(node).name;
  return {
    typescript: { version: typescript.version, path: typescript.path },
    filesCount: compared.size,
    missingPackages: missingPackages(compiler),
    missingFiles: paths.filter((path) => !compared.has(path)),
    kinds: VERIFIED_KINDS.map((kind) =>
      compareKind(
        kind,
        own.filter((site) => site.kind === kind),
        compiler.filter((site) => site.kind === kind),
        nameOf,
      ),
    ),
    seconds: (now() - startedMs) / 1000,
  };
}

/** Returns the sites of a file; undefined if the compiler's stack overflows on it. */
function sitesUnlessTooDeep(
  graph: SymbolGraph,
  lookup: SymbolLookup,
  path: RepoPath,
): CompilerSite[] | undefined {
  try {
    return compilerSites(graph, lookup, path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lookup.view.restart();
    return undefined;
  }
}

/** Returns the packages of imports that the compiler could not resolve. */
function missingPackages(sites: readonly CompilerSite[]): readonly string[] {
  const names = sites.flatMap(({ kind, requirement, place }) => {
    if (kind !== 'imports' || requirement !== 'unknown') return [];
    return /^(?:@[^/]+\/)?[a-z][^/:]*/i.exec(place) ?? [];
  });
  return [...new Set(names)].sort();
}

/**
 * Returns our edges from the given files, one site per line. Edges known by name only are guesses
 * and are left out. Only imports may lead to other files, such as JSON.
 */
function ownSites(graph: SymbolGraph, paths: ReadonlySet<string>): OwnSite[] {
  const sites: OwnSite[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    const { path } = graph.node(node);
    if (!paths.has(path)) continue;
    for (const edge of graph.outgoing(node, VERIFIED_KINDS)) {
      const { source, target, form, evidence } = edge;
      const kind = edge.kind as VerifiedKind;
      const isCompared = kind === 'imports' || paths.has(graph.pathOf(target));
      if (evidence === 'nameOnly' || !isCompared) continue;
      for (const line of edge.lines)
        sites.push({ kind, path, line, form, source, target, evidence });
    }
  }
  return sites;
}
