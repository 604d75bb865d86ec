/** PHP: namespaces, composer, traits, PHPDoc. Expectations follow `//:`. */
import { describe, expect, test } from 'vitest';
import { checkEdges, resolveSources } from '../../helpers/check.ts';
import { checkTargets } from '../../languages/module-targets.ts';

const MODEL = {
  'src/Model/Item.php': `<?php
    namespace App\\Model;
    class Item extends Base { //: extends src/Model/Base.php::Base, type src/Model/Base.php::Base
      public int $price = 1;
      public function price(): int { return $this->price; }
      public static function make(): static { return new self(); }
    }
  `,
  'src/Model/Base.php': `<?php
    namespace App\\Model;
    abstract class Base {
      use Logs; //: mixes src/Model/Logs.php::Logs, type src/Model/Logs.php::Logs
      public function __construct(protected ?Item $next = null) {} //: type src/Model/Item.php::Item
      public function next(): ?Item { return $this->next; } //: type src/Model/Item.php::Item
    }
  `,
  'src/Model/Logs.php': `<?php
    namespace App\\Model;
    trait Logs { public function log(): void { $this->write(); } private function write(): void {} } //: calls Logs::write
  `,
};

describe('PHP namespaces', () => {
  test('make classes visible inside and through use; functions fall back to global ones', () =>
    checkEdges({
      ...MODEL,
      'src/functions.php': `<?php
        function total() { return 1; }
      `,
      'src/Cart.php': `<?php
        namespace App;
        use App\\Model as M;
        use App\\Model\\Item as Thing;
        class Cart {
          /** @var Thing[] */
          private array $items = [];
          private M\\Item $last; //: type src/Model/Item.php::Item
          /** @param Thing|null $first */
          public function run($first, \\App\\Model\\Base $base): void { //: type src/Model/Base.php::Base
            $first->price(); //: calls src/Model/Item.php::Item::price~2
            $base->next()->log(); //: calls src/Model/Base.php::Base::next~2, calls src/Model/Logs.php::Logs::log
            foreach ($this->items as $item) { $item->price(); } //: calls src/Model/Item.php::Item::price~2
            $this->last->price(); //: calls src/Model/Item.php::Item::price~2
            M\\Item::make()->price(); //: type src/Model/Item.php::Item, calls src/Model/Item.php::Item::make, calls src/Model/Item.php::Item::price~2
            total(); //: calls src/functions.php::total
            $thing = null;
            $thing = new Thing(); //: new src/Model/Item.php::Item
            $thing->price(); //: calls src/Model/Item.php::Item::price~2
            $method = 'price';
            $thing->$method();
          }
        }
      `,
    }));

  test('do not affect parent, which is the extended class and never a mixed-in trait', () =>
    checkEdges({
      ...MODEL,
      'src/Model/Child.php': `<?php
        namespace App\\Model;
        class Child extends Base { //: extends src/Model/Base.php::Base, type src/Model/Base.php::Base
          use Logs; //: mixes src/Model/Logs.php::Logs, type src/Model/Logs.php::Logs
          public function next(): ?Item { //: type src/Model/Item.php::Item
            $this->log(); //: calls src/Model/Logs.php::Logs::log
            return parent::next(); //: calls src/Model/Base.php::Base::next~2
          }
        }
      `,
    }));
});

describe('PHP modules', () => {
  test('with two files for one class resolve to the file that composer loads', () =>
    checkEdges({
      'composer.json': JSON.stringify({ autoload: { 'psr-4': { 'App\\': ['src/'] } } }),
      'src/Model/Item.php': '<?php namespace App\\Model; class Item {}',
      'stubs/Item.php': '<?php namespace App\\Model; class Item {}',
      'src/run.php': `<?php
        use App\\Model\\Item;
        new Item(); //: new src/Model/Item.php::Item
      `,
    }));

  checkTargets(
    {
      'composer.json': JSON.stringify({
        autoload: { 'psr-4': { 'App\\': ['src/'] } },
        'autoload-dev': { 'psr-0': { Old_: 'legacy' } },
      }),
      'src/Model/Item.php': '<?php namespace App\\Model; class Item {}',
      'stubs/Item.php': '<?php namespace App\\Model; class Item {}',
      'src/Model/all.php': '<?php namespace App\\Model; class Other {}',
      'legacy/Old/Thing.php': '<?php class Thing {}',
      'src/boot.php': '<?php',
    },
    [
      ['src/boot.php', 'Vendor\\Thing', 'external'],
      ['src/boot.php', './Model/Item.php', 'src/Model/Item.php'],
      ['src/boot.php', './nothing.php', 'missing'],
      ['src/boot.php', 'src/Model/all.php', 'src/Model/all.php'],
    ],
  );
});

test("an import of a name that a namespace's only file does not declare makes no edge", async () => {
  const { files, edges } = await resolveSources({
    'tests/bootstrap.php': '<?php\n$started = true; function boot() {}',
    'src/App.php': '<?php\nnamespace App;\nuse Throwable;\nuse function boot;\nclass App {}',
  });
  const imports = edges.filter(({ kind }) => kind === 'imports');
  const reported = imports.map(({ targetFile, line }) => `${files[targetFile]?.path}:${line}`);
  expect(reported).toEqual(['tests/bootstrap.php:4']);
});
