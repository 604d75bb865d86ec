/** Adds references to the symbols named in doc comments, each located at the name. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { type DocName, type DocSyntax, docNames } from './doc-names.ts';
import type { FileDraft } from './file-draft.ts';

/**
 * Returns what a name in the doc comment of a declaration (−1: the file) may refer to, most likely
 * first.
 */
type ReadName = (source: number, name: DocName) => readonly ExpressionId[];

export function addDocMentions(
  draft: FileDraft,
  { syntax, fileDoc }: { readonly syntax: DocSyntax; readonly fileDoc: string },
  read: ReadName,
): void {
  const add = (source: number, doc: string): void => {
    for (const name of docNames(syntax, doc)) {
      const resolved = read(source, name).filter((one) => one !== draft.unknown);
      const [first] = resolved;
      if (first === undefined) continue;
      const expression = resolved.length === 1 ? first : draft.table.add(OP.firstOf, ...resolved);
      draft.refer(source, 'doc', expression, offsetOf(draft, source, doc, name.line));
    }
  };
  add(-1, fileDoc);
  draft.declarations.forEach(({ doc }, source) => {
    add(source, doc);
  });
}

/** Maximum number of marker and indentation characters assumed per comment line. */
const MARKS_PER_LINE = 60;

/**
 * Finds the offset of a comment line. Comments precede the declaration they document; docstrings
 * are inside it.
 */
function offsetOf(
  { text, declarations }: FileDraft,
  source: number,
  doc: string,
  line: string,
): number {
  const declaration = declarations[source];
  if (declaration === undefined) return Math.max(0, text.indexOf(line));
  const { start, end } = declaration;
  const reach = doc.length + MARKS_PER_LINE * (doc.split('\n').length + 2);
  const above = start === 0 ? -1 : text.lastIndexOf(line, start - 1);
  if (above >= 0 && start - above <= reach) return above;
  const inside = text.indexOf(line, start);
  return inside < 0 || inside > end ? start : inside;
}

/**
 * Returns the members that a name may refer to: of a type, of its instances, or of a module.
 * Qualified names are followed member by member. Some languages look methods up as `name()`, and a
 * name without brackets may be a field or a method.
 */
export function membersOf(
  draft: FileDraft,
  owner: ExpressionId,
  { names, isCall }: Pick<DocName, 'names' | 'isCall'>,
): readonly ExpressionId[] {
  if (owner === draft.unknown) return [];
  const last = names.at(-1);
  if (last === undefined) return [owner];
  const { table } = draft;
  const around = names.slice(0, -1).reduce((object, name) => draft.member(object, name), owner);
  const instance = table.add(OP.ofType, table.add(OP.named, around));
  const plain = [draft.member(around, last), draft.member(instance, last)];
  const called = [draft.member(around, `${last}()`), draft.member(instance, `${last}()`)];
  return isCall ? [...called, ...plain] : [...plain, ...called];
}
