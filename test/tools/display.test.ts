import { describe, expect, it } from 'vitest';
import { numbered, oneLine, place, visible } from '../../src/tools/answer/display.ts';

describe('visible', () => {
  it.each([
    ['a right-to-left override', 'a\u202eb', 'a\\u202eb'],
    ['an escape sequence', '\u001b[31mred', '\\u001b[31mred'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['fillers that look like nothing', 'a\u3164b\u115f', 'a\\u3164b\\u115f'],
    ['text in selectors of variants', 'a\u{e0141}', 'a\\udb40\\udd41'],
    ['a selector that emoji have', '\u2764\ufe0f', '\u2764\ufe0f'],
    ['tabs and line ends', '\ta\r\nb\n', '\ta\nb\n'],
    ['letters of any script', 'größe 価格 😀', 'größe 価格 😀'],
  ])('shows %s safely', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

describe('numbered', () => {
  it('keeps the indentation of a line and leaves no space at its end', () => {
    expect(numbered('a\n\n  b', 9)).toBe('9|a\n10|\n11|  b');
  });
});

it('oneLine joins lines and cuts the text', () => {
  expect(oneLine('  a\n   b\tc ', 100)).toBe('a b c');
  expect(oneLine('abcdef', 4)).toBe('abc…');
});

it.each([
  [3, 3, 'a.ts:3'],
  [3, 9, 'a.ts:3-9'],
])('the location of lines %d to %d is shown as %s', (start, end, text) => {
  expect(place('a.ts', start, end)).toBe(text);
});
