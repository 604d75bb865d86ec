import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import type { Tool } from '../tool.ts';

/**
 * A tool and its state:
 * - `active`: in `tools/list`, which costs tokens in each session.
 * - `deferred`: found by `tool_search`, not listed.
 * - `hidden`: answers as before, but is neither listed nor found; for names that clients know.
 * - `deprecated`: as hidden, and the metadata of each result name the replacement.
 * - `removed`: answers no more; the error names the replacement.
 */
export type CatalogEntry =
  | { readonly tool: Tool; readonly state: 'active' | 'deferred' | 'hidden' }
  | { readonly tool: Tool; readonly state: 'deprecated'; readonly replacement: string }
  | { readonly name: string; readonly state: 'removed'; readonly replacement: string };

export type ToolState = CatalogEntry['state'];

/** Stands in a selection for the active tools, and for all tools that can be found. */
const SELECTION_WORDS = ['default', 'all'] as const;

const NEAR_MAX = 3;

/** The tools of the program by state. The order of the entries is the order of every list. */
export class ToolCatalog {
  readonly #entries: readonly CatalogEntry[];
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(entries: readonly CatalogEntry[]) {
    this.#entries = entries;
    this.#tools = new Map(this.all().map((tool) => [tool.name, tool]));
  }

  /** Returns the tools in one of the given states. */
  inState(...states: readonly ToolState[]): readonly Tool[] {
    return this.#entries.flatMap((entry) =>
      entry.state !== 'removed' && states.includes(entry.state) ? [entry.tool] : [],
    );
  }

  /** Returns every tool that answers. */
  all(): readonly Tool[] {
    return this.inState('active', 'deferred', 'hidden', 'deprecated');
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  stateOf(tool: Tool): ToolState | undefined {
    return this.#entries.find((entry) => entry.state !== 'removed' && entry.tool === tool)?.state;
  }

  /** Returns the name of the tool to use instead of a deprecated one. */
  replacementOf(tool: Tool): string | undefined {
    for (const entry of this.#entries) {
      if (entry.state === 'deprecated' && entry.tool === tool) return entry.replacement;
    }
    return undefined;
  }

  /** Says why there is no tool of a name, and which to use: a replacement, near names, or all. */
  unknownText(name: string): string {
    for (const entry of this.#entries) {
      if (entry.state !== 'removed' || entry.name !== name) continue;
      return `the tool "${name}" was removed; use ${entry.replacement}`;
    }
    return `unknown tool "${name}"; similar: ${this.near(name).join(', ')}`;
  }

  /** Returns names close to one that does not exist, or the active ones if none is close. */
  near(name: string): readonly string[] {
    const near = nearestNames(name, this.#tools.keys(), NEAR_MAX);
    return near.length > 0 ? near : this.inState('active').map((tool) => tool.name);
  }

  /**
   * Returns the tools to list: the active ones, or those that a selection names, in the catalog's
   * order.
   * @throws {GraphMemoryError} GM_USAGE for a name that no tool has.
   */
  listed(selection: readonly string[] | undefined): readonly Tool[] {
    if (selection === undefined) return this.inState('active');
    const selected = new Set(selection.flatMap((word) => this.#selected(word)));
    return this.all().filter((tool) => selected.has(tool));
  }

  #selected(word: string): readonly Tool[] {
    if (word === 'default') return this.inState('active');
    if (word === 'all') return this.inState('active', 'deferred');
    const tool = this.find(word);
    if (tool !== undefined) return [tool];
    const near = nearestNames(word, [...this.#tools.keys(), ...SELECTION_WORDS], NEAR_MAX);
    throw new GraphMemoryError('GM_USAGE', `tools: there is no tool "${word}"`, {
      hint:
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : 'Name tools, "default" or "all"; "graph-memory tools" lists them.',
      details: { tool: word, near },
    });
  }
}
