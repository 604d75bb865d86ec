/** Scala: packages, imports, companions, traits, what has no parentheses. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

const ITEM = 'src/main/scala/shop/Item.scala';

const SHOP = {
  [ITEM]: `
    package shop
    trait Named { def label: String = "" }
    case class Item(name: String, owner: Owner) extends Named { //: implements Named, type Named, type Owner
      def price(): Int = 1
    }
    class Owner { def pay() = 1 }
    object Item { def of(name: String): Item = new Item(name, null) } //: type Item, new Item
    object Registry { val first: Item = null; def add(item: Item): Unit = {} } //: type Item
  `,
};

describe('names in Scala', () => {
  test('are found in the package, in imports, under new names, and in objects', () =>
    checkEdges({
      ...SHOP,
      'src/main/scala/shop/Cart.scala': `
        package shop
        class Cart { def run() = Item.of("x").price() } //: uses ${ITEM}::Item, calls ${ITEM}::Item~2::of, calls ${ITEM}::Item::price
      `,
      'src/test/scala/other/Use.scala': `
        package other
        import shop.{Item => Thing, Owner}
        import shop.Registry._
        class Use(owner: Owner) { //: type ${ITEM}::Owner
          def run(thing: Thing): Unit = { //: type ${ITEM}::Item
            add(thing) //: calls ${ITEM}::Registry::add
            owner.pay() //: calls ${ITEM}::Owner::pay
            Thing("a", owner).price() //: new ${ITEM}::Item, calls ${ITEM}::Item::price
          }
        }
      `,
      'src/test/scala/other/Around.scala': `
        package other
        import shop._
        class Around {
          import Registry._
          import lower._
          def run() = add(first) //: calls ${ITEM}::Registry::add, uses ${ITEM}::Registry::first
        }
      `,
      'src/test/scala/other/None.scala': `
        package other
        class None { def run() = Registry.add(null) }
      `,
    }));
});

describe('receivers in Scala', () => {
  test('are inferred through values, patterns, loops and members without parentheses', () =>
    checkEdges({
      ...SHOP,
      'src/main/scala/shop/Follow.scala': `
        package shop
        class Follow(items: List[Item]) { //: type ${ITEM}::Item
          def first: Item = Registry.first //: type ${ITEM}::Item, uses ${ITEM}::Registry, uses ${ITEM}::Registry::first
          def find(n: Int): Item = first //: type ${ITEM}::Item, uses Follow::first
          def run(any: Any) = {
            first.price() //: uses Follow::first, calls ${ITEM}::Item::price
            items.head.price() //: calls ${ITEM}::Item::price
            for (item <- items) item.price() //: calls ${ITEM}::Item::price
            items.filter(i => i.price() > 1).map { i => i.owner.pay() } //: calls ${ITEM}::Item::price, calls ${ITEM}::Owner::pay
            any match { case o: Owner => o.pay() } //: type ${ITEM}::Owner, calls ${ITEM}::Owner::pay
            val made = new Owner //: new ${ITEM}::Owner
            made.pay() //: calls ${ITEM}::Owner::pay
            find(1).price() //: calls Follow::find, calls ${ITEM}::Item::price
          }
        }
      `,
    }));
});
