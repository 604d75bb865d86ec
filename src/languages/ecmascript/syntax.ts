import { copyTree, type Syntax, type SyntaxTree } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import type { ParsedTree } from '../../extractors/parsed-tree.ts';
import { bindTightly } from './precedence.ts';

export {
  childOfType,
  childrenOfType,
  lastChild,
  type Syntax,
  type SyntaxTree,
} from '../../extractors/lowering/syntax.ts';

const LEAVES = words(`
  identifier property_identifier private_property_identifier shorthand_property_identifier
  shorthand_property_identifier_pattern type_identifier statement_identifier predefined_type
  string number regex comment html_comment hash_bang_line this super true false null undefined
  this_type optional_chain accessibility_modifier override_modifier empty_statement jsx_text
  meta_property import
`);

const COMMENTS = new Set(['comment', 'html_comment']);

export function copySyntax(parsed: ParsedTree): SyntaxTree {
  return copyTree(parsed, { leaves: LEAVES, comments: COMMENTS, amend: bindTightly });
}

/** Strips parentheses, casts that keep the value, and non-null marks. */
export function unwrap(node: Syntax): Syntax {
  let inner = node;
  while (inner.type === 'parenthesized_expression' || inner.type === 'non_null_expression') {
    const child = inner.children.find((candidate) => candidate.type !== 'type_annotation');
    if (child === undefined) return inner;
    inner = child;
  }
  return inner;
}

export const FUNCTION_TYPES: ReadonlySet<string> = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
]);

export const CLASS_TYPES: ReadonlySet<string> = new Set([
  'class_declaration',
  'abstract_class_declaration',
  'class',
]);
