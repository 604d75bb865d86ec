/** The text about a symbol: what an agent needs of what is known, and how much of it. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { accountText } from '../account/account-text.ts';
import type { NameAccount } from '../account/name-account.ts';
import type { Body } from '../answer/body.ts';
import { plural } from '../answer/display.ts';
import type { EdgeSelection } from '../answer/edge-rows.ts';
import { type unresolvedField, unresolvedText } from '../answer/unresolved-item.ts';
import { enteredByLine } from '../entry-points/reached-from.ts';
import type { SymbolMatch } from '../input/find-symbol.ts';
import { type memoryField, memoryText } from '../notes/shown-notes.ts';
import type { NeighbourGroup } from './neighbours.ts';

/** Edges of each kind that the text lists; code_references and graph_traverse list all. */
const EDGES_OF_ONE = 12;
const REFERENCES_OF_ONE = 6;
const EDGES_OF_SEVERAL = 4;
const ENTERED_OF_ONE = 3;
/** A condensed body names these. */
const SHOWN_BY_BODY: ReadonlySet<string> = new Set(['out.calls', 'out.references', 'out.contains']);

export interface SymbolRequest {
  /** The words of the request; lines of a file select the lines shown of a long symbol. */
  readonly words: string;
  readonly match: SymbolMatch;
  /** Neighbours to bring along. */
  readonly groups: readonly NeighbourGroup[];
  /** Whether to tell the history of its lines. */
  readonly history: boolean;
  /** Longer bodies are condensed in the text. */
  readonly wholeLines: number;
  /** Whether it is the only one; the text lists fewer edges of each of several. */
  readonly isOne: boolean;
}

interface NameList {
  readonly items: readonly string[];
  readonly returned_count: number;
  readonly total_count: number;
}

type KnownFacts = ReturnType<typeof unresolvedField> &
  ReturnType<typeof memoryField> & {
    readonly account?: NameAccount;
    readonly overrides?: NameList;
    readonly overridden_by?: NameList;
    readonly documented_in: readonly string[];
    readonly entry_points: readonly string[];
    readonly entry_points_total: number;
  };

/** Returns the facts as text. Places of a setting cover its account, and bodies those of several. */
export function knownText(
  known: KnownFacts,
  { groups, isOne, wholeLines }: SymbolRequest,
  isSetting: boolean,
): string[] {
  return [
    // The text lists the first edges of each kind only.
    isOne && !isSetting ? accountText(known.account, 'known') : '',
    ...overridesText(known),
    unresolvedText(known, wholeLines === Number.POSITIVE_INFINITY),
    groups.includes('docs') || isSetting || !isOne ? '' : documentedText(known),
    enteredByLine(known.entry_points, known.entry_points_total, isOne ? ENTERED_OF_ONE : 1),
    memoryText(known),
  ];
}

function overridesText(known: Pick<KnownFacts, 'overrides' | 'overridden_by'>): string[] {
  return Object.entries({ overrides: known.overrides, 'overridden by': known.overridden_by }).map(
    ([words, list]) =>
      list === undefined
        ? ''
        : `${words} (${list.returned_count} of ${list.total_count}): ${list.items.join(', ')}`,
  );
}

function documentedText({ documented_in: places }: KnownFacts): string {
  return places.length === 0 ? '' : `documented in: ${places.join(', ')}`;
}

/** Returns how many edges of a kind the text lists. A condensed body names what it calls. */
export function edgesMax(
  name: string,
  { isOne, wholeLines }: SymbolRequest,
  isShort: boolean,
): number {
  if (wholeLines === Number.POSITIVE_INFINITY) return wholeLines;
  if (isShort && SHOWN_BY_BODY.has(name)) return 0;
  if (name === 'out.references') return isOne ? REFERENCES_OF_ONE : 0;
  return isOne ? EDGES_OF_ONE : EDGES_OF_SEVERAL;
}

export function partNotes(node: SymbolNode, shown: SymbolNode): string[] {
  if (shown.startLine === node.startLine && shown.endLine === node.endLine) return [];
  return [
    `lines ${shown.startLine}-${shown.endLine} of ${node.startLine}-${node.endLine}, around those asked for; ask for ${node.id} to see all of it`,
  ];
}

export function notesOf(
  node: SymbolNode,
  facts: {
    readonly body: Body | undefined;
    readonly selection: EdgeSelection;
  },
): string[] {
  const { body } = facts;
  const notes: string[] = [];
  if (body?.isTruncated === true) {
    notes.push(
      `body cut after line ${body.endLine} of ${node.endLine}; raise max_tokens, or request one member (code_get_file_symbols lists them)`,
    );
  }
  if (facts.selection.weakerCount > 0) {
    notes.push(
      `${plural(facts.selection.weakerCount, 'edge')} known by name only omitted; graph_traverse with evidence nameOnly shows them`,
    );
  }
  return notes;
}
