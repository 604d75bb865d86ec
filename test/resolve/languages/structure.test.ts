/** Imports of languages with structure support whose modules are not their paths. */
import { expect, test } from 'vitest';
import { importTargets } from '../../helpers/check.ts';

test('Elixir modules are found in the files that define them, also when nested', async () =>
  expect(
    await importTargets({
      'lib/shop/cart.ex': 'defmodule Shop.Cart do\n  defmodule Line do\n  end\nend\n',
      'lib/shop/http_client.ex': 'defmodule Shop.HTTPClient do\nend\n',
      'lib/shop.ex':
        'defmodule Shop do\n  alias Shop.{Cart}\n  alias Shop.HTTPClient, as: Http\n  import Shop.Cart.Line\n  use GenServer\n  alias Shop\nend\n',
    }),
  ).toEqual([
    'lib/shop.ex Shop.Cart → lib/shop/cart.ex',
    'lib/shop.ex Shop.HTTPClient → lib/shop/http_client.ex',
    'lib/shop.ex Shop.Cart.Line → lib/shop/cart.ex',
    'lib/shop.ex GenServer → external',
    'lib/shop.ex Shop → external',
  ]));

test('an OCaml module is the file beside, or the one in the folder of its library', async () =>
  expect(
    await importTargets({
      'src/core/cart.ml': 'let total = 1\n',
      'src/core/money.ml': 'open Cart\nopen List\n',
      'src/web/list.ml': 'let x = 1\n',
      'src/web/page.ml': 'module Cart = Shop_core.Cart\ninclude Lwt.Money\nopen Page\n',
    }),
  ).toEqual([
    'src/core/money.ml Cart → src/core/cart.ml',
    'src/core/money.ml List → external',
    'src/web/page.ml Shop_core.Cart → src/core/cart.ml',
    'src/web/page.ml Lwt.Money → external',
    'src/web/page.ml Page → external',
  ]));
