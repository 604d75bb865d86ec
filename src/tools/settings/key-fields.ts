/** Finds the fields that get the value of a key, such as those of a Go struct that viper fills. */
import { indentOf } from '../../base/indent-of.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { CodeLine } from '../account/code-lines.ts';
import { filesWithName } from '../account/name-lines.ts';
import type { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';

/**
 * Returns the lines that declare, set and read the field of a key. The last part of the key is the
 * name of the field, in any case, or is in its tag (`mapstructure:"cert"`). The part before it is
 * that of the field that holds its struct.
 */
export async function fieldLines(
  open: OpenIndex,
  key: string,
  sources: Sources,
): Promise<readonly CodeLine[]> {
  const [last = '', holder] = key.split('.').reverse();
  const lines: CodeLine[] = [];
  for (const field of await fieldsOf(open, last, holder, sources)) {
    lines.push({ path: field.path, line: field.startLine });
    lines.push(...(await usesOf(open, field, sources)));
  }
  return lines;
}

/** Returns the fields of a part of a key: those in a field of `holder`, or the only one. */
async function fieldsOf(
  open: OpenIndex,
  part: string,
  holder: string | undefined,
  sources: Sources,
): Promise<readonly SymbolNode[]> {
  const { graph } = open.snapshot;
  const found = new Map<number, SymbolNode>();
  for (const name of graph.names()) {
    if (!isSameWord(name, part)) continue;
    for (const node of graph.byName(name)) addField(graph.node(node));
  }
  const files = await filesWithName(open, part);
  for (const { path, occurrences } of typeof files === 'number' ? [] : files) {
    const { lines } = await sources.of(path);
    for (const { line } of occurrences) {
      if (!hasTag(lines[line - 1], part)) continue;
      const node = graph.innermostAt(path, line);
      if (node !== undefined) addField(graph.node(node));
    }
  }
  const fields = [...found.values()];
  if (holder === undefined) return fields;
  const held: SymbolNode[] = [];
  for (const field of fields) if (await isHeld(field)) held.push(field);
  return held.length === 0 && fields.length === 1 ? fields : held;

  function addField(node: SymbolNode): void {
    if (node.kind === 'field') found.set(node.index, node);
  }

  async function isHeld({ parent }: SymbolNode): Promise<boolean> {
    for (const { source } of graph.incoming(parent, ['references'])) {
      const { kind, name, path, startLine } = graph.node(source);
      if (kind !== 'field' || holder === undefined) continue;
      if (isSameWord(name, holder)) return true;
      if (hasTag((await sources.of(path)).lines[startLine - 1], holder)) return true;
    }
    return false;
  }
}

/** Returns the lines that name a field: of several of its name, those beside what holds it. */
async function usesOf(
  open: OpenIndex,
  { index, name, parent }: SymbolNode,
  sources: Sources,
): Promise<readonly CodeLine[]> {
  const { graph } = open.snapshot;
  const files = await filesWithName(open, name);
  if (typeof files === 'number') return [];
  const isOnly = graph
    .byName(name)
    .every((other) => other === index || graph.node(other).kind !== 'field');
  const holders = graph.incoming(parent, ['references']).map(({ source }) => source);
  const words = [parent, ...holders].map((node) => graph.node(node).name);
  const found: CodeLine[] = [];
  for (const { path, isPage, occurrences, contextOf } of files) {
    const { lines } = await sources.of(path);
    for (const one of occurrences) {
      if (isPage || contextOf(one) !== 'member') continue;
      const shown = `${lines[one.line - 1]}\n${enclosingLine(lines, one.line - 1)}`;
      const isBeside = words.some((word) => new RegExp(`\\b${word}\\b`).test(shown));
      if (isOnly || isBeside) found.push({ path, line: one.line });
    }
  }
  return found;
}

/** Returns the nearest line above that is indented less, as of the literal around a key. */
function enclosingLine(lines: readonly string[], index: number): string {
  const indent = indentOf(lines[index] ?? '');
  for (let above = index - 1; above >= 0; above--) {
    const line = lines[above] ?? '';
    if (line.trim() !== '' && indentOf(line) < indent) return line;
  }
  return '';
}

function isSameWord(name: string, part: string): boolean {
  return name.length === part.length && name.toLowerCase() === part.toLowerCase();
}

function hasTag(line: string | undefined, part: string): boolean {
  return line?.includes(`:"${part}"`) === true || line?.includes(`:"${part},`) === true;
}
