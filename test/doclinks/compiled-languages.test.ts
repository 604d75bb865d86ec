/** Names and code blocks of languages whose packages are not files: Go, C++, C#, Kotlin, Ruby. */
import { expect, test } from 'vitest';
import { edgesOfPage, targetsOf } from './page-edges.ts';

const GO = {
  'go.mod': 'module example.com/go-shop/v2\n\nrequire example.com/utils/v2 v2.0.0\n',
  'shop.go':
    'package shop\n\nimport "example.com/utils/v2"\n\ntype Cart struct {\n\tOwner string\n}\n\nfunc New(size int) (*Cart, error) {\n\treturn nil, utils.Fail()\n}\n\nfunc (c *Cart) Add(item string) *Line { return nil }\n\nfunc (c *Cart) ParseText() {}\n\ntype Line struct{}\n\nfunc (l *Line) Remove() {}\n',
  'stock/stock.go': 'package stock\n\nfunc Load() {}\n\ntype Owner struct{}\n',
  'shop_test.go': 'package shop\n\nfunc Helper() {}\n',
};

test.each([
  ['of the package at the root', '`shop.New`', ['shop.go::New']],
  ['of a type of it', '`shop.Cart.Add`', ['shop.go::Cart::Add']],
  ['of a package below it', '`stock.Load()`', ['stock/stock.go::Load']],
  ['that the package does not have', '`shop.Missing`', []],
  ['of another package that the code imports', '`Cart` `utils.ParseText`', ['shop.go::Cart']],
  [
    'of a value of any name',
    '`Cart` `basket.ParseText()`',
    ['shop.go::Cart', 'shop.go::Cart::ParseText'],
  ],
  ['of a package by its path', '`example.com/go-shop/v2/stock`', ['stock/stock.go']],
  ['of a package by its folder', '`stock/` `example/stock`', []],
])('a Go name resolves correctly if it is one %s', async (_, page, expected) => {
  expect(await targetsOf(GO, page)).toEqual(expected);
});

test('a Go package that pages import from elsewhere is not resolved to the project', async () => {
  const page = '```go\nimport "example.com/other/shop"\n```\n\n`shop.New`\n';
  expect(await targetsOf(GO, page)).toEqual([]);
});

test('capitalized Go names do not count as built-in', async () => {
  const code = { ...GO, 'event.go': 'package shop\n\ntype Context struct{}\n' };
  expect(await targetsOf(code, '`Context`')).toEqual(['event.go::Context']);
  const other = { 'src/event.ts': 'export class Context {}\n' };
  expect(await targetsOf(other, '`Context`')).toEqual([]);
});

test('a member of a type that the section mentions is preferred to a type of the same name', async () => {
  expect(await targetsOf(GO, '`Cart` has an `Owner`.')).toEqual([
    'shop.go::Cart',
    'shop.go::Cart::Owner',
  ]);
  expect(await targetsOf(GO, '`stock.Owner`, as `Cart` has it: an `Owner`.')).not.toContain(
    'shop.go::Cart::Owner',
  );
  expect(await targetsOf(GO, 'An `Owner`.')).toEqual(['stock/stock.go::Owner']);
});

test('a type is preferred to a member in its package, unless it is called or a signature shows the member', async () => {
  const code = {
    'go.mod': 'module example.com/shop\n',
    'cart.go':
      'package shop\n\ntype Owner struct{}\n\ntype Cart struct {\n\tOwner Owner\n}\n\ntype Group struct{}\n\nfunc (c *Cart) Group(name string) {}\n',
    'testdata/cart.go': 'package shop\n\ntype TestCart struct{}\n',
    'cart.pb.go': 'package shop\n\ntype WireCart struct{}\n',
  };
  expect(await targetsOf(code, '`Cart`, `Owner`')).toEqual(['cart.go::Cart', 'cart.go::Owner']);
  expect(await targetsOf(code, '`Cart` has `Group(name)`')).toEqual([
    'cart.go::Cart',
    'cart.go::Cart::Group',
  ]);
  const shown = '## Group\n\n```go\nfunc (c *Cart) Group(name string)\n```\n\nA `Group`.\n';
  expect(new Set(await targetsOf(code, shown))).toEqual(new Set(['cart.go::Cart::Group']));
  expect(await targetsOf(code, '`TestCart` `WireCart`')).toEqual([]);
});

/** What the first code block of a page demonstrates, from its line on. */
async function demonstratedBy(code: Readonly<Record<string, string>>, page: string) {
  const edges = await edgesOfPage(code, page);
  return edges.filter(({ kind }) => kind === 'demonstrates').map(({ id }) => id);
}

test('results of Go calls have the members of their types, also with several results', async () => {
  const block =
    '```go\nimport "example.com/go-shop/v2"\n\nfunc main() {\n\tcart, _ := shop.New(1)\n\tcart.Add("b").Remove()\n}\n```\n';
  const edges = await demonstratedBy(GO, block);
  expect(edges).toContain('shop.go::New');
  expect(edges).toContain('shop.go::Cart::Add');
  expect(edges).toContain('shop.go::Line::Remove');
});

test('a Go signature shows its receiver and declares nothing', async () => {
  const shown = '```go\nfunc (c *Cart) Add(item string) *Line\n```\n\n`Add`\n';
  expect(await demonstratedBy(GO, shown)).toContain('shop.go::Cart::Add');
  const declared = '```go\nfunc (c *Cart) Add(item string) *Line {\n\treturn nil\n}\n```\n';
  expect(await demonstratedBy(GO, declared)).not.toContain('shop.go::Cart::Add');
});

const CPP = {
  'include/fmt/base.h': 'template <typename T> struct formatter {};\n\nvoid print(int value);\n',
  'include/fmt/a.h': 'template <> struct formatter<int> {};\n',
};

test('a C++ namespace may share its name with a module of another language', async () => {
  expect(await targetsOf(CPP, '`fmt::print`')).toEqual(['include/fmt/base.h::print']);
  expect(await targetsOf(CPP, '`std::print`')).toEqual([]);
  expect(
    await targetsOf({ 'fmt/print.go': 'package fmt\n\nfunc Print() {}\n' }, '`fmt.Print`'),
  ).toEqual([]);
  expect(await demonstratedBy(CPP, '```cpp\nint main() { fmt::print(1); }\n```\n')).toEqual([
    'include/fmt/base.h::print',
  ]);
});

test('a C++ template is preferred to its specializations', async () => {
  expect(await targetsOf(CPP, '`formatter`')).toEqual([]);
  expect(await targetsOf(CPP, '`fmt::formatter`')).toEqual(['include/fmt/base.h::formatter']);
});

const CSHARP = {
  'src/Shop/Cart.cs':
    'namespace Shop;\n\npublic class Cart {\n  public Line AddItem(string name) { return null; }\n}\n\npublic class Line {}\n',
  'src/Shop/Extensions.cs':
    'namespace Shop;\n\npublic static class Extensions {\n  public static Line Must(this Line line, int count) { return line; }\n  public static void AddShop(this Services services) {}\n  public static void Prepare(Services services) {}\n}\n\npublic enum Level { AddItem }\n',
  'src/Shop.Tests/Person.cs': 'namespace Shop.Tests;\n\npublic class PersonTest {}\n',
};

test('C# extension methods count as members of call results and of third-party types', async () => {
  const chain = '```csharp\nvar cart = new Cart();\ncart.AddItem("b").Must(1).Must(2);\n```\n';
  expect(await demonstratedBy(CSHARP, chain)).toContain('src/Shop/Extensions.cs::Extensions::Must');
  const others =
    '```csharp\nvoid Configure(Services services) {\n  services.AddShop();\n  services.Prepare();\n}\n```\n';
  expect(await demonstratedBy(CSHARP, others)).toEqual([
    'src/Shop/Extensions.cs::Extensions::AddShop',
  ]);
});

test('a C# enum value resolves with its enum, and test projects are left out', async () => {
  expect(await targetsOf(CSHARP, '`Level.AddItem`')).toEqual([
    'src/Shop/Extensions.cs::Level::AddItem',
  ]);
  expect(await targetsOf(CSHARP, '`PersonTest`')).toEqual([]);
});

test('a constructor resolves to its class, and a Java method is preferred to the field it hides', async () => {
  const code = {
    'src/Reader.cs': 'namespace Shop;\n\npublic class Reader {\n  public Reader(int size) {}\n}\n',
    'src/Builder.java':
      'public class Builder {\n  private boolean serializeNulls;\n\n  public Builder serializeNulls() { return this; }\n}\n',
  };
  const block = '```csharp\nvar reader = new Reader(1);\n```\n\nA `Reader`.\n';
  const mentioned = await targetsOf(code, block);
  expect(mentioned).toHaveLength(1);
  expect(mentioned[0]).toMatch(/Reader\.cs::(?:Shop::)?Reader$/);
  const blocks = {
    'src/Reader.cs':
      'namespace Shop\n{\n  public class PlainReader\n  {\n    private PlainReader() {}\n  }\n}\n',
  };
  expect(await targetsOf(blocks, 'A `PlainReader`.')).toEqual(['src/Reader.cs::Shop::PlainReader']);
  expect(await targetsOf(code, '`Builder.serializeNulls()`')).toEqual([
    'src/Builder.java::Builder::serializeNulls~2',
  ]);
});

test('Kotlin extension functions resolve, and test source sets are left out', async () => {
  const code = {
    'src/main/Cart.kt':
      'package shop\n\nclass Cart {\n  fun lines(): Lines = Lines()\n}\n\nclass Lines\n',
    'src/main/Extensions.kt': 'package shop\n\nfun Lines.sorted(): Lines = this\n',
    'src/jvmTest/Helper.kt': 'package shop\n\nclass TestHelper\n',
  };
  expect(
    await demonstratedBy(code, '```kotlin\nval cart = Cart()\ncart.lines().sorted()\n```\n'),
  ).toContain('src/main/Extensions.kt::sorted');
  expect(await targetsOf(code, '`TestHelper`')).toEqual([]);
});

test('a Ruby class of a block has its base and the only method added to the base', async () => {
  const code = {
    'lib/shop/api.rb': 'module Shop\n  class API\n  end\nend\n',
    'lib/shop/dsl.rb':
      'module Shop\n  module DSL\n    def mount(other)\n    end\n\n    def route\n    end\n  end\n\n  class Router\n    def route\n    end\n  end\nend\n',
  };
  const block =
    '```ruby\nmodule Mine\n  class Orders < Shop::API\n    mount Other\n    route\n  end\nend\n```\n';
  const edges = await demonstratedBy(code, block);
  expect(edges).toContain('lib/shop/api.rb::Shop::API');
  expect(edges).toContain('lib/shop/dsl.rb::Shop::DSL::mount');
  expect(edges.filter((id) => id.endsWith('::route'))).toEqual([]);
});

test('folders named like auxiliary ones may be packages', async () => {
  const code = {
    'go.mod': 'module example.com/shop\n',
    'web/static/static.go': 'package static\n\nfunc Serve() {}\n',
    'scripts/release.go': 'package main\n\nfunc PublishAll() {}\n',
    'web/static/app.js': 'export class AppShell {}\n',
  };
  expect(await targetsOf(code, '`static.Serve`')).toEqual(['web/static/static.go::Serve']);
  expect(await targetsOf(code, '`PublishAll` `AppShell`')).toEqual([]);
});

test('a call with a block and a method ending in a mark resolve', async () => {
  const code = {
    'src/main/api.kt': 'package shop\n\nfun everyCart(block: () -> Unit) {}\n',
    'lib/cart.rb':
      'class Cart\n  def add!(item)\n  end\n\n  def empty?\n  end\n\n  def add(item)\n  end\nend\n',
  };
  expect(await targetsOf(code, '`everyCart { cart.add(1) }`')).toEqual([
    'src/main/api.kt::everyCart',
  ]);
  expect(await targetsOf(code, '`add!` `Cart#empty?`')).toEqual([
    'lib/cart.rb::Cart::add!',
    'lib/cart.rb::Cart::empty?',
  ]);
  expect(await targetsOf(code, '`if { }` `gone!`')).toEqual([]);
});
