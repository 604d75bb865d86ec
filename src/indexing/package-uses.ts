/** Finds what a project uses of other packages, and the packages that it is itself. */

import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { SymbolId } from '../model/symbol.ts';
import { linksAt } from '../resolve/links.ts';
import type { Facts } from '../store/facts-file.ts';
import { codeView } from './code-view.ts';
import type { ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';
import { type UnresolvedUse, unresolvedUses } from './unresolved-uses.ts';

/** Uses of one name of another package in one symbol. */
export interface PackageUse extends UnresolvedUse {
  readonly source: SymbolId;
  /** The specifier of the import. */
  readonly from: string;
}

export interface PackageUses {
  /** Folders of the project's own packages, by the name that others import. */
  readonly folders: ReadonlyMap<string, string>;
  usesIn(path: RepoPath): readonly PackageUse[];
}

/** Declared packages of one word say nothing outside of their project. */
const QUALIFIED_NAME = /\w[.\\:]+\w/;

/** A state, the scan it was made from, and its facts. */
interface ScannedState {
  readonly state: IndexState;
  readonly projectScan: ProjectScan;
  readonly facts: Facts | undefined;
}

export function packageUses({ state, projectScan, facts }: ScannedState): PackageUses {
  const code = codeView(state, projectScan, facts);
  const links = state.links();
  const declared = links.flatMap(({ packages }) => packages);
  const folders = new Map<string, string>(
    declared.filter((name) => QUALIFIED_NAME.test(name)).map((name) => [name, '']),
  );
  for (const [name, folder] of [...code.goPackages().byPath, ...code.packages()])
    folders.set(name, folder);
  return {
    folders,
    usesIn(path) {
      const own = code.factsOf(path);
      const { specifiers = [], targets = [] } = linksAt(links, path) ?? {};
      const external = new Set(specifiers.filter((_, row) => targets[row] === EXTERNAL));
      if (own === undefined || external.size === 0) return [];
      return nodesOf(code.graph, path).flatMap((node) =>
        unresolvedUses(state, own, node).flatMap(({ from, ...use }) =>
          from === undefined || !external.has(from) || use.name === ''
            ? []
            : [{ ...use, from, source: code.graph.node(node).id }],
        ),
      );
    },
  };
}

const EXTERNAL = '<external>';

function nodesOf(graph: SymbolGraph, path: RepoPath): readonly number[] {
  const file = graph.fileNode(path);
  return file === undefined ? [] : [file, ...graph.symbolsOf(path)];
}

/** Returns the beginnings of a specifier that can be the name of a package, the longest first. */
export function packageNamesOf(specifier: string): readonly string[] {
  const ends = Array.from(specifier.matchAll(/[/.\\]|::/g), ({ index }) => index);
  return [...ends, specifier.length]
    .map((end) => specifier.slice(0, end))
    .filter((name) => name !== '' && name !== '@')
    .reverse();
}
