import { expect, test } from 'vitest';
import { commentLines, headerComment } from '../../src/index/comments.ts';

/** Lines that end in `§` must be found, all others must not. */
function checkComments(text: string): void {
  const marked = text.split('\n');
  const lines = marked.map((line) => line.replace('§', ''));
  const expected = marked.flatMap((line, index) => (line.includes('§') ? [index] : []));
  expect(commentLines(lines)).toEqual(expected);
}

test('comment lines of C and JavaScript are recognized', () => {
  checkComments(
    [
      '// one §',
      'const a = 1; // trailing',
      '/* two §',
      '   still §',
      '*/ §',
      '/* inline */ code();',
      '/** doc */ §',
      '  * multiplication',
      '--count;',
      '#field = 1;',
    ].join('\n'),
  );
});

test('comment lines of languages with hashes, dashes and docstrings are recognized', () => {
  checkComments(
    [
      '#!/bin/sh',
      '# a §',
      '## b §',
      '#include <x.h>',
      '#[derive(Debug)]',
      '-- lua §',
      '"""doc §',
      'more §',
      '""" §',
      '"""one line""" §',
      '<!-- x --> §',
      '',
    ].join('\n'),
  );
});

test('an unclosed comment block extends to the end of the file', () => {
  checkComments(['code', '/* a §', 'b §'].join('\n'));
});

function headerOf(text: string): string {
  const lines = text.split('\n');
  return headerComment(lines, commentLines(lines));
}

test.each([
  ['// Routes requests.\ncode', '// Routes requests.'],
  ['// Copyright (c) 2020 X\n\n// Routes requests.\ncode', '// Routes requests.'],
  ["'use strict';\n/*\n * Licensed under MIT\n */\nimport x;\n# Parses.\n", '# Parses.'],
  ['// ----\n\n// Words here', '// Words here'],
  ['code', ''],
  [`${'code\n'.repeat(80)}// too far down`, ''],
  [`${'code\n'.repeat(79)}// just inside`, '// just inside'],
])('the header comment of %j is found', (text, header) => {
  expect(headerOf(text)).toBe(header);
});
