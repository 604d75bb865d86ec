/** Variables that are other names for types. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';

const TYPES_WITH_ARGUMENTS =
  /^([\w.]+\.)?(Union|Optional|Callable|Annotated|[Tt]ype|[Ll]ist|[Dd]ict|[Ss]et|[Tt]uple|[Ff]rozen[Ss]et|Sequence|Mapping|MutableMapping|Iterable|Iterator|Awaitable|Coroutine|Generator|AsyncIterator|AsyncIterable)\[/;

/** A name of a class: capitalized but no constant, quoted, or of a builtin type. */
const TYPE_NAME =
  /^\s*['"]?([\w.]*\b[A-Z]\w*[a-z]\w*|None|str|bytes|int|float|bool|complex|object|list|dict|set|tuple|type)(\[.*\])?['"]?\s*$/;

/** Whether a variable of a module or class is another name for a type: `Text = Union[str, Rich]`. */
export function isTypeAlias(draft: PythonDraft, index: number, value: Syntax): boolean {
  if (draft.shapes[index]?.type !== NO_EXPRESSION) return false;
  const stated = value.parent === undefined ? undefined : fieldOf(value.parent, 'type');
  if (stated !== undefined) return value.type !== 'identifier';
  const text = draft.textOf(value);
  if (value.type === 'subscript') return TYPES_WITH_ARGUMENTS.test(text);
  return value.type === 'binary_operator' && text.split('|').every((one) => TYPE_NAME.test(one));
}
