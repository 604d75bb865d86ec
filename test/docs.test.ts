import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../src/base/errors.ts';
import { LANGUAGES } from '../src/languages/registry.ts';
import { toolsMarkdown } from '../src/tools/markdown.ts';
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

  it('has one section per code and none beside', () => {
    expect([...sections.keys()]).toEqual(Object.keys(ERROR_CODES));
  });

  it.each(Object.entries(ERROR_CODES))('gives the exit status of %s', (code, form) => {
    expect(sections.get(code)).toContain(`Exit status ${form.exitStatus}.`);
  });
});

it('docs/tools.md is what the registry says; "npm run docs" writes it', () => {
  expect(read('docs/tools.md')).toBe(toolsMarkdown());
});

it('the README has each language with what its fixtures show; "npm run docs" writes it', async () => {
  const script = new URL('config/language-table.mjs', root).pathname;
  const { withLanguageTable } = await import(script);
  const readme = read('README.md');
  expect(readme).toContain('<!-- languages -->');
  expect(readme).toBe(withLanguageTable(readme, LANGUAGES));
});

it('every tool that a document names is registered', () => {
  const documents = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));
  const known = [...TOOLS, ...UNLISTED_TOOLS].map((tool) => tool.name);
  const named = documents.flatMap((name) =>
    [...read(`docs/${name}`).matchAll(/`((?:code|codebase|graph)_[a-z_]+)`/g)].map(
      (match) => match[1],
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => name !== undefined && !known.includes(name))).toEqual([]);
});
