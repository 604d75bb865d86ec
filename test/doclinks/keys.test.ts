/** What keys of settings mean on pages, by what the pages say of the types that have members of their names. */
import { expect, test } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { pageEdges } from './page-edges.ts';

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
  const temp = await tempProject({ ...code, [path]: page }, { include: ['**/*'] });
  const project = await temp.open();
  await project.index({});
  return pageEdges(project.snapshot().graph, path)
    .filter(({ kind, evidence }) => kind === 'mentions' && evidence !== 'nameOnly')
    .map(({ line, id }) => `${line} ${id.split('::').slice(1).join('::')}`)
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}

test('a key resolves to the type that the surrounding keys hold in code blocks', async () => {
  const page = (outer: string): string =>
    `# Guide\n\nSet \`skip\` and \`run\`.\n\n\`\`\`yaml\n${outer}:\n  build:\n    skip: true\n    run: make\n\`\`\`\n`;
  expect(await keysOn(GO, page('jobs'))).toEqual(['3 Job::Run', '3 Job::Skip']);
  expect(await keysOn(GO, page('hooks'))).toEqual(['3 Hook::Run', '3 Hook::Skip']);
});

test('a key in a list resolves to the type that the parent item holds', async () => {
  const page =
    '# Keys\n\n- `jobs`\n  - `skip`\n  - `git_url`\n- `hooks`\n  - `skip`\n  - `piped`\n';
  expect(await keysOn(GO, page)).toEqual([
    '3 Config::Jobs',
    '4 Job::Skip',
    '5 Job::GitURL',
    '6 Config::Hooks',
    '7 Hook::Skip',
    '8 Hook::Piped',
  ]);
});

const CALLS = {
  'package.json': '{ "name": "caller", "main": "src/index.ts" }\n',
  'src/index.ts': [
    'export interface ReplyInit { status: number; reason: string; trailing: boolean }',
    'export class Reply { status = 1; reason = 2; kind = 3 }',
    'export interface StreamData { kind: string; size: number }',
    'export function request() {}',
  ].join('\n'),
};

test.each([
  ['in braces', '* `init` {ReplyInit} what it is\n  * `status` {number}', ['4 ReplyInit::status']],
  ['as code', '- `init`: `ReplyInit | null`\n  - `status`', ['3 ReplyInit', '4 ReplyInit::status']],
  ['of what is given back', '* Returns: {ReplyInit}\n  * `status` it', ['4 ReplyInit::status']],
  ['by what holds it', '* `data` {Object}\n  * `kind` it', ['4 StreamData::kind']],
])(
  "a list item below a key resolves to a member of the key's type: %s",
  async (_, list, mentioned) => {
    const head = ['# Class: `Reply`', '', ''].join('\n');
    const edges = await keysOn(CALLS, head + list);
    expect(edges.filter((one) => !one.startsWith('1 '))).toEqual(mentioned);
  },
);

test('a list item below a key whose type is unknown or lacks it resolves to nothing else', async () => {
  const list =
    '* `init` {ReplyInit}\n  * `kind` {string}\n* Returns: {Object}\n  * `status` {number}\n';
  expect(await keysOn(CALLS, `# \`Reply\`\n\n${list}`)).toEqual(['1 Reply']);
  const imports = "```js\nimport { request } from 'caller';\n```\n\n";
  const list2 = `${imports}* \`message\` {Object}\n  * \`request\` {Object}\n`;
  expect(await keysOn(CALLS, list2)).not.toContain('6 request');
  expect(await keysOn(CALLS, `${imports}* \`request\` it.\n`)).toContain('5 request');
});

test("a key below a heading resolves to a member of the heading's type", async () => {
  const page = '# API\n\n## retry\n\nThe default `limit` is two.\n\n### `delay`\n\nA time.\n';
  expect(await keysOn(TS, page)).toEqual(['5 RetryOptions::limit', '7 RetryOptions::delay']);
  expect(await keysOn(TS, '# Page\n\nThe default `limit` is two.\n')).toEqual([]);
});

test('a type is preferred to the types made from it', async () => {
  const page =
    '# Use\n\n| Name | Does |\n| - | - |\n| `timeout` | waits |\n| `proxy` | leads |\n| `cache` | keeps |\n| `retry` | again |\n';
  expect(await keysOn(TS, page)).toEqual([
    '5 Options::timeout',
    '6 Options::proxy',
    '7 Options::cache',
    '8 Options::retry',
  ]);
});

test("a key resolves by its spelling in code, and with its owner by the owner's type", async () => {
  expect(await keysOn(TS, 'Set `retry.limit` or `others.limit`.\n')).toEqual([
    '1 RetryOptions::limit',
  ]);
});

test('quoted values, built-in names and words in passing do not resolve to keys', async () => {
  const list = '- `timeout`\n- `proxy`\n- `cache`\n';
  const passing = 'Plain `fetch`, a `format` or `"format"`, and `options`.\n';
  expect(await keysOn(TS, `${list}\n${passing}`)).toEqual([
    '1 Options::timeout',
    '2 Options::proxy',
    '3 Options::cache',
  ]);
});

test('words in passing need more evidence than words shown as keys', async () => {
  expect(await keysOn(GO, 'Plain `run`, `skip`, `tags` and `output`.\n')).toEqual([]);
});

test("a linked key with a capitalized field resolves to its heading's symbol", async () => {
  const temp = await tempProject(
    {
      ...GO,
      'docs/a.md': '# Config\n\n## `output`\n\nWhere to.\n',
      'docs/b.md': 'See [`output`](a.md#output).\n',
    },
    { include: ['**/*'] },
  );
  const project = await temp.open();
  await project.index({});
  const ids = pageEdges(project.snapshot().graph, 'docs/b.md')
    .filter(({ kind }) => kind === 'mentions')
    .map(({ id }) => id);
  expect(ids).toEqual(['config/config.go::Config::Output']);
});
