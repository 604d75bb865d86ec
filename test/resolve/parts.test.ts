/** Types of several parts: an update finds what resolving everything would. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractText } from '../helpers/check.ts';
import { fromScratch, updated } from './update-model.ts';

const PATHS = ['Cart.cs', 'Cart.Prices.cs', 'A.cs', 'Use.cs'];
const PARTS = [
  'public partial class Cart { public int Price() => _count; }',
  'public partial class Cart : Basket { int _count; int All() => Price() + Base(); }',
  'public partial class Cart : Cart.IPriced { public interface IPriced { int Price(); } }',
  'public class Cart { public int Price() => 1; int _count; }',
  'public class Basket { protected int Base() => 1; }',
  'public class Use { Cart.IPriced priced; int Run(Cart cart) => cart.Price() + priced.Price(); }',
  'partial interface Cart { int Price(); }',
];
const NAMESPACES = ['Shop', 'Shop', 'Other'];

const text = fc
  .tuple(
    fc.constantFrom(...NAMESPACES),
    fc.uniqueArray(fc.constantFrom(...PARTS), { maxLength: 3 }),
  )
  .map(([space, parts]) => `using Shop;\nnamespace ${space} {\n${parts.join('\n')}\n}`);
const edit = fc.record({
  path: fc.constantFrom(...PATHS),
  text: fc.option(text, { freq: 5, nil: undefined }),
});

test('any sequence of edits to parts of types resolves like a fresh start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 8 }), async (edits) => {
      let known = fromScratch(new Map(), {});
      for (const step of edits) {
        const files = new Map(known.files);
        if (step.text === undefined) files.delete(step.path);
        else files.set(step.path, await extractText(step.path, step.text));
        const update = updated(known, files, {});
        expect(update.known).toEqual(fromScratch(files, {}));
        known = update.known;
      }
    }),
    { numRuns: 150 },
  );
});
