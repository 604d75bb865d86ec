/** Looks up the project's declared names for pages, their members and their bases. */

import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { dirnameOf } from '../../model/path.ts';
import { type Lookup, lookupKey } from '../invalidation/dependency-keys.ts';
import { isLocal } from '../invalidation/describe-symbol.ts';
import { aliasBases } from './alias-bases.ts';
import { isNeverProperty, onePerPlace, TYPES, withoutTypings } from './declaration-rank.ts';
import type { Project } from './linked-project.ts';
import { type SpelledName, spelledName } from './mention-text.ts';
import { isNonApiPath } from './non-api-paths.ts';

const INHERITANCE_MAX = 8;

/** Whether a path is a place, or in it if that is a folder. */
function isIn(path: string, place: string): boolean {
  return path === place || (place.endsWith('/') && path.startsWith(place));
}

export class NameLookup {
  readonly graph: SymbolGraph;
  protected readonly project: Project;
  readonly #fileNodes = new Map<string, number | undefined>();
  readonly #nodes = new Map<number, SymbolNode>();
  readonly #spelled = new Map<string, SpelledName | undefined>();
  readonly #found = new Map<string, readonly SymbolNode[]>();
  readonly #named = new Map<string, readonly SymbolNode[]>();
  readonly #nonApiPaths = new Map<string, boolean>();
  readonly #members = new Map<number, ReadonlyMap<string, number>>();
  readonly #bases = new Map<number, readonly number[]>();
  readonly #inheritors = new Map<number, readonly number[]>();

  constructor(project: Project) {
    this.graph = project.graph;
    this.project = project;
  }

  /** {@link Project.dependencies}. */
  get dependencies(): Set<string> | undefined {
    return this.project.dependencies;
  }

  protected depend(lookup: Lookup, ...args: readonly string[]): void {
    this.dependencies?.add(lookupKey(lookup, ...args));
  }

  /** Returns the node of a known path. Cached because the graph searches for it. */
  fileNode(path: string): number | undefined {
    return getOrCompute(this.#fileNodes, path, () => this.graph.fileNode(path));
  }

  /** Returns a node. Cached because the graph constructs it on each call. */
  node(index: number): SymbolNode {
    return getOrCompute(this.#nodes, index, () => this.graph.node(index));
  }

  /** Parses a name; see {@link spelledName}. Cached because pages repeat the same names. */
  spelled(text: string): SpelledName | undefined {
    return getOrCompute(this.#spelled, text, () => spelledName(text));
  }

  /**
   * Returns the symbols of a name without those of tests and examples, one for each place. Merged or
   * overloaded declarations count as one.
   */
  named(name: string): readonly SymbolNode[] {
    this.dependencies?.add(name);
    return getOrCompute(this.#named, name, () =>
      this.#all(name).filter(({ path }) => !this.isNonApiPath(path)),
    );
  }

  /** Whether anything has a name, also in tests and examples. */
  isNamed(name: string): boolean {
    this.depend('named', name);
    return this.#all(name).length > 0;
  }

  /**
   * Returns the symbols of a name in a file, or in a folder whose path ends in a slash. Lookups in
   * tests and examples are recorded apart: their names change often, and concern few pages.
   */
  namedIn(name: string, place: string): readonly SymbolNode[] {
    if (place.endsWith('/') || this.isNonApiPath(place)) this.depend('namedIn', name, place);
    else this.dependencies?.add(name);
    return this.#all(name).filter(({ path }) => isIn(path, place));
  }

  /** Returns a function that finds the outermost symbol of a name in a file. */
  outermostNamed(name: string): (file: number) => number | undefined {
    this.dependencies?.add(name);
    const byFile = new Map(this.#all(name).map(({ parent, index }) => [parent, index]));
    return (file) => {
      const { path } = this.node(file);
      if (this.isNonApiPath(path)) this.depend('namedIn', name, path);
      return byFile.get(file);
    };
  }

  /** Returns the symbols of a name, in tests and examples as well. */
  allNamed(name: string): readonly SymbolNode[] {
    this.depend('allNamed', name);
    return this.#all(name);
  }

  #all(name: string): readonly SymbolNode[] {
    return getOrCompute(this.#found, name, () => this.#find(name));
  }

  #find(name: string): readonly SymbolNode[] {
    const found = onePerPlace(this.graph.byName(name).map((index) => this.node(index)));
    return withoutTypings(
      found.filter((node) => node.kind !== 'key' && !isNeverProperty(node) && !this.#isLocal(node)),
    );
  }

  /** Whether a symbol is local, so that no page can mean it. */
  #isLocal(node: SymbolNode): boolean {
    return isLocal((index) => this.node(index), node);
  }

  /** Returns the types of a name, without those of tests and examples. */
  types(name: string): readonly SymbolNode[] {
    return this.named(name).filter(({ kind }) => TYPES.test(kind));
  }

  /**
   * Whether the symbol is a file or has no owner. A method declared outside its type still belongs
   * to that type.
   */
  isOutermost({ parent, kind }: SymbolNode): boolean {
    return parent < 0 || (kind !== 'method' && this.node(parent).kind === 'file');
  }

  /**
   * Returns the type that owns a member, declared inside it or apart from it. Members of a file's
   * single object belong to the file.
   */
  ownerOf({ parent, kind, signature, path, language }: SymbolNode): number | undefined {
    if (parent < 0) return undefined;
    if (this.node(parent).kind !== 'file') {
      return TYPES.test(this.node(parent).kind) ? parent : undefined;
    }
    if (/^(accessor|property|field)$/.test(kind)) return parent;
    if (kind !== 'method') return undefined;
    const { receiverType } = languageById(language) ?? {};
    if (receiverType === undefined) return parent;
    const type = receiverType(signature);
    const beside = type === undefined ? [] : this.types(type);
    return beside.find((one) => dirnameOf(one.path) === dirnameOf(path))?.index;
  }

  /** Returns a member of a symbol, its own or inherited. */
  memberOf(owner: number, name: string): number | undefined {
    const seen = new Set([owner]);
    let level = [owner];
    for (let depth = 0; depth < INHERITANCE_MAX && level.length > 0; depth++) {
      for (const node of level) {
        if (this.dependencies) this.namedIn(name, this.node(node).path);
        const found = this.ownMember(node, name) ?? this.#extensionMember(node, name);
        if (found !== undefined) return found;
      }
      level = level.flatMap((node) => this.basesOf(node)).filter((node) => !seen.has(node));
      for (const node of level) seen.add(node);
    }
    return undefined;
  }

  /** Returns a member that a symbol declares itself. */
  ownMember(owner: number, name: string): number | undefined {
    const node = this.node(owner);
    // A lookup of its name may not find a member declared outside a type.
    if (this.dependencies && (!TYPES.test(node.kind) || this.#isLocal(node)))
      this.depend('member', node.path, node.id, name);
    return this.#membersOf(owner).get(name);
  }

  /** Returns a member that is declared in another file than its type. */
  #extensionMember(owner: number, name: string): number | undefined {
    const { kind, language } = this.node(owner);
    if (!TYPES.test(kind) || languageById(language)?.receiverType === undefined) return undefined;
    // Tests beside the type may add members to it.
    return this.allNamed(name).find(
      (node) => node.kind === 'method' && this.ownerOf(node) === owner,
    )?.index;
  }

  /** Returns the own members, the first of each name. */
  #membersOf(owner: number): ReadonlyMap<string, number> {
    return getOrCompute(this.#members, owner, () => {
      const inside = this.graph.outgoing(owner, ['contains']).map(({ target }) => target);
      const isOpen = (node: number): boolean => this.node(node).exported;
      const { language } = this.node(owner);
      if (languageById(language)?.accessorsShareFieldNames === true)
        inside.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
      return new Map(inside.reverse().map((node) => [this.node(node).name, node]));
    });
  }

  basesOf(owner: number): readonly number[] {
    return getOrCompute(this.#bases, owner, () => {
      this.depend('bases', this.node(owner).id);
      return [
        ...this.graph.outgoing(owner, ['extends', 'implements']).map(({ target }) => target),
        ...aliasBases(this.graph, owner),
      ];
    });
  }

  /** Returns the types that inherit from this one, as {@link memberOf} resolves members. */
  inheritorsOf(type: number): readonly number[] {
    return getOrCompute(this.#inheritors, type, () => {
      const seen = new Set([type]);
      let level = [type];
      for (let depth = 1; depth < INHERITANCE_MAX && level.length > 0; depth++) {
        level = level.flatMap((node) => this.subtypesOf(node)).filter((node) => !seen.has(node));
        for (const node of level) seen.add(node);
      }
      seen.delete(type);
      return [...seen];
    });
  }

  /** Returns the types that have this one as a base, and the aliases made of it. */
  subtypesOf(type: number): readonly number[] {
    this.depend('subtypes', this.node(type).id);
    const aliases = this.graph
      .incoming(type, ['references'])
      .map(({ source }) => source)
      .filter((source) => this.node(source).kind === 'typeAlias');
    return [
      ...this.graph.incoming(type, ['extends', 'implements']).map(({ source }) => source),
      ...aliases.filter((alias) => this.basesOf(alias).includes(type)),
    ];
  }

  /** Cached {@link isNonApiPath}: each name on each page checks the same files. */
  isNonApiPath(path: string): boolean {
    return getOrCompute(this.#nonApiPaths, path, () => isNonApiPath(path));
  }
}
