import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderSetWatch } from '../../../src/files/watch/folder-set-watch.ts';
import { type FakeSystem, fakeSystem } from '../../helpers/fake-watch.ts';

const ROOT = join('/', 'code', 'shop');

function watching(
  folders: readonly string[],
  recursive = false,
): { system: FakeSystem; watch: FolderSetWatch; changed: string[]; failed: string[] } {
  const system = fakeSystem();
  const changed: string[] = [];
  const failed: string[] = [];
  const watch = new FolderSetWatch(ROOT, {
    open: system.open,
    recursive,
    changed: (path) => changed.push(path),
    failed: (code) => failed.push(code),
  });
  watch.follow(folders);
  return { system, watch, changed, failed };
}

describe('watching each folder separately', () => {
  it('watches the given folders and stops watching others', () => {
    const { system, watch } = watching(['', 'src', 'src/cart']);
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'src'), join(ROOT, 'src/cart')]);
    expect(watch.follow(['', 'lib'])).toEqual({ openedCount: 1 });
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'lib')]);
    watch.close();
    expect(system.watched()).toEqual([]);
  });

  it('reports the path of a change', () => {
    const { system, changed } = watching(['', 'src']);
    system.notify(ROOT, 'a.ts');
    system.notify(join(ROOT, 'src'), 'b.ts', true);
    system.notify(join(ROOT, 'src'));
    expect(changed).toEqual(['a.ts', 'src/b.ts', 'src']);
  });

  it('watches a folder again after another replaced it', () => {
    const { system, watch } = watching(['', 'src', 'src/cart', 'srcs']);
    system.notify(ROOT, 'src', true);
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'srcs')]);
    expect(watch.follow(['', 'src', 'src/cart', 'srcs'])).toEqual({ openedCount: 2 });
  });

  it('watches a folder again that reported its own removal', () => {
    const { system, watch, changed } = watching(['', 'src']);
    system.notify(join(ROOT, 'src'), 'src', true);
    expect(system.watched()).toEqual([ROOT]);
    expect(changed).toEqual(['src/src']);
    expect(watch.follow(['', 'src'])).toEqual({ openedCount: 1 });
  });

  it.each(['ENOENT', 'ENOTDIR', 'EACCES'])(
    'continues without a folder that fails with %s',
    (code) => {
      const { system, watch, failed } = watching(['']);
      system.refuse(code);
      expect(watch.follow(['', 'gone'])).toEqual({ openedCount: 0 });
      expect([system.watched(), failed]).toEqual([[ROOT], []]);
    },
  );

  it.each(['ENOSPC', 'EMFILE'])('closes all watches at the system limit %s', (code) => {
    const { system, watch } = watching(['']);
    system.refuse(code);
    expect(watch.follow(['', 'one-too-many'])).toEqual({ refusal: code });
    expect(system.watched()).toEqual([]);
  });

  it('passes on a limit that is reached later, and reports a lost folder as changed', () => {
    const { system, changed, failed } = watching(['', 'src']);
    system.fail(join(ROOT, 'src'), 'EPERM');
    system.fail(ROOT, 'EMFILE');
    expect([changed, failed]).toEqual([['src'], ['EMFILE']]);
  });
});

describe('watching a whole tree', () => {
  it('opens only the root and reports its folders and new ones, but not ignored ones', () => {
    const { system, watch, changed } = watching(['', 'src'], true);
    expect(system.watched()).toEqual([ROOT]);
    expect(watch.folderCount).toBe(2);
    for (const name of ['src\\a.ts', 'src/new', 'node_modules/left-pad/index.js', '.git/index']) {
      system.notify(ROOT, name, true);
    }
    expect(changed).toEqual(['src/a.ts', 'src/new']);
    expect(system.watched()).toEqual([ROOT]);
  });
});
