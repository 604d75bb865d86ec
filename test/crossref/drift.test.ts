/** What `docs check` finds, and above all what it leaves alone. */
import { expect, test } from 'vitest';
import { driftOf } from '../../src/crossref/drift.ts';
import { tempProject } from '../project/temp-project.ts';

async function driftIn(page: string, path = 'docs/page.md'): Promise<string[]> {
  const temp = await tempProject({
    'src/cart.ts':
      "import { Widget } from 'elsewhere';\nexport class Base {\n  clear() {}\n}\nexport class Cart extends Base {\n  add() {}\n}\nexport class View extends Widget {}\n",
    'src/shop/till.ts': 'export {};\n',
    'docs/other.md': '# One & two\n\n<a id="set"></a>\n',
    LICENSE: '',
    [path]: page,
  });
  const project = await temp.open();
  await project.index({});
  const { graph, pages } = project.snapshot();
  const found = driftOf({ graph, pages: pages() }, (at) => project.isThere(at));
  return found.map(({ line, kind, text }) => `${line} ${kind} ${text}`);
}

test.each([
  ['[a](gone.md)', '1 missingFile gone.md'],
  ['![a](img/gone.png)', '1 missingFile img/gone.png'],
  ['x\n\n[a](other.md#three)', '3 missingAnchor other.md#three'],
  ['[a](#nowhere)', '1 missingAnchor #nowhere'],
  ['`Cart.remove()`', '1 missingMember Cart.remove()'],
  ['`src/shop/basket.ts`', '1 missingPath src/shop/basket.ts'],
])('%j is behind', async (page, expected) => {
  expect(await driftIn(page)).toEqual([expected]);
});

test.each([
  '[a](other.md#one--two) [b](other.md#one-two) [c](other.md#set) [d](../LICENSE)',
  '[a](/gone) [b](gone) [c](gone.html) [d](https://example.com/gone.md) [e](../../x.md)',
  '`Cart.add` `Cart.clear()` `Map.remove()` `View.show()` `Gone.x` `cart.remove()`',
  '`src/cart.ts` `src/reducer.ts` `lib/gone.ts` `gone.ts` `src/*.ts` `a/b`',
])('%j is not', async (page) => {
  expect(await driftIn(page)).toEqual([]);
});

test('what is told of the past may be gone', async () => {
  expect(await driftIn('`Cart.remove()` was `src/basket.ts`', 'CHANGELOG.md')).toEqual([]);
});
