/** Resolving only what a change affects must equal resolving everything, whatever was edited before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileFacts } from '../../src/model/facts.ts';
import { extractText } from '../helpers/check.ts';
import { fromScratch, updated } from './update-model.ts';

const PATHS = [
  'a.ts',
  'b.ts',
  'lib/c.ts',
  'lib/index.ts',
  'lib/d.tsx',
  'e.js',
  'one.js',
  'two.js',
  'g.d.ts',
];
const MODULES = [
  './a',
  './b',
  './c.js',
  './lib',
  './lib/c',
  '../a',
  './index',
  '@/lib',
  '@/b',
  './e',
  'x',
];
const CONFIGS = [
  '{}',
  '{"compilerOptions":{"paths":{"@/*":["./*"]}}}',
  '{"compilerOptions":{"baseUrl":"lib"}}',
];

/** Statements that declare, use and pass on the same few names, so that edits reach far. */
const STATEMENTS = [
  (module: string) => `import { make, Thing, type Shape } from '${module}';`,
  (module: string) =>
    `import * as space from '${module}';\nexport const viaSpace = () => space.make().run();`,
  (module: string) => `export * from '${module}';`,
  (module: string) => `export { make as remake, Thing } from '${module}';`,
  (module: string) => `const { make: required } = require('${module}');\nrequired();`,
  () => 'export class Thing { run() { return this; } static of() { return new Thing(); } }',
  () => 'export class Thing extends Base { other = make(); run() { this.other.run(); } }',
  () => 'export interface Shape { run(): Thing; next: Shape }',
  () => 'export function make(): Thing { return new Thing(); }',
  () => 'export const make = () => remake().next ?? Thing.of();',
  () => 'export function use(shape: Shape) { shape.next.run().run(); make().run(); }',
  () => 'function shared() { return helper(); }',
  () => 'function helper() { shared(); }',
  () => 'declare global { interface Shape { more(): Thing } var thing: Thing }',
  () => 'export function far(shape: Shape) { thing.run(); shape.more().run(); }',
  (module: string) =>
    `declare module '${module}' { interface Shape { added(): Thing } export function make(): Shape; }`,
  (module: string) =>
    `import part from '${module}';\nexport const added = (shape: Shape) => part.make(shape.added());`,
  () =>
    '/** {@link Thing.of}, {@link Shape#next}, {@link space.make}, {@link helper}. */\nlet told;',
];

const content = fc
  .array(fc.tuple(fc.nat(STATEMENTS.length - 1), fc.constantFrom(...MODULES)), { maxLength: 6 })
  .map((parts) => parts.map(([index, module]) => STATEMENTS[index]?.(module)).join('\n'));

type Edit =
  | { readonly form: 'write'; readonly path: string; readonly text: string }
  | { readonly form: 'remove'; readonly path: string }
  | { readonly form: 'config'; readonly text: string };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      form: fc.constant('write' as const),
      path: fc.constantFrom(...PATHS),
      text: content,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ form: fc.constant('remove' as const), path: fc.constantFrom(...PATHS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      form: fc.constant('config' as const),
      text: fc.constantFrom(...CONFIGS),
    }),
  },
);

test('any sequence of edits resolves like a fresh start', async () => {
  let taken = 0;
  let resolved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 12 }), async (edits) => {
      let known = fromScratch(new Map(), { 'tsconfig.json': '{}' });
      for (const step of edits) {
        const files = new Map(known.files);
        const configs = step.form === 'config' ? { 'tsconfig.json': step.text } : known.configs;
        if (step.form === 'remove') files.delete(step.path);
        if (step.form === 'write') files.set(step.path, await extractText(step.path, step.text));
        const update = updated(known, files, configs);
        expect(update.known).toEqual(fromScratch(files, configs));
        known = update.known;
        resolved += update.resolvedCount;
        taken += files.size - update.resolvedCount;
      }
    }),
    { numRuns: 400 },
  );
  // The property would hold for a resolver that always starts afresh; this one must not.
  expect(taken).toBeGreaterThan(resolved);
});

test('an update yields to other work while it compares and resolves many changed files', async () => {
  const written = async (body: string) => {
    const files = new Map<string, FileFacts>();
    for (let index = 10; index < 40; index++) {
      const path = `f${index}.ts`;
      files.set(path, await extractText(path, `export function f${index}() { ${body} }`));
    }
    return files;
  };
  const before = fromScratch(await written(''), {});
  const { turns, resolvedCount } = updated(before, await written('f10();'), {});
  expect(resolvedCount).toBe(30);
  expect(turns).toBeGreaterThan(2 * 30);
});
