import { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { EVIDENCE } from '../../model/edge.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import type { Rendering } from '../answer/budget.ts';
import { numberedLine, oneLine } from '../answer/display.ts';
import type { Sources } from '../answer/sources.ts';
import { ALL_USE_KINDS } from '../answer/use-rows.ts';
import { type ImpactUse, TYPE_KINDS, USE_GROUPS } from './impact-uses.ts';

/** The uses that one symbol makes of a changed declaration, with the lines that make them. */
export const impactItemSchema = z.strictObject({
  group: z.enum(USE_GROUPS),
  /** The symbol that contains the lines, or the file. */
  symbol: z.string(),
  path: z.string(),
  lines: z.array(z.int()),
  kind: z.enum(ALL_USE_KINDS),
  evidence: z.enum(EVIDENCE),
  /** The changed declaration that it names. */
  target: z.string(),
  distance: z.int(),
  /** The lines, as they are on disk; left out first if the answer is too long. */
  code: z.array(z.string()).optional(),
});
export type ImpactItem = z.infer<typeof impactItemSchema>;

const CODE_CHARACTERS_MAX = 140;
const LINES_WITH_CODE_MAX = 8;
/** Forms that a reader would otherwise take for plain calls. */
const SHOWN_FORMS: ReadonlySet<string> = new Set(['new', 'jsx', 'decorator', 'super', 'value']);

interface ItemContext {
  readonly graph: SymbolGraph;
  readonly sources: Sources;
  /** The changed symbol; uses that name another declaration say so. */
  readonly own: ReadonlySet<number>;
}

/** Renders a use without and with its code. Tests and names of types are listed without. */
export async function renderImpact(
  use: ImpactUse,
  { graph, sources, own }: ItemContext,
): Promise<readonly Rendering<ImpactItem>[]> {
  const { group, row, target, distance } = use;
  const { id: symbol, path } = graph.node(row.edge.source);
  const { lines, form } = row.edge;
  const { kind, evidence } = row;
  const targetId = graph.node(target).id;
  const item = {
    ...{ group, symbol, path, lines: [...lines], kind, evidence, target: targetId, distance },
  };
  const isNamed = isNamedType(graph, item);
  const marks = [
    ...(kind === 'calls' && SHOWN_FORMS.has(form) ? [form] : []),
    ...(kind === 'calls' || group === 'imports' || isNamed ? [] : [kind]),
    ...(evidence === 'exact' ? [] : [evidence]),
    ...(own.has(target) ? [] : [`of ${ownerOf(graph, target, own)}`]),
    ...(distance === 1 ? [] : [`${distance} steps`]),
  ];
  const name = symbol.slice(pathOfSymbolId(symbol).length + 2);
  const tail = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  const text = `  ${path}:${lines.join(',')}${name === '' ? '' : ` ${name}`}${tail}`;
  const short = { item, text };
  if (group === 'tests' || isNamed) return [short];
  const source = await sources.of(path);
  const code = lines
    .slice(0, LINES_WITH_CODE_MAX)
    .map((line) => oneLine(source.lines[line - 1] ?? '', CODE_CHARACTERS_MAX));
  const shown = code
    .map((line, index) => `    ${numberedLine(lines[index] ?? 0, line)}`)
    .join('\n');
  return [short, { item: { ...item, code }, text: `${text}\n${shown}` }];
}

/** Returns the name of a declaration, without the part that a requested symbol has too. */
function ownerOf(graph: SymbolGraph, target: number, own: ReadonlySet<number>): string {
  const { id, name } = graph.node(target);
  const whole = id.slice(pathOfSymbolId(id).length + 2);
  const isShared = [...own].some((node) => graph.node(node).name === name);
  return isShared && whole.endsWith(`::${name}`) ? whole.slice(0, -name.length - 2) : whole;
}

/** Whether lines only name a type, as that of a parameter: they say little more than their place. */
export function isNamedType(
  graph: SymbolGraph,
  { kind, target }: Pick<ImpactItem, 'kind' | 'target'>,
): boolean {
  const node = graph.find(target);
  return kind === 'references' && node !== undefined && TYPE_KINDS.has(graph.node(node).kind);
}
