// Questions that pages ask about themselves: the first sentence of a section, which is taken out of the
// page. A section is asked for when its first paragraph is prose, the sentence has five words besides stop
// words or more and at most 200 characters, it occurs once in all pages, and thirty words are left.
import { load } from './corpus.mjs';

const { parseQuery } = await load('query/parse-query.js');

const TERMS_MIN = 5;
const SENTENCE_CHARACTERS_MAX = 200;
const WORDS_LEFT_MIN = 30;
/** Pages that tell what changed, or are about the project's people; and those in other languages. */
const NO_PAGE =
  /(^|\/)(changelog|changes|history|news|releases?|release-notes|contributing|code_of_conduct|license|authors|contributors|security|pull_request_template|issue_template|thanks)[^/]*$|(^|\/)(node_modules|\.github|_posts|tests?|testdata|test_book|fixtures|release-notes|releases|whats_new|community)\/|readme[-.][a-z]{2}\b/i;
/** Lists, tables, code, directives, markup. */
const NO_PROSE = /^\s*([-*+>|`~:<#]|\d+\.|\.\.|\{|!\[|\[!| {4}|\t|import )/;
const UNDERLINE = /^[=\-~^"'#*+.`]{3,}\s*$/;
const LABEL = /^\.\. _.*:$/;

/** `pages`: path → lines. */
export function sectionQuestions(graph, pages, countMax) {
  const everything = [...pages.values()].map((lines) => wordsOf(lines.join('\n'))).join('\n');
  const isOnce = (text) => everything.split(wordsOf(text)).length === 2;
  const all = [...pages].flatMap(([path, lines]) =>
    NO_PAGE.test(path) ? [] : ofPage(graph, path, lines),
  );
  const asked = all.filter(({ raw, query }) => isOnce(query) || isOnce(raw));
  const step = Math.max(1, asked.length / countMax);
  return Array.from(
    { length: Math.min(asked.length, countMax) },
    (_, n) => asked[Math.floor(n * step)],
  );
}

/** The pages without the sentences; lines stay where they are. */
export function withoutSentences(pages, questions) {
  const left = new Map(pages);
  for (const { targets, from, raw } of questions.toReversed()) {
    const [{ path }] = targets;
    const lines = left.get(path);
    const rest = lines.slice(from).join('\n').slice(raw.length);
    const blank = raw.replace(/[^\n]/g, '');
    left.set(path, [...lines.slice(0, from), ...(blank + rest).split('\n')]);
  }
  return left;
}

function ofPage(graph, path, lines) {
  const sections = graph
    .symbolsOf(path)
    .map((node) => graph.node(node))
    .filter(({ kind }) => kind === 'section')
    .sort((a, b) => a.startLine - b.startLine);
  return sections.flatMap(({ startLine, endLine }, place) => {
    const next = sections[place + 1]?.startLine ?? lines.length + 1;
    return ofSection(path, lines, startLine, Math.min(endLine, next - 1));
  });
}

function ofSection(path, lines, startLine, endLine) {
  const isBetween = (line) => line.trim() === '' || LABEL.test(line);
  let from = UNDERLINE.test(lines[startLine] ?? '') ? startLine + 1 : startLine;
  while (from < endLine && isBetween(lines[from])) from++;
  let to = from;
  while (to < endLine && lines[to].trim() !== '') to++;
  if (from === to || NO_PROSE.test(lines[from])) return [];
  const paragraph = lines.slice(from, to).join('\n');
  const [raw] = /^[\s\S]*?[.!?:](?=\s|$)(?![^(]*\))/.exec(paragraph) ?? [paragraph];
  const query = plain(raw);
  const left = lines.slice(from, endLine).join('\n').slice(raw.length);
  const isQuestion =
    query.length <= SENTENCE_CHARACTERS_MAX &&
    parseQuery(query).terms.length >= TERMS_MIN &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is another language.
    !/[^\x00-\x7f]/.test(query) &&
    (left.match(/[A-Za-z]{2,}/g) ?? []).length >= WORDS_LEFT_MIN;
  return isQuestion ? [{ query, raw, from, targets: [{ path, startLine, endLine }] }] : [];
}

function plain(text) {
  return text
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/:\w+:`~?([^`<]*)[^`]*`/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/\{[{%][^}]*[}%]\}/g, '')
    .replace(/[`*_]{1,2}/g, '')
    .replace(/\s+/g, ' ')
    .replace(/:$/, '.')
    .trim();
}

function wordsOf(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
