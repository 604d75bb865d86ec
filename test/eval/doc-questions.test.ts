import { expect, test } from 'vitest';
import { maskDoc, sample } from '../../src/eval/doc-questions.ts';

const doc = 'Cuts the text at blank lines.\n\n@param text what is cut';

test.each([
  [
    'a block comment',
    [
      '/**',
      ' * Cuts the text at blank lines.',
      ' *',
      ' * @param text what is cut',
      ' */',
      'function f() {}',
    ],
    6,
  ],
  [
    'line comments',
    ['// Cuts the text at blank lines.', '// @param text what is cut', 'function f() {}'],
    3,
  ],
  [
    'a docstring inside',
    ['def f(text):', '    """Cuts the text at blank lines.', '', '    @param text what is cut"""'],
    1,
  ],
])('blanks %s and nothing else', (_, source, startLine) => {
  const lines = [...source];
  expect(maskDoc(lines, { startLine, doc })).toBe(true);
  const text = lines.join('\n');
  expect(text).not.toMatch(/cut|blank|param/i);
  expect(lines.map((line) => line.length)).toEqual(source.map((line) => line.length));
  const code = source.find((line) => /function|def/.test(line));
  expect(lines).toContain(code);
});

test('a comment that is not found completely leaves the text unchanged', () => {
  const lines = ['// Cuts the text at blank lines.', 'function f() {}'];
  const before = [...lines];
  expect(maskDoc(lines, { startLine: 2, doc })).toBe(false);
  expect(lines).toEqual(before);
});

test('a distant comment is not taken for the comment of a declaration', () => {
  const far = ['// Cuts it in two.', ...Array.from({ length: 40 }, () => 'x;'), 'function f() {}'];
  expect(maskDoc(far, { startLine: 42, doc: 'Cuts it in two.' })).toBe(false);
});

test('a sample is evenly spread, distinct and ordered', () => {
  const items = Array.from({ length: 10 }, (_, index) => index);
  expect(sample(items, 20)).toEqual(items);
  expect(sample(items, 4)).toEqual([0, 2, 5, 7]);
});
