/**
 * Binds the targets of notes to the current graph, and says what became of them since they were
 * written. A pure function of the notes, the graph and the entry points, so it is derived again for
 * each snapshot.
 */
import { appendTo } from '../base/append-to.ts';
import { contentHash } from '../base/hash.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { type EntryPoint, entryTitle } from '../model/entry-point.ts';
import type { NoteTarget } from '../model/note.ts';
import {
  parseSymbolFingerprint,
  routeFingerprint,
  symbolFingerprint,
  usesFingerprint,
} from './fingerprint.ts';
import { MovedSymbols } from './moved-symbols.ts';

/**
 * The states of a target, worst last. fresh: as it was. moved: the same content is elsewhere.
 * unbound: it exists, but no fingerprint says how it was. changed: its content differs. orphaned: it
 * is gone.
 */
export const NOTE_STATES = ['fresh', 'moved', 'unbound', 'changed', 'orphaned'] as const;
export type NoteState = (typeof NOTE_STATES)[number];

export interface BoundTarget extends NoteTarget {
  readonly state: NoteState;
  /** Where it is now, in the form of {@link NoteTarget.target}; empty if it is gone. */
  readonly now: string;
  /** Its symbols, files and sections, for edges. */
  readonly nodes: readonly number[];
  /** The parts that differ: `signature`, `body`, `doc`, `route`, `uses`, `note`. */
  readonly changed: readonly string[];
  /** For an orphaned target, the most similar symbol, if there is one. */
  readonly similar: string;
  /** Fingerprint of the target as it is now; empty if it is gone. */
  readonly fingerprintNow: string;
}

/** The project as bindings see it. */
export interface BindingScope {
  readonly graph: SymbolGraph;
  readonly entryPoints: readonly EntryPoint[];
  /** The node of each note, by id. */
  readonly noteNodes: ReadonlyMap<string, number>;
  /** New paths of files that git shows as renamed. */
  readonly renames?: ReadonlyMap<string, string>;
}

const ROUTE = 'route:';
const NOTE = 'note:';
const USE = ' -> ';
const SYMBOL_DIGITS = 24;

interface Found {
  readonly state: NoteState;
  readonly now: string;
  readonly nodes: readonly number[];
  readonly changed: readonly string[];
  readonly similar: string;
  readonly fingerprintNow: string;
}

const MISSING: Found = {
  state: 'orphaned',
  now: '',
  nodes: [],
  changed: [],
  similar: '',
  fingerprintNow: '',
};

/** Binds targets in one state of a project. */
export class Binder {
  readonly #scope: BindingScope;
  readonly #moved: MovedSymbols;
  #routes: ReadonlyMap<string, readonly EntryPoint[]> | undefined;

  /** `targets` are all that will be bound; their fingerprints are looked up together. */
  constructor(scope: BindingScope, targets: Iterable<NoteTarget>) {
    this.#scope = scope;
    const fingerprints = Array.from(targets, ({ fingerprint }) => symbolParts(fingerprint)).flat();
    this.#moved = new MovedSymbols(scope.graph, fingerprints);
  }

  bind(target: NoteTarget): BoundTarget {
    return { ...target, ...this.#find(target.target, target.fingerprint) };
  }

  #find(text: string, fingerprint: string): Found {
    if (text.startsWith(ROUTE)) return this.#findRoute(text.slice(ROUTE.length), fingerprint);
    if (text.startsWith(NOTE)) return this.#findNote(text.slice(NOTE.length), fingerprint);
    const [source, target] = text.split(USE);
    return source === undefined || target === undefined
      ? this.#findSymbol(text, fingerprint)
      : this.#findUse(source, target, fingerprint);
  }

  #findSymbol(id: string, fingerprint: string): Found {
    const { graph } = this.#scope;
    const node = graph.find(id);
    if (node !== undefined && fingerprint === '') return this.#at(node, 'unbound', []);
    if (node !== undefined && symbolFingerprint(graph, node) === fingerprint)
      return this.#at(node, 'fresh', []);
    const was = parseSymbolFingerprint(fingerprint);
    const moved = was && this.#moved.find(id, was, node !== undefined);
    if (moved !== undefined) return this.#elsewhere(moved, fingerprint);
    const here = node ?? this.#renamed(id);
    if (here === undefined) return { ...MISSING, similar: this.#moved.similar(id) };
    return this.#at(here, 'changed', differences(fingerprint, symbolFingerprint(graph, here)));
  }

  /** A moved symbol may have another doc comment. */
  #elsewhere(node: number, fingerprint: string): Found {
    const differs = differences(fingerprint, symbolFingerprint(this.#scope.graph, node));
    return this.#at(node, differs.length === 0 ? 'moved' : 'changed', differs);
  }

  #at(node: number, state: NoteState, changed: readonly string[]): Found {
    const { graph } = this.#scope;
    const fingerprintNow = symbolFingerprint(graph, node);
    return { state, now: graph.node(node).id, nodes: [node], changed, similar: '', fingerprintNow };
  }

  /** Returns the symbol of the same name in a file that was renamed and edited. */
  #renamed(id: string): number | undefined {
    const { graph, renames } = this.#scope;
    for (const [path, now] of renames ?? [])
      if (id === path || id.startsWith(`${path}::`)) return graph.find(now + id.slice(path.length));
    return undefined;
  }

  #findUse(source: string, target: string, fingerprint: string): Found {
    const { graph } = this.#scope;
    const [uses = '', from = '', to = ''] = fingerprint.split('.');
    const ends = [this.#findSymbol(source, from), this.#findSymbol(target, to)] as const;
    const nodes = ends.flatMap((end) => end.nodes);
    const [first, second] = nodes;
    const usesNow =
      first === undefined || second === undefined
        ? undefined
        : usesFingerprint(graph, first, second);
    if (usesNow === undefined)
      return { ...MISSING, similar: ends.map(({ similar }) => similar).join() };
    const changed = [...new Set(ends.flatMap((end) => end.changed))];
    if (fingerprint !== '' && uses !== usesNow) changed.push('uses');
    const fingerprintNow = [usesNow, ...ends.map((end) => end.fingerprintNow)].join('.');
    const now = ends.map((end) => end.now).join(USE);
    const state = changed.length > 0 ? 'changed' : worstState(ends.map((end) => end.state));
    return { state, now, nodes, changed, similar: '', fingerprintNow };
  }

  #findRoute(title: string, fingerprint: string): Found {
    const entries = this.#routesBy(title);
    const [declared = '', ...handlers] = fingerprint.split('.');
    if (entries.length === 0) return { ...MISSING, similar: this.#similarRoute(handlers) };
    const nodes = [...new Set(entries.flatMap((entry) => this.#handlerOf(entry)))];
    const own = nodes.map((node) => symbolFingerprint(this.#scope.graph, node));
    const fingerprintNow = [routeFingerprint(entries), ...own].join('.');
    const changed = [
      ...(declared === routeFingerprint(entries) ? [] : ['route']),
      ...(handlers.join() === own.join() ? [] : ['handler']),
    ];
    const isBound = fingerprint !== '';
    const state = !isBound ? 'unbound' : changed.length === 0 ? 'fresh' : 'changed';
    const now = ROUTE + title;
    return { state, now, nodes, changed: isBound ? changed : [], similar: '', fingerprintNow };
  }

  #routesBy(title: string): readonly EntryPoint[] {
    if (this.#routes === undefined) {
      const routes = new Map<string, EntryPoint[]>();
      for (const entry of this.#scope.entryPoints) appendTo(routes, entryTitle(entry), entry);
      this.#routes = routes;
    }
    return this.#routes.get(title) ?? [];
  }

  #handlerOf({ handler, path }: EntryPoint): readonly number[] {
    const { graph } = this.#scope;
    const node = handler === '' ? undefined : graph.find(handler);
    return [node ?? graph.fileNode(path)].flatMap((found) => found ?? []);
  }

  /** Returns the route that now has the handler of one that is gone. */
  #similarRoute(handlers: readonly string[]): string {
    const { graph, entryPoints } = this.#scope;
    const found = entryPoints.find(({ handler }) => {
      const node = handler === '' ? undefined : graph.find(handler);
      return node !== undefined && handlers.includes(symbolFingerprint(graph, node));
    });
    return found === undefined ? '' : ROUTE + entryTitle(found);
  }

  #findNote(id: string, fingerprint: string): Found {
    const { graph, noteNodes } = this.#scope;
    const node = noteNodes.get(id);
    if (node === undefined) return MISSING;
    const fingerprintNow = symbolFingerprint(graph, node);
    const isSame = fingerprint === fingerprintNow;
    const state = fingerprint === '' ? 'unbound' : isSame ? 'fresh' : 'changed';
    const changed = state === 'changed' ? ['note'] : [];
    return { state, now: NOTE + id, nodes: [node], changed, similar: '', fingerprintNow };
  }
}

/** Returns the fingerprints of symbols in the fingerprint of any target. */
function symbolParts(fingerprint: string) {
  return fingerprint
    .split('.')
    .flatMap((part) => (part.length === SYMBOL_DIGITS ? (parseSymbolFingerprint(part) ?? []) : []));
}

function differences(before: string, after: string): readonly string[] {
  const [old, now] = [parseSymbolFingerprint(before), parseSymbolFingerprint(after)];
  if (old === undefined || now === undefined) return ['fingerprint'];
  return [
    ...(old.head === now.head ? [] : ['signature']),
    ...(old.body === now.body ? [] : ['body']),
    ...(old.doc === now.doc ? [] : ['doc']),
  ];
}

/** Returns the worst of some states; that of nothing is unbound, because nothing proves it. */
export function worstState(states: readonly NoteState[]): NoteState {
  if (states.length === 0) return 'unbound';
  return NOTE_STATES[Math.max(...states.map((state) => NOTE_STATES.indexOf(state)))] ?? 'unbound';
}

/** Identifies the content of a note file for the optimistic lock. */
export function noteVersion(text: string): string {
  return contentHash(text).slice(0, 12);
}
