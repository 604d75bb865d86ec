/**
 * Converts the blocks of a page to facts: sections nested by their headings, and the page's links
 * and mentions.
 */

import type { ReadSnippet } from '../../extractors/language.ts';
import { finishFacts } from '../../extractors/lowering/finish.ts';
import { textDraft } from '../../extractors/text-facts.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { PageAnchor, PageLink, PageMention, PageSnippet } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Block, Heading, Inline } from './block.ts';
import { notesOf } from './notes.ts';
import { Slugs } from './slug.ts';

const HEADING_CHARACTERS_MAX = 300;
const DOC_CHARACTERS_MAX = 300;
/** Maximum number of blocks per page. Longer pages are generated lists. */
const MENTIONS_MAX = 20_000;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * Matches content that generators include from elsewhere: snippets, includes, and documentation
 * generated from code.
 */
const INCLUDES =
  /^[ \t]*(?:-+8<-+|\{%-?[ ]*include|\{\{[ ]*#include|:::[ ]+(?:mkdocs-[\w-]+|\w+(?:\.\w+)+)[ ]*\r?$|```\{include\}|\.\.[ ]+include::|<!--[ ]*@include)/m;

interface Page {
  readonly language: string;
  readonly text: string;
  readonly path: RepoPath;
  /** Reads blocks from text whose front matter is blanked. */
  readonly read: (text: string) => readonly Block[];
}

export async function pageFacts(
  { language, text, path, read }: Page,
  readSnippet: ReadSnippet,
): Promise<FileFacts> {
  const draft = textDraft(text);
  const matter = FRONT_MATTER.exec(text)?.[0] ?? '';
  const body = matter.replace(/[^\r\n]/g, ' ') + text.slice(matter.length);
  const blocks = read(body).slice(0, MENTIONS_MAX);
  addSections(draft, blocks.filter(isHeading));
  const facts = finishFacts(draft, { path, language, doc: docOf(matter, blocks) });
  const snippets = await snippetsOf(blocks, readSnippet);
  const codeBlocks = blocks.flatMap(linesOfCode);
  const open = INCLUDES.test(body) ? { isOpen: true as const } : {};
  const { notes, diagnostics } = notesOf({ path, matter, title: facts.doc, text: body, facts });
  return {
    ...facts,
    diagnostics: [...facts.diagnostics, ...diagnostics],
    page: {
      ...open,
      ...sayingsOf(blocks),
      snippets,
      ...(codeBlocks.length === 0 ? {} : { codeBlocks }),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

function isHeading(block: Block): block is Heading {
  return block.form === 'heading';
}

/**
 * Adds the sections. A section ends where the next heading of the same or a higher level begins.
 */
function addSections(draft: ReturnType<typeof textDraft>, headings: readonly Heading[]): void {
  const open: { readonly depth: number; readonly index: number }[] = [];
  for (const [place, heading] of headings.entries()) {
    while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop();
    const next = headings.slice(place + 1).find(({ depth }) => depth <= heading.depth);
    const start = draft.startOfLine(heading.line);
    const end = next === undefined ? draft.text.length : draft.startOfLine(next.line);
    const isLast = heading.bodyLine > draft.lineCount;
    const index = draft.addDeclaration({
      name: nameOf(heading),
      kind: 'section',
      parent: open.at(-1)?.index ?? -1,
      start,
      end,
      bodyStart: isLast ? end : draft.startOfLine(heading.bodyLine),
      signature: `${'#'.repeat(heading.depth)} ${nameOf(heading)}`,
      doc: '',
      exported: true,
      visibility: 'public',
      modifiers: 0,
    });
    open.push({ depth: heading.depth, index });
  }
}

function nameOf({ text }: Heading): string {
  const name = text.replace(/[\s\0]+/g, ' ').trim();
  if (name === '') return '(untitled)';
  return name.slice(0, HEADING_CHARACTERS_MAX).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the title or description from the front matter, else the first heading. */
function docOf(matter: string, blocks: readonly Block[]): string {
  const given =
    /^(?:title|description):[ \t]*(?!(?:''|"")[ \t]*\r?$)(["']?)(.+?)\1[ \t]*\r?$/m.exec(
      matter,
    )?.[2];
  const first = blocks.find(isHeading);
  return (given ?? first?.text ?? '').slice(0, DOC_CHARACTERS_MAX);
}

/** Matches a one-word heading that is not all lower case, or is a call or a qualified name. */
const NAME_HEADING = /^(?=.*[A-Z_.(])[@#.]?[A-Za-z_$][\w$.:#]*(?:\([^()]*\))?$/;

function sayingsOf(blocks: readonly Block[]) {
  const anchors: PageAnchor[] = [];
  const links: PageLink[] = [];
  const mentions: PageMention[] = [];
  const slugs = new Slugs();
  const last = blocks.filter(isHeading).length - 1;
  let section = -1;
  for (const block of blocks) {
    const { line } = block;
    if (block.form === 'heading') {
      section++;
      anchors.push({ section, line, name: slugs.next(block.text) });
      if (block.anchor !== undefined) anchors.push({ section, line, name: block.anchor });
      if (NAME_HEADING.test(block.text)) {
        mentions.push({ section, line, text: block.text, isHeading: true });
      }
    } else if (block.form === 'anchor') {
      const place = block.isAhead === true ? Math.min(section + 1, last) : section;
      const label = block.isLabel === true ? { isLabel: block.isLabel } : {};
      anchors.push({ section: place, line, name: block.text, ...label });
    } else if (block.form === 'code-span') mentions.push(mentionOf(block, section));
    else if (block.form !== 'code') links.push(...linkOf(block, section));
  }
  return { anchors, links, mentions };
}

/** Maximum number per page. */
const SNIPPETS_MAX = 500;
const SNIPPET_CHARACTERS_MAX = 50_000;

async function snippetsOf(
  blocks: readonly Block[],
  readSnippet: ReadSnippet,
): Promise<readonly PageSnippet[]> {
  const snippets: PageSnippet[] = [];
  let section = -1;
  for (const block of blocks) {
    if (block.form === 'heading') section++;
    if (block.form !== 'code' || block.language === '') continue;
    if (block.text.length > SNIPPET_CHARACTERS_MAX || snippets.length >= SNIPPETS_MAX) continue;
    const { line } = block;
    const read = await readSnippet(block.language, block.text, line);
    if (read === undefined || (read.imports.length === 0 && read.uses.length === 0)) continue;
    snippets.push({ section, line, ...read });
  }
  return snippets;
}

function linesOfCode(block: Block): { startLine: number; endLine: number }[] {
  if (block.form !== 'code') return [];
  const { line: startLine, text } = block;
  return [{ startLine, endLine: startLine + text.trimEnd().split('\n').length - 1 }];
}

function mentionOf({ text, line, link, noun, scope }: Inline, section: number): PageMention {
  return {
    section,
    line,
    text,
    isHeading: false,
    ...(link === undefined ? {} : { link: isOutside(link) ? '' : decoded(link) }),
    ...(noun === undefined ? {} : { noun }),
    ...(scope === undefined ? {} : { scope }),
  };
}

function isOutside(target: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target);
}

/** Returns the link of a block; links that leave the project are dropped. */
function linkOf({ form, text, line }: Inline, section: number): readonly PageLink[] {
  if (text === '') return [];
  if (form === 'label' || form === 'name') return [{ section, line, target: text, form }];
  const target = { section, line, target: decoded(text) };
  return isOutside(text) ? [] : [{ ...target, form: form === 'image' ? 'image' : 'link' }];
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
