/** Symbols asked for with the module or the package that they are of, as code and people write them. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const GO = {
  'go.mod': 'module example.com/acme/basket/v2\n',
  'log.go': 'package basket\n\n// Get one.\nfunc Get() int { return 1 }\n',
  'basket.go':
    'package basket\n\ntype Basket struct{}\n\nfunc (b *Basket) Get() int { return Get() }\n\nfunc (b *Basket) Put() {}\n',
  'lids/lids.go': 'package lids\n\nfunc Put() {}\n\nfunc Shut() {}\n',
  'shelf.go':
    'package basket\n\nimport "example.com/acme/basket/v2/lids"\n\ntype Shelf struct{}\n\nfunc (s *Shelf) Shut() { lids.Shut() }\n',
};
const PYTHON = {
  'src/wares/__init__.py': 'from wares._made import make\n',
  'src/wares/_made.py':
    'def make():\n    pass\n\n\nclass Kept:\n    def open(self):\n        pass\n',
  'src/wares/checks.py':
    'from wares._made import Kept\n\n\nclass Box(Kept):\n    pass\n\n\ndef one_of():\n    pass\n',
};
const RUST = {
  'Cargo.toml': '[package]\nname = "my-shop"\n',
  'src/lib.rs': 'pub mod stock;\npub use stock::shelf::Shelf;\n',
  'src/stock/mod.rs': 'pub mod shelf;\npub use self::shelf::Shelf;\n',
  'src/stock/shelf.rs': 'pub struct Shelf;\n\nimpl Shelf {\n    pub fn fill(&self) {}\n}\n',
};
const OTHERS = {
  'app/src/main/java/com/acme/Till.java':
    'package com.acme;\n\npublic class Till {\n  public void ring() {}\n}\n',
  'src/Acme/Support/Str.php':
    '<?php\nnamespace Acme\\Support;\n\nclass Str {\n  public static function snake($x) {}\n}\n',
  'lib/acme/cart.ex': 'defmodule Acme.Cart do\n  def sum(items), do: items\nend\n',
  'web/cart/index.ts':
    "export { total as sum } from './total';\nexport { total } from './total';\n",
  'web/cart/total.ts': 'export function total() {}\nexport function other() {}\n',
};

async function idsOf(files: Readonly<Record<string, string>>) {
  const { call } = await toolCaller({ temp: await tempProject(files, { include: ['**/*'] }) });
  return {
    one: async (symbol: string) => {
      const { structured } = await call('code_get_symbol', { symbol });
      return (structured['symbol'] as { readonly id: string }).id;
    },
    all: async (symbol: string) => {
      const { structured } = await call('codebase_search_symbol', { symbol, match: 'exact' });
      return (structured['results'] as { readonly symbol: string }[]).map((hit) => hit.symbol);
    },
  };
}

describe('a symbol qualified by its module', () => {
  it.each([
    ['basket.Get', 'log.go::Get'],
    ['example.com/acme/basket/v2.Get', 'log.go::Get'],
    ['Basket.Get', 'basket.go::Basket::Get'],
    ['basket.Basket.Put', 'basket.go::Basket::Put'],
    ['basket.Shelf.Shut', 'shelf.go::Shelf::Shut'],
    ['lids.Put', 'lids/lids.go::Put'],
    ['basket/lids.Put', 'lids/lids.go::Put'],
    ['lids.Put()', 'lids/lids.go::Put'],
  ])('is found in Go, where only the manifest names the root package: %s', async (symbol, id) => {
    expect(await (await idsOf(GO)).one(symbol)).toBe(id);
  });

  it.each([
    ['wares.make', 'src/wares/_made.py::make'],
    ['wares.checks.one_of', 'src/wares/checks.py::one_of'],
    ['wares.checks.Box.open', 'src/wares/_made.py::Kept::open'],
    ['wares.checks', 'src/wares/checks.py'],
  ])('is found in Python, including re-exports and inherited members: %s', async (symbol, id) => {
    expect(await (await idsOf(PYTHON)).one(symbol)).toBe(id);
  });

  it.each([
    ['my_shop::Shelf', 'src/stock/shelf.rs::Shelf'],
    ['crate::stock::Shelf', 'src/stock/shelf.rs::Shelf'],
    ['my_shop::stock::Shelf::fill', 'src/stock/shelf.rs::Shelf::fill'],
  ])('is found in Rust, including by the name of the crate: %s', async (symbol, id) => {
    expect(await (await idsOf(RUST)).one(symbol)).toBe(id);
  });

  it.each([
    ['com.acme.Till', 'app/src/main/java/com/acme/Till.java::Till'],
    ['com.acme.Till#ring', 'app/src/main/java/com/acme/Till.java::Till::ring'],
    ['Acme\\Support\\Str::snake', 'src/Acme/Support/Str.php::Str::snake'],
    ['Acme.Cart.sum', 'lib/acme/cart.ex::Acme.Cart::sum'],
    ['Cart.sum', 'lib/acme/cart.ex::Acme.Cart::sum'],
    ['web/cart.total', 'web/cart/total.ts::total'],
  ])(
    'is found in languages whose packages are folders or parts of names: %s',
    async (symbol, id) => {
      expect(await (await idsOf(OTHERS)).one(symbol)).toBe(id);
    },
  );

  it('is not found in a module of another name, or under a name that does not exist', async () => {
    const { one } = await idsOf({ ...PYTHON, ...OTHERS });
    await expect(one('stock.make')).rejects.toThrow('no symbol "stock.make"');
    await expect(one('wares.unmade')).rejects.toThrow('no symbol "wares.unmade"');
    await expect(one('com.other.Till')).rejects.toThrow('no symbol "com.other.Till"');
  });

  it('is named in a note of code_search if another hit comes first', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `use/use${index}.go`,
        'package use\n\n// basket.Get, basket.Get and basket.Get again.\nfunc Get() int { return basket.Get() + basket.Get() }\n',
      ]),
    );
    const temp = await tempProject({ ...GO, ...many }, { include: ['**/*'] });
    const { call } = await toolCaller({ temp });
    const { structured } = await call('code_search', { query: 'basket.Get' });
    const [first] = structured['results'] as { readonly symbol: string }[];
    expect(first?.symbol).not.toBe('log.go::Get');
    expect(structured['notes']).toContain(
      'basket.Get is log.go::Get (function, log.go:4); code_get_symbol shows it',
    );
    const { structured: other } = await call('code_search', { query: 'basket of Get' });
    expect(String(other['notes'])).not.toContain('code_get_symbol shows it');
  });

  it('is found by codebase_search_symbol', async () => {
    expect(await (await idsOf(GO)).all('basket.Get')).toEqual([
      'log.go::Get',
      'basket.go::Basket::Get',
    ]);
    expect(await (await idsOf(PYTHON)).all('wares.make')).toEqual(['src/wares/_made.py::make']);
    const php = await (await idsOf(OTHERS)).all('Acme\\Support\\Str');
    expect(php).toEqual(['src/Acme/Support/Str.php::Str']);
    const elixir = await (await idsOf(OTHERS)).all('Acme.Cart.sum');
    expect(elixir).toEqual(['lib/acme/cart.ex::Acme.Cart::sum']);
  });
});
