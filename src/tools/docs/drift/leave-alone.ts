/**
 * Detects findings that a page itself excludes: by a comment, or because the text describes the
 * past.
 */
import { DRIFT_KINDS, type Drift } from '../../../doclinks/drift/drift.ts';

const COMMENT =
  /(?:<!--|\{\/\*|^\s*\.\.)\s*graph-memory-ignore(-page)?((?:[\s,]+[a-zA-Z]+)*)\s*(?:-->|\*\/\}|$)/;
const FENCE = /^\s*(?:>\s*)*(`{3,}|~{3,})/;
/** Words near code that is shown because it does not work, or no longer does. */
const REMARK =
  /\b(?:deprecated|removed|no longer|not recommended|don'?t|do not|never|wrong|incorrect|invalid|fails?|errors?|before|old|older|previous(?:ly)?|formerly|legacy|renamed|instead of|used to|hypothetical|imagine)\b|❌|✗|🚫/i;
const REMARK_LINES = 2;
/** In prose, a remark counts within this many characters of a finding: a line can be a paragraph. */
const REMARK_REACH = 100;
/** Kinds of findings that are valid whatever the surrounding text says. */
const PLAIN = /^(?:missing(?:File|Anchor|Label)|olderThanCode)$/;

type Finding = Pick<Drift, 'kind' | 'line' | 'text'>;

/** Returns a predicate that tells whether a finding of a page must be left out. */
export function leftAlone(lines: readonly string[]): (finding: Finding) => boolean {
  const ignored = ignoredLines(lines);
  return ({ kind, line, text }) => {
    const isIgnored = ignored.some(
      ({ first, last, kinds }) => first <= line && line <= last && kinds.includes(kind),
    );
    return isIgnored || (!PLAIN.test(kind) && isRemarked(lines, line, text));
  };
}

interface Ignored {
  /** 1-based, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly kinds: readonly string[];
}

/**
 * A comment on a line of its own applies to the block after it; otherwise it applies to its own
 * line.
 */
function ignoredLines(lines: readonly string[]): readonly Ignored[] {
  return lines.flatMap((text, row): readonly Ignored[] => {
    const found = text.includes('graph-memory-ignore') ? COMMENT.exec(text) : null;
    if (found === null) return [];
    const named = (found[2] ?? '').split(/[\s,]+/).filter((word) => word !== '');
    const kinds = named.length === 0 ? DRIFT_KINDS : named;
    if (found[1] !== undefined) return [{ first: 1, last: lines.length, kinds }];
    const isAlone = text.replace(COMMENT, '').trim() === '';
    return [{ first: row + 1, last: isAlone ? endOfBlock(lines, row + 1) : row + 1, kinds }];
  });
}

/**
 * Returns the 1-based last line of the block that follows. It ends at an empty line, or at the
 * closing fence of fenced code.
 */
function endOfBlock(lines: readonly string[], from: number): number {
  let row = from;
  while (row < lines.length && lines[row]?.trim() === '') row++;
  const fence = FENCE.exec(lines[row] ?? '')?.[1];
  for (row++; row < lines.length; row++) {
    const text = lines[row] ?? '';
    if (fence === undefined ? text.trim() === '' : text.includes(fence)) break;
  }
  return fence === undefined ? row : row + 1;
}

/**
 * Whether the text near a finding describes the past. In a code block this is its line, the lines
 * before it, and the lines before the block; in prose, the characters around it.
 */
function isRemarked(lines: readonly string[], line: number, found: string): boolean {
  const fence = fenceAround(lines, line);
  if (fence === undefined) return isRemarkedBeside(lines, line, found);
  const matches = (end: number): boolean =>
    lines.slice(Math.max(0, end - REMARK_LINES), end).some((text) => REMARK.test(text));
  if (matches(line - 1) || REMARK.test(lines[line - 1] ?? '')) return true;
  let row = fence;
  while (row > 0 && lines[row - 1]?.trim() === '') row--;
  return matches(row);
}

/** The row of the fence that opens the block of code around a line; undefined in prose. */
function fenceAround(lines: readonly string[], line: number): number | undefined {
  let open: number | undefined;
  for (let row = 0; row < line - 1; row++) {
    if (FENCE.test(lines[row] ?? '')) open = open === undefined ? row : undefined;
  }
  return open;
}

/** Whether a remark is near one of the finding's positions in the line. */
function isRemarkedBeside(lines: readonly string[], line: number, found: string): boolean {
  const text = lines[line - 1] ?? '';
  const before = lines.slice(Math.max(0, line - 1 - REMARK_LINES), line - 1).join(' ');
  const around: string[] = [];
  for (let at = text.indexOf(found); at >= 0; at = text.indexOf(found, at + 1)) {
    const near = `${before} ${text.slice(0, at)}`.slice(-REMARK_REACH);
    around.push(near + text.slice(at, at + found.length + REMARK_REACH));
  }
  return around.length === 0 ? REMARK.test(text) : around.some((one) => REMARK.test(one));
}
