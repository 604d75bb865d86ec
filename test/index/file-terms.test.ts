import { expect, test } from 'vitest';
import {
  CHUNK_COLUMNS,
  CHUNK_WIDTH,
  type FileTerms,
  fileTerms,
  POSTING_WIDTH,
} from '../../src/index/file-terms.ts';
import { NAME_ROLES } from '../../src/index/name-role.ts';
import { factsOf } from '../helpers/facts.ts';

function termsIn(text: string): FileTerms {
  return fileTerms(factsOf('a.ts', text), text);
}

/** Counts [body, definition, scope] of a term in a chunk. */
function counts(terms: FileTerms, chunk: number, term: string): number[] | undefined {
  const number = terms.terms.indexOf(term);
  for (let row = terms.postingStarts[chunk]!; row < terms.postingStarts[chunk + 1]!; row++) {
    if (terms.postingTerms[row] === number) {
      return [...terms.postingCounts.subarray(row * POSTING_WIDTH, (row + 1) * POSTING_WIDTH)];
    }
  }
  return undefined;
}

/** About 800 units: a method with this body fills a chunk of its own. */
const LONG = '  step(one, two);\n'.repeat(45);
const QUEUE = `class RetryQueue {\n  first() {\n${LONG}  }\n  second() {\n${LONG}  }\n}\n`;

test('words in bodies, declared names and enclosing names are counted separately', () => {
  const terms = termsIn(QUEUE);
  expect(terms.chunks.length / CHUNK_WIDTH).toBe(3);
  // Lines: the class's head · first · second with the closing brace.
  expect(counts(terms, 0, 'retryqueue')).toEqual([1, 1, 0]);
  expect(counts(terms, 1, 'retryqueue')).toEqual([0, 0, 1]);
  expect(counts(terms, 1, 'first')).toEqual([1, 1, 0]);
  expect(counts(terms, 2, 'retri')).toEqual([0, 0, 1]);
  expect(counts(terms, 2, 'second')).toEqual([1, 1, 0]);
  expect(counts(terms, 2, 'first')).toBeUndefined();
});

test('recorded lengths equal the number of terms counted', () => {
  const terms = termsIn(QUEUE);
  const column = (name: (typeof CHUNK_COLUMNS)[number], chunk: number) =>
    terms.chunks[chunk * CHUNK_WIDTH + CHUNK_COLUMNS.indexOf(name)];
  // `class RetryQueue`: class, retri, queue, retryqueue.
  expect(column('bodyLength', 0)).toBe(4);
  expect(column('definitionLength', 0)).toBe(3);
  expect(column('scopeLength', 0)).toBe(0);
  expect(column('scopeLength', 1)).toBe(3);
  expect(column('startLine', 1)).toBe(2);
});

test('scopes of fewer than three lines are not counted', () => {
  // Lines as long as a chunk, so that the last one is a chunk of its own.
  const line = 'step, '.repeat(300);
  const small = termsIn(`const small = ${line}{\n} + ${line}\n`);
  expect(counts(small, 0, 'small')).toEqual([1, 1, 0]);
  expect(counts(small, 1, 'small')).toBeUndefined();
  const large = termsIn(`const large = ${line}{\n  ${line}\n} + ${line}\n`);
  expect(counts(large, 2, 'larg')).toEqual([0, 0, 1]);
});

test('counts are capped at 255', () => {
  expect(counts(termsIn(`${'x '.repeat(300)}\n`), 0, 'x')).toEqual([255, 0, 0]);
});

test('words of the header and of all comments are recorded per file', () => {
  const terms = termsIn('// Routes requests.\nconst a = 1;\n// Second route.\n');
  const rows = new Map<string, number[]>();
  for (let at = 0; at < terms.fileTerms.length; at += 3) {
    const [term = 0, header = 0, comment = 0] = terms.fileTerms.subarray(at);
    rows.set(terms.terms[term] ?? '', [header, comment]);
  }
  expect(rows.get('rout')).toEqual([1, 2]);
  expect(rows.get('second')).toEqual([0, 1]);
  expect(rows.has('const')).toBe(false);
  expect(terms.headerLength).toBe(2);
  expect(terms.commentLength).toBe(4);
});

test('a name has the roles of all its declarations, and constructors have none', () => {
  const terms = termsIn(
    'class Box {\n  constructor() {\n  }\n  open() {\n  }\n}\nfunction open() {\n}\nconst size = 1;\n',
  );
  const roles = Object.fromEntries(terms.names.map((name, at) => [name, terms.nameRoles[at]]));
  expect(roles).toEqual({
    Box: NAME_ROLES.type,
    open: NAME_ROLES.functionNested | NAME_ROLES.functionOutermost,
    size: NAME_ROLES.other,
  });
});

test('an empty file has no chunks', () => {
  const terms = termsIn('');
  expect(terms.chunks).toHaveLength(0);
  expect([...terms.postingStarts]).toEqual([0]);
});
