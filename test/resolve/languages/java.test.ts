/** Java: packages, inheritance, and methods beside fields of one name. Expectations follow `//:`. */
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

const NODES = {
  'dom/Node.java': `
    package dom;
    public class Node {
      public String attr(String key) { return ""; }
      public Node attr(String key, String value) { return this; } //: type Node
      public void log(String... all) { }
    }
  `,
  'dom/Element.java': `
    package dom;
    public class Element extends Node { //: extends dom/Node.java::Node, type dom/Node.java::Node
      public Element attr(String key, String value) { //: type Element
        super.attr(key, value); //: calls dom/Node.java::Node::attr~2
        return this;
      }
      public String text() { return attr("text"); } //: calls dom/Node.java::Node::attr
      public static class Line { public void draw() { } }
    }
  `,
};

describe('overloads of Java', () => {
  test('are selected by the number of arguments, also among inherited ones', () =>
    checkEdges({
      ...NODES,
      'dom/Run.java': `
        package dom;
        class Run {
          void run(Element element) { //: type dom/Element.java::Element
            element.attr("a"); //: calls dom/Node.java::Node::attr
            element.attr("a", "b").text(); //: calls dom/Element.java::Element::attr, calls dom/Element.java::Element::text
            element.log("a", "b", "c"); //: calls dom/Node.java::Node::log
          }
        }
      `,
    }));
});

describe('names of Java', () => {
  test('may start with a package, or come from all members of a type', () =>
    checkEdges({
      ...NODES,
      'app/Run.java': `
        package app;
        import static dom.Tools.*;
        class Run {
          void run(dom.Element element, dom.Element.Line line) { //: type dom/Element.java::Element, type dom/Element.java::Element::Line
            element.text(); //: calls dom/Element.java::Element::text
            line.draw(); //: calls dom/Element.java::Element::Line::draw
            help(); //: calls dom/Tools.java::Tools::help
          }
        }
      `,
      'dom/Tools.java': `
        package dom;
        public class Tools { public static void help() { } }
      `,
    }));
});

describe('collections and function types of Java', () => {
  test('have the types of their elements, parameters and results', () =>
    checkEdges({
      ...NODES,
      'dom/Query.java': `
        package dom;
        import java.util.*;
        import java.util.function.*;
        import java.util.stream.Collectors;
        class Query extends ArrayList<Element> { //: type dom/Element.java::Element
          interface Visitor { void visit(Element one); } //: type dom/Element.java::Element
          void each(Consumer<Element> action) { } //: type dom/Element.java::Element
          void visit(Visitor visitor) { } //: type Query::Visitor
          void run(Map<String, List<Element>> groups, Supplier<Element> make) { //: type dom/Element.java::Element
            get(0).text(); //: calls ~dom/Element.java::Element::text
            for (Element one : this) one.text(); //: type dom/Element.java::Element, calls dom/Element.java::Element::text
            each(one -> one.text()); //: calls Query::each, calls ~dom/Element.java::Element::text
            visit(one -> one.text()); //: calls Query::visit, calls ~dom/Element.java::Element::text
            make.get().text(); //: calls dom/Element.java::Element::text
            groups.get("a").get(0).text(); //: calls ~dom/Element.java::Element::text
            groups.forEach((key, all) -> all.get(0).text()); //: calls ~dom/Element.java::Element::text
            for (var entry : groups.entrySet()) entry.getValue().get(0).text(); //: calls ~dom/Element.java::Element::text
            stream().filter(one -> one.text() == "").map(one -> one.attr("a", "b")).findFirst().get().text(); //: calls ~dom/Element.java::Element::attr, calls ~dom/Element.java::Element::text
            List<Element> list = stream().collect(Collectors.toList()); //: type dom/Element.java::Element
            list.forEach(Element::text); //: uses dom/Element.java::Element, uses dom/Element.java::Element::text
            Optional.of(list.get(0)).orElse(null).text(); //: calls ~dom/Element.java::Element::text
            new ArrayList<Element>().get(0).text(); //: type dom/Element.java::Element, calls ~dom/Element.java::Element::text
          }
        }
      `,
    }));
});

describe('overloads of Java', () => {
  test('are told apart by the types of their parameters', () =>
    checkEdges({
      'a/Injector.java': `
package a;
class Key<T> {}
class Name<T> extends Key<T> {} //: extends Key, type Key
class Linked { void to() {} }
class Annotated extends Linked { Annotated with() { return this; } } //: extends Linked, type Annotated, type Linked
abstract class Module {
  <T> Linked bind(Key<T> key) { return null; } //: type Key, type Linked
  <T> Annotated bind(Class<T> type) { return null; } //: type Annotated
}
interface Injector {
  <T> T get(Key<T> key); //: type Key
  <T> T get(Class<T> type);
}
class Shop extends Module { //: extends Module, type Module
  void open() {}
  void use(Injector injector, Name<Shop> name) { //: type Injector, type Name, type Shop
    bind(Shop.class).with().to(); //: calls Annotated::with, calls Linked::to, calls Module::bind, type Shop
    bind(name).to(); //: calls Linked::to, calls Module::bind
    injector.get(Shop.class).open(); //: calls Injector::get, calls Shop::open, type Shop
    injector.get(name).open(); //: calls Injector::get, calls Shop::open
  }
}
`,
    }));
});

describe('names of Java', () => {
  test('are found beside all static members of a class, whose constructors are none', () =>
    checkEdges({
      'a/Box.java': `
package a;
class Box { static int size = 1; Box(int value) {} void open() {} }
`,
      'a/User.java': `
package a;
import static a.Box.*;
class User {
  void use(Box box) { box.open(); } //: calls a/Box.java::Box::open, type a/Box.java::Box
}
`,
    }));

  test('of constants come out of the values of their enum', () =>
    checkEdges({
      'a/Level.java': `
package a;
enum Level { LOW; void set() {} }
class User {
  void use(String name) {
    for (var one : Level.values()) one.set(); //: calls Level::set, uses Level
    Level.valueOf(name).set(); //: calls Level::set, uses Level
  }
}
`,
    }));
});
