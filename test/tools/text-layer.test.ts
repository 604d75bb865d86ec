/** A name that no symbol has may still be in the text, and an empty answer says what was read. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'a.ts': '// an ingredient\nexport function bake() {\n  return "ingredient";\n}\n',
  'b.ts': 'export const menu = { soup: "ingredient" };\n',
  'c.ts': 'export function unrelated() {}\n',
};

async function caller() {
  return toolCaller({ temp: await tempProject(FILES) });
}

describe('codebase_search_symbol', () => {
  it('points to the text if no symbol has the name', async () => {
    const { call } = await caller();
    const { structured, text } = await call('codebase_search_symbol', { symbol: 'ingredient' });
    expect(structured).toMatchObject({
      total_count: 0,
      text_matches: { match_count: 3, file_count: 2, places: ['a.ts:1', 'a.ts:3', 'b.ts:1'] },
    });
    expect(text).toContain('its text is on 3 lines in 2 files: a.ts:1, a.ts:3, b.ts:1;');
    expect(text).toContain('codebase_search_text');
  });

  it('looks only where the path filter allows', async () => {
    const { call } = await caller();
    const request = { symbol: 'ingredient', path_glob: ['b.ts'] };
    const { structured } = await call('codebase_search_symbol', request);
    expect(structured['text_matches']).toMatchObject({ match_count: 1, places: ['b.ts:1'] });
  });

  it('says that neither a symbol nor text exists', async () => {
    const { call } = await caller();
    const { structured, text } = await call('codebase_search_symbol', { symbol: 'zzqqxx' });
    expect(structured).not.toHaveProperty('text_matches');
    expect(text).toContain('no symbol and no text "zzqqxx"');
  });

  it('does not search the text if a symbol has the name', async () => {
    const { call } = await caller();
    const { structured } = await call('codebase_search_symbol', { symbol: 'bake' });
    expect(structured).not.toHaveProperty('text_matches');
  });
});

it('codebase_search_text says how many files it read, and why not the others', async () => {
  const { call } = await caller();
  const { text } = await call('codebase_search_text', { query: 'ingredient bake' });
  expect(text).toContain('read 1 of 3 files; the word index shows');
  const all = await call('codebase_search_text', { query: 'x.*y.*z', regex: true });
  expect(all.text).toMatch(/note: read 3 files$/m);
});
