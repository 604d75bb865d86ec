/** Configs and specifiers are the users': whatever they say, a specifier means a file that is there, or none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moduleTarget, type Sources } from '../helpers/check.ts';

const PATHS = [
  'a.ts',
  'src/a.ts',
  'src/b/index.ts',
  'lib/src/index.ts',
  'lib/src/c.d.ts',
  'x/y/z.js',
];

const specifier = fc
  .array(
    fc.constantFrom(
      ...['./', '../', '/', '//', '@', '@/', '#', '*', '.', '..', '~', 'a', 'b', 'lib', 'src', 'c'],
      ...[
        '.js',
        '.ts',
        '.d.ts',
        '.json',
        '?raw',
        'node:',
        'http:',
        '\\',
        'C:',
        '\0',
        ' ',
        '%',
        '$&',
      ],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const text = fc.oneof(specifier, fc.constantFrom('./src', './src/*', '*', './dist/*.js', ''));
const anything = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 }));
const table = fc.dictionary(text, fc.oneof(anything, fc.dictionary(text, text, { maxKeys: 2 })), {
  maxKeys: 3,
});

const tsconfig = fc.record(
  {
    extends: anything,
    files: anything,
    include: anything,
    exclude: anything,
    references: fc.oneof(anything, fc.array(fc.record({ path: anything }), { maxLength: 2 })),
    compilerOptions: fc.oneof(
      anything,
      fc.record(
        {
          baseUrl: anything,
          paths: fc.oneof(anything, table),
          rootDirs: anything,
          outDir: anything,
          rootDir: anything,
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);
const packageJson = fc.record(
  {
    name: fc.oneof(anything, fc.constantFrom('lib', '@a/b')),
    main: anything,
    types: anything,
    exports: fc.oneof(anything, table),
    imports: fc.oneof(anything, table),
  },
  { requiredKeys: [] },
);

const config = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    value.map((one) => JSON.stringify(one)),
    fc.string({ maxLength: 20 }),
  );

test('any specifier with any configs resolves to a file or a class of failure', () => {
  fc.assert(
    fc.property(
      fc.array(config(tsconfig), { minLength: 3, maxLength: 3 }),
      fc.array(config(packageJson), { minLength: 2, maxLength: 2 }),
      fc.array(fc.tuple(fc.constantFrom(...PATHS), specifier), { minLength: 1, maxLength: 8 }),
      (tsconfigs, packages, imports) => {
        const project: Sources = {
          ...Object.fromEntries(PATHS.map((path) => [path, ''])),
          'tsconfig.json': tsconfigs[0] ?? '',
          'src/tsconfig.json': tsconfigs[1] ?? '',
          'tsconfig.base.json': tsconfigs[2] ?? '',
          'package.json': packages[0] ?? '',
          'lib/package.json': packages[1] ?? '',
        };
        for (const [from, one] of imports) {
          const target = moduleTarget(project, from, one);
          expect([...Object.keys(project), 'external', 'missing', 'unsupported']).toContain(target);
        }
      },
    ),
    { numRuns: 600 },
  );
});
