import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/registry.ts';
import { COSTLY_TO_OPTIMIZE, parserFor } from '../../src/parse/grammar.ts';
import { ParseInterrupted, withTree } from '../../src/parse/parse.ts';

const LARGE = 'const a = [1, 2, 3];\n'.repeat(50_000);
/** Steps that large text takes: more than 2,000, which a test below would notice otherwise. */
const FEW = 2000;

const CODE_SECTION = 10;

/** Whether the WebAssembly of a grammar has a function of more than 32 kB. */
function hasLargeFunction(grammar: string): boolean {
  const stored = readFileSync(new URL(`../../grammars/${grammar}.br`, import.meta.url));
  const bytes = brotliDecompressSync(stored);
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (bytes[at++] !== CODE_SECTION) {
    const length = number();
    at += length;
  }
  number();
  for (let left = number(); left > 0; left--) {
    const size = number();
    if (size > 32_768) return true;
    at += size;
  }
  return false;
}

describe('grammars', () => {
  const grammars = LANGUAGES.flatMap(({ title, grammar }) =>
    grammar === undefined ? [] : [{ title, grammar }],
  );
  test.each(grammars)('$title is installed and loads only once', async ({ grammar }) => {
    const parser = await parserFor(grammar);
    expect(await parserFor(grammar)).toBe(parser);
    expect(withTree(parser, '', 1000, (root) => root.hasError)).toBe(false);
  });

  test('lists all grammars with large functions, so that V8 does not optimize them', () => {
    const costly = new Set(grammars.map(({ grammar }) => grammar).filter(hasLargeFunction));
    expect(COSTLY_TO_OPTIMIZE).toEqual(costly);
  });

  test('reports a missing grammar as a broken installation', async () => {
    await expect(parserFor('tree-sitter-nothing.wasm')).rejects.toMatchObject({
      code: 'GM_INSTALLATION',
      message: expect.stringMatching(/tree-sitter-nothing\.wasm cannot be loaded: ENOENT/),
    });
  });
});

describe('parsing', () => {
  test('gives offsets in UTF-16 units of the text', async () => {
    const parser = await parserFor('tree-sitter-typescript.wasm');
    const text = "const 𝒜 = '👋 é';\nf();";
    const call = withTree(parser, text, 1000, (root) => {
      const node = root.descendantsOfType('call_expression')[0];
      return node && text.slice(node.startIndex, node.endIndex);
    });
    expect(call).toBe('f()');
  });

  test('stops when its budget is used up, and does not affect the next text', async () => {
    const parser = await parserFor('tree-sitter-typescript.wasm');
    const types = (text: string, stepsMax: number): string[] | undefined =>
      withTree(parser, text, stepsMax, (root) =>
        root.namedChildren.map((node) => node?.type ?? ''),
      );
    expect(types(LARGE, FEW)).toBeUndefined();
    expect(types('f()', FEW)).toEqual(['expression_statement']);
    expect(types(LARGE, FEW)).toBeUndefined();
    expect(types(LARGE, 1_000_000)).toHaveLength(50_000);
  });

  test('stops when it is interrupted, and does not affect the next text', async () => {
    const parser = await parserFor('tree-sitter-typescript.wasm');
    const parse = (text: string, isInterrupted: () => boolean): number | undefined =>
      withTree(parser, text, 1_000_000, (root) => root.namedChildCount, isInterrupted);
    let requested = 0;
    expect(() => parse(LARGE, () => ++requested === 5)).toThrow(ParseInterrupted);
    expect(requested).toBe(5);
    expect(parse('f()', () => false)).toBe(1);
    expect(parse(LARGE, () => false)).toBe(50_000);
  });

  // Each is a few thousand characters that took seconds, within few steps.
  test.each([
    ['typescript', '[/'.repeat(10_000)],
    ['scala', ')]}>'.repeat(4000)],
    ['kotlin', '/*'.repeat(4000)],
    ['lua', ')]}>'.repeat(3000)],
  ])('of %s stops when its text is read again and again', async (language, text) => {
    const parser = await parserFor(`tree-sitter-${language}.wasm`);
    const type = (one: string) => withTree(parser, one, 1_000_000_000, (root) => root.type);
    const expected = type('');
    expect(expected).toBeDefined();
    expect(type(text)).toBeUndefined();
    expect(type('')).toBe(expected);
  });

  test('frees the tree even when the callback throws', async () => {
    const parser = await parserFor('tree-sitter-typescript.wasm');
    let kept: { delete(): void } | undefined;
    const use = (): void =>
      withTree(parser, 'f()', 1000, (root) => {
        kept = root.tree;
        throw new Error('from inside');
      });
    expect(use).toThrow('from inside');
    // A freed tree has no memory to read.
    expect(() => (kept as unknown as { rootNode: { type: string } }).rootNode.type).toThrow();
  });
});
