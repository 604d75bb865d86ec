import { describe, expect, it } from 'vitest';
import { FrameReader, placesIn } from '../../../src/query/question/stack-frames.ts';

function framesOf(text: string): string[] {
  const reader = new FrameReader();
  return text
    .split('\n')
    .map((line) => reader.read(line))
    .filter((frame) => frame !== undefined && frame !== 'part')
    .map(({ path, line, name }) => `${path}:${line ?? '?'} ${name}`);
}

describe('FrameReader', () => {
  it.each([
    ['Python', '  File "/srv/app/models.py", line 721, in text', '/srv/app/models.py:721 text'],
    ['Python in a module', 'File "a.py", line 3, in <module>', 'a.py:3 '],
    [
      'pytest with a prefix',
      'INTERNALERROR>   File "/x/_pytest/main.py", line 191, in wrap_session',
      '/x/_pytest/main.py:191 wrap_session',
    ],
    [
      'pytest',
      'src/_pytest/python.py:617: in _importtestmodule',
      'src/_pytest/python.py:617 _importtestmodule',
    ],
    [
      'IPython',
      'File ~/code/core/plot.py:804, in Plot.plot(self, pyplot)',
      '~/code/core/plot.py:804 plot',
    ],
    [
      'IPython as a link',
      '[c:\\lib\\axisgrid.py](file:///C:/lib/axisgrid.py) in map_diag(self, func)',
      'c:/lib/axisgrid.py:? map_diag',
    ],
    ['Node', '    at Server.listen (/app/src/server.js:12:5)', '/app/src/server.js:12 listen'],
    ['Node, async', '    at async load (file:///app/src/a.mjs:7:11)', '/app/src/a.mjs:7 load'],
    ['Node without a name', '    at /app/src/a.ts:7:11', '/app/src/a.ts:7 '],
    ['Firefox', 'render@https://example.org/src/view.js:10:3', '/src/view.js:10 render'],
    [
      'Java',
      '\tat com.shop.cart.Cart$Item.add(Cart.java:42)',
      'com/shop/cart/Cart.java:42 $Item.add',
    ],
    ['Kotlin', '\tat shop.cart.CartKt.total(Cart.kt:8)', 'shop/cart/Cart.kt:8 total'],
    [
      '.NET',
      '   at Shop.Cart.Add(Item item) in C:\\src\\Shop\\Cart.cs:line 12',
      'C:/src/Shop/Cart.cs:12 Add',
    ],
    ['Ruby', "app/models/cart.rb:12:in `add'", 'app/models/cart.rb:12 add'],
    ['Ruby 3.4', "\tfrom app/models/cart.rb:12:in 'Cart#add'", 'app/models/cart.rb:12 add'],
    [
      'PHP',
      '#0 /var/www/src/Cart.php(12): Shop\\Cart->add(Object)',
      '/var/www/src/Cart.php:12 add',
    ],
    [
      'PHP message',
      'PHP Fatal error: x in /var/www/src/Cart.php on line 9',
      '/var/www/src/Cart.php:9 ',
    ],
    ['Rust panic', "thread 'main' panicked at src/cart.rs:4:9:", 'src/cart.rs:4 '],
    ['rustc', '  --> src/cart.rs:12:5', 'src/cart.rs:12 '],
    [
      'Rust backtrace',
      '   4: shop::cart::add\n             at ./src/cart.rs:12:5',
      './src/cart.rs:12 add',
    ],
    [
      'Go',
      'shop/cart.(*Cart).Add(0xc000010000)\n\t/src/shop/cart/cart.go:12 +0x1d',
      '/src/shop/cart/cart.go:12 Add',
    ],
  ])('reads a frame of %s', (_, text, expected) => {
    expect(framesOf(text)).toEqual([expected.replace('$Item.add', 'add')]);
  });

  it.each(['at noon (the cart: 12 items)', 'see src/cart.ts', 'in the file', 'error at line 5'])(
    'reads no frame from prose: %s',
    (line) => {
      expect(framesOf(line)).toEqual([]);
    },
  );

  it('stays fast on lines that repeat the beginning of a frame', () => {
    const text = `${'at a.'.repeat(200)}\n${'File "'.repeat(150)}\n${'a/'.repeat(500)}`;
    const started = performance.now();
    for (let round = 0; round < 20; round++) framesOf(text);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('placesIn', () => {
  it.each([
    ['the bug is in `src/skipping.py`, the hook', ['src/skipping.py:?']],
    ['src/query/search.ts:120 is wrong', ['src/query/search.ts:120']],
    ['see lib/a.js#L12-L20', ['lib/a.js:12']],
    ['C:\\src\\a.cs(14,3)', ['C:/src/a.cs:14']],
    ['nothing here', []],
  ])('finds the files named in: %s', (line, expected) => {
    expect(placesIn(line).map(({ path, line: at }) => `${path}:${at ?? '?'}`)).toEqual(expected);
  });
});
