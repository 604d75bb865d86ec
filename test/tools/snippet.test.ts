import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestSnippet,
  SNIPPET_CHARACTERS_MAX,
  SNIPPET_LINES_MAX,
  withLeadingComment,
} from '../../src/tools/answer/snippet.ts';

const lines = Array.from({ length: 40 }, (_, index) => `line number${index + 1}`);

describe('bestSnippet', () => {
  it('shows a short range whole', () => {
    const range = { startLine: 3, endLine: 6 };
    expect(bestSnippet(lines, range, new Set(['number5']))).toEqual({
      text: 'line number3\nline number4\nline number5\nline number6',
      matchLine: 5,
      startLine: 3,
      endLine: 6,
    });
  });

  it('starts at the match in a long range', () => {
    const found = bestSnippet(lines, { startLine: 1, endLine: 40 }, new Set(['number20']));
    expect(found).toMatchObject({ startLine: 20, endLine: 31 });
  });

  it('ends before the code that is more nested, not inside of a branch', () => {
    const branch = ['if (isLate) {', '  cancel();', '  refund();', '}'];
    const text = [...Array.from({ length: 10 }, (_, row) => `  step${row}();`), ...branch];
    const indented = text.map((line, row) => (row > 9 ? `  ${line}` : line));
    const found = bestSnippet(indented, { startLine: 1, endLine: 14 }, new Set(['step0']));
    expect(found).toMatchObject({ startLine: 1, endLine: 10 });
  });

  it('begins with a statement, not among the arguments of a call', () => {
    const call = ['  getSnaps(', '    near,', '    far,', '  );', '  align();'];
    const terms = new Set(['near', 'far']);
    const size = { lines: 3, characters: 600 };
    expect(bestSnippet(call, { startLine: 1, endLine: 5 }, terms, size)?.startLine).toBe(1);
  });

  it('prefers lines with more distinct terms', () => {
    const text = lines.with(2, 'alpha alpha alpha').with(29, 'alpha').with(30, 'beta');
    const found = bestSnippet(text, { startLine: 1, endLine: 40 }, new Set(['alpha', 'beta']));
    expect(found?.startLine).toBe(30);
  });

  it('falls back to the start of the range without a match', () => {
    const found = bestSnippet(lines, { startLine: 5, endLine: 40 }, new Set(['none']));
    expect(found).toMatchObject({ startLine: 5, endLine: 16 });
  });

  it.each([
    ['the file is gone', [], { startLine: 1, endLine: 3 }],
    ['the file is shorter now', ['one'], { startLine: 2, endLine: 3 }],
  ])('is undefined when %s', (_, text, range) => {
    expect(bestSnippet(text, range, new Set())).toBeUndefined();
  });

  it('never splits a character in two', () => {
    const line = `${'a'.repeat(SNIPPET_CHARACTERS_MAX - 2)}😀😀`;
    const found = bestSnippet([line], { startLine: 1, endLine: 1 }, new Set());
    expect(found?.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it('respects its limits and stays inside the range', () => {
    const anyLines = fc.array(fc.string({ maxLength: 900 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(anyLines, fc.nat(60), fc.nat(60), (text, from, length) => {
        const range = { startLine: from + 1, endLine: from + 1 + length };
        const found = bestSnippet(text, range, new Set(['a', 'b', '1']));
        expect(found === undefined).toBe(from >= text.length);
        if (found === undefined) return;
        expect(found.text.length).toBeLessThanOrEqual(SNIPPET_CHARACTERS_MAX);
        expect(found.startLine).toBeGreaterThanOrEqual(range.startLine);
        expect(found.endLine).toBeLessThanOrEqual(Math.min(range.endLine, text.length));
        const shown = found.endLine - found.startLine + 1;
        expect(shown).toBeLessThanOrEqual(SNIPPET_LINES_MAX);
      }),
    );
  });
});

describe('withLeadingComment', () => {
  const code = ['const a = 1;', '/**', ' * Charges a card.', ' */', 'function charge() {', '}'];

  it.each([
    ['a comment right above', code, 5, 2],
    ['no comment', code, 1, 1],
    ['a blank line between', ['// A title.', '', 'function charge() {', '}'], 3, 3],
    ['an essay', [...Array.from({ length: 9 }, () => '// word'), 'f();'], 10, 10],
  ])('returns the right range for %s', (_, text, startLine, first) => {
    const range = { startLine, endLine: text.length };
    expect(withLeadingComment(text, range)).toEqual({ ...range, startLine: first });
  });
});
