/** Labels of MyST: `(label)=` or `{#label}` on a line by itself, and the `:name:` of a directive. */
import type { Inline } from './block.ts';

const LABEL = /^(?:\(([^()\n]+)\)=|\{#([\w.:-]+)[^{}\n]*\})[ \t]*(?:\n|$)/;
const LABELS_OF_HEADING = /^(?:(?:\([^()]+\)=|\{#[^{}]+\}) )+/;
/** Of the options that a directive begins with. */
const NAME_OPTION = /^((?::[\w-]+:.*\n)*):name:[ \t]+(\S.*?)[ \t]*(?:\n|$)/;

/** A directive between colons, which to the parser is text. */
const COLON_FENCE = /^:{3,}\{[\w:-]+\}.*\n/;
/** Of a part of a line: `[text]{#name}`. */
const ATTRIBUTE = /(?:^|\])\{#([\w.:-]+)[^{}]*\}/g;

/** The same of other generators, to which it is an anchor and no label: `**text**{ #name }`, `{: #name }`. */
const SPACED_ATTRIBUTE = /\{(?::\s*|\s+)#([\w.:-]+)[^{}]*\}/g;

/** Of what stands before it in a line. */
export function labelsInText(text: string, line: number): Inline[] {
  const labels = Array.from(text.matchAll(ATTRIBUTE), ([, name = '']): Inline => {
    return { form: 'anchor', text: name, line, isLabel: true };
  });
  const anchors = Array.from(text.matchAll(SPACED_ATTRIBUTE), ([, name = '']): Inline => {
    return { form: 'anchor', text: name, line };
  });
  return [...labels, ...anchors];
}

/** Those that a paragraph begins with, whose first line `row` is; of what follows when there is no more of it. */
export function labelsOfParagraph(
  content: string,
  row: number,
  isBeforeHeading: boolean,
): Inline[] {
  const opening = COLON_FENCE.exec(content)?.[0];
  if (opening !== undefined) return nameOption(content.slice(opening.length), row + 1);
  const { labels, rest } = labelsIn(content, row);
  return rest === '' && isBeforeHeading ? ahead(labels) : labels;
}

/** Nothing else is in the paragraph. */
export function isAllLabels(content: string): boolean {
  return labelsIn(content, 0).rest === '';
}

/** To the parser they are of a heading that is underlined. */
export function labelsOfHeading(content: string, row: number): Inline[] {
  const { labels, rest } = labelsIn(content, row);
  return rest === '' ? [] : ahead(labels);
}

/** A heading's text, its lines joined by a space. */
export function withoutLabels(heading: string): string {
  return heading.replace(LABELS_OF_HEADING, '');
}

/** `row` is the first of the directive's body. */
export function nameOption(body: string, row: number): Inline[] {
  const [, before = '', text] = NAME_OPTION.exec(body) ?? [];
  const line = row + before.split('\n').length;
  return text === undefined ? [] : [{ form: 'anchor', text, line, isLabel: true }];
}

function labelsIn(content: string, row: number) {
  const labels: Inline[] = [];
  let rest = content;
  for (let match = LABEL.exec(rest); match !== null; match = LABEL.exec(rest)) {
    const text = match[1] ?? match[2] ?? '';
    labels.push({ form: 'anchor', text, line: row + labels.length + 1, isLabel: true });
    rest = rest.slice(match[0].length);
  }
  return { labels, rest };
}

function ahead(labels: readonly Inline[]): Inline[] {
  return labels.map((label) => ({ ...label, isAhead: true }));
}
