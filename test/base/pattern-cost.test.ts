import { expect, test } from 'vitest';
import { patternCost } from '../../src/base/pattern-cost.ts';

test.each([
  '**/*.{js,ts}',
  '*_*.test.*',
  '**/src/**/test/**',
  'a/*/b/*/c/*/d/*',
  '!**/node_modules/*',
  '*.[Pp][Rr][Ii]',
  '{src,test}/**/*.{test,spec}.@(js|ts)',
])('allows the cheap pattern %s', (pattern) => expect(patternCost(pattern)).toBeUndefined());

test.each([
  ['*a*a*a*b', 'has over 3 "*" in one part'],
  ['x/*?*?*?*/y', 'has over 3 "*" in one part'],
  ['+(a)+(b)+(c)+(d)', 'has over 3 "*" in one part'],
  ['**/a/**/a/**/a/**/b', 'has over 3 "**"'],
  [`${'{,}'.repeat(9)}a`, 'has over 8 groups of alternatives'],
  [`${'@(a|a)'.repeat(9)}b`, 'has over 8 groups of alternatives'],
  ['a'.repeat(1001), 'is over 1000 characters long'],
])('rejects the expensive pattern %s', (pattern, cost) => expect(patternCost(pattern)).toBe(cost));
