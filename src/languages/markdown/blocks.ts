/**
 * Reads a Markdown page into a flat list of blocks with line numbers, from which facts are built.
 */

import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import { nounsAround } from './around-code.ts';
import type { Block, Heading, Inline } from './block.ts';
import { languageByPrompt } from './code-directive.ts';
import { describedLabel } from './described.ts';
import { directiveBlocks } from './myst-directives.ts';
import {
  isAllLabels,
  labelsInText,
  labelsOfHeading,
  labelsOfParagraph,
  withoutLabels,
} from './myst-labels.ts';
import { linkOfRole, targetOf } from './roles.ts';
import { slugOf } from './slug.ts';
import { SphinxScope } from './sphinx-scope.ts';

const PARSER = new MarkdownIt({ html: true, linkify: false });
/**
 * Matches the anchor in `Sign in {#sign-in}`, a syntax of static site generators. Some put it
 * between `%`.
 */
const HEADING_ANCHOR = /\s*%?\{#([\w.:-]+)\}%?\s*$/;
const HTML_ANCHOR = /<[a-z][^<>]*?\s(?:id|name)\s*=\s*["']?([^"'\s>]+)/gi;
const HTML_LINK = /<a\s[^<>]*?\bhref\s*=\s*["']([^"'\s>]+)["']/gi;
const HTML_IMAGE = /<(?:img|source)\s[^<>]*?\bsrc\s*=\s*["']([^"'\s>]+)["']/gi;

/**
 * Matches a mkdocstrings directive, which inserts the documentation of a symbol: `:::
 * shop.stock.Cart`.
 */
const RENDERED = /^:::\s+([A-Za-z_][\w.]*)\s*(?:\n|$)/;
/** Matches a MyST role: {class}`shop.Cart`. */
const ROLE = /\{(?:[a-z]+:)?([a-z]+)\}$/;

/** Number of tokens per paragraph: open, inline, close. */
const PARAGRAPH_TOKENS = 3;

/** Maximum nesting of directives. Deeper ones are skipped. */
const NESTED_MAX = 8;
/** Maximum number of label paragraphs between a label and its heading. */
const LABELS_MAX = 20;

/**
 * Reads a page whose front matter has been blanked. `nesting` is the number of surrounding
 * directives.
 */
export function readBlocks(text: string, scope = new SphinxScope(), nesting = 0): readonly Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  // The parser treats a lone carriage return as a line end; the rest of the code does not.
  const tokens = PARSER.parse(text.replaceAll(/\r(?!\n)/g, ' '), {});
  // Cells have no line numbers of their own, so the line of their row is used.
  let row = 0;
  const add = (more: readonly Block[]): void => {
    for (const block of more) blocks.push(block);
  };
  const read = (inner: string, around: SphinxScope): readonly Block[] =>
    nesting < NESTED_MAX ? readBlocks(inner, around, nesting + 1) : [];
  for (const [index, token] of tokens.entries()) {
    row = token.map?.[0] ?? row;
    if (token.type === 'heading_open') {
      const inline = tokens[index + 1];
      if (inline !== undefined && token.level > 0) {
        // A heading inside a quotation or list begins no section, but can be a link target.
        const { text, anchor = slugOf(text) } = headingOf(token, inline, row);
        add([{ form: 'anchor', text: anchor, line: row + 1 }]);
      } else if (inline !== undefined) {
        add([...labelsOfHeading(inline.content, row), headingOf(token, inline, row)]);
      }
    } else if (token.type === 'fence' && token.info.trim().startsWith('{')) {
      const { info, content } = token;
      add(directiveBlocks({ info, content, row, scope, read }));
    } else if (token.type === 'fence') {
      const text = token.content;
      const named = /^[\w+#.-]*/.exec(token.info.trim())?.[0] ?? '';
      const language = named.toLowerCase() || languageByPrompt(text);
      blocks.push({ form: 'code', language, line: row + 2, text });
    } else if (token.type === 'html_block') readHtml(token.content, row, blocks);
    else if (token.type === 'inline') {
      if (tokens[index - 1]?.type === 'paragraph_open') {
        const isAhead = isBeforeHeading(tokens, index);
        add(labelsOfParagraph(token.content, row, isAhead));
      }
      const rendered = RENDERED.exec(token.content)?.[1];
      if (rendered !== undefined) blocks.push({ form: 'code-span', text: rendered, line: row + 1 });
      readInline({ children: token.children ?? [], row, scope }, lines, blocks);
    }
  }
  return blocks;
}

/**
 * Whether only label paragraphs separate this paragraph from the next heading. `index` is the
 * paragraph's content token.
 */
function isBeforeHeading(tokens: readonly Token[], index: number): boolean {
  for (let count = 0; count < LABELS_MAX; count++) {
    const behind = index + count * PARAGRAPH_TOKENS;
    const next = tokens[behind + 2];
    if (next?.type !== 'paragraph_open') return next?.type === 'heading_open' && next.level === 0;
    if (!isAllLabels(tokens[behind + PARAGRAPH_TOKENS]?.content ?? '')) return false;
  }
  return false;
}

function headingOf(open: Token, inline: Token, row: number): Heading {
  const parts = (inline.children ?? []).map(({ type, content }) =>
    type === 'softbreak' ? ' ' : /^(text|code_inline|text_special)$/.test(type) ? content : '',
  );
  const whole = withoutLabels(parts.join('').trim());
  const anchor = HEADING_ANCHOR.exec(whole);
  return {
    form: 'heading',
    depth: Number(open.tag.slice(1)),
    text: whole.slice(0, anchor?.index ?? whole.length),
    anchor: anchor?.[1],
    line: row + 1,
    bodyLine: (open.map?.[1] ?? row + 1) + 1,
  };
}

/** Inline content of a paragraph, heading or cell. */
interface Paragraph {
  readonly children: readonly Token[];
  readonly row: number;
  readonly scope: SphinxScope;
}

function readInline(
  { children, row: firstRow, scope }: Paragraph,
  lines: readonly string[],
  blocks: Block[],
): void {
  let row = firstRow;
  let link: string | undefined;
  const spans: Inline[] = [];
  // The text before each span and after the last.
  const texts = [''];
  for (const child of children) {
    const line = row + 1;
    const attribute = (name: string): string => String(child.attrGet(name) ?? '');
    switch (child.type) {
      case 'softbreak':
      case 'hardbreak':
        row++;
        texts.push(`${texts.pop()} `);
        break;
      case 'text':
        texts.push(`${texts.pop()}${child.content}`);
        for (const text of namesLinked(child.content)) blocks.push({ form: 'name', text, line });
        // Attributes at the start of a paragraph belong to what follows. The added space keeps them
        // from matching.
        blocks.push(...labelsInText(`${child === children[0] ? ' ' : ''}${child.content}`, line));
        break;
      case 'link_close':
        link = undefined;
        break;
      case 'code_inline': {
        if (startsOnNextLine(child.content, lines, row)) row++;
        const role = ROLE.exec(texts.at(-1) ?? '')?.[1];
        const led = role === undefined ? undefined : linkOfRole(role, child.content);
        if (led !== undefined) {
          blocks.push({ ...led, line: row + 1 });
          texts.push(`${texts.pop()} `);
          // A flag is also kept as a code span, even if its role is a link.
          if (!/^--[a-z]/.test(child.content)) break;
        }
        spans.push({ form: 'code-span', text: child.content, line: row + 1, link });
        texts.push('');
        break;
      }
      case 'link_open':
        link = attribute('href');
        if (child.markup !== 'autolink')
          blocks.push({ form: 'link', text: attribute('href'), line });
        break;
      case 'image':
        blocks.push({ form: 'image', text: attribute('src'), line });
        break;
      case 'html_inline':
        readHtml(child.content, row, blocks);
        break;
    }
  }
  addSpans(spans, texts, scope, blocks);
}

/** Adds the spans of inline code, each with what the text around it says of it. */
function addSpans(
  spans: readonly Inline[],
  texts: readonly string[],
  scope: SphinxScope,
  blocks: Block[],
): void {
  const nouns = nounsAround(texts);
  for (const [index, span] of spans.entries()) {
    const role = ROLE.exec(texts[index] ?? '')?.[1];
    const described = describedLabel(role ?? '', targetOf(span.text));
    if (described !== undefined) blocks.push({ form: 'name', text: described, line: span.line });
    const noun = role === 'mod' ? 'module' : nouns[index];
    const named = nameLinked(texts[index] ?? '', span.text, texts[index + 1] ?? '');
    if (named !== undefined) blocks.push({ form: 'name', text: named, line: span.line });
    const link = span.link ?? named;
    blocks.push({ ...span, link, noun, ...(role === undefined ? {} : scope.ofRole(0)) });
  }
}

/** Whether a span starts on the next line, which its content does not show. */
function startsOnNextLine(content: string, lines: readonly string[], row: number): boolean {
  const begin = /^\S*/.exec(content)?.[0] ?? '';
  return lines[row]?.includes(begin) === false && lines[row + 1]?.includes(begin) === true;
}

function readHtml(html: string, row: number, blocks: Block[]): void {
  const take = (form: Inline['form'], pattern: RegExp): void => {
    for (const match of html.matchAll(pattern)) {
      const line = row + html.slice(0, match.index).split('\n').length;
      blocks.push({ form, text: match[1] ?? '', line });
    }
  };
  take('anchor', HTML_ANCHOR);
  take('link', HTML_LINK);
  take('image', HTML_IMAGE);
}

/**
 * Links by name as mkdocstrings writes them: `[text][shop.Cart]`, `[shop.Cart][]`. Markdown reads
 * them as text because nothing defines the name.
 */
const REFERENCE = /\[([^[\]]+)\]\[([\w.:-]*)\]/g;
const BEHIND = /^\]\[([\w.:-]*)\]/;

function namesLinked(text: string): readonly string[] {
  return Array.from(text.matchAll(REFERENCE), ([, shown = '', name = '']) => name || shown);
}

/**
 * Returns the name that inline code links to. The code must be the link's whole text; `before` and
 * `behind` are the text around it.
 */
function nameLinked(before: string, code: string, behind: string): string | undefined {
  const name = before.endsWith('[') ? BEHIND.exec(behind)?.[1] : undefined;
  return name === '' ? code : name;
}
