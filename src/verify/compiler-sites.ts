import type ts from 'typescript';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import { callSites } from './call-sites.ts';
import type { FileReader } from './file-reader.ts';
import { heritageSites } from './heritage-sites.ts';
import { importSite } from './import-sites.ts';
import { mentionSite, typeSite } from './reference-sites.ts';
import type { CompilerSite } from './site.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/**
 * Returns every use in one file according to the compiler, or undefined if the compiler does not
 * have the file.
 */
export function compilerSites(
  graph: SymbolGraph,
  lookup: SymbolLookup,
  path: RepoPath,
): CompilerSite[] | undefined {
  const { api } = lookup.view;
  const file = lookup.view.sourceFile(path);
  if (file === undefined) return undefined;
  const reader: FileReader = {
    path,
    file,
    graph,
    lookup,
    lineAt: (offset) => file.getLineAndCharacterOfPosition(offset).line + 1,
  };
  const sites: CompilerSite[] = [];
  const visit = (node: ts.Node): void => {
    for (const read of [importSite, typeSite, mentionSite]) {
      const site = read(reader, node);
      if (site !== undefined) sites.push(site);
    }
    for (const site of callSites(reader, node)) sites.push(site);
    if (api.isClassLike(node) || api.isInterfaceDeclaration(node)) {
      sites.push(...heritageSites(reader, node));
    }
    // The types that comments state in JavaScript are no children of the nodes that they document.
    const { jsDoc = [] } = node as { readonly jsDoc?: readonly ts.Node[] };
    if ((node.flags & api.NodeFlags.JavaScriptFile) !== 0) jsDoc.forEach(visit);
    api.forEachChild(node, visit);
  };
  visit(file);
  return sites;
}
