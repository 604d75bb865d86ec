import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/registry.ts';
import { parserFor } from '../../src/parse/grammar.ts';
import { withTree } from '../../src/parse/parse.ts';

const LARGE = 'const a = [1, 2, 3];\n'.repeat(50_000);
/** Steps that large text takes: more than 2,000, which a test below would notice otherwise. */
const FEW = 2000;

describe('grammars', () => {
  const grammars = LANGUAGES.flatMap(({ title, grammar }) =>
    grammar === undefined ? [] : [{ title, grammar }],
  );
  test.each(grammars)('$title is there, and loaded once', async ({ grammar }) => {
    const parser = await parserFor(grammar);
    expect(await parserFor(grammar)).toBe(parser);
    expect(withTree(parser, '', 1000, (root) => root.hasError)).toBe(false);
  });

  test('one that is missing is a broken installation', async () => {
    await expect(parserFor('tree-sitter-nothing.wasm')).rejects.toThrow(/tree-sitter-nothing/);
  });
});

describe('parsing', () => {
  test('offsets are UTF-16 units of the text', async () => {
    const parser = await parserFor('tree-sitter-typescript.wasm');
    const text = "const 𝒜 = '👋 é';\nf();";
    const call = withTree(parser, text, 1000, (root) => {
      const node = root.descendantsOfType('call_expression')[0];
      return node && text.slice(node.startIndex, node.endIndex);
    });
    expect(call).toBe('f()');
  });

  test('ends when its budget is used up, and leaves no trace for the next text', async () => {
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

  test('frees the tree even when its user throws', async () => {
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
