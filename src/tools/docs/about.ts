/**
 * Connects projects that the configuration links: the documentation in one, the code it describes
 * in another.
 */

import { isGraphMemoryError } from '../../base/errors.ts';
import { getOrCompute } from '../../base/memoize.ts';
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

/** Returns the projects whose code this project's pages describe. */
export async function codeOf(context: ToolContext, docs: OpenIndex): Promise<readonly Tie[]> {
  const ties: Tie[] = [];
  for (const name of docs.project.about) {
    const code = await opened(context, name);
    if (code !== undefined) ties.push(await tie(context, code, docs));
  }
  return ties;
}

/** Returns the projects whose pages describe this project's code. */
export async function pagesAbout(context: ToolContext, code: OpenIndex): Promise<readonly Tie[]> {
  const ties: Tie[] = [];
  for (const { name, about } of context.workspace.projects) {
    const docs = about.includes(code.project.name) ? await opened(context, name) : undefined;
    if (docs !== undefined) ties.push(await tie(context, code, docs));
  }
  return ties;
}

/**
 * Opens a linked project. Returns undefined with a notice if it cannot be opened, so that the
 * requested project still answers.
 */
async function opened(context: ToolContext, name: string): Promise<OpenIndex | undefined> {
  try {
    return await openIndex(context, name);
  } catch (error) {
    if (!isGraphMemoryError(error) || error.code === 'GM_CANCELLED') throw error;
    context.notice(`${name} is left out: ${error.message}`);
    return undefined;
  }
}

/** Cached by the snapshots of code and pages; an entry lives as long as both are in use. */
const JOINED = new WeakMap<Snapshot, WeakMap<Snapshot, AttachedDocs>>();

async function tie(context: ToolContext, code: OpenIndex, docs: OpenIndex): Promise<Tie> {
  const known = getOrCompute(JOINED, code.snapshot, () => new WeakMap<Snapshot, AttachedDocs>());
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

/** Returns a node of a combined graph with its path and id in its own project. */
export function asOwn(node: SymbolNode, { prefix }: AttachedDocs): SymbolNode {
  if (!node.path.startsWith(prefix)) return node;
  const path = node.path.slice(prefix.length) as RepoPath;
  return { ...node, path, id: node.id.slice(prefix.length) as SymbolId };
}
