/** Which file a specifier means, as Node and TypeScript have it; tsconfig.test.ts has what configs say. */
import { describe, expect, test } from 'vitest';
import { importTargets } from '../helpers/check.ts';
import { checkTargets, files, json, type Rows } from './module-targets.ts';

describe('relative paths', () => {
  const project = files(
    ...['a.ts', 'b.tsx', 'c.d.ts', 'd.js', 'e.jsx', 'f.mts', 'g.cts', 'h.json', 'i.mjs', 'j.cjs'],
    ...['both.ts', 'both.js', 'twice.ts', 'twice/index.ts', 'folder/index.ts', 'jsx/index.jsx'],
    ...['style.css', 'logo.svg', 'view.vue', 'types.d.mts', 'dotted.name.ts', 'main.ts'],
    ...['deep/er/x.ts', 'deep/index.ts'],
  );
  checkTargets(project, [
    ['main.ts', './a', 'a.ts'],
    ['main.ts', './a.ts', 'a.ts'],
    ['main.ts', './a.js', 'a.ts'],
    ['main.ts', './/a.js', 'a.ts'],
    ['main.ts', './deep/../a', 'a.ts'],
    ['main.ts', './b', 'b.tsx'],
    ['main.ts', './b.js', 'b.tsx'],
    ['main.ts', './b.jsx', 'b.tsx'],
    ['main.ts', './c', 'c.d.ts'],
    ['main.ts', './c.js', 'c.d.ts'],
    ['main.ts', './d', 'd.js'],
    ['main.ts', './d.js', 'd.js'],
    ['main.ts', './e.jsx', 'e.jsx'],
    ['main.ts', './f.mjs', 'f.mts'],
    ['main.ts', './g.cjs', 'g.cts'],
    ['main.ts', './types.mjs', 'types.d.mts'],
    ['main.ts', './i.mjs', 'i.mjs'],
    ['main.ts', './j.cjs', 'j.cjs'],
    ['main.ts', './h.json', 'h.json'],
    ['main.ts', './both', 'both.ts'],
    ['main.ts', './both.js', 'both.ts'],
    ['main.ts', './dotted.name', 'dotted.name.ts'],
    ['main.ts', './dotted.name.js', 'dotted.name.ts'],
    ['main.ts', './twice', 'twice.ts'],
    ['main.ts', './twice/', 'twice/index.ts'],
    ['main.ts', './folder', 'folder/index.ts'],
    ['main.ts', './folder/', 'folder/index.ts'],
    ['main.ts', './folder/index.js', 'folder/index.ts'],
    ['main.ts', './jsx', 'jsx/index.jsx'],
    ['deep/er/x.ts', '.', 'missing'],
    ['deep/er/x.ts', '..', 'deep/index.ts'],
    ['deep/er/x.ts', '../', 'deep/index.ts'],
    ['deep/er/x.ts', '../..', 'missing'],
    ['deep/er/x.ts', '../../a.js', 'a.ts'],
    ['deep/x.ts', '.', 'deep/index.ts'],
    ['deep/er/x.ts', '../../../a', 'missing'],
    ['main.ts', './style.css', 'style.css'],
    ['main.ts', './logo.svg?raw', 'logo.svg'],
    ['main.ts', './view.vue', 'view.vue'],
    ['main.ts', './nothing', 'missing'],
    ['main.ts', './a.mjs', 'missing'],
  ]);
});

describe('imports of build output lead to its sources', () => {
  const sources = {
    'package.json': json({ name: 'shop', main: 'lib/index.js' }),
    ...files('src/index.js', 'src/cart.js', 'spec/cart.spec.js', 'tools/lib/x.js', 'tools/main.js'),
  };
  checkTargets(sources, [
    ['spec/cart.spec.js', '../lib/cart', 'src/cart.js'],
    ['spec/cart.spec.js', '../lib/cart.js', 'src/cart.js'],
    ['spec/cart.spec.js', '../lib', 'src/index.js'],
    ['spec/cart.spec.js', '../lib/none', 'missing'],
    ['spec/cart.spec.js', '../other/cart', 'missing'],
    ['tools/main.js', './lib/cart', 'missing'],
  ]);
  // A folder with files is no output that is only missing.
  checkTargets({ ...sources, ...files('lib/old.js') }, [
    ['spec/cart.spec.js', '../lib/cart', 'missing'],
  ]);
});

describe('specifiers outside of the project', () => {
  checkTargets(files('main.ts', 'fs.ts', 'react/index.ts'), [
    ['main.ts', 'react', 'external'],
    ['main.ts', '@scope/name', 'external'],
    ['main.ts', '@scope/name/deep/path.js', 'external'],
    ['main.ts', 'fs', 'external'],
    ['main.ts', 'node:fs/promises', 'external'],
    ['main.ts', 'https://esm.sh/react', 'unsupported'],
    ['main.ts', 'data:text/javascript,1', 'unsupported'],
    ['main.ts', 'virtual:icons', 'unsupported'],
    ['main.ts', '/fs', 'unsupported'],
    ['main.ts', '', 'unsupported'],
    ['main.ts', '#internal', 'missing'],
  ]);
});

describe('a folder with a package.json', () => {
  checkTargets(
    {
      ...files('main.ts', 'lib/start.ts', 'typed/types.d.ts', 'typed/run.js', 'empty/index.ts'),
      ...files('bare/index.ts', 'wrong/index.ts'),
      'lib/package.json': json({ main: './start.js' }),
      'typed/package.json': json({ main: './run.js', types: './types.d.ts' }),
      'empty/package.json': json({}),
      'wrong/package.json': '{ not json',
    },
    [
      ['main.ts', './lib', 'lib/start.ts'],
      ['main.ts', './typed', 'typed/types.d.ts'],
      ['main.ts', './empty', 'empty/index.ts'],
      ['main.ts', './wrong', 'wrong/index.ts'],
    ],
  );
});

describe('package exports', () => {
  const rows: Rows = [
    ['app/main.ts', '@acme/ui', 'ui/src/index.ts'],
    ['app/main.ts', '@acme/ui/button', 'ui/src/button.tsx'],
    ['app/main.ts', '@acme/ui/icons/star', 'ui/src/icons/star.ts'],
    ['app/main.ts', '@acme/ui/icons/deep/moon', 'ui/src/icons/deep/moon.ts'],
    ['app/main.ts', '@acme/ui/data.json', 'ui/data.json'],
    ['app/main.ts', '@acme/ui/none', 'missing'],
    ['ui/src/button.tsx', '@acme/ui', 'ui/src/index.ts'],
    ['ui/src/button.tsx', '@acme/ui/icons/star', 'ui/src/icons/star.ts'],
    ['app/main.ts', '@acme/other', 'external'],
  ];
  const sources = files(
    ...['app/main.ts', 'ui/src/index.ts', 'ui/src/button.tsx', 'ui/src/icons/star.ts'],
    ...['ui/src/icons/deep/moon.ts', 'ui/data.json'],
  );

  describe('resolve to sources by the source condition', () => {
    checkTargets(
      {
        ...sources,
        'ui/package.json': json({
          name: '@acme/ui',
          exports: {
            '.': { types: './dist/x.d.ts', source: './src/index.ts', default: './dist/y.js' },
            './button': { source: './src/button.tsx', import: './dist/b.mjs' },
            './icons/*': { source: './src/icons/*.ts', require: './dist/*.cjs' },
            './data.json': './data.json',
          },
        }),
      },
      rows,
    );
  });

  describe('resolve from output to sources by outDir and rootDir', () => {
    checkTargets(
      {
        ...sources,
        'ui/tsconfig.json': json({ compilerOptions: { outDir: './build/esm', rootDir: './src' } }),
        'ui/package.json': json({
          name: '@acme/ui',
          exports: {
            '.': { import: './build/esm/index.js', types: './build/esm/index.d.ts' },
            './button': { types: './build/esm/button.d.ts', default: './build/esm/button.js' },
            './icons/*': { node: { import: './build/esm/icons/*.js' } },
            './data.json': './data.json',
          },
        }),
      },
      rows,
    );
  });

  describe('resolve from output to sources by name', () => {
    checkTargets(
      {
        ...sources,
        'ui/package.json': json({
          name: '@acme/ui',
          exports: {
            '.': './dist/index.mjs',
            './button': { require: './dist/cjs/button.cjs', import: './dist/esm/button.js' },
            './icons/*': './lib/icons/*.js',
            './data.json': './data.json',
          },
        }),
      },
      rows,
    );
  });

  describe('fall back to main, module, types and subpaths', () => {
    checkTargets(
      { ...sources, 'ui/package.json': json({ name: '@acme/ui', main: './dist/index.js' }) },
      rows,
    );
    checkTargets(
      { ...sources, 'ui/package.json': json({ name: '@acme/ui', types: './src/index.ts' }) },
      [['app/main.ts', '@acme/ui', 'ui/src/index.ts']],
    );
    checkTargets({ ...sources, 'ui/package.json': json({ name: '@acme/ui' }) }, [
      ['app/main.ts', '@acme/ui', 'ui/src/index.ts'],
      ['app/main.ts', '@acme/ui/src/button', 'ui/src/button.tsx'],
    ]);
  });
});

describe('package imports', () => {
  checkTargets(
    {
      ...files('src/main.ts', 'src/db/index.ts', 'src/internal/a.ts', 'src/node.ts', 'src/web.ts'),
      ...files('sub/src/x.ts', 'sub/y.ts'),
      'package.json': json({
        name: 'root',
        imports: {
          '#db': './src/db/index.ts',
          '#internal/*': './src/internal/*.js',
          '#platform': { node: './dist/node.js', default: './dist/web.js' },
          '#gone': './src/gone.js',
        },
      }),
      'sub/package.json': json({ name: 'sub', imports: { '#db': './y.ts' } }),
    },
    [
      ['src/main.ts', '#db', 'src/db/index.ts'],
      ['src/main.ts', '#internal/a', 'src/internal/a.ts'],
      ['src/main.ts', '#platform', 'src/node.ts'],
      ['src/main.ts', '#gone', 'missing'],
      ['src/main.ts', '#unknown', 'missing'],
      ['sub/src/x.ts', '#db', 'sub/y.ts'],
      ['sub/src/x.ts', '#internal/a', 'missing'],
    ],
  );
});

describe('workspaces', () => {
  checkTargets(
    {
      ...files('apps/web/src/main.ts', 'packages/core/src/index.ts', 'packages/core/src/deep/x.ts'),
      ...files('packages/utils/index.js', 'packages/utils/lib/part.js', 'examples/core/index.ts'),
      'package.json': json({ name: 'root', workspaces: ['packages/*', 'apps/*'] }),
      'packages/core/package.json': json({ name: '@acme/core', main: 'dist/index.js' }),
      'packages/utils/package.json': json({ name: 'utils' }),
      // A second package of one name, as examples and fixtures have: the shallower one is meant.
      'examples/nested/core/package.json': json({ name: '@acme/core', main: 'index.ts' }),
      'apps/web/package.json': json({ name: 'web', dependencies: { '@acme/core': 'workspace:*' } }),
    },
    [
      ['apps/web/src/main.ts', '@acme/core', 'packages/core/src/index.ts'],
      ['apps/web/src/main.ts', '@acme/core/deep/x', 'packages/core/src/deep/x.ts'],
      ['apps/web/src/main.ts', '@acme/core/dist/deep/x.js', 'packages/core/src/deep/x.ts'],
      ['apps/web/src/main.ts', 'utils', 'packages/utils/index.js'],
      ['apps/web/src/main.ts', 'utils/lib/part', 'packages/utils/lib/part.js'],
      ['apps/web/src/main.ts', 'utilsx', 'external'],
    ],
  );
});

describe('a project', () => {
  test('resolves each import to a target or to the class of its failure', async () => {
    const targets = await importTargets({
      'src/main.ts': `
        import { a } from './a.js';
        import type { T } from './a.js';
        export * from './b.js';
        import old = require('./old.cjs');
        const lazy = () => import('./lazy.js');
        const data = require('./data.json');
        let x: import('./types.js').X;
        import 'react';
        import './gone.js';
        import 'https://x.y/z.js';
      `,
      'src/a.ts': 'export const a = 1; export type T = 1;',
      'src/b.ts': '',
      'src/old.cjs': 'module.exports = 1;',
      'src/lazy.ts': '',
      'src/data.json': '{}',
      'src/types.d.ts': 'export type X = 1;',
    });
    expect(targets).toEqual([
      'src/main.ts ./a.js → src/a.ts',
      'src/main.ts ./a.js → src/a.ts',
      'src/main.ts ./b.js → src/b.ts',
      'src/main.ts ./old.cjs → src/old.cjs',
      'src/main.ts ./lazy.js → src/lazy.ts',
      // The file is there, but holds no symbols.
      'src/main.ts ./data.json → src/data.json',
      'src/main.ts ./types.js → src/types.d.ts',
      'src/main.ts react → external',
      'src/main.ts ./gone.js → missing',
      'src/main.ts https://x.y/z.js → unsupported',
    ]);
  });

  test('resolves two equal aliases separately by their configs', async () => {
    const config = json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } });
    const source = `import { Thing } from '@/thing'; new Thing();`;
    const targets = await importTargets({
      'a/tsconfig.json': config,
      'b/tsconfig.json': config,
      'a/src/main.ts': source,
      'b/src/main.ts': source,
      'a/src/thing.ts': 'export class Thing {}',
      'b/src/thing.ts': 'export class Thing {}',
    });
    expect(targets).toEqual([
      'a/src/main.ts @/thing → a/src/thing.ts',
      'b/src/main.ts @/thing → b/src/thing.ts',
    ]);
  });
});
