import { expect, it } from 'vitest';
import { tempProject } from './temp-project.ts';

it('builds the text index only once when loading a snapshot with many stored deltas', async () => {
  const temp = await tempProject({ 'shop.ts': 'export function shop() {}\n' });
  const project = await temp.open();
  await project.index({});
  const { chunkCount } = project.snapshot().text;
  const changes: readonly (() => Promise<void>)[] = [
    () => temp.write('chain.ts', 'export function first() {}\n'),
    () => temp.write('chain.ts', 'export function second() {}\nexport function third() {}\n'),
    () => temp.write('chain.md', '# Chain\n\n`second`\n'),
    () => temp.remove('chain.ts'),
    () => temp.write('other.ts', 'export class Other {}\n'),
  ];
  for (const change of changes) {
    await change();
    await project.index({});
  }
  expect(await temp.storeFiles()).toContain('delta-6.gm');
  const made = project.snapshot();
  const loaded = (await temp.open()).snapshot();
  expect(loaded.text.data).toEqual(made.text.data);
  expect(loaded.text.words.data).toEqual(made.text.words.data);
  expect(loaded.docsText.data).toEqual(made.docsText.data);
  expect([...loaded.pages()]).toEqual([...made.pages()]);
  // Made from the index that was stored, not from one that a change in between would have given.
  expect(loaded.text.origin?.chunkOfOld.length).toBe(chunkCount);
});
