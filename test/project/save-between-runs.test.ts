import { describe, expect, it } from 'vitest';
import { GraphMemoryError } from '../../src/base/errors.ts';
import type { IndexStore, IndexWriter } from '../../src/indexing/index-store.ts';
import type { IndexState } from '../../src/indexing/stored-index.ts';
import { saveTimes, saveWhole, trySave } from '../../src/project/save-between-runs.ts';

describe('a save between runs', () => {
  it('writes nothing if another process has written since', async () => {
    const store = { loadFacts: async () => ({ tip: 'theirs', deltaCount: 0 }) };
    const saved = {
      store: store as unknown as IndexStore,
      state: {} as IndexState,
      tip: 'ours',
      now: () => 0,
    };
    // Any write would fail, because the writer has no methods.
    const writer = {} as IndexWriter;
    expect(await saveTimes(writer, saved, new Map())).toBeUndefined();
    expect(await saveWhole(writer, saved)).toBeUndefined();
  });

  it.each(['GM_BUSY', 'GM_IO'] as const)('is left out if the store answers %s', async (code) => {
    await expect(trySave(refusing(code), async () => {})).resolves.toBeUndefined();
  });

  it('reports any other failure', async () => {
    const saving = trySave(refusing('GM_STORE_CORRUPT'), async () => {});
    await expect(saving).rejects.toMatchObject({ code: 'GM_STORE_CORRUPT' });
  });
});

function refusing(code: 'GM_BUSY' | 'GM_IO' | 'GM_STORE_CORRUPT'): IndexStore {
  const withWriterLock = () => Promise.reject(new GraphMemoryError(code, 'refused', { hint: '' }));
  return { withWriterLock } as unknown as IndexStore;
}
