import { expect, test } from 'vitest';
import { parseQuestions } from '../../src/eval/question.ts';

test('reads questions with paths and lines, and names those without an id by their line', () => {
  const text = [
    '\ufeff{"query": "retry", "targets": ["./src\\\\retry.ts"]}\r',
    '',
    '{"id": 7, "query": "cut", "category": "bug", "targets": [{"path": "a.ts", "startLine": 3, "endLine": 9}]}',
  ].join('\n');
  expect(parseQuestions(text, 'q.jsonl')).toEqual([
    {
      id: 'line 1',
      query: 'retry',
      category: 'all',
      targets: [{ path: 'src/retry.ts', lines: undefined }],
    },
    {
      id: '7',
      query: 'cut',
      category: 'bug',
      targets: [{ path: 'a.ts', lines: { startLine: 3, endLine: 9 } }],
    },
  ]);
});

test.each([
  ['{"query": "a"', 'is not JSON'],
  ['[]', 'a question is not an object'],
  ['null', 'a question is not an object'],
  ['{"query": " ", "targets": ["a.ts"]}', '"query" is not a string'],
  [`{"query": "${'x'.repeat(1001)}", "targets": ["a.ts"]}`, '"query" is longer than 1000'],
  ['{"query": "a", "targets": []}', '"targets" is not a list'],
  ['{"query": "a", "target": "a.ts"}', 'a question has no "target"'],
  ['{"query": "a", "targets": [{"path": "a.ts", "start_line": 1}]}', 'no "start_line"'],
  ['{"query": "a", "targets": [{"path": "a.ts", "startLine": 9, "endLine": 3}]}', 'not lines'],
  ['{"query": "a", "targets": [{"path": "a.ts", "startLine": 0, "endLine": 3}]}', 'not lines'],
  ['{"query": "a", "targets": [{"path": "a.ts", "startLine": 1}]}', 'not lines'],
  ['{"query": "a", "targets": [""]}', 'no "path"'],
  ['{"query": "a", "targets": ["../a.ts"]}', 'not a path relative to the project'],
  ['{"query": "a", "targets": ["/a.ts"]}', 'not a path relative to the project'],
  ['{"query": "a", "targets": ["a.ts"], "id": {}}', '"id" is not a string'],
  ['{"query": "a", "targets": ["a.ts"], "category": 1}', '"category" is not a string'],
])('refuses %s with file and line', (line, message) => {
  const good = '{"query": "a", "targets": ["a.ts"]}';
  expect(() => parseQuestions(`${good}\n\n${line}\n`, 'q.jsonl')).toThrow(
    expect.objectContaining({
      code: 'GM_USAGE',
      message: expect.stringMatching(/^q\.jsonl:3: /),
      details: { file: 'q.jsonl', line: 3 },
    }),
  );
  expect(() => parseQuestions(line, 'q.jsonl')).toThrow(message);
});

test('refuses a file without questions', () => {
  expect(() => parseQuestions('\n\n', 'q.jsonl')).toThrow('q.jsonl has no questions');
});
