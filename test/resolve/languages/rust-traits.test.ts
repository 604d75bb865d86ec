/** Rust: methods of traits in scope, and which impl a method comes from. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

const MANIFEST = { 'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n' };

const LIBRARY = {
  ...MANIFEST,
  'src/lib.rs': 'pub mod lists;\npub mod prelude;\n',
  'src/prelude.rs': 'pub use crate::lists::{IntoSteps, Named, Steps};\n',
  'src/lists.rs': `
    pub trait Steps { fn each(self) -> u32; fn next(&self) -> u32; }
    pub trait Ordered: Steps { fn rev(self) -> u32; } //: extends Steps, type Steps
    pub trait IntoSteps { type Way: Steps; fn steps(self) -> Self::Way; } //: type Steps, type IntoSteps::Way
    pub trait Named { fn label(&self) -> String; }
    pub trait Hidden { fn secret(&self); }
  `,
};

describe('Rust methods of traits in scope', () => {
  test('are found on values of unknown types', () =>
    checkEdges({
      ...LIBRARY,
      'src/direct.rs': `
        use crate::lists::Named as _;
        fn run(text: Vec<u8>) {
          text.label(); //: calls ~src/lists.rs::Named::label
          text.secret();
          String::label(&text); //: calls ~src/lists.rs::Named::label
        }
      `,
      'src/all.rs': `
        use crate::prelude::*;
        fn run(list: Vec<u8>) {
          list.steps().each(); //: calls ~src/lists.rs::IntoSteps::steps, calls ~src/lists.rs::Steps::each
          list.next();
        }
      `,
    }));

  test('with the name of a standard method are found on values with such a trait only', () =>
    checkEdges({
      ...LIBRARY,
      'src/all.rs': `
        use crate::lists::*;
        fn run(list: Vec<u8>) {
          list.rev();
          list.steps().rev(); //: calls ~src/lists.rs::IntoSteps::steps, calls ~src/lists.rs::Ordered::rev
        }
      `,
    }));

  test('are called through the name of a trait of another package', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        use serde::ser::SerializeSeq;
        struct Writer;
        impl Writer { fn finish(&self) {} fn new() -> Self { Writer } } //: type Writer, uses Writer
        fn run(writer: Writer) { //: type Writer
          SerializeSeq::finish(&writer); //: calls Writer::finish
          Other::new(writer);
        }
      `,
    }));
});

describe('Rust impls', () => {
  test('of references and boxes do not replace the methods of their trait', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        pub trait Service { fn call(&mut self); }
        impl<'a, S: Service> Service for &'a mut S { fn call(&mut self) { (**self).call() } } //: type Service, implements Service, calls Service::call
        fn run<S: Service>(mut service: S) { //: type Service
          service.call(); //: calls Service::call
        }
      `,
    }));

  test('call their own methods where another impl of the type has the name', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        struct Value;
        trait Read { fn text(&self); fn word(&self); }
        impl Read for &Value { //: type Read, type Value, implements Read
          fn text(&self) {}
          fn word(&self) { self.text(); } //: calls Value::text
        }
        impl Read for Value { //: type Read, type Value, implements Read
          fn text(&self) {}
          fn word(&self) { self.text(); } //: calls Value::text~2
        }
      `,
    }));

  test('belong to the type that is visible, not to an associated type of its name', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': 'pub mod value;\nmod read;\n',
      'src/value.rs': 'pub struct Value;\n',
      'src/read.rs': `
        use crate::value::Value;
        struct Visitor;
        impl Visit for Visitor { type Value = Value; } //: type Visitor, type src/value.rs::Value
        impl Value { fn kind(&self) {} } //: type src/value.rs::Value
        fn run(value: Value) { //: type src/value.rs::Value
          value.kind(); //: calls Value::kind
        }
      `,
    }));
});

describe('Rust macros of a project', () => {
  test('with one argument keep its type, and statements in braces are read', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        macro_rules! tri { ($e:expr) => { match $e { Ok(v) => v, Err(e) => return Err(e) } }; }
        macro_rules! guarded { ($($body:tt)*) => { $($body)* }; }
        struct Item;
        impl Item { fn ready(&self) {} } //: type Item
        fn make() -> Result<Item, ()> { Ok(Item) } //: type Item, uses Item
        fn run() -> Result<(), ()> {
          tri!(make()).ready(); //: calls tri, calls make, calls Item::ready
          guarded! { //: calls guarded
            let item = make()?; //: calls make
            item.ready(); //: calls Item::ready
          }
          Ok(())
        }
      `,
    }));

  test('are distinguished from functions of the same name', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        macro_rules! check { ($e:expr) => { $e }; }
        fn check<T>() {}
        fn run() {
          check::<u8>(); //: calls check~2
          check!(1); //: calls check
        }
      `,
    }));
});

describe('Rust macros with a syntax of their own', () => {
  test('call what is named in front of brackets', () =>
    checkEdges({
      ...LIBRARY,
      'src/all.rs': `
        use crate::lists::Named;
        struct Server;
        impl Server { //: type Server
          fn accept(&self) {}
          fn make() {}
          async fn run(&self, items: Vec<u8>) {
            select! {
              _ = self.accept() => helper(1), //: calls Server::accept, calls helper
              name = items.label() => if (true) { Server::make() }, //: calls ~src/lists.rs::Named::label, calls Server::make
            }
            quote! { helper(2) };
          }
        }
        fn helper(count: u8) {}
      `,
    }));
});

describe('Rust modules inside a file', () => {
  test('pass on what they import, by name and all', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        mod lists;
        pub mod prelude { pub use crate::lists::{Item, Named}; }
        pub mod all { pub use crate::lists::*; }
        mod user;
      `,
      'src/lists.rs': `
        pub struct Item;
        impl Item { pub fn ready(&self) {} } //: type Item
        pub trait Named { fn label(&self); }
      `,
      'src/user.rs': `
        use crate::all::Item as Other;
        use crate::prelude::*;
        fn run(item: Item, other: Other, list: Vec<u8>) { //: type src/lists.rs::Item
          item.ready(); //: calls src/lists.rs::Item::ready
          other.ready(); //: calls src/lists.rs::Item::ready
          list.label(); //: calls ~src/lists.rs::Named::label
        }
      `,
    }));
});

describe('Rust types', () => {
  test('have the members of what they dereference to, and iterators yield their item', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        struct Stream;
        impl Stream { fn close(&self) {} } //: type Stream
        struct Ptr { key: u32 }
        impl std::ops::Deref for Ptr { type Target = Stream; } //: type Ptr, type Stream
        struct Streams;
        impl Iterator for Streams { type Item = Ptr; } //: type Streams, type Ptr
        fn run(ptr: &mut Ptr, mut all: Streams) { //: type Ptr, type Streams
          ptr.close(); //: calls Stream::close
          all.next().unwrap().close(); //: calls Stream::close
          for one in all { one.close(); } //: calls Stream::close
        }
      `,
    }));

  test('have the methods that are for their type arguments', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        struct Data;
        struct Reset;
        struct Mock<T> { frame: T }
        impl<T> Mock<T> { fn both(&self) {} } //: type Mock
        impl Mock<Data> { fn end(&self) {} } //: type Mock, type Data
        impl Mock<Reset> { fn end(&self) {} } //: type Mock, type Reset
        fn data() -> Mock<Data> { todo!() } //: type Mock, type Data
        fn reset() -> Mock<Reset> { todo!() } //: type Mock, type Reset
        fn run() {
          data().end(); //: calls data, calls Mock::end
          reset().end(); //: calls reset, calls Mock::end~2
          reset().both(); //: calls reset, calls Mock::both
        }
      `,
    }));

  test('of a glob import may have the name of a well-known type outside of the prelude', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': 'pub mod stream;\npub mod user;\n',
      'src/stream.rs':
        'pub struct Stream;\nimpl Stream { pub fn close(&self) {} } //: type Stream\n',
      'src/user.rs': `
        use crate::stream::*;
        fn run(stream: Stream) { //: type src/stream.rs::Stream
          stream.close(); //: calls src/stream.rs::Stream::close
        }
      `,
    }));
});

test('the error of a Rust result is not what it holds', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': `
      pub struct Error; pub struct Item;
      pub type Result<T, E = Error> = std::result::Result<T, E>; //: type Error
      impl Error { fn show(&self) {} fn run(&self) {} } //: type Error
      impl Item { fn show(&self) {} fn run(&self) {} } //: type Item
      fn get() -> std::result::Result<Item, Error> { todo!() } //: type Item, type Error
      fn own() -> Result<Item> { todo!() } //: type Result, type Item
      fn io() -> std::io::Result<Item> { todo!() } //: type Item
      fn run() {
        match get() { //: calls get
          Ok(item) => item.show(), //: calls Item::show
          Err(err) => err.show(), //: calls Error::show
        }
        if let Err(err) = own() { err.run() } //: calls own, calls Error::run
        own().unwrap_err().run(); //: calls own, calls Error::run
        own().unwrap().run(); //: calls own, calls Item::run
        get().map_err(|one| one.run()).unwrap().run(); //: calls get, calls Error::run, calls Item::run
        if let Err(err) = io() { err.run() } //: calls io
      }
    `,
  }));

test('a trait of the project adds methods to the iterators of the standard library', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': `
      pub trait Extra: Iterator { fn dedup(self); fn join(&mut self, by: &str); }
      impl<T: Iterator> Extra for T { fn dedup(self) {} fn join(&mut self, by: &str) {} } //: type Extra
      fn run(texts: &[String], one: Option<u8>) {
        texts.iter().dedup(); //: calls ~Extra::dedup
        (0..3).map(|x| x + 1).join(""); //: calls ~Extra::join
        texts.join("");
        texts.to_vec().dedup();
        one.map(|x| x).join("");
      }
    `,
  }));

test('imports of Rust may start with the name of another import', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs':
      'pub struct Item;\nimpl Item { pub fn new() -> Item { Item } } //: type Item, uses Item\n',
    'tests/all.rs': `
      use shop as it;
      use it::Item;
      fn run() { Item::new(); } //: uses src/lib.rs::Item, calls src/lib.rs::Item::new
    `,
  }));

test('imports of Rust may start with a name that a glob imports', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': 'mod tools;\nmod user;\n',
    'src/tools/mod.rs': 'pub mod cart;\n',
    'src/tools/cart.rs': 'pub fn total() {}\n',
    'src/user.rs': `
      use crate::tools::*;
      use cart::total;
      fn run() { total(); } //: calls src/tools/cart.rs::total
    `,
  }));

test('a function of Rust has the methods of traits in scope', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': `
      pub trait Handler { fn map(&self); }
      impl<F: Fn()> Handler for F { fn map(&self) {} } //: type Handler
      fn handle() {}
      fn run(other: u8) {
        handle.map(); //: uses handle, calls ~Handler::map
        other.map();
      }
    `,
  }));

test('closures of unknown methods of Rust do not get the object', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': `
      pub struct Shop;
      impl Shop { //: type Shop
        fn swap(&self) { self.with_list(|list| list.swap()); }
      }
      fn run(shop: Option<Shop>) { //: type Shop
        shop.and_then(|one| one.swap()); //: calls Shop::swap
      }
    `,
  }));

test('what fills up a Rust struct is its own default', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': `
      pub struct Shop { open: bool, name: u8 }
      impl Default for Shop { fn default() -> Self { todo!() } } //: type Shop
      fn run() { Shop { open: true, ..Default::default() }; } //: type Shop, calls Shop::default
    `,
  }));

test('a module of a Rust test is in the crate of the test', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': 'mod build;\npub mod cart;\n',
    'src/build.rs': 'fn run() { crate::cart::total(); } //: calls src/cart.rs::total\n',
    'src/cart.rs': 'pub fn total() {}\n',
    'tests/all.rs': 'mod helper;\n#[path = "all/cart.rs"]\nmod cart;\n',
    'tests/helper.rs': 'pub fn make() {}\n',
    'tests/all/cart.rs':
      'use crate::helper::make;\nfn run() { make(); } //: calls tests/helper.rs::make\n',
  }));
