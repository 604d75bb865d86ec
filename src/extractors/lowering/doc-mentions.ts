/** References to what doc comments name, each where the name stands. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { type DocName, type DocSyntax, docNames } from './doc-names.ts';
import type { FileDraft } from './file-draft.ts';

/** What a name may mean in the comment of a declaration (−1: the file), most likely first. */
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

/** Characters of marks and indentation that a line of a comment may have besides its text. */
const MARKS_PER_LINE = 60;

/** Comments stand above what they document, docstrings in it. */
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
 * A member of a type, of its instances or of a module; members of members lead on. Some languages look
 * methods up as `name()`, and a name without brackets may be a field's or a method's.
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
