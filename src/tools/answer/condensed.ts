/**
 * A long body in few lines: what it calls, the branches around these calls, and how it ends.
 * Works on indentation, so that it holds for every language.
 */
import { appendTo } from '../../base/append-to.ts';
import { indentOf } from '../../base/indent-of.ts';
import { membersThatRun } from '../../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { withContents } from '../../graph/symbol-groups.ts';
import { DATA_NOTICE, numberedLine, oneLine, visible } from './display.ts';
import type { CurrentSource } from './sources.ts';

const TYPE_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'namespace']);
/** Pages, settings files and whole files are read as they are. */
const CODE_KINDS: ReadonlySet<string> = new Set([
  ...TYPE_KINDS,
  ...['function', 'method', 'constructor', 'accessor', 'variable'],
]);
/** Lines that are shown if calls out of the project do not fit as well. */
const LINES_MAX = 40;
/** A condensed body that is longer than this share of the body saves too little. */
const SHARE_MAX = 0.6;
const LINE_CHARACTERS_MAX = 160;
const TARGETS_MAX = 2;

const OUTCOME = /^(?:return|throw|raise|yield|panic|await|go)\b/;
/** A result that says nothing by itself, such as an error that is passed on. */
const BARE_RETURN = /^return(?:\s+[\w.]+)?;?$/;
const CALL = /[\w\])?!>]\(/;
const COMMENT = /^(?:\/\/|\/?\*|#(?!\[)|--|"""|''')/;
const CLOSING = /^[)\]}]/;
const OPENING = /[([{]$/;
/** A text without spaces, or a member of something named with a capital: an event, job or status. */
const NAMED_VALUE = /(["'`])[\w.:/-]+\1|\b[A-Z]\w*\.[A-Z]/;

/** A line of a file as it is shown, without its number. */
export interface ShownLine {
  readonly line: number;
  readonly text: string;
}

interface Condensed {
  readonly lines: readonly ShownLine[];
  /** The kind of lines that are shown. */
  readonly shows: string;
}

/**
 * Returns the lines of a symbol that say what it does, each with its number and the place of what
 * it calls in another file; undefined if that is not much shorter than the whole. In brief, those
 * lines that make the first call of something, as they are indented.
 */
export function condensed(
  graph: SymbolGraph,
  node: SymbolNode,
  { lines, text, isStale }: CurrentSource,
  isBrief = false,
): Condensed | undefined {
  if (isStale || !CODE_KINDS.has(node.kind)) return undefined;
  const own = lines.slice(node.startLine - 1, node.endLine);
  const members = membersOf(graph, node);
  if (members.length > 0)
    return members.length > own.length * SHARE_MAX
      ? undefined
      : { lines: members, shows: 'members' };
  const targets = targetsOf(graph, node);
  const firsts = new Set(firstLines(targets));
  const lineAt = (place: number) => (own[place] ?? '').trim();
  const isStep = (place: number) =>
    isBrief
      ? firsts.has(node.startLine + place)
      : targets.has(node.startLine + place) ||
        (OUTCOME.test(lineAt(place)) && !BARE_RETURN.test(lineAt(place)));
  const isCall = (place: number) => CALL.test(lineAt(place)) && !COMMENT.test(lineAt(place));
  const isValue = (place: number) =>
    OPENING.test(lineAt(place - 1)) &&
    targets.has(node.startLine + place - 1) &&
    NAMED_VALUE.test(lineAt(place));
  // The signature is printed above.
  const first = text.slice(node.start, node.bodyStart).split('\n').length;
  const linesOf = (isChosen: (place: number) => boolean) =>
    withEnclosing(own, isChosen).filter((place) => place >= first);
  const isAny = (place: number) =>
    isStep(place) || isValue(place) || isCall(place) || BARE_RETURN.test(lineAt(place));
  const all = linesOf(isAny);
  const isAll = !isBrief && all.length <= LINES_MAX;
  const shown = isAll ? all : linesOf((place) => isStep(place) || isValue(place));
  if (shown.length === 0 || shown.length > own.length * SHARE_MAX) return undefined;
  const base = isBrief ? 0 : Math.min(...shown.map((place) => indentOf(own[place] ?? '')));
  const named = new Set<number>();
  const body = shown.map((place) => {
    const line = (own[place] ?? '').slice(base).trimEnd();
    const cut =
      line.length > LINE_CHARACTERS_MAX ? `${line.slice(0, LINE_CHARACTERS_MAX - 1)}…` : line;
    const number = node.startLine + place;
    const others = (targets.get(number) ?? []).filter((one) => !named.has(one));
    for (const one of others) named.add(one);
    return { line: number, text: `${visible(cut)}${targetText(graph, node, others)}` };
  });
  return { lines: body, shows: 'calls, branches and results' };
}

/** Returns as much of the condensed body as fits, below a line that says what is left out. */
export function condensedText(
  { startLine, endLine }: SymbolNode,
  { lines, shows }: Condensed,
  characters: number,
): string {
  let left = characters;
  const shown = lines.map(shownLine);
  const end = shown.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  const fitting = end < 0 ? shown : shown.slice(0, Math.max(1, end));
  const cut = fitting.length < shown.length ? ', cut to max_tokens' : '';
  const count = `${fitting.length} of ${endLine - startLine + 1} lines: ${shows}${cut}`;
  return [DATA_NOTICE, `${count}; detail full shows all.`, ...fitting].join('\n');
}

/** Returns a line with its number. */
export function shownLine({ line, text }: ShownLine): string {
  return numberedLine(line, text);
}

/** Returns the lines around a line that say when it runs, outermost first; indexes into `lines`. */
export function enclosingLines(lines: readonly string[], place: number): readonly number[] {
  return [...withEnclosing(lines.slice(0, place + 1), (one) => one === place)].filter(
    (one) => one < place,
  );
}

/** Returns the chosen lines and those around them that say when they run, in order. */
function withEnclosing(
  lines: readonly string[],
  isChosen: (place: number) => boolean,
): readonly number[] {
  const shown = new Set<number>();
  let open: { readonly place: number; readonly indent: number }[] = [];
  for (const [place, line] of lines.entries()) {
    const text = line.trim();
    const indent = indentOf(line);
    if (isChosen(place)) {
      shown.add(place);
      for (const around of open) if (around.indent < indent) shown.add(around.place);
    }
    if (text === '' || COMMENT.test(text)) continue;
    // A line such as `} else {` or `) {` continues one above with the same indentation.
    const end = CLOSING.test(text) ? indent + 1 : indent;
    open = open.filter((around) => around.indent < end);
    open.push({ place, indent });
  }
  return [...shown].sort((a, b) => a - b);
}

/** Returns the members of a type, by their signatures: their first line may be an annotation. */
function membersOf(graph: SymbolGraph, { index, kind }: SymbolNode): readonly ShownLine[] {
  if (!TYPE_KINDS.has(kind)) return [];
  return graph
    .outgoing(index, ['contains'])
    .map(({ target }) => graph.node(target))
    .map(({ startLine, signature }) => ({
      line: startLine,
      text: oneLine(signature, LINE_CHARACTERS_MAX),
    }));
}

/** Returns what the lines of a symbol call, by line. */
function targetsOf(graph: SymbolGraph, node: SymbolNode): ReadonlyMap<number, readonly number[]> {
  const targets = new Map<number, number[]>();
  for (const inner of withContents(graph, node.index)) {
    if (graph.pathOf(inner) !== node.path) continue;
    for (const { target, lines, evidence } of graph.outgoing(inner, ['calls'])) {
      if (evidence === 'nameOnly') continue;
      for (const line of lines) appendTo(targets, line, target);
    }
  }
  return targets;
}

/** Returns the first line that calls each of the targets. */
function firstLines(targets: ReadonlyMap<number, readonly number[]>): Iterable<number> {
  const first = new Map<number, number>();
  for (const [line, own] of targets)
    for (const target of own) first.set(target, Math.min(line, first.get(target) ?? line));
  return first.values();
}

function targetText(graph: SymbolGraph, { path }: SymbolNode, targets: readonly number[]): string {
  const others = [...new Set(targets)]
    .map((one) => graph.node(one))
    .filter((one) => one.path !== path);
  if (others.length === 0) return '';
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  const placeOf = (one: SymbolNode) => {
    const name = one.path.startsWith(directory) ? one.path.slice(directory.length) : one.path;
    // A file of the same folder is found by its name.
    return `${name.includes('/') ? one.path : name}:${one.startLine}`;
  };
  const places = others.slice(0, TARGETS_MAX).map((one) => {
    const runs = membersThatRun(graph, one);
    if (runs.length === 0) return placeOf(one);
    return runs.length > TARGETS_MAX
      ? `${placeOf(one)} (${runs.length} implement it)`
      : `${placeOf(one)}, implemented at ${runs.map(placeOf).join(' and ')}`;
  });
  const more = others.length > TARGETS_MAX ? ` and ${others.length - TARGETS_MAX} more` : '';
  return `  → ${places.join(', ')}${more}`;
}
