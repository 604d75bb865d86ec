import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GraphMemoryError } from '../../src/base/errors.ts';
import { visible } from '../../src/tools/answer/display.ts';
import { shortened } from '../../src/tools/answer/outgoing.ts';
import { failureOf, failureText } from '../../src/tools/failure.ts';

describe('an error message', () => {
  it('does not repeat 40 kB of an unknown name', () => {
    const name = 'x'.repeat(40_000);
    const failure = failureOf(
      new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `no symbol "${name}" in the index`, {
        hint: `Look for ${name} with code_search.`,
        details: { symbol: name, near: [name], deep: { names: Array(100).fill(name) } },
      }),
    );
    expect(failureText(failure).length).toBeLessThan(1200);
    expect(failureText(failure)).toMatch(/no symbol "x+…\(.* more\)…x*" in the index\nhint: /);
    expect(JSON.stringify(failure.details).length).toBeLessThan(60_000);
  });

  it('lets no token through that stood in what it is about', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const error = new GraphMemoryError('GM_FILE_NOT_FOUND', `no file "${token}.ts"`, {
      hint: `Is ${token} right?`,
      details: { path: `${token}.ts`, near: [token] },
    });
    const failure = failureOf(error);
    expect(failureText(failure)).toContain(`no file "${'*'.repeat(40)}.ts"`);
    expect(JSON.stringify(failure)).not.toContain(token);
  });

  it('escapes the control characters of a file name', () => {
    const failure = failureOf(
      new GraphMemoryError('GM_FILE_NOT_FOUND', 'no file "a\u001b[2Jb\u202e"', { hint: 'x\u0007' }),
    );
    expect(failureText(failure)).toBe(
      'error[GM_FILE_NOT_FOUND]: no file "a\\u001b[2Jb\\u202e"\nhint: x\\u0007',
    );
  });
});

describe('shortened', () => {
  it('keeps both ends, cuts no character in half, and never grows much', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.integer({ min: 4, max: 40 }),
        (text, max) => {
          const short = shortened(text, max);
          if (text.length <= max) expect(short).toBe(text);
          else expect(short.length).toBeLessThanOrEqual(max + '…(99 more)…'.length);
          if (!/[\ud800-\udfff]/u.test(text)) expect(short).not.toMatch(/[\ud800-\udfff]/u);
        },
      ),
    );
  });
});

it('JSON keeps its meaning when invisible characters are made visible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = visible(JSON.stringify({ text }));
      expect(JSON.parse(shown)).toEqual({ text });
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});
