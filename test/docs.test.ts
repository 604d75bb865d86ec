import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../src/base/errors.ts';
import { LANGUAGES, languageWords } from '../src/languages/registry.ts';
import { EDGE_KIND_WORDS, SYMBOL_KIND_WORDS } from '../src/tools/input/kinds.ts';
import { synonymsOf } from '../src/tools/input/parse-input.ts';
import { toolPages } from '../src/tools/markdown.ts';
import { TOOLS, UNLISTED_TOOLS } from '../src/tools/registry.ts';

const root = new URL('..', import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

describe('docs/errors.md', () => {
  const sections = new Map(
    read('docs/errors.md')
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  );

  it('has exactly one section per error code', () => {
    expect([...sections.keys()]).toEqual(Object.keys(ERROR_CODES));
  });

  it.each(Object.entries(ERROR_CODES))('states the exit status of %s', (code, form) => {
    expect(sections.get(code)).toContain(`Exit status ${form.exitStatus}.`);
  });
});

describe('the pages about tools', () => {
  const pages = toolPages();
  const tools = [...TOOLS, ...UNLISTED_TOOLS];

  it.each([...pages.keys()])(
    '%s is current ("npm run docs" writes it) and has at most 300 lines',
    (path) => {
      expect(read(path)).toBe(pages.get(path));
      expect(read(path).split('\n').length).toBeLessThanOrEqual(301);
    },
  );

  it('are the only files of docs/tools', () => {
    const files = readdirSync(new URL('docs/tools', root)).map((name) => `docs/tools/${name}`);
    expect(files.toSorted()).toEqual(
      [...pages.keys()].filter((path) => path !== 'docs/tools.md').toSorted(),
    );
  });

  it('describe every tool once', () => {
    const sections = [...pages.values()].join('').matchAll(/^## `(\w+)`$/gm);
    const described = [...sections].map((match) => match[1]);
    expect(described.toSorted()).toEqual(tools.map((tool) => tool.name).toSorted());
  });

  it('name every accepted synonym of a parameter, a kind or a language', () => {
    const text = [...pages.values()].join('');
    const words = [
      ...tools.flatMap((tool) =>
        Object.keys(tool.input.shape).flatMap((name) => synonymsOf(tool, name)),
      ),
      ...Object.keys({ ...SYMBOL_KIND_WORDS, ...EDGE_KIND_WORDS, ...languageWords() }),
    ];
    expect(words.length).toBeGreaterThan(80);
    expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
  });
});

it('the README lists each language with the features its fixtures show (update it with "npm run docs")', async () => {
  const script = fileURLToPath(new URL('config/language-table.mjs', root));
  const { withLanguageTable } = await import(script);
  const readme = read('README.md');
  expect(readme).toContain('<!-- languages -->');
  expect(readme).toBe(withLanguageTable(readme, LANGUAGES));
});

it('documents mention only registered tools', () => {
  const documents = readdirSync(new URL('docs', root), {
    encoding: 'utf8',
    recursive: true,
  }).filter((name) => name.endsWith('.md'));
  const known = [...TOOLS, ...UNLISTED_TOOLS].map((tool) => tool.name);
  const named = documents.flatMap((name) =>
    [...read(`docs/${name}`).matchAll(/`((?:code|codebase|graph)_[a-z_]+)`/g)].map(
      (match) => match[1],
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => name !== undefined && !known.includes(name))).toEqual([]);
});
