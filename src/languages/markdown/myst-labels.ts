/**
 * Reads labels of MyST: `(label)=` or `{#label}` on a line by itself, and the `:name:` of a
 * directive.
 */
import type { Inline } from './block.ts';

const LABEL = /^(?:\(([^()\n]+)\)=|\{#([\w.:-]+)[^{}\n]*\})[ \t]*(?:\n|$)/;
const LABELS_OF_HEADING = /^(?:(?:\([^()]+\)=|\{#[^{}]+\}) )+/;
/** Matches the `:name:` among the options at the start of a directive. */
const NAME_OPTION = /^((?::[\w-]+:.*\n)*):name:[ \t]+(\S.*?)[ \t]*(?:\n|$)/;

/** Matches the head of a directive fenced by colons, which the parser reads as text. */
const COLON_FENCE = /^:{3,}\{[\w:-]+\}.*\n/;
/** Matches the label of a part of a line: `[text]{#name}`. */
const ATTRIBUTE = /(?:^|\])\{#([\w.:-]+)[^{}]*\}/g;

/**
 * Matches the same in other generators' syntax, where it is an anchor rather than a label:
 * `**text**{ #name }`, `{: #name }`.
 */
const SPACED_ATTRIBUTE = /\{(?::\s*|\s+)#([\w.:-]+)[^{}]*\}/g;

/** Returns the labels and anchors that belong to the text before them in a line. */
export function labelsInText(text: string, line: number): Inline[] {
  const labels = Array.from(text.matchAll(ATTRIBUTE), ([, name = '']): Inline => {
    return { form: 'anchor', text: name, line, isLabel: true };
  });
  const anchors = Array.from(text.matchAll(SPACED_ATTRIBUTE), ([, name = '']): Inline => {
    return { form: 'anchor', text: name, line };
  });
  return [...labels, ...anchors];
}

/**
 * Returns the labels at the start of a paragraph whose first line is `row`. If the paragraph has no
 * other content, they belong to what follows.
 */
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

/** Whether a paragraph consists only of labels. */
export function isAllLabels(content: string): boolean {
  return labelsIn(content, 0).rest === '';
}

/**
 * Returns the labels before an underlined heading, which the parser reads as part of the heading.
 */
export function labelsOfHeading(content: string, row: number): Inline[] {
  const { labels, rest } = labelsIn(content, row);
  return rest === '' ? [] : ahead(labels);
}

/** Returns a heading's text without leading labels. Its lines are joined by a space. */
export function withoutLabels(heading: string): string {
  return heading.replace(LABELS_OF_HEADING, '');
}

/** Returns the `:name:` label of a directive. `row` is the first row of its body. */
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
