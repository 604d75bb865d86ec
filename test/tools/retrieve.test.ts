import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/app.ts': `
import express from 'express';
import { findUser } from './users/store';
const app = express();
app.get('/users/:id', showUser);
/** Shows the profile of a user. */
export function showUser(req, res) { res.send(findUser(req.params.id)); }
`,
  'src/users/store.ts': `
/** Finds a stored user by number. */
export function findUser(id: string) { return load(id); }
function load(id: string) { return id; }
`,
  'src/main.ts': `
import { showUser } from './app';
export function start() { showUser(1, 2); }
`,
  'docs/users.md': '# Users\n\nA user is found by number with `findUser`.\n',
};

interface Item {
  readonly layer: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly source: { readonly path: string };
}

async function retrieved(input: object) {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  const { structured, text } = await call('retrieve', { query: 'find a user', ...input });
  return { structured, text, items: structured['items'] as readonly Item[] };
}

/** The layers of the items, without duplicates. */
const layersOf = (items: readonly Item[]) => [...new Set(items.map(({ layer }) => layer))].sort();

describe('retrieve', () => {
  it('searches all layers, whatever the wording of the question', async () => {
    const all = [
      'C0_SOURCE_CHUNKS',
      'C1_SYMBOL_CATALOG',
      'C2_DEPENDENCY_GRAPH',
      'C3_ENTRYPOINTS',
      'D0_DOC_SECTIONS',
      'D1_DOC_COMMENTS',
    ];
    expect(layersOf((await retrieved({})).items)).toEqual(all);
    expect(layersOf((await retrieved({ query: 'documentation: find a user' })).items)).toEqual(all);
  });

  it.each([
    [
      'C0',
      { chunk_type: 'symbol_block', module_or_unit: 'src/users/store', artifact_type: 'CODE' },
    ],
    [
      'C1',
      { symbol_id: 'src/users/store.ts::findUser', kind: 'function', is_entry_candidate: false },
    ],
    ['C2', { edge_type: 'calls', dst_ref: 'load', resolution: 'resolved' }],
    ['C3', { route_or_command: '/users/:id', handler_symbol_id: 'src/app.ts::showUser' }],
    ['D0', { heading: 'Users', artifact_type: 'DOCS' }],
    ['D1', { qname: 'findUser' }],
  ])('gives the metadata of layer %s', async (layer, metadata) => {
    const { items, structured } = await retrieved({ layers: [layer] });
    expect(items.map((item) => item.metadata)).toContainEqual(expect.objectContaining(metadata));
    expect(Object.keys(structured['layers'] as object)).toEqual([layer]);
  });

  it('gives the source, span and score of each item', async () => {
    const { items } = await retrieved({ layers: ['C1'], path_prefixes: ['src/users/'] });
    expect(items[0]).toMatchObject({
      source: { project: 'shop', path: 'src/users/store.ts', lang: 'typescript' },
      title: 'findUser',
      span: { start_line: 3, end_line: 3 },
      score: expect.any(Number),
    });
  });

  it.each([
    [{ path_prefixes: ['src/users/'] }],
    [{ namespace: 'users.store' }],
    [{ namespace: 'src/users' }],
  ])('keeps to the paths of %j in every layer', async (filter) => {
    const { items } = await retrieved(filter);
    expect(items.length).toBeGreaterThan(2);
    expect(new Set(items.map(({ source }) => source.path))).toEqual(
      new Set(['src/users/store.ts']),
    );
  });

  it('keeps to top_k of each layer, max_chunks and max_chars, and says what it left out', async () => {
    expect((await retrieved({ layers: ['C2'], top_k: 1 })).items).toHaveLength(1);
    const { items, structured, text } = await retrieved({ max_chunks: 2 });
    expect(items).toHaveLength(2);
    expect(structured).toMatchObject({ returned_count: 2, truncated: true });
    expect(text).toMatch(/items? left out by max_chunks 2 and max_chars 12000/);
    const short = await retrieved({ max_chars: 500 });
    const size = short.items.reduce((sum, { content }) => sum + content.length, 0);
    expect(size).toBeLessThanOrEqual(500);
  });

  it('reaches edges of further steps with max_depth', async () => {
    const edges = async (depth: number) =>
      (await retrieved({ query: 'load', layers: ['C2'], max_depth: depth, top_k: 50 })).items.map(
        ({ content }) => content,
      );
    expect(await edges(1)).not.toContain('start calls showUser');
    expect(await edges(2)).toContain('start calls showUser');
  });
});
