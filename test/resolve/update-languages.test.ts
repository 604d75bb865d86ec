/**
 * As update.test.ts, for what languages have of their own: lines of small projects in which much rests on
 * what each says are taken out, doubled and put back, and manifests come and go.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileFacts } from '../../src/model/facts.ts';
import { extractText, type Sources } from '../helpers/check.ts';
import { type Configs, fromScratch, updated } from './update-model.ts';

interface Project {
  readonly sources: Sources;
  /** Config files that may be there or not. */
  readonly configs?: Configs;
}

const PROJECTS: Readonly<Record<string, Project>> = {
  java: {
    sources: {
      'a/Cart.java': 'package a;\npublic class Cart {\n  public void open() {}\n}\n',
      'b/Cart.java': 'package b;\npublic class Cart {\n  public void open() {}\n}\n',
      'c/Maker.java':
        'package c;\nimport a.*;\nimport b.*;\npublic class Maker extends Cart {\n  public Cart make() { return null; }\n}\n',
      'c/User.java':
        'package c;\nclass User {\n  void use(Maker m) {\n    m.make().open();\n    m.open();\n  }\n}\n',
    },
  },
  csharp: {
    sources: {
      'A.cs': 'namespace A {\n  public class Cart {\n    public void Open() {}\n  }\n}\n',
      'B.cs': 'namespace B {\n  public class Cart {\n    public void Open() {}\n  }\n}\n',
      'Maker.cs':
        'using A;\nusing B;\nnamespace N;\npublic class Maker {\n  public Cart Make() { return null; }\n}\n',
      'User.cs':
        'namespace N;\nclass User {\n  void Use(Maker m) {\n    m.Make().Open();\n  }\n}\n',
    },
  },
  go: {
    sources: {
      'a/a.go': 'package a\n\ntype Cart struct{}\n\nfunc (c *Cart) Open() {}\n',
      'b/b.go': 'package b\n\ntype Cart struct{}\n\nfunc (c *Cart) Open() {}\n',
      'm/m.go':
        'package m\n\nimport . "shop/a"\nimport . "shop/b"\n\nfunc Make() *Cart { return nil }\n',
      'u/u.go': 'package u\n\nimport "shop/m"\n\nfunc Use() {\n\tm.Make().Open()\n}\n',
    },
    configs: { 'go.mod': 'module shop\n' },
  },
  'methods of Go in other files': {
    sources: {
      'a/cart.go':
        'package a\n\ntype Cart struct{}\n\nfunc (c *Cart) Open() *Item {\n\tprintln(1)\n\treturn nil\n}\n',
      'a/item.go':
        'package a\n\ntype Item struct{}\n\nfunc (c *Cart) Close() *Item {\n\tprintln(2)\n\tc.Open().Sell()\n\treturn nil\n}\n',
      'a/sell.go': 'package a\n\nfunc (i *Item) Sell() {\n\tprintln(3)\n}\n',
      'u/u.go':
        'package u\n\nimport "shop/a"\n\nfunc Use(c *a.Cart) {\n\tprintln(4)\n\tc.Open().Sell()\n\tc.Close().Sell()\n}\n',
    },
    configs: { 'go.mod': 'module shop\n' },
  },
  'traits of Rust in scope': {
    sources: {
      'src/lib.rs': 'mod lists;\nmod prelude;\nmod user;\n',
      'src/lists.rs':
        'pub trait Steps {\n    fn each(&self) -> u8;\n}\npub trait Named {\n    fn label(&self);\n}\n',
      'src/prelude.rs': 'pub use crate::lists::Named;\npub use crate::lists::Steps;\n',
      'src/user.rs':
        'use crate::prelude::*;\nfn run(list: Vec<u8>) {\n    list.each();\n    list.label();\n}\n',
    },
    configs: { 'Cargo.toml': '[package]\nname = "shop"\n' },
  },
  'impls of Rust': {
    sources: {
      'src/lib.rs': 'pub mod cart;\npub mod item;\npub mod user;\n',
      'src/cart.rs':
        'pub struct Cart;\nimpl Cart {\n    pub fn open(&self) -> Cart {\n        dbg!(1);\n        Cart\n    }\n}\n',
      'src/item.rs':
        'use crate::cart::Cart;\npub trait Sell {\n    fn sell(&self);\n}\nimpl Sell for Cart {\n    fn sell(&self) {\n        dbg!(2);\n        self.open();\n    }\n}\nimpl Cart {\n    pub fn close(&self) -> Cart {\n        dbg!(3);\n        self.open()\n    }\n}\n',
      'src/user.rs':
        'use crate::cart::Cart;\nuse crate::item::Sell;\npub fn use_it(c: &Cart) {\n    dbg!(4);\n    c.open().sell();\n    c.close().open();\n}\n',
    },
    configs: { 'Cargo.toml': '[package]\nname = "shop"\n' },
  },
  'interfaces of Go': {
    sources: {
      'a/a.go':
        'package a\n\ntype ID = string\n\ntype Finder interface {\n\tFind(ID) *Item\n\tClose()\n}\n\ntype Closer interface{ Close() }\n\ntype Item struct{}\n',
      'b/b.go':
        'package b\n\nimport "shop/a"\n\ntype Store struct {\n\tBase\n}\n\nfunc (s *Store) Find(id string) *a.Item { return nil }\n',
      'b/c.go': 'package b\n\ntype Base struct{}\n\nfunc (b Base) Close() {}\n',
      'd/d.go': 'package d\n\ntype Other struct{}\n\nfunc (o Other) Close() {}\n',
    },
    configs: { 'go.mod': 'module shop\n' },
  },
  kotlin: {
    sources: {
      'a/Cart.kt': 'package a\nclass Cart {\n  fun open() {}\n}\nfun Cart.twice() = Cart()\n',
      'b/Cart.kt': 'package b\nclass Cart {\n  fun open() {}\n}\nfun Cart.twice() = Cart()\n',
      'c/Maker.kt': 'package c\nimport a.*\nimport b.*\nfun make() = Cart().twice()\n',
      'c/User.kt': 'package c\nfun use() {\n  make().open()\n}\n',
    },
  },
  scala: {
    sources: {
      'a.scala': 'package a\nclass Cart {\n  def open(): Int = 1\n}\n',
      'b.scala': 'package b\nclass Cart {\n  def open(): Int = 1\n}\n',
      'maker.scala':
        'package m\nimport a._\nimport b._\nobject Maker {\n  def make(): Cart = null\n}\n',
      'user.scala':
        'package u\nimport m.Maker\nobject User {\n  def use() = Maker.make().open()\n}\n',
    },
  },
  'Kotlin beside Scala': {
    sources: {
      'a.scala': 'package a\nimport b._\nobject Shop {\n  def use() = new Cart()\n}\n',
      'b/Cart.kt': 'package b\nimport b.c._\nimport c.*\nclass Cart : Box()\n',
      'c/Box.java': 'package c;\nimport b.*;\npublic class Box {}\n',
    },
  },
  swift: {
    sources: {
      'Sources/A/Cart.swift': 'public class Cart {\n  public func open() {}\n}\n',
      'Sources/B/Cart.swift': 'public class Cart {\n  public func open() {}\n}\n',
      'Sources/M/Maker.swift': 'import A\nimport B\nfunc make() -> Cart { fatalError() }\n',
      'Sources/M/User.swift': 'func use() {\n  make().open()\n}\n',
    },
    configs: {
      'Package.swift':
        'let p = Package(targets: [\n.target(name: "A"),\n.target(name: "B"),\n.target(name: "M"),\n])\n',
    },
  },
  c: {
    sources: {
      'a.h': 'struct cart { int open; };\nint size(void);\n',
      'b.h': 'struct cart { int open; };\nint size(void);\n',
      'maker.h': '#include "a.h"\n#include "b.h"\nstruct cart *make(void);\n',
      'user.c': '#include "maker.h"\nint use(void) {\n  size();\n  return make()->open;\n}\n',
    },
  },
  'scripts of JavaScript': {
    sources: {
      'a/one.js': 'function one() {\n  helper();\n}\n',
      'b/two.js': "import './x.js';\nconst x = require('./x');\nfunction helper() {\n  one();\n}\n",
      'b/x.js': 'function helper() {}\n',
    },
    configs: { 'a/package.json': '{}', 'b/package.json': '{}' },
  },
};

/** One edit: of a line of a file, where numbers count round; or of a config, which comes or goes. */
const edit = fc.record({
  form: fc.constantFrom('without', 'without', 'twice', 'whole', 'config'),
  file: fc.nat(7),
  line: fc.nat(7),
});

const extracted = new Map<string, Promise<FileFacts>>();

/** The same text has the same facts, object for object: what has not changed is told by that. */
function factsOf(path: string, text: string): Promise<FileFacts> {
  const key = `${path}\n${text}`;
  const facts = extracted.get(key) ?? extractText(path, text);
  extracted.set(key, facts);
  return facts;
}

function edited(text: string, form: string, line: number): string {
  const lines = text.trimEnd().split('\n');
  const place = line % lines.length;
  if (form === 'without') lines.splice(place, 1);
  if (form === 'twice') lines.splice(place, 0, lines[place] ?? '');
  return `${lines.join('\n')}\n`;
}

test.each(Object.entries(PROJECTS))(
  'any sequence of edits resolves like a fresh start in %s',
  async (_, { sources, configs: all = {} }) => {
    const paths = Object.keys(sources);
    const written = new Map<string, FileFacts>();
    for (const path of paths) written.set(path, await factsOf(path, sources[path] ?? ''));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        let known = fromScratch(written, all);
        for (const { form, file, line } of edits) {
          const files = new Map(known.files);
          const configs = { ...known.configs };
          if (form === 'config') {
            const names = Object.keys(all);
            const name = names[file % names.length];
            if (name === undefined) continue;
            if (name in configs) delete configs[name];
            else configs[name] = all[name] ?? '';
          } else {
            const path = paths[file % paths.length] ?? '';
            files.set(path, await factsOf(path, edited(sources[path] ?? '', form, line)));
          }
          const { known: now } = updated(known, files, configs);
          expect(now).toEqual(fromScratch(files, configs));
          known = now;
        }
      }),
      { numRuns: 150 },
    );
  },
);
