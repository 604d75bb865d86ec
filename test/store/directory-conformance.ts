import { describe, expect, test } from 'vitest';
import type { Directory } from '../../src/store/directory.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function textOf(directory: Directory, name: string): Promise<string | undefined> {
  const found = await directory.read(name);
  return found && Buffer.from(found).toString();
}

/** What every directory does; `make` gives an empty one, whose folder does not exist yet. */
export function describeDirectory(kind: string, make: () => Promise<Directory>): void {
  describe(`${kind} directory`, () => {
    test('has nothing at first', async () => {
      const directory = await make();
      expect(await directory.read('a')).toBeUndefined();
      expect(await directory.list()).toEqual([]);
    });

    test('gives back what was written last', async () => {
      const directory = await make();
      await directory.write('a', bytes('first, and longer'));
      await directory.write('a', bytes('second'));
      await directory.write('empty', bytes(''));
      await directory.syncFile('a');
      await directory.syncFolder();
      expect(await textOf(directory, 'a')).toBe('second');
      expect(await textOf(directory, 'empty')).toBe('');
    });

    test('keeps its bytes when the writer changes them afterwards', async () => {
      const directory = await make();
      const mine = bytes('kept');
      const lock = bytes('kept');
      await directory.write('a', mine);
      await directory.createExclusive('b', lock);
      mine.fill(0);
      lock.fill(0);
      expect([await textOf(directory, 'a'), await textOf(directory, 'b')]).toEqual([
        'kept',
        'kept',
      ]);
    });

    test('holds any bytes', async () => {
      const directory = await make();
      const every = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
      await directory.write('a', every);
      expect(Buffer.compare((await directory.read('a')) ?? bytes(''), every)).toBe(0);
    });

    test('writes the pieces of a file one after another', async () => {
      const directory = await make();
      const pieces = [bytes('one '), bytes(''), bytes('two')];
      await directory.write('a', { pieces });
      expect(Buffer.from((await directory.read('a')) ?? bytes('')).toString()).toBe('one two');
    });

    test('reads the head of a file', async () => {
      const directory = await make();
      expect(await directory.readHead('a', 3)).toBeUndefined();
      await directory.write('a', bytes('head and body'));
      await directory.write('short', bytes('h'));
      const heads = [await directory.readHead('a', 4), await directory.readHead('short', 4)];
      expect(heads.map((head) => Buffer.from(head ?? []).toString())).toEqual(['head', 'h']);
    });

    test('renames, replacing the target', async () => {
      const directory = await make();
      await directory.write('a', bytes('new'));
      await directory.write('b', bytes('old'));
      expect(await directory.rename('a', 'b')).toBe(true);
      expect(await textOf(directory, 'b')).toBe('new');
      expect(await directory.read('a')).toBeUndefined();
    });

    test('says when there is nothing to rename, and leaves the target', async () => {
      const directory = await make();
      await directory.write('b', bytes('old'));
      expect(await directory.rename('a', 'b')).toBe(false);
      expect(await textOf(directory, 'b')).toBe('old');
    });

    test('creates a file for one of many only', async () => {
      const directory = await make();
      const names = Array.from({ length: 20 }, (_, index) => `writer ${index}`);
      const made = await Promise.all(
        names.map((name) => directory.createExclusive('a', bytes(name))),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await textOf(directory, 'a')).toBe(names[made.indexOf(true)]);
      await directory.remove('a');
      expect(await directory.createExclusive('a', bytes('again'))).toBe(true);
    });

    test('removes what is there, and does not mind what is not', async () => {
      const directory = await make();
      await directory.remove('a');
      await directory.write('a', bytes('x'));
      await directory.remove('a');
      expect(await directory.read('a')).toBeUndefined();
    });

    test('lists its files by name, with their sizes', async () => {
      const directory = await make();
      for (const name of ['b', 'a.tmp', 'B', 'a']) await directory.write(name, bytes(name));
      expect(await directory.list()).toEqual([
        { name: 'B', sizeBytes: 1 },
        { name: 'a', sizeBytes: 1 },
        { name: 'a.tmp', sizeBytes: 5 },
        { name: 'b', sizeBytes: 1 },
      ]);
    });
  });
}
