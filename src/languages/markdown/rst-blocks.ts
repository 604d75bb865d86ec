/**
 * A page's reStructuredText as the same list of blocks. Only what is told by single lines and marks is
 * read: headings by what underlines them, code by its indentation, literals, roles, links and targets.
 */
import { nounsAround } from './around-code.ts';
import type { Block, Inline } from './blocks.ts';
import { languageByPrompt, languageOfDirective } from './code-directive.ts';
import { SphinxScope } from './sphinx-scope.ts';

const RULE = /^([!-/:-@[-`{-~])\1+\s*$/;
const DIRECTIVE = /^(\s*)\.\.\s+([\w:-]+)::\s*(.*)$/;
const TARGET = /^\s*\.\.\s+_`?([^`:]+)`?:\s*(\S*)\s*$/;
/** Roles of Sphinx that name code: `:py:class:`~shop.Cart`` */
const CODE_ROLE =
  /^(?:[a-z]+:)?(?:func|class|meth|attr|mod|obj|data|const|exc|type|macro|var|member|enum|struct|option)$/;
/** `:ref:` names a label of any page, which is found nowhere but in all of them. */
const LINK_ROLE = /^(?:doc|download)$/;
const INLINE = /(?<![\w`:])(?::([\w:+-]+):`([^`]+)`|``(.+?)``(?!`)|`([^`<>]+?)\s*<([^`<>]+)>`__?)/g;
const INDENT_PER_TAB = 8;

export function readBlocks(text: string, scope = new SphinxScope()): readonly Block[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const blocks: Block[] = [];
  const depths = new Map<string, number>();
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
    blocks.push(...lineBlocks(line, row + 1, directive, scope));
    row++;
  }
  return blocks;
}

interface RstHeading {
  /** Its marks; titles with a line above as well are of another depth. */
  readonly style: string;
  readonly title: string;
  /** In lines. */
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

/** A rule may be a little shorter than a title of wide characters; two marks are no rule. */
function isAsLong(rule: string, title: string): boolean {
  return rule.trim().length >= Math.min(title.length - 1, 3) && rule.trim().length > 2;
}

/** What is indented below a line, without the options of a directive, moved to the left. */
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

function lineBlocks(
  line: string,
  at: number,
  directive: RegExpExecArray | null,
  scope: SphinxScope,
): Inline[] {
  const target = TARGET.exec(line);
  const [, name = '', link = ''] = target ?? [];
  if (target !== null) {
    return link === ''
      ? [{ form: 'anchor', text: name.trim(), line: at }]
      : [{ form: 'link', text: link, line: at }];
  }
  const [, , kind = '', subject = ''] = directive ?? [];
  if (/^(?:image|figure)$/.test(kind)) return [{ form: 'image', text: subject, line: at }];
  if (/^(?:include|literalinclude)$/.test(kind)) return [{ form: 'link', text: subject, line: at }];
  const indent = indentOf(line);
  const declared = kind === '' ? undefined : scope.directive(kind, subject, indent, at);
  return declared === undefined ? inlineOf(line, at, scope.ofRole(indent)) : [declared];
}

function inlineOf(text: string, line: number, scope: Pick<Inline, 'scope'>): Inline[] {
  const texts = [''];
  let end = 0;
  const found = [...text.matchAll(INLINE)].flatMap((match): Inline[] => {
    const one = markOf(match, line, scope);
    if (one?.form !== 'code-span') return one === undefined ? [] : [one];
    texts.push(`${texts.pop()}${text.slice(end, match.index)}`, '');
    end = match.index + match[0].length;
    return [one];
  });
  texts.push(`${texts.pop()}${text.slice(end)}`);
  const nouns = nounsAround(texts);
  let span = 0;
  return found.map((one) => {
    if (one.form !== 'code-span') return one;
    const noun = nouns[span++];
    return { ...one, noun: one.noun ?? noun };
  });
}

function markOf(
  [, role = '', named = '', literal, , link]: RegExpExecArray,
  line: number,
  scope: Pick<Inline, 'scope'>,
): Inline | undefined {
  if (literal !== undefined) return { form: 'code-span', text: literal, line };
  if (link !== undefined) return { form: 'link', text: link, line };
  const target = /<([^<>]+)>$/.exec(named)?.[1] ?? named;
  if (CODE_ROLE.test(role)) {
    const noun = /(?:^|:)mod$/.test(role) ? 'module' : undefined;
    return { form: 'code-span', text: target.replace(/^[~!.]+/, ''), line, noun, ...scope };
  }
  if (LINK_ROLE.test(role)) return { form: 'link', text: target, line };
  return role === 'file' ? { form: 'code-span', text: named, line } : undefined;
}

/** A title without its marks. */
function plain(title: string): string {
  return title
    .replaceAll(/:[\w:+-]+:`~?([^`]+)`/g, '$1')
    .replaceAll(/``([^`]+)``/g, '$1')
    .replaceAll(/`([^`<]+?)\s*<[^>]+>`__?/g, '$1');
}
