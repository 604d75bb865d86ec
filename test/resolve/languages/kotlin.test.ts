/** Kotlin: packages shared with Java, extensions, companions, scope functions, smart casts. */
import { describe, expect, test } from 'vitest';
import { checkEdges, importTargets } from '../../helpers/check.ts';

const ITEM = 'src/main/kotlin/shop/Item.kt';

const SHOP = {
  [ITEM]: `
    package shop
    data class Item(val name: String, val owner: Owner?) { //: type Owner
      fun price(): Int = 1
      fun twice() = price() * 2 //: calls Item::price
      companion object {
        const val MAX = 3
        fun of(name: String): Item = Item(name, null) //: type Item, new Item
      }
    }
    class Owner { fun pay() {} }
    fun Item.label(): String = name + price() //: receiver Item, uses Item::name, calls Item::price
    val Item.half: Int get() = price() / 2 //: receiver Item, calls Item::price
    fun makeItem(): Item = Item.of("x") //: type Item, uses Item, calls Item::Companion::of
    object Registry { fun add(item: Item) {} } //: type Item
  `,
};

describe('names in Kotlin', () => {
  test('of a package need no import inside; others are imported by name, star or alias', () =>
    checkEdges({
      ...SHOP,
      'src/main/kotlin/shop/Cart.kt': `
        package shop
        class Cart { fun run() { makeItem().price() } } //: calls ${ITEM}::makeItem, calls ${ITEM}::Item::price
      `,
      'src/test/kotlin/other/Star.kt': `
        package other
        import shop.*
        fun star(item: Item) = item.label() //: type ${ITEM}::Item, calls ${ITEM}::label
      `,
      'src/test/kotlin/other/Named.kt': `
        package other
        import shop.Item as Thing
        import shop.Item.Companion.of
        import shop.makeItem
        fun named(thing: Thing) { //: type ${ITEM}::Item
          makeItem().owner?.pay() //: calls ${ITEM}::makeItem, calls ${ITEM}::Owner::pay
          of("x").twice() //: calls ${ITEM}::Item::Companion::of, calls ${ITEM}::Item::twice
          Thing("a", null).half //: new ${ITEM}::Item
        }
      `,
      'src/test/kotlin/other/None.kt': `
        package other
        fun none() { makeItem() }
      `,
    }));

  test('called with arguments do not resolve to a class method without parameters', () =>
    checkEdges({
      'src/main/kotlin/mock/Api.kt': `
        package mock
        fun verify(block: () -> Unit) = block()
        fun <T> made(value: T): T = value
      `,
      'src/test/kotlin/mock/VerifyTest.kt': `
        package mock.test
        import mock.verify
        import mock.made
        class VerifyTest {
          fun verify() { verify { made(1) } } //: calls src/main/kotlin/mock/Api.kt::verify, calls src/main/kotlin/mock/Api.kt::made
          fun made() { verify() } //: calls VerifyTest::verify
          fun other() { made() } //: calls VerifyTest::made
        }
      `,
    }));

  test('connect imports to the files that declare them', async () =>
    expect(
      await importTargets({
        ...SHOP,
        'a/Use.kt':
          'package a\nimport shop.makeItem\nimport shop.Item\nimport kotlin.math.abs\nimport shop.*\nfun f(o: Owner) {}',
      }),
    ).toEqual([
      'a/Use.kt a → not indexed',
      `a/Use.kt shop.makeItem → ${ITEM}`,
      `a/Use.kt shop.Item → ${ITEM}`,
      'a/Use.kt kotlin.math.abs → external',
      `a/Use.kt shop → ${ITEM}`,
      `${ITEM} shop → not indexed`,
    ]));

  test('of companions are visible inside their class and through it', () =>
    checkEdges({
      'a.kt': `
        class Pot {
          fun fill() { limit(); log(SIZE) } //: calls Pot::Tools::limit, calls Pot::Tools::log, uses Pot::Tools::SIZE
          companion object Tools { val SIZE = 1; fun limit() {}
            fun log(n: Int) {} }
        }
        fun run() { Pot.limit(); Pot.Tools.limit() } //: uses Pot, calls Pot::Tools::limit, uses Pot::Tools
      `,
    }));
});

describe('receivers in Kotlin', () => {
  test('are inferred through locals, results, properties, loops and smart casts', () =>
    checkEdges({
      ...SHOP,
      'src/main/kotlin/shop/Follow.kt': `
        package shop
        class Follow(private val item: Item, items: List<Item>) { //: type ${ITEM}::Item
          private val all: Map<String, Item> = items //: type ${ITEM}::Item
          val lazily by lazy { makeItem() } //: calls ${ITEM}::makeItem
          fun run(any: Any, maybe: Item?) { //: type ${ITEM}::Item
            item.price() //: uses Follow::item, calls ${ITEM}::Item::price
            lazily.price() //: uses Follow::lazily, calls ${ITEM}::Item::price
            all["a"]?.price() //: uses Follow::all, calls ${ITEM}::Item::price
            for (one in all.values) one.toString() //: uses Follow::all
            if (any is Item && any.price() > 1) any.twice() //: type ${ITEM}::Item, calls ${ITEM}::Item::price, calls ${ITEM}::Item::twice
            when (any) { is Owner -> any.pay() } //: type ${ITEM}::Owner, calls ${ITEM}::Owner::pay
            (any as Item).price() //: type ${ITEM}::Item, calls ${ITEM}::Item::price
            val found = maybe ?: makeItem() //: calls ${ITEM}::makeItem
            found.price() //: calls ~${ITEM}::Item::price
            Registry.add(found) //: uses ${ITEM}::Registry, calls ${ITEM}::Registry::add
          }
        }
      `,
    }));

  test('of lambdas are provided by scope functions and builders', () =>
    checkEdges({
      ...SHOP,
      'src/main/kotlin/shop/Scope.kt': `
        package shop
        class Builder { fun add(n: Int) {} }
        fun build(block: Builder.() -> Unit) {} //: type Builder
        fun each(block: (Item) -> Unit) {} //: type ${ITEM}::Item
        fun run(items: List<Item>, owner: Owner) { //: type ${ITEM}::Item, type ${ITEM}::Owner
          makeItem().apply { price() }.twice() //: calls ${ITEM}::makeItem, calls ${ITEM}::Item::price, calls ${ITEM}::Item::twice
          makeItem().let { it.price() } //: calls ${ITEM}::makeItem, calls ${ITEM}::Item::price
          with(owner) { pay() } //: calls ${ITEM}::Owner::pay
          build { add(1) } //: calls build, calls ~Builder::add
          each { it.price() } //: calls each, calls ~${ITEM}::Item::price
          items.filter { it.price() > 1 }.map { item -> item.twice() } //: calls ${ITEM}::Item::price, calls ${ITEM}::Item::twice
          items.first().price() //: calls ${ITEM}::Item::price
        }
      `,
    }));

  test('prefer inherited members to outer ones, and super resolves to the base class', () =>
    checkEdges({
      'a.kt': `
        interface Named { fun id() = 1 }
        open class Base(n: Int) { open fun go() {} }
        class Leaf : Named, Base(1) { //: implements Named, extends Base, type Named, type Base
          override fun go() { super.go(); id(); super<Named>.id() } //: calls Base::go, calls Named::id, type Named
          fun nested() { val x = object : Base(2) { override fun go() { go() } } } //: type Base, extends Base, calls Leaf::nested::go
        }
        enum class Kind(val i: Int) { A(1), B(2); fun next() = B } //: uses Kind::B
        fun use() { Kind.A.next() } //: uses Kind, uses Kind::A, calls Kind::next
      `,
    }));
});

describe('Kotlin extensions of external types', () => {
  test('are found by name with scoped evidence if nothing else is known', () =>
    checkEdges({
      'a.kt': `
        package a
        fun String.shout() = uppercase()
        class Own { fun shout() {} }
        fun run(own: Own, text: String, x: Unknown) { //: type Own
          text.shout() //: calls ~shout
          own.shout() //: calls Own::shout
          x.other()
        }
        fun other() {}
      `,
    }));
});

describe('Java and Kotlin code', () => {
  test('calls each other', () =>
    checkEdges({
      'src/main/java/app/Bean.java': `
        package app;
        public class Bean {
          public String getTitle() { return ""; }
          public static Bean make() { return new Bean(); } //: type Bean, new Bean
          void use(Tool tool) { tool.work(); } //: type src/main/kotlin/app/Tool.kt::Tool, calls src/main/kotlin/app/Tool.kt::Tool::work
        }
      `,
      'src/main/kotlin/app/Tool.kt': `
        package app
        class Tool {
          fun work() {
            val bean = Bean.make() //: uses src/main/java/app/Bean.java::Bean, calls src/main/java/app/Bean.java::Bean::make
            bean.title //: uses src/main/java/app/Bean.java::Bean::getTitle
            bean.getTitle() //: calls src/main/java/app/Bean.java::Bean::getTitle
          }
        }
      `,
    }));
});
