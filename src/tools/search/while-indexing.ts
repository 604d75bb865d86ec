/**
 * Answers a search by words while the first index of a project is being made: from the texts on
 * disk, which can be read at any time. There are no symbols, edges or vectors yet.
 */
import { compareStrings } from '../../base/compare.ts';
import { languageOf } from '../../languages/registry.ts';
import { pathClasses } from '../../query/names/path-class.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { Rendering } from '../answer/budget.ts';
import { numbered, place, visible } from '../answer/display.ts';
import type { SearchItem } from '../answer/search-item.ts';
import { shownScore } from '../answer/shown-score.ts';
import { bestSnippet } from '../answer/snippet.ts';
import type { ToolContext } from '../context.ts';
import type { FileMatches } from '../grep/scan-files.ts';
import { scanDisk } from '../grep/scan-projects.ts';
import type { UnreadyProject } from '../unready-project.ts';

/** Words of a question that are looked for; a report has hundreds. */
const TERMS_MAX = 12;
/** A word in the path says more than one somewhere in the text. */
const PATH_WEIGHT = 2;
/** Tests and generated files repeat the words of what they are about. */
const SECONDARY_FACTOR = 0.5;

interface TextRequest {
  readonly query: string;
  readonly pathGlobs: readonly string[];
}

interface TextHit {
  readonly file: FileMatches;
  readonly terms: ReadonlySet<string>;
  /** In (0, 1]. */
  readonly score: number;
}

export interface TextHits {
  readonly rows: readonly (readonly Rendering<SearchItem>[])[];
  readonly notes: readonly string[];
}

/** Returns the files that contain words of a question, most and rarest words first. */
export async function textHits(
  { signal }: Pick<ToolContext, 'signal'>,
  { project }: UnreadyProject,
  { query, pathGlobs }: TextRequest,
): Promise<TextHits> {
  const content = parseQuery(query).terms.filter(({ stem }) => stem.length > 1);
  const words = new Map(content.slice(0, TERMS_MAX).map(({ stem, word }) => [stem, word]));
  const terms = [...words.keys()];
  if (terms.length === 0) return { rows: [], notes: ['no word of the question can be looked for'] };
  const pattern = { query: terms.join('|'), regex: true, ignoreCase: true, wholeWord: false };
  const scan = await scanDisk(project, { ...pattern, pathGlobs }, signal);
  const hits = ranked(scan.matches, terms);
  return {
    rows: hits.map((hit, index) => renderings(hit, index + 1, words)),
    notes: scan.stopped === undefined ? [] : [`${scan.stopped}; there may be more`],
  };
}

function ranked(files: readonly FileMatches[], terms: readonly string[]): readonly TextHit[] {
  const held = files.map((file) => ({ file, own: termsIn(file, terms) }));
  const weightOf = new Map(
    terms.map((term) => {
      const count = held.filter(({ own }) => own.has(term)).length;
      return [term, Math.log(1 + files.length / Math.max(1, count))] as const;
    }),
  );
  const weigh = (some: Iterable<string>) =>
    [...some].reduce((sum, term) => sum + (weightOf.get(term) ?? 0), 0);
  const scoreMax = weigh(terms) * (1 + PATH_WEIGHT);
  return held
    .map(({ file, own }) => {
      const path = file.path.toLowerCase();
      const inPath = terms.filter((term) => path.includes(term));
      const isSecondary = pathClasses(file.path, 0).length > 0;
      const sum = weigh(own) + PATH_WEIGHT * weigh(inPath);
      return { file, terms: own, score: (sum / scoreMax) * (isSecondary ? SECONDARY_FACTOR : 1) };
    })
    .sort((a, b) => b.score - a.score || compareStrings(a.file.path, b.file.path));
}

function termsIn({ lines, text }: FileMatches, terms: readonly string[]): ReadonlySet<string> {
  const matching = lines.map((line) => (text[line - 1] ?? '').toLowerCase());
  return new Set(terms.filter((term) => matching.some((line) => line.includes(term))));
}

function renderings(
  { file, terms, score }: TextHit,
  rank: number,
  /** The words of the question by term. */
  words: ReadonlyMap<string, string>,
): readonly Rendering<SearchItem>[] {
  const { path, text, lines } = file;
  const snippet = bestSnippet(text, { startLine: 1, endLine: text.length }, terms);
  const line = snippet?.matchLine ?? lines[0] ?? 1;
  const [startLine, endLine] = [snippet?.startLine ?? line, snippet?.endLine ?? line];
  const item: SearchItem = {
    path: path as string,
    start_line: startLine,
    end_line: endLine,
    line,
    kind: 'file',
    symbol: path as string,
    lang: languageOf(path)?.id ?? '',
    score: shownScore(score, 1),
    reasons: [`text: ${[...terms].map((term) => words.get(term)).join(', ')}`],
    other_lines: [],
  };
  const head = `${rank}. ${place(path, startLine, endLine)} - ${item.reasons[0]}`;
  if (snippet === undefined) return [{ item, text: head }];
  const shown = { ...item, snippet: visible(snippet.text), snippet_start_line: startLine };
  const code = numbered(shown.snippet, startLine);
  return [
    { item, text: head },
    { item, text: head },
    { item: shown, text: `${head}\n${code}` },
  ];
}
