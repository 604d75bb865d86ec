/** What keys of settings mean on pages, by what the pages say of the types that have members of their names. */
import { expect, test } from 'vitest';
import { edgesIn } from './page-edges.ts';

const GO = {
  'go.mod': 'module example.org/runner\n',
  'config/config.go': [
    'package config',
    'type Config struct {',
    '\tJobs map[string]*Job',
    '\tHooks []Hook',
    '\tOutput string',
    '}',
    'type Job struct {',
    '\tRun string',
    '\tDeps []string',
    '\tGitURL string',
    '\tSkip bool',
    '\tTags []string',
    '}',
    'type Hook struct {',
    '\tRun string',
    '\tSkip bool',
    '\tPiped bool',
    '}',
  ].join('\n'),
  'engine/state.go': [
    'package engine',
    'type state struct {',
    '\trun string',
    '\tdeps []string',
    '\tskip bool',
    '}',
    'type Params struct {',
    '\tRun string',
    '\tTags []string',
    '}',
  ].join('\n'),
};

const TS = {
  'package.json': '{ "name": "fetcher", "main": "src/index.ts" }\n',
  'src/index.ts': "export * from './options.ts';\n",
  'src/options.ts': [
    'export interface Options {',
    '  retry?: RetryOptions; timeout?: number; proxy?: string; cache?: boolean; format?: string;',
    '}',
    'export interface NormalizedOptions {',
    '  retry: RetryOptions; timeout: number; proxy: string; cache: boolean; format: string;',
    '}',
    'export interface RetryOptions { limit: number; delay: number }',
    'export interface PageOptions { limit: number; offset: number }',
    'export class Stream { fetch = 1; timeout = 2 }',
  ].join('\n'),
};

/** `line Type::member` of all that the page mentions for certain. */
async function keysOn(
  code: Readonly<Record<string, string>>,
  page: string,
  path = 'docs/page.md',
): Promise<string[]> {
  const edges = await edgesIn({ ...code, [path]: page }, path);
  return edges
    .filter(({ kind, evidence }) => kind === 'mentions' && evidence !== 'nameOnly')
    .map(({ line, id }) => `${line} ${id.split('::').slice(1).join('::')}`)
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}

test('a key resolves to the type that has most keys of the page', async () => {
  expect(await keysOn(GO, '- `deps`\n- `git_url`\n- `skip`\n')).toEqual([
    '1 Job::Deps',
    '2 Job::GitURL',
    '3 Job::Skip',
  ]);
});

test('keys that no type has more of than another resolve to nothing', async () => {
  expect(await keysOn(GO, '`run` and `skip`\n')).toEqual([]);
  const list = '`timeout`, `proxy`, `cache`, `retry`\n';
  expect(await keysOn(TS, list)).toEqual([]);
});

test('a key that is the only one of its type on the page resolves to nothing', async () => {
  expect(await keysOn(TS, 'The `offset`.\n')).toEqual([]);
});

test('a key below a heading that names a type resolves to its member', async () => {
  expect(await keysOn(TS, '# Page\n\n## RetryOptions\n\nThe `limit`.\n')).toEqual([
    '3 RetryOptions',
    '5 RetryOptions::limit',
  ]);
});
