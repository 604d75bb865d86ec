/**
 * Reads directives of MyST, which is Sphinx in Markdown: `{autoclass} shop.Cart`, notes, a whole
 * block of reStructuredText.
 */
import type { Block, Inline } from './block.ts';
import { languageOfDirective } from './code-directive.ts';
import { describedBy } from './described.ts';
import { listEntry } from './directive-list.ts';
import { nameOption } from './myst-labels.ts';
import { readBlocks as readRst } from './rst-blocks.ts';
import type { SphinxScope } from './sphinx-scope.ts';

/** Directives with Markdown as their body. */
const WITH_TEXT =
  /^(?:note|warning|tip|important|seealso|admonition|attention|caution|danger|error|hint|version(?:added|changed|removed)|deprecated|dropdown|details|tab-(?:item|set)|grid|grid-item|grid-item-card|card|topic|sidebar|option|envvar|confval|setting)$/;

export interface Fence {
  readonly info: string;
  readonly content: string;
  /** Row of the first line, 0-based. */
  readonly row: number;
  readonly scope: SphinxScope;
  /** Reads nested Markdown. */
  readonly read: (text: string, scope: SphinxScope) => readonly Block[];
}

export function directiveBlocks({ info, content, row, scope, read }: Fence): readonly Block[] {
  const [, name = '', subject = ''] = /^\{([\w:-]+)\}\s*(.*)$/.exec(info.trim()) ?? [];
  const body = row + 1;
  if (name === 'eval-rst') return inside(readRst(content, scope), body);
  const language = languageOfDirective(name, subject);
  const label = nameOption(content, body);
  if (language !== undefined) {
    return [...label, { form: 'code', language, line: body + 1, text: content }];
  }
  const rendered = scope.directive(name, subject, 0, body) ?? [];
  const described = describedBy(name, subject).flatMap((one): readonly Inline[] => [
    { form: 'anchor', text: one.label, line: body, isLabel: true },
    { form: 'code-span', text: one.name, line: body },
  ]);
  const entries = content.split('\n').flatMap((line, index): Inline | readonly Inline[] => {
    const entry = listEntry(name, line);
    return entry === undefined ? [] : { ...entry, line: body + index + 1, ...scope.ofRole(0) };
  });
  const inner = WITH_TEXT.test(name) ? inside(read(content, scope), body) : [];
  return [...label, ...described, ...entries, ...inner].concat(rendered);
}

/** Moves blocks into the directive's section. Headings inside a directive begin no section. */
function inside(blocks: readonly Block[], row: number): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.form === 'heading') return [];
    const moved = { ...block, line: block.line + row };
    return moved.form === 'anchor' ? [{ ...moved, isAhead: false }] : [moved];
  });
}
