import { describe, expect, it } from 'vitest';
import { type EntryGroup, entryTree } from '../../src/web/entry-tree.ts';

function linesOf({ prefix, entries, groups }: EntryGroup): unknown[] {
  return [prefix, ...entries.map(({ id }) => id), ...groups.map(linesOf)];
}

function treeOf(...routes: string[]): unknown[] {
  const other = { type: 'http', framework: '', methods: [], handler: '', path: '', line: 1 };
  return linesOf(entryTree(routes.map((route) => ({ ...other, id: route, route }))));
}

describe('entryTree', () => {
  it('groups routes by their shared prefixes', () => {
    expect(treeOf('/users', '/users/{id}', '/users/{id}/posts')).toEqual([
      '',
      ['/users', '/users', ['/{id}', '/users/{id}', ['/posts', '/users/{id}/posts']]],
    ]);
  });

  it('does not split a prefix that every route below it has', () => {
    expect(treeOf('/api/v1/users', '/api/v1/carts', '/')).toEqual([
      '',
      '/',
      ['/api/v1', ['/users', '/api/v1/users'], ['/carts', '/api/v1/carts']],
    ]);
  });

  it('groups commands by their words', () => {
    expect(treeOf('db migrate', 'db seed')).toEqual([
      '',
      ['db', [' migrate', 'db migrate'], [' seed', 'db seed']],
    ]);
  });
});
