import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_LENGTH_MAX, CHUNK_MERGED_LENGTH_MAX, chunkFile } from '../../src/index/chunk.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import { factsOf } from '../helpers/facts.ts';
import { declaration } from '../helpers/graph-fixtures.ts';

function chunksOf(text: string): { lines: string; declares: string }[] {
  const facts = factsOf('a.ts', text);
  return chunkFile(facts, text).map((chunk) => ({
    lines: `${chunk.startLine}-${chunk.endLine}`,
    declares: facts.declarations[chunk.declaration]?.name ?? '',
  }));
}

/** A function of about 600 units: two of them do not fit one chunk. */
function longFunction(name: string): string {
  return `function ${name}() {\n${'  work(with, words);\n'.repeat(28)}}\n`;
}

test('an empty file has no chunks and a small file has one', () => {
  expect(chunksOf('')).toEqual([]);
  expect(chunksOf('const a = 1;\nconst b = 2;\n')).toEqual([{ lines: '1-2', declares: 'a' }]);
});

test('files are cut at declarations, which keep their comments', () => {
  const text = `${longFunction('first')}\n// About second.\n// More.\n${longFunction('second')}`;
  expect(chunksOf(text)).toEqual([
    { lines: '1-31', declares: 'first' },
    { lines: '32-63', declares: 'second' },
  ]);
});

test('small adjacent pieces are merged, and the chunk refers to the largest declaration', () => {
  const text = 'const a = 1;\nfunction big() {\n  return 1;\n}\nconst b = 2;\n';
  expect(chunksOf(text)).toEqual([{ lines: '1-5', declares: 'big' }]);
});

test('code after an outermost declaration is a separate piece', () => {
  const text = `${longFunction('first')}start(first);\n${'run(it);\n'.repeat(20)}`;
  expect(chunksOf(text).map(({ lines }) => lines)).toEqual(['1-30', '31-51']);
});

test('a long body is cut after its last blank line that fits', () => {
  const paragraph = `${'  step(one, two);\n'.repeat(30)}\n`;
  const text = `function long() {\n${paragraph.repeat(6)}}\n`;
  const chunks = chunkFile(factsOf('a.ts', text), text);
  expect(chunks.length).toBeGreaterThan(1);
  const lines = text.split('\n');
  for (const chunk of chunks.slice(0, -1)) expect(lines[chunk.endLine - 1]).toBe('');
});

test('a line longer than the limit is not split', () => {
  const text = `a();\n${'x'.repeat(CHUNK_LENGTH_MAX * 2)}\nb();\n`;
  expect(chunksOf(text).map(({ lines }) => lines)).toEqual(['1-1', '2-2', '3-3']);
});

/** Any text with declarations at any lines, overlapping at will. */
const anyFile = fc
  .array(fc.constantFrom('', 'code();', '// note', '  deep();', 'x'.repeat(700), '}\r'), {
    maxLength: 60,
  })
  .chain((lines) =>
    fc
      .array(fc.tuple(fc.nat(70), fc.nat(30), fc.nat(5)), { maxLength: 12 })
      .map((spans): { facts: FileFacts; text: string } => {
        const text = lines.join('\n');
        const declarations = spans.map(([start, length, parent], index) =>
          declaration(`a.ts::n${index}`, {
            startLine: start + 1,
            endLine: start + length + 1,
            start,
            end: start + length,
            parent: Math.min(parent, index) - 1,
          }),
        );
        return { facts: { ...factsOf('a.ts', text), declarations }, text };
      }),
  );

test('chunks cover any file completely, line by line and character by character', () => {
  fc.assert(
    fc.property(anyFile, ({ facts, text }) => {
      const chunks = chunkFile(facts, text);
      expect(chunks.map((chunk) => text.slice(chunk.start, chunk.end)).join('')).toBe(text);
      let line = 1;
      for (const chunk of chunks) {
        expect(chunk.startLine).toBe(line);
        expect(chunk.endLine).toBeGreaterThanOrEqual(chunk.startLine);
        line = chunk.endLine + 1;
      }
      const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
      if (text !== '') expect(line - 1).toBe(lineCount);
    }),
  );
});

test('only single long lines exceed the limit, and no two adjacent chunks could be merged', () => {
  fc.assert(
    fc.property(anyFile, ({ facts, text }) => {
      const chunks = chunkFile(facts, text);
      for (const [index, chunk] of chunks.entries()) {
        const length = chunk.end - chunk.start;
        if (chunk.endLine > chunk.startLine) expect(length).toBeLessThanOrEqual(CHUNK_LENGTH_MAX);
        const next = chunks[index + 1];
        if (next !== undefined) {
          expect(next.end - chunk.start).toBeGreaterThan(CHUNK_MERGED_LENGTH_MAX);
        }
      }
    }),
  );
});
