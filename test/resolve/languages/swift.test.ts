/** Swift: modules of many files, extensions, protocols, optionals. */
import { describe, expect, test } from 'vitest';
import { checkEdges, moduleTarget } from '../../helpers/check.ts';

const ITEM = 'Sources/Shop/Item.swift';
const MANIFEST = `
  let package = Package(name: "Shop", targets: [
    .target(name: "Shop", dependencies: []),
    .target(name: "Other", path: "Elsewhere"),
    .testTarget(name: "ShopTests", dependencies: ["Shop"]),
  ])
`;

const SHOP = {
  'Package.swift': '',
  [ITEM]: `
    protocol Named { func label() }
    extension Named { func shout() { label() } } //: type Named, calls Named::label
    class Base { init() {}; func go() {} }
    final class Item: Base, Named { //: extends Base, implements Named, type Base, type Named
      static let shared = Item() //: new Item
      let owner: Owner? = nil //: type Owner
      override init() { super.init() } //: calls Base::init
      func label() { go(); self.go(); shout() } //: calls Base::go, calls Named::shout
      static func make() -> Self { Item() } //: new Item
    }
    struct Owner { func pay() {} }
    enum Kind { case a, b; func next() {} }
  `,
};

describe('members in Swift', () => {
  test("are found through the module's files, extensions, statics, optionals and loops", () =>
    checkEdges({
      ...SHOP,
      'Sources/Shop/Use.swift': `
        extension Item { func more() { label(); owner?.pay() } } //: type ${ITEM}::Item, calls ${ITEM}::Item::label, uses ${ITEM}::Item::owner, calls ${ITEM}::Owner::pay
        func run(items: [Item], any: Any, maybe: Owner?) { //: type ${ITEM}::Item, type ${ITEM}::Owner
          Item.shared.more() //: uses ${ITEM}::Item, uses ${ITEM}::Item::shared, calls Item::more
          for item in items { item.label() } //: calls ${ITEM}::Item::label
          items.forEach { $0.label() } //: calls ${ITEM}::Item::label
          items[0].owner?.pay() //: calls ${ITEM}::Owner::pay
          if let owner = maybe { owner.pay() } //: calls ${ITEM}::Owner::pay
          guard let found = any as? Item else { return } //: type ${ITEM}::Item
          found.shout() //: calls ${ITEM}::Named::shout
        }
      `,
    }));
});

describe('Swift calls after an operator', () => {
  test('belong to the last operand, not to the result of the operator', () =>
    checkEdges({
      'Sources/Shop/Use.swift': `
        class Left { static func make() -> Int { 1 } }
        class Right {
          static func make(_ n: Int) -> Int { 2 }
          func size() -> Int { 3 }
        }
        func run(right: Right, flag: Bool) { //: type Right
          let sum = Left.make() + Right.make(1) //: calls Left::make, calls Right::make, uses Left, uses Right
          let same = sum == right.size() //: calls Right::size
          let either = flag || same && right.size() > Right.make(2) //: calls Right::make, calls Right::size, uses Right
        }
      `,
    }));
});

describe('Swift modules', () => {
  const project = {
    'Package.swift': MANIFEST,
    'Elsewhere/B.swift': '',
    'Sources/Shop/A.swift': '',
  };
  test.each([
    ['Tests/ShopTests/T.swift', 'Shop', 'Sources/Shop/A.swift'],
    ['Tests/ShopTests/T.swift', 'Other', 'Elsewhere/B.swift'],
    ['Tests/ShopTests/T.swift', 'Foundation', 'external'],
    ['Sources/Shop/A.swift', '.', 'Sources/Shop/A.swift'],
  ])('are resolved from %s: %s is %s', (from, specifier, target) => {
    expect(moduleTarget(project, from, specifier)).toBe(target);
  });
});
