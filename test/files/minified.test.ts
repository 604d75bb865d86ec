import { describe, expect, test } from 'vitest';
import { isMinified } from '../../src/files/minified.ts';

const readable = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const dense = 'function a(b,c){return b+c}var d=a(1,2);';
const longNames = Array.from({ length: 800 }, (_, index) => `GeneratedType${index}`);

describe('isMinified', () => {
  test.each<[string, string]>([
    ['minified code', dense.repeat(100)],
    ['with a licence above', `/*!\n * Copyright\n * MIT\n */\n${dense.repeat(100)}`],
    ['with a line per module', `${dense.repeat(20)}\n`.repeat(30)],
  ])('recognizes %s', (_, text) => expect(isMinified(text)).toBe(true));

  test.each<[string, string]>([
    ['nothing', ''],
    ['readable code', readable.repeat(300)],
    ['a short dense file', dense.repeat(40)],
    ['a generated list of exports in one line', `export { ${longNames.join(', ')} } from './x';\n`],
    ['a data URL', `export const logo = "data:image/png;base64,${'QUJD'.repeat(9000)}";\n`],
    ['a long line amid code', readable.repeat(100) + dense.repeat(50)],
    ['dense code in short lines', `${dense}\n`.repeat(300)],
  ])('does not recognize %s', (_, text) => expect(isMinified(text)).toBe(false));
});
