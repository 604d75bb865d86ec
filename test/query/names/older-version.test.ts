import { describe, expect, it, test } from 'vitest';
import { olderComponents } from '../../../src/query/names/older-version.ts';
import { search } from '../../../src/query/search.ts';
import { ANYWHERE } from '../../helpers/check-search.ts';
import { snapshotOf } from '../../helpers/facts.ts';

test.each([
  [
    ['api/v3/a.ts', 'api/v4/a.ts'],
    ['v3', undefined],
  ],
  [
    ['a/client_v1.py', 'a/client_v2.py'],
    ['client_v1', undefined],
  ],
  [
    ['a/clientV2.ts', 'a/clientV10.ts'],
    ['clientV2', undefined],
  ],
  [
    ['api/v3/a.ts', 'web/v4/a.ts'],
    [undefined, undefined],
  ],
  [
    ['api/v2.ts', 'api/rev3.ts'],
    [undefined, undefined],
  ],
  [
    ['ipv4/a.c', 'ipv6/a.c'],
    [undefined, undefined],
  ],
  [
    ['api/v1/a.go', 'api/router.go'],
    [undefined, undefined],
  ],
  [
    ['lib/v1/main.py', 'lib/v1/color.py', 'lib/main.py'],
    ['v1', 'v1', undefined],
  ],
  [
    ['api/v1/a.go', 'api/v1/b.go', 'api/v1/c.go', 'api/a.go'],
    [undefined, undefined, undefined, undefined],
  ],
  [
    ['src/conv1.py', 'src/conv2.py'],
    [undefined, undefined],
  ],
])('of %j the older versions are %j', (paths, older) => {
  expect(olderComponents(paths)).toEqual(older);
});

describe('versions that stand side by side', () => {
  const FILES = {
    'api/v3/orders.ts': 'export function listOrders() { return orders; }\n',
    'api/v4/orders.ts': 'export function listOrders() { return orders; }\n',
  };
  const first = (query: string) => search(snapshotOf(FILES), { ...ANYWHERE, query }).hits[0];

  it('rank the newest first', () => {
    expect(first('list the orders')?.path).toBe('api/v4/orders.ts');
  });

  it('rank as named if the question names a version', () => {
    expect(first('list the orders in v3')?.path).toBe('api/v3/orders.ts');
  });
});
