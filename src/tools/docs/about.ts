/** Projects that the configuration ties together: pages in one, the code that they are about in another. */
import { isGraphMemoryError } from '../../base/errors.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { RepoPath } from '../../model/path.ts';
import type { SymbolId } from '../../model/symbol.ts';
import { type AttachedDocs, attachDocsProject } from '../../project/attach-docs-project.ts';
import { type OpenIndex, openIndex, type ToolContext } from '../context.ts';

export interface Tie {
  readonly docs: OpenIndex;
  readonly code: OpenIndex;
  readonly joined: AttachedDocs;
}

/** The projects whose code the pages of this one are about. */
export async function codeOf(context: ToolContext, docs: OpenIndex): Promise<readonly Tie[]> {
  const ties: Tie[] = [];
  for (const name of docs.project.about) {
    const code = await opened(context, name);
    if (code !== undefined) ties.push(await tie(context, code, docs));
  }
  return ties;
}

/** The projects whose pages are about the code of this one. */
export async function pagesAbout(context: ToolContext, code: OpenIndex): Promise<readonly Tie[]> {
  const ties: Tie[] = [];
  for (const { name, about } of context.workspace.projects) {
    const docs = about.includes(code.project.name) ? await opened(context, name) : undefined;
    if (docs !== undefined) ties.push(await tie(context, code, docs));
  }
  return ties;
}

/** Undefined, with a notice, when it cannot be opened: the project that was asked still answers. */
async function opened(context: ToolContext, name: string): Promise<OpenIndex | undefined> {
  try {
    return await openIndex(context, name);
  } catch (error) {
    if (!isGraphMemoryError(error) || error.code === 'GM_CANCELLED') throw error;
    context.notice(`${name} is left out: ${error.message}`);
    return undefined;
  }
}

/** By the snapshots of code and of pages, which live as long as anybody asks of them. */
const JOINED = new WeakMap<Snapshot, WeakMap<Snapshot, AttachedDocs>>();

async function tie(context: ToolContext, code: OpenIndex, docs: OpenIndex): Promise<Tie> {
  const known = JOINED.get(code.snapshot) ?? new WeakMap<Snapshot, AttachedDocs>();
  JOINED.set(code.snapshot, known);
  let joined = known.get(docs.snapshot);
  if (joined === undefined) {
    const side = ({ project, snapshot }: OpenIndex) => {
      const { name, root } = project;
      return { name, root, snapshot };
    };
    joined = attachDocsProject(side(code), await code.project.code(context.signal), side(docs));
    known.set(docs.snapshot, joined);
  }
  return { docs, code, joined };
}

/** A node of a joined graph as its own project calls it. */
export function asOwn(node: SymbolNode, { prefix }: AttachedDocs): SymbolNode {
  if (!node.path.startsWith(prefix)) return node;
  const path = node.path.slice(prefix.length) as RepoPath;
  return { ...node, path, id: node.id.slice(prefix.length) as SymbolId };
}
