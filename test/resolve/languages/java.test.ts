/** Java: packages, inheritance, and methods beside fields of one name. Expectations stand behind `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

const SHAPES = {
  'src/main/java/shop/Item.java': `
    package shop;
    public class Item {
      String name;
      String name() { return name; } //: uses Item::name
      static Item of(String name) { return new Item(); } //: type Item, new Item
      public enum Color { RED, GREEN; Color next() { return RED; } } //: type Item::Color, uses Item::Color::RED
    }
  `,
  'src/main/java/shop/Store.java': `
    package shop;
    public interface Store<T> {
      T first();
    }
  `,
};

describe('names of a Java package', () => {
  test('need no import inside the package, and an import by name or star outside', () =>
    checkEdges({
      ...SHAPES,
      'src/main/java/shop/Cart.java': `
        package shop;
        class Cart implements Store<Item> { //: implements src/main/java/shop/Store.java::Store, type src/main/java/shop/Store.java::Store, type src/main/java/shop/Item.java::Item
          public Item first() { return Item.of("x"); } //: type src/main/java/shop/Item.java::Item, uses src/main/java/shop/Item.java::Item, calls src/main/java/shop/Item.java::Item::of
        }
      `,
      'src/test/java/other/Test.java': `
        package other;
        import shop.Item;
        import shop.Item.Color;
        import static shop.Item.of;
        class Test {
          void run(Color color) { //: type src/main/java/shop/Item.java::Item::Color
            Item item = of("a"); //: type src/main/java/shop/Item.java::Item, calls src/main/java/shop/Item.java::Item::of
            item.name(); //: calls src/main/java/shop/Item.java::Item::name~2
            color.next(); //: calls src/main/java/shop/Item.java::Item::Color::next
            Color.RED.next(); //: uses src/main/java/shop/Item.java::Item::Color, uses src/main/java/shop/Item.java::Item::Color::RED, calls src/main/java/shop/Item.java::Item::Color::next
          }
        }
      `,
      'src/test/java/other/Star.java': `
        package other;
        import shop.*;
        class Star {
          Item item = new Item(); //: type src/main/java/shop/Item.java::Item, new src/main/java/shop/Item.java::Item
          void run() { item.name(); } //: uses Star::item, calls src/main/java/shop/Item.java::Item::name~2
        }
      `,
    }));

  test('are separate for two packages', () =>
    checkEdges({
      'a/Thing.java': `
        package a;
        public class Thing { public void go() {} }
      `,
      'b/Thing.java': `
        package b;
        public class Thing { public void go() {} }
      `,
      'c/Use.java': `
        package c;
        import b.Thing;
        class Use { void run(Thing thing) { thing.go(); } } //: type b/Thing.java::Thing, calls b/Thing.java::Thing::go
      `,
      'c/None.java': `
        package c;
        class None { void run(Thing thing) { thing.go(); } }
      `,
    }));
});

describe('receivers in Java', () => {
  test('find inherited methods by bare name, this, super and outer classes', () =>
    checkEdges({
      'p/Base.java': `
        package p;
        class Base<T> {
          T value;
          Base() {}
          T get() { return value; } //: uses Base::value
          void close() {}
        }
      `,
      'p/Item.java': `
        package p;
        class Item { Item next() { return this; } } //: type Item
      `,
      'p/Sub.java': `
        package p;
        class Sub extends Base<Item> { //: extends p/Base.java::Base, type p/Base.java::Base, type p/Item.java::Item
          Base<Item> other; //: type p/Base.java::Base, type p/Item.java::Item
          void run() {
            close(); //: calls p/Base.java::Base::close
            this.close(); //: calls p/Base.java::Base::close
            super.close(); //: calls p/Base.java::Base::close
            get().next().next(); //: calls p/Base.java::Base::get, calls p/Item.java::Item::next
          }
          class Inner {
            void run() { close(); } //: calls p/Base.java::Base::close
          }
        }
      `,
    }));

  test('may be locals: declared, inferred by var, from loops, patterns, lambdas and anonymous classes', () =>
    checkEdges({
      'p/A.java': `
        package p;
        interface Visitor { void visit(A a); } //: type A
        class A {
          A make() { return this; } //: type A
          void each(Visitor visitor) { visitor.visit(this); } //: type Visitor, calls Visitor::visit
          void run(Object any, A[] many) { //: type A
            var made = make(); //: calls A::make
            made.make(); //: calls A::make
            for (A one : many) one.make(); //: type A, calls A::make
            for (var one : many) one.make(); //: calls A::make
            many[0].make(); //: calls A::make
            if (any instanceof A a) a.make(); //: type A, calls A::make
            ((A) any).make(); //: type A, calls A::make
            each(new Visitor() { //: calls A::each, implements Visitor, new Visitor
              public void visit(A a) { a.make(); } //: type A, calls A::make
            });
          }
        }
      `,
    }));
});
