/** Until the package is published, no page may tell users to get it from the registry. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../e2e/program.ts';

const { name } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
const FROM_REGISTRY = new RegExp(
  `\\b(?:npx|npm (?:exec|i|install))(?: -\\S+)* ${name}(?![\\w/.-])`,
);

const PAGES = ['README.md', ...pagesBelow('docs'), ...pagesBelow('integrations')];

function pagesBelow(folder: string): readonly string[] {
  const names = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((file) => /\.(?:md|ya?ml|json)$/.test(file))
    .map((file) => `${folder}/${file}`);
}

it('recognizes the commands that get the package from the registry', () => {
  for (const command of ['npx -y', 'npx', 'npm install --global', 'npm i -g'])
    expect(`run ${command} ${name} now`).toMatch(FROM_REGISTRY);
  expect('npm install /path/to/clone').not.toMatch(FROM_REGISTRY);
});

it('no page gets the package from the registry', () => {
  const found = PAGES.filter((page) =>
    FROM_REGISTRY.test(readFileSync(join(repository, page), 'utf8')),
  );
  expect(PAGES.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
