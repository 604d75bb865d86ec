/** What a reference is found to mean does not depend on which others were asked about before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../src/model/facts.ts';
import { extractText, type Sources } from '../helpers/check.ts';
import { fromScratch, updated } from './update-model.ts';

/** Each file in its turn gets a comment, so that it alone is resolved. */
async function expectSame(sources: Sources): Promise<number> {
  const files = new Map<string, FileFacts>();
  for (const [path, text] of Object.entries(sources)) {
    files.set(path, await extractText(path, text));
  }
  const fresh = fromScratch(files, {});
  for (const [path, text] of Object.entries(sources)) {
    const touched = new Map(files);
    touched.set(path, await extractText(path, `${text}// touched\n`));
    expect(updated(fresh, touched, {}).known.edges).toEqual(fresh.edges);
  }
  return [...fresh.edges.values()].flat().filter(({ kind }) => kind === 'calls').length;
}

test('the order of queries does not change types that are inferred from each other', async () => {
  await expectSame({
    'fn.ts':
      'export class P { deep() {} }\nexport class Q { p = new P(); }\n' +
      'export class X { q = new Q(); }\nexport class Y { p = new X(); }\n' +
      'export const a = z ? b.p : new X();\nexport const b = z ? a.q : new Y();\n',
    'use.ts': "import { a } from './fn';\na.deep();\n",
  });
});

describe('long chains of inferred values', () => {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

  test.each([20, 30, 45])('resolve alike in any order of queries with %i links', async (count) => {
    const chain = numbers(count).slice(1);
    const calls = await expectSame({
      'types.ts': numbers(count)
        .map((at) => `export class K${at} { m${at}() {} }\n`)
        .join(''),
      'fn.ts': `import * as t from './types';\nexport const c0 = new t.K0();\n${chain
        .map((at) => `export const c${at} = z ? c${at - 1} : new t.K${at}();\n`)
        .join('')}`,
      'all.ts': `import * as f from './fn';\n${numbers(count)
        .map((at) => `f.c${at}.m0();\n`)
        .join('')}`,
      'last.ts': `import { c${count - 1} } from './fn';\n${numbers(count)
        .map((at) => `c${count - 1}.m${at}();\n`)
        .join('')}`,
    });
    expect(calls).toBeGreaterThan(count);
  });
});

test('the order of queries does not change the edges of any project with mutually inferred values', async () => {
  const value = fc.nat(3);
  const member = fc.nat(2);
  const declarations = fc.array(fc.tuple(value, member, fc.nat(2)), { minLength: 4, maxLength: 4 });
  const members = fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 3, maxLength: 3 });
  let callCount = 0;
  await fc.assert(
    fc.asyncProperty(declarations, members, async (values, types) => {
      const classes = types.map(
        ([first, second], at) =>
          `export class K${at} { p0 = new K${first}(); p1 = new K${second}(); run${at}() {} }\n`,
      );
      const made = values.map(([from, name, own], at) => {
        const part = name < 2 ? `.p${name}` : '';
        return `export const v${at} = z ? v${from}${part} : new K${own}();\n`;
      });
      const calls = values.flatMap((_, at) => [0, 1, 2].map((name) => `v${at}.run${name}();\n`));
      callCount += await expectSame({
        'fn.ts': [...classes, ...made].join(''),
        'use.ts': `import { v0, v1, v2, v3 } from './fn';\n${calls.join('')}`,
      });
    }),
    { numRuns: 150 },
  );
  expect(callCount).toBeGreaterThan(300);
});
