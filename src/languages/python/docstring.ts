import { childOfType, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { PythonDraft } from './draft.ts';

/**
 * Returns the docstring of a body without quotes and common indentation; empty if there is none.
 */
export function docstring(draft: PythonDraft, body: Syntax | undefined): string {
  const first = body?.children[0];
  const string = first?.type === 'expression_statement' ? childOfType(first, 'string') : undefined;
  if (string === undefined || string.parent?.children.length !== 1) return '';
  const text = draft.textOf(string).replace(/^[a-zA-Z]*("""|'''|"|')([\s\S]*?)\1$/, '$2');
  const [head = '', ...rest] = text.replaceAll('\r', '').split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents, 80);
  return [head.trim(), ...rest.map((line) => line.slice(indent).trimEnd())].join('\n').trim();
}
