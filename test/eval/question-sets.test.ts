/** The questions about public repositories, which bench/ranking asks. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Row {
  readonly repo: string;
  readonly id: string;
  readonly query: string;
  readonly relevant: readonly string[];
}

function rowsOf(name: string): readonly Row[] {
  const url = new URL(`../../fixtures/ranking/repositories/${name}.jsonl`, import.meta.url);
  return readFileSync(url, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

describe.each([
  { name: 'paraphrases', countMin: 150, repositoriesMin: 15, isAnswered: true },
  { name: 'absent', countMin: 150, repositoriesMin: 15, isAnswered: false },
  { name: 'fresh', countMin: 160, repositoriesMin: 8, isAnswered: true },
  { name: 'fresh-absent', countMin: 47, repositoriesMin: 8, isAnswered: false },
  { name: 'concepts', countMin: 15, repositoriesMin: 1, isAnswered: true },
])('the set of questions "$name"', ({ name, countMin, repositoriesMin, isAnswered }) => {
  const rows = rowsOf(name);

  it('has enough questions on enough repositories', () => {
    expect(rows.length).toBeGreaterThanOrEqual(countMin);
    expect(new Set(rows.map(({ repo }) => repo)).size).toBeGreaterThanOrEqual(repositoriesMin);
  });

  it('asks every question once, and says what answers it', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ repo, query }) => `${repo} ${query}`)).size).toBe(rows.length);
    expect(rows.every(({ relevant }) => relevant.length > 0 === isAnswered)).toBe(true);
  });
});
