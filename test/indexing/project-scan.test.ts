import { expect, it } from 'vitest';
import { beginListing, scanProject } from '../../src/indexing/project-scan.ts';
import { tempShop } from '../project/temp-project.ts';

it('has the time and the files of a listing that began before the index was loaded', async () => {
  const temp = await tempShop();
  const listing = beginListing(temp.config, { scannedMs: 5 });
  await listing.discovery;
  await temp.write('later.ts', 'export const later = 1;');
  const pathsOf = async (given: Parameters<typeof scanProject>[2]) => {
    const { scannedMs, changes } = await scanProject(temp.config, new Map(), given);
    return { scannedMs, paths: changes.added.map(({ path }) => path as string) };
  };
  const early = await pathsOf({ scannedMs: 9, listing });
  const now = await pathsOf({ scannedMs: 9 });
  expect(early.scannedMs).toBe(5);
  expect(now).toEqual({ scannedMs: 9, paths: [...early.paths, 'later.ts'].sort() });
});
