/** The keys that code blocks of pages show, with those around them. */
import { expect, test } from 'vitest';
import { keysOfCode } from '../../src/languages/markdown/code-keys.ts';

const keysOf = (language: string, code: string): string[] =>
  keysOfCode(language, code).map((path) => path.join('/'));

test('YAML keys nest by indentation, also in lists', () => {
  const code = [
    'tasks:',
    '  build: # comment',
    '    "deps": [a]',
    '    cmds:',
    '      - task: other',
    '        silent: true',
    '# note: this',
    'version: 3',
  ].join('\n');
  expect(keysOf('yaml', code)).toEqual([
    'tasks',
    'tasks/build',
    'tasks/build/deps',
    'tasks/build/cmds',
    'tasks/build/cmds/task',
    'tasks/build/cmds/silent',
    'version',
  ]);
});

test('TOML keys nest by tables and dots', () => {
  const code =
    'top = 1\n[editor.search]\nsmart-case = true\nafter.delay = 3\n[[rules]]\nname = "a"\n';
  expect(keysOf('toml', code)).toEqual([
    'top',
    'editor',
    'editor/search',
    'editor/search/smart-case',
    'editor/search/after',
    'editor/search/after/delay',
    'rules',
    'rules/name',
  ]);
});

test('object keys nest by braces; types, strings, comments and conditions contain no keys', () => {
  const code = [
    'const json: string = await ky(url, {retry: {limit: 2, "max-age": 3}, hooks: [{before: 1}]});',
    'function load(path: string) { return path ? one : two; }',
    '// { nothing: 1 }',
    "call('{ nothing: 1 }', `{ nothing: 1 }`);",
  ].join('\n');
  expect(keysOf('ts', code)).toEqual([
    'retry',
    'retry/limit',
    'retry/max-age',
    'hooks',
    'hooks/before',
  ]);
});

test('code of other languages has no keys', () => {
  expect(keysOf('bash', 'key: value')).toEqual([]);
  expect(keysOf('constructor', 'key: value')).toEqual([]);
});

test('unterminated text takes no longer than other text', () => {
  for (const part of ['/*', '"\\', '`', "'\\", '{']) {
    expect(keysOf('js', part.repeat(25_000))).toEqual([]);
  }
  expect(keysOf('yaml', `${'- '.repeat(20_000)}a: 1`)).toEqual([]);
});
