/** Rust: modules as files, use, impls, traits, macros. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';
import { checkTargets } from '../../languages/module-targets.ts';

const MANIFEST = { 'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n' };

describe('Rust modules', () => {
  test('make items reachable by crate, self and super, through re-exports and globs', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        mod item;
        pub mod cart;
        pub use self::item::Item;
        pub fn helper() -> Item { Item::new() } //: type src/item.rs::Item, uses src/item.rs::Item, calls src/item.rs::Item::new
      `,
      'src/item.rs': `
        pub struct Item { amount: u32 }
        impl Item { //: type Item
          pub fn new() -> Self { Item { amount: 1 } } //: type Item
          pub fn price(&self) -> u32 { self.amount }
        }
      `,
      'src/cart/mod.rs': `
        mod inner;
        use crate::{helper, item::Item as Thing};
        pub struct Cart { items: Vec<Thing>, first: Option<Box<Thing>> } //: type src/item.rs::Item
        impl Cart { //: type Cart
          pub fn total(&self) -> u32 {
            for item in &self.items { item.price(); } //: calls src/item.rs::Item::price
            self.items.iter().map(|item| item.price()).sum(); //: calls ~src/item.rs::Item::price
            self.first.as_ref().unwrap().price(); //: calls src/item.rs::Item::price
            if let Some(first) = &self.first { first.price(); } //: calls src/item.rs::Item::price
            helper().price() //: calls src/lib.rs::helper, calls src/item.rs::Item::price
          }
        }
      `,
      'src/cart/inner.rs': `
        use super::*;
        use super::super::helper as make;
        fn run(cart: &Cart) { //: type src/cart/mod.rs::Cart
          cart.total(); //: calls src/cart/mod.rs::Cart::total
          make(); //: calls src/lib.rs::helper
          crate::helper(); //: calls src/lib.rs::helper
          Thing::new(); //: uses src/item.rs::Item, calls src/item.rs::Item::new
        }
      `,
    }));
});

describe('Rust crates', () => {
  const WORKSPACE = {
    'Cargo.toml': '[workspace]\nmembers = ["core", "app"]\n',
    'core/Cargo.toml': '[package]\nname = "shop-core"\n',
    'core/src/lib.rs': 'pub mod model;\npub fn start() {}\n',
    'core/src/model.rs': 'pub struct Item;\nimpl Item { pub fn ready(&self) {} } //: type Item\n',
    'app/Cargo.toml':
      '[package]\nname = "app"\n[dependencies]\nbase = { package = "shop-core", path = "../core" }\n',
    'app/src/main.rs': '',
    'app/src/view/mod.rs': '',
    'app/src/view/list.rs': '',
    'app/src/bin/tool.rs': '',
    'app/tests/all.rs': '',
    'app/tests/common/mod.rs': '',
  };

  checkTargets(WORKSPACE, [
    ['app/src/main.rs', 'self::view', 'app/src/view/mod.rs'],
    ['app/src/main.rs', 'crate::view::list::Row', 'app/src/view/list.rs'],
    ['app/src/view/mod.rs', 'self::list', 'app/src/view/list.rs'],
    ['app/src/view/list.rs', 'super', 'app/src/view/mod.rs'],
    ['app/src/view/list.rs', 'super::super::view', 'app/src/view/mod.rs'],
    ['app/src/view/list.rs', 'crate::Missing', 'app/src/main.rs'],
    ['app/src/view/list.rs', 'crate::missing::*', 'external'],
    ['app/src/main.rs', 'shop_core::model::Item', 'core/src/model.rs'],
    ['app/src/main.rs', 'base::model', 'core/src/model.rs'],
    ['core/src/lib.rs', 'base::model', 'external'],
    ['app/src/main.rs', 'serde::Serialize', 'external'],
    ['app/src/bin/tool.rs', 'crate::x', 'app/src/bin/tool.rs'],
    ['app/tests/all.rs', 'self::common', 'app/tests/common/mod.rs'],
    ['app/src/main.rs', './view/list.rs', 'app/src/view/list.rs'],
    ['app/src/main.rs', './nothing.rs', 'missing'],
  ]);

  test('make their names available without use', () =>
    checkEdges({
      ...WORKSPACE,
      'app/src/main.rs': `
        fn main() {
          shop_core::start(); //: calls core/src/lib.rs::start
          base::model::Item.ready(); //: uses core/src/model.rs::Item, calls core/src/model.rs::Item::ready
        }
      `,
    }));
});

describe('Rust types', () => {
  test('may have impls and bases in other files', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': 'pub mod shape;\nmod draw;\n',
      'src/shape.rs': `
        pub struct Circle; //: implements src/draw.rs::Draw
        pub enum Kind { Round(Circle), Flat } //: type Circle
      `,
      'src/draw.rs': `
        use crate::shape::{Circle, Kind};
        pub trait Draw {
          fn draw(&self);
          fn twice(&self) { self.draw(); } //: calls Draw::draw
        }
        impl Draw for Circle { fn draw(&self) { other!(self.area()); } } //: calls Circle::area, type Draw, type src/shape.rs::Circle
        impl Circle { pub fn area(&self) {} } //: type src/shape.rs::Circle
        fn all<T: Draw>(one: &T, any: &dyn Draw, circle: Circle, kind: Kind) { //: type Draw, type src/shape.rs::Circle, type src/shape.rs::Kind
          one.draw(); //: calls Draw::draw
          any.twice(); //: calls Draw::twice
          circle.twice(); //: calls Draw::twice
          circle.area(); //: calls Circle::area
          let circle = circle.clone();
          circle.draw(); //: calls Circle::draw
          match kind { Kind::Round(inner) => inner.area(), Kind::Flat => () } //: uses src/shape.rs::Kind::Round, uses src/shape.rs::Kind, calls ~Circle::area, uses src/shape.rs::Kind::Flat
        }
      `,
    }));

  test('are tracked through shadowing lets and macros of expressions', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        struct A; struct B;
        impl A { fn to_b(self) -> B { B } fn go(&self) -> bool { true } } //: type A, type B, uses B
        impl B { fn go(&self) -> bool { true } } //: type B
        fn run(x: A) { //: type A
          x.go(); //: calls A::go
          let x = x.to_b(); //: calls A::to_b
          assert!(x.go(), "{}", vec![x.go(); 3].len()); //: calls B::go
        }
      `,
    }));
});

describe('a module of Rust', () => {
  test('and a function of the same name are both reached, in any order', () =>
    checkEdges({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': `
        pub use price::price;
        pub mod price;
        pub mod stock;
        pub use stock::stock;
        fn here() {
          price().show(); //: calls src/price.rs::price, calls src/price.rs::Price::show
          price::round(); //: calls src/price.rs::round
          stock(); //: calls src/stock.rs::stock
          stock::count(); //: calls src/stock.rs::count
        }
        mod user;
      `,
      'src/price.rs': `
        pub struct Price;
        impl Price { pub fn show(&self) {} } //: type Price
        pub fn price() -> Price { Price } //: type Price, uses Price
        pub fn round() {}
      `,
      'src/stock.rs': `
        pub fn stock() {}
        pub fn count() {}
      `,
      'src/user.rs': `
        use crate::price;
        use crate::stock::count;
        fn there() {
          price().show(); //: calls src/price.rs::price, calls src/price.rs::Price::show
          price::round(); //: calls src/price.rs::round
          crate::price::round(); //: calls src/price.rs::round
          crate::stock::count(); //: calls src/stock.rs::count
          crate::stock(); //: calls src/stock.rs::stock
          count(); //: calls src/stock.rs::count
        }
      `,
    }));
});

describe('a macro call of Rust', () => {
  test('is read as a call if its arguments are expressions', () =>
    checkEdges({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': `
        macro_rules! mytest { ($name:ident, $run:expr) => {}; }
        macro_rules! with { ($($x:tt)*) => {}; }
        struct Command;
        impl Command { fn arg(&mut self, x: &str) -> &mut Command { self } fn kind(&self) -> Kind { Kind::A } } //: type Command, type Kind, uses Kind, uses Kind::A
        enum Kind { A, B { x: u8 } }
        fn helper() -> u8 { 1 }
        mytest!(first, |dir: &str, mut cmd: Command| { //: calls mytest, type Command
          let text = "\\
          "; cmd.arg(text).arg(dir); //: calls Command::arg
          match helper() { 1 => helper(), _ => 0 }; //: calls helper
        });
        mod inner {
          use super::*;
          mytest!(second, |cmd: Command| cmd.arg("x")); //: calls mytest
        }
        fn body(cmd: Command) -> bool { //: type Command
          with!(helper(), async move { helper() }, &cmd.kind()); //: calls with, calls helper, calls Command::kind
          with! { static ref X: u8 = helper(); } //: calls with, calls helper
          with!({ "key": helper() }); //: calls with, calls helper
          with!(a = helper(), b => helper()); //: calls with, calls helper
          with!(fn name() -> u8 { helper() }); //: calls with, calls helper
          matches!(cmd.kind(), Kind::A | Kind::B { .. } if true) //: calls Command::kind
        }
      `,
    }));
});

test('an alias of Result in Rust passes on what it holds, also through await', () =>
  checkEdges({
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/lib.rs': `
pub type Error = Box<dyn std::error::Error>;
pub type Result<T> = std::result::Result<T, Error>; //: type Error
pub struct Client;
impl Client { //: type Client
  pub async fn connect() -> crate::Result<Client> { todo!() } //: type Result, type Client
  pub fn ping(&self) {}
}
async fn go() {
  let client = Client::connect().await.unwrap(); //: uses Client, calls Client::connect
  client.ping(); //: calls Client::ping
}
async fn other() -> Result<()> { //: type Result
  match Client::connect().await? { //: uses Client, calls Client::connect
    client => client.ping(), //: calls Client::ping
  }
}
`,
  }));

test('a standard macro of Rust is not a function of its name', () =>
  checkEdges({
    'src/lib.rs': `
fn format(n: u32) -> u32 { n }
fn go() {
  format!("{}", 1);
  format(1); //: calls format
}
`,
  }));

describe('Rust values', () => {
  test('of a folder src/…/tests belong to the crate of src', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs':
        'pub mod cart;\npub struct Shop;\nimpl Shop { pub fn open() {} } //: type Shop\n',
      'src/cart/mod.rs': '#[cfg(test)]\nmod tests;\n',
      'src/cart/tests/mod.rs': 'use crate::Shop;\nmod more;\n',
      'src/cart/tests/more.rs': `
        use super::*;
        fn opens() { Shop::open(); } //: uses src/lib.rs::Shop, calls src/lib.rs::Shop::open
      `,
      'tests/all.rs': `
        struct Shop;
        mod inner { fn run(one: crate::Shop) {} } //: type Shop
      `,
    }));

  test('in a Result or a lock of another crate are the held ones', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        use anyhow::{Context, Result};
        pub struct Shop { items: parking_lot::Mutex<Cart> } //: type Cart
        pub struct Cart;
        impl Cart { fn total(&self) {} } //: type Cart
        impl Shop { //: type Shop
          fn open() -> Result<Self> { todo!() }
          fn close(&self) { self.items.lock().total(); } //: calls Cart::total
        }
        fn run() -> eyre::Result<()> {
          let shop = Shop::open().context("closed")?; //: uses Shop, calls Shop::open
          shop.close(); //: calls Shop::close
          Ok(())
        }
      `,
    }));

  test('are made by functions of well-known traits, and by awaiting', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        #[derive(Default, clap::Parser)]
        pub struct Args;
        impl Args { fn run(&self) {} } //: type Args
        trait Exporter { fn export(&self); }
        fn all<E: Exporter + Default>() { //: type Exporter
          E::default().export(); //: calls Exporter::export
          Args::default().run(); //: uses Args, calls Args::run
          Args::parse().run(); //: uses Args, calls Args::run
          Args::try_parse()?.run(); //: uses Args, calls Args::run
        }
        struct Request;
        struct Answer;
        impl Answer { fn text(&self) {} } //: type Answer
        impl std::future::IntoFuture for Request { type Output = Answer; } //: type Request, type Answer
        async fn ask(request: Request) { request.await.text(); } //: type Request, calls Answer::text
        fn poll_other(answer: Pin<&mut Answer>) { ready!(answer.project()).text(); } //: type Answer, calls Answer::text
      `,
    }));

  test('in fields of a type parameter have the bounds that impls give it', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        pub trait Format { fn begin(&self); }
        pub trait Write { fn flush(&self); }
        pub struct Writer<'a, W: 'a, F> { to: &'a W, format: F }
        impl<'a, W, F> Writer<'a, W, F> where F: Format { //: type Writer, type Format
          fn run(&self) { self.format.begin(); } //: calls Format::begin
        }
        impl<'a, O: Write, F> Drop for &'a mut Writer<'a, O, F> { //: type Writer, type Write
          fn drop(&mut self) { self.to.flush(); } //: calls Write::flush
        }
      `,
    }));

  test('of structs and functions inside item macros are known', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        pin_project! {
          /// A future; { "in braces" }
          #[project = Proj]
          pub struct Waiting<F> { #[pin] inner: F }
        }
        cfg_net! {
          impl Waiting<u8> { fn poll(&self) { helper(); } } //: type Waiting, calls helper
          pub fn helper() {}
        }
        cfg_net! {
          #[macro_use]
          extern crate outside;
          doctest!("../README.md");
          pub use outside::{One, Two};
          impl Waiting<u8> { fn open(&self) {} } //: type Waiting
        }
        rules! { a => b, fn }
        html! { struct }
        fn run(one: Waiting<u8>) { one.poll(); one.open(); } //: type Waiting, calls Waiting::poll, calls Waiting::open
        fn shown() { assert_snapshot!(run(one), @"text, (a)"); } //: calls run
      `,
    }));

  test('are found beside macros whose items are a value', () =>
    checkEdges({
      ...MANIFEST,
      'src/lib.rs': `
        fn helper() -> u8 { 1 }
        fn expand() -> TokenStream {
          let tokens = quote! { impl Shop { fn open() {} } };
          my_check!(helper(), tokens); //: calls helper
          quote! { fn made() {} }
        }
        fn made() {}
        fn run() { made(); } //: calls made
      `,
    }));
});
