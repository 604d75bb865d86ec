/**
 * Reads a reStructuredText page into the same list of blocks. Only syntax visible in single lines
 * and marks is read: headings by their underline, code by its indentation, literals, roles, links
 * and targets.
 */
import type { Block, Inline } from './block.ts';
import { languageByPrompt, languageOfDirective } from './code-directive.ts';
import { describedBy, namesInField } from './described.ts';
import { DirectiveList } from './directive-list.ts';
import { inlineOf, plain, type Reference } from './rst-inline.ts';
import { slugOf } from './slug.ts';
import { SphinxScope } from './sphinx-scope.ts';

const RULE = /^([!-/:-@[-`{-~])\1+\s*$/;
const DIRECTIVE = /^(\s*)\.\.\s+([\w:-]+)::\s*(.*)$/;
/**
 * Matches `.. _label:` and `.. _name: https://…`. A colon ends the name if a space or the line's
 * end follows.
 */
const TARGET = /^\s*\.\.\s+_(?:`([^`]+)`|((?:[^:\\]|\\.|:(?=\S))+)):(?:\s+(\S+))?\s*$/;
const COMMENT = /^\.\.(?:\s+(?![\w:-]+::)|\s*$)/;
const INDENT_PER_TAB = 8;

export function readBlocks(text: string, scope = new SphinxScope()): readonly Block[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const blocks: (Block | Reference)[] = [];
  const depths = new Map<string, number>();
  const around = { scope, list: new DirectiveList() };
  let row = 0;
  while (row < lines.length) {
    const line = lines[row] ?? '';
    const heading = headingAt(lines, row);
    if (heading !== undefined) {
      const { style, title, height } = heading;
      if (!depths.has(style)) depths.set(style, depths.size + 1);
      const at = row + 1;
      blocks.push({
        form: 'heading',
        depth: depths.get(style) ?? 1,
        text: plain(title),
        anchor: undefined,
        line: at,
        bodyLine: row + height + 1,
      });
      blocks.push(...inlineOf(title, at, scope.ofRole(0)));
      row += height;
      continue;
    }
    const directive = DIRECTIVE.exec(line);
    const [, , name = '', subject = ''] = directive ?? [];
    const named = languageOfDirective(name, subject);
    const isCode = named !== undefined;
    const isLiteral = directive === null && /::\s*$/.test(line) && !/^\s*\.\./.test(line);
    if (isCode || isLiteral) {
      if (isLiteral) blocks.push(...inlineOf(line, row + 1, scope.ofRole(indentOf(line))));
      const body = indentedAfter(lines, row, isCode);
      const language = named || languageByPrompt(body.text);
      if (body.text !== '') {
        blocks.push({ form: 'code', language, line: body.first + 1, text: body.text });
      }
      row = Math.max(row + 1, body.end);
      continue;
    }
    const label = labelAt(lines, row);
    blocks.push(...(label === undefined ? lineBlocks(line, row + 1, directive, around) : [label]));
    row++;
  }
  return withReferences(blocks);
}

/** Maximum number of lines searched for the owner of a label or option. */
const LOOK_MAX = 100;

/**
 * Returns the label in a line. It belongs to the heading that follows it, or else to the section
 * around it.
 */
function labelAt(lines: readonly string[], row: number): Inline | undefined {
  const line = lines[row] ?? '';
  const [, quoted, bare = '', link] = TARGET.exec(line) ?? [];
  const name = (quoted ?? bare).replaceAll(/\\(.)/g, '$1').trim();
  const given = /^\s+:name:\s+(\S.*)$/.exec(line)?.[1]?.trim();
  const isOption = given !== undefined && isOptionOfDirective(lines, row);
  if (isOption) return { form: 'anchor', text: given, line: row + 1, isLabel: true };
  if (name === '' || link !== undefined) return undefined;
  const end = Math.min(lines.length, row + LOOK_MAX);
  let next = row + 1;
  while (next < end && passesLabelsOn(lines[next] ?? '')) next++;
  const isAhead = headingAt(lines, next) !== undefined;
  return { form: 'anchor', text: name, line: row + 1, isLabel: true, isAhead };
}

/** Whether a line may be between a label and its heading. */
function passesLabelsOn(line: string): boolean {
  return (
    line.trim() === '' || TARGET.test(line) || COMMENT.test(line) || /^\.\.\s+index::/.test(line)
  );
}

function isOptionOfDirective(lines: readonly string[], row: number): boolean {
  const start = row - LOOK_MAX;
  let first = row;
  while (first > start && /^\s+:[\w-]+:/.test(lines[first] ?? '')) first--;
  return DIRECTIVE.test(lines[first] ?? '');
}

/**
 * Resolves references such as `` `Carts`_ `` to a heading or label of the page. References to
 * external addresses are dropped.
 */
function withReferences(blocks: readonly (Block | Reference)[]): readonly Block[] {
  const places = new Map<string, string>();
  for (const block of blocks) {
    if (block.form === 'heading') places.set(plainName(block.text), slugOf(block.text));
  }
  for (const block of blocks) {
    if (block.form === 'anchor') places.set(plainName(block.text), block.text);
  }
  return blocks.flatMap((block): readonly Block[] => {
    if (block.form !== 'reference') return [block];
    const place = places.get(plainName(block.text));
    return place === undefined ? [] : [{ form: 'link', text: `#${place}`, line: block.line }];
  });
}

function plainName(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

interface RstHeading {
  /** Underline character. Titles with an overline have a separate style and depth. */
  readonly style: string;
  readonly title: string;
  /** Height in lines. */
  readonly height: number;
}

function headingAt(lines: readonly string[], row: number): RstHeading | undefined {
  const [first = '', second = '', third = ''] = lines.slice(row, row + 3);
  const isSame = first.trim() === third.trim();
  if (RULE.test(first) && isSame && second.trim() !== '' && isAsLong(first, second.trim())) {
    return { style: `=${first[0]}`, title: second.trim(), height: 3 };
  }
  const isTitle = /^\S/.test(first) && !RULE.test(first) && !/^\.\.(\s|$)/.test(first);
  const isFree = (lines[row - 1] ?? '').trim() === '' || /^\.\./.test(lines[row - 1] ?? '');
  if (!isTitle || !isFree || !RULE.test(second) || !isAsLong(second, first.trim())) {
    return undefined;
  }
  return { style: second[0] ?? '', title: first.trim(), height: 2 };
}

/**
 * Whether a rule is long enough for a title. It may be slightly shorter, for wide characters. Two
 * marks are not a rule.
 */
function isAsLong(rule: string, title: string): boolean {
  return rule.trim().length >= Math.min(title.length - 1, 3) && rule.trim().length > 2;
}

/** Returns the indented text below a line, dedented and without the options of a directive. */
function indentedAfter(lines: readonly string[], row: number, hasOptions: boolean) {
  const indent = indentOf(lines[row] ?? '');
  let first = row + 1;
  while (hasOptions && /^\s+:[\w-]+:/.test(lines[first] ?? '')) first++;
  while (first < lines.length && (lines[first] ?? '').trim() === '') first++;
  let end = first;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (line.trim() !== '' && indentOf(line) <= indent) break;
    end++;
  }
  const body = lines.slice(first, end);
  const margin = Math.min(...body.filter((line) => line.trim() !== '').map(indentOf));
  const text = body.map((line) => line.slice(Math.min(margin, indentOf(line)))).join('\n');
  return { first, end, text: text.trim() === '' ? '' : text };
}

function indentOf(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? '';
  return space.replaceAll('\t', ' '.repeat(INDENT_PER_TAB)).length;
}

interface Around {
  readonly scope: SphinxScope;
  readonly list: DirectiveList;
}

function lineBlocks(
  line: string,
  at: number,
  directive: RegExpExecArray | null,
  { scope, list }: Around,
): (Inline | Reference)[] {
  if (line.trim() === '') return [];
  const link = TARGET.exec(line)?.[3];
  if (link !== undefined) return [{ form: 'link', text: link, line: at }];
  const [, , kind = '', subject = ''] = directive ?? [];
  if (/^(?:image|figure)$/.test(kind)) return [{ form: 'image', text: subject, line: at }];
  if (/^(?:include|literalinclude)$/.test(kind)) return [{ form: 'link', text: subject, line: at }];
  const indent = indentOf(line);
  const entry = list.follow(kind, line, indent);
  if (entry !== undefined) return [{ ...entry, line: at, ...scope.ofRole(indent) }];
  const described = describedBy(kind, subject);
  if (described.length > 0) {
    return described.flatMap(({ label, name }): Inline[] => [
      { form: 'anchor', text: label, line: at, isLabel: true },
      { form: 'code-span', text: name, line: at },
    ]);
  }
  const declared = kind === '' ? undefined : scope.directive(kind, subject, indent, at);
  if (declared !== undefined) return [declared];
  const names = namesInField(line).map((text): Inline => {
    return { form: 'code-span', text, line: at, ...scope.ofRole(indent) };
  });
  return [...names, ...inlineOf(line, at, scope.ofRole(indent))];
}
