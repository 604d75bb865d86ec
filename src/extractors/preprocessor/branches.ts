/**
 * Handles `#if` branches that are not whole declarations or statements. They may open or close only
 * one side of a pair of brackets, or sit inside a list, an expression or a declaration head.
 * Grammars read all branches in sequence and cannot parse these. Of each such group one branch is
 * kept, as plain text.
 */
import type { Edit } from './edits.ts';
import type { Token } from './tokens.ts';

interface Group {
  /** Indexes of the directives' tokens, starting with `#if`. */
  readonly directives: number[];
  /**
   * For each branch, the number of brackets it opens minus those it closes. A nested group counts
   * by its kept branch.
   */
  readonly depths: number[];
  /** Whether the group begins where no declaration or statement can start. */
  isInside: boolean;
}

/** Language-specific rules for the places where the grammar cannot read branches. */
export interface Places {
  /** Matches the first token of a branch that continues the code before it. */
  readonly continuing: RegExp;
  /** Whether a brace opens a list rather than declarations or statements. */
  readonly isList: (tokens: readonly Token[], brace: number) => boolean;
}

export function unevenBranches(
  tokens: readonly Token[],
  text: string,
  { continuing, isList }: Places,
): Edit[] {
  const edits: Edit[] = [];
  const open: Group[] = [];
  let parentheses = 0;
  /** For each open brace, whether it holds the elements of a value. */
  const values: boolean[] = [];
  const add = (depth: number): void => {
    const depths = open.at(-1)?.depths;
    if (depths !== undefined) depths[depths.length - 1] = (depths.at(-1) ?? 0) + depth;
  };
  tokens.forEach((token, index) => {
    const { kind, text: word } = token;
    if (kind === 'mark') {
      if (word === '(') parentheses++;
      else if (word === ')') parentheses = Math.max(0, parentheses - 1);
      // A brace in the first column ends all unclosed parentheses.
      else if (word === '}' && text[token.start - 1] === '\n') parentheses = 0;
      if (word === '{')
        values.push(isValue(tokens, index, values.at(-1) === true) || isList(tokens, index));
      else if (word === '}') values.pop();
      if (/^[{(]$/.test(word)) add(1);
      else if (/^[})]$/.test(word)) add(-1);
    } else if (kind !== 'directive') return;
    else if (/^if/.test(word)) {
      const isInside =
        parentheses > 0 ||
        values.at(-1) === true ||
        isUnfinished(tokens, index) ||
        continuing.test(tokens[index + 1]?.text ?? '');
      open.push({ directives: [index], depths: [0], isInside });
    } else if (/^(el|endif)/.test(word)) {
      const group = open.at(-1);
      if (group === undefined) return;
      group.directives.push(index);
      const isElse = tokens[index - 1]?.text === 'else' && tokens[index - 1]?.kind === 'name';
      group.isInside ||= isElse || isUnfinished(tokens, index);
      if (word !== 'endif') {
        group.depths.push(0);
        return;
      }
      open.pop();
      add(group.depths.find((depth) => depth !== 0) ?? 0);
      edits.push(...oneBranch(tokens, group));
    }
  });
  return edits;
}

function isValue(tokens: readonly Token[], brace: number, isInValue: boolean): boolean {
  const before = tokens[brace - 1]?.text ?? '';
  return /^([=,(]|return)$/.test(before) || (isInValue && before === '{');
}

/** Keywords before the name of a type, whose bases follow a colon. */
const TYPE = /^(class|struct|interface|record)$/;

/** Whether the code before a directive continues after it. */
function isUnfinished(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before?.kind === 'name') return /[a-z]/.test(before.text) && !/^(else|do)$/.test(before.text);
  if (before?.text === ':')
    return tokens[index - 2]?.text === ')' || TYPE.test(tokens[index - 3]?.text ?? '');
  return before?.kind === 'mark' && /^([>=+?&|]|::|->)$/.test(before.text);
}

function oneBranch(tokens: readonly Token[], { directives, depths, isInside }: Group): Edit[] {
  const uneven = depths.findIndex((depth) => depth !== 0);
  if (uneven < 0 && !isInside) return [];
  const kept = Math.max(uneven, 0);
  return depths.flatMap((_, branch) => {
    const from = tokens[directives[branch] ?? 0];
    const to = tokens[directives[branch + 1] ?? 0];
    if (from === undefined || to === undefined) return [];
    const isLast = branch === depths.length - 1;
    const last = isLast ? [{ start: to.start, end: to.end }] : [];
    const end = branch === kept ? from.end : to.start;
    return [{ start: from.start, end }, ...last];
  });
}
