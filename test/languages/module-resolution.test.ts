/** Which file a specifier means, as Node and TypeScript have it. One project, one table, per rule. */
import { describe, expect, test } from 'vitest';
import { importTargets, moduleTarget, type Sources } from '../helpers/check.ts';

/** Paths of files whose text does not matter. */
function files(...paths: readonly string[]): Sources {
  return Object.fromEntries(paths.map((path) => [path, '']));
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

type Rows = readonly (readonly [from: string, specifier: string, target: string])[];

function check(project: Sources, rows: Rows): void {
  test.each(rows)('in %s: %s → %s', (from, specifier, target) => {
    expect(moduleTarget(project, from, specifier)).toBe(target);
  });
}

describe('relative paths', () => {
  const project = files(
    ...['a.ts', 'b.tsx', 'c.d.ts', 'd.js', 'e.jsx', 'f.mts', 'g.cts', 'h.json', 'i.mjs', 'j.cjs'],
    ...['both.ts', 'both.js', 'twice.ts', 'twice/index.ts', 'folder/index.ts', 'jsx/index.jsx'],
    ...['style.css', 'logo.svg', 'view.vue', 'types.d.mts', 'dotted.name.ts', 'main.ts'],
    ...['deep/er/x.ts', 'deep/index.ts'],
  );
  check(project, [
    ['main.ts', './a', 'a.ts'],
    ['main.ts', './a.ts', 'a.ts'],
    ['main.ts', './a.js', 'a.ts'],
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

describe('specifiers that are not of the project', () => {
  check(files('main.ts', 'fs.ts', 'react/index.ts'), [
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
  check(
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

describe('tsconfig paths', () => {
  const project = {
    ...files(
      'src/main.ts',
      'src/app/a.ts',
      'src/app/deep/b.ts',
      'src/lib/index.ts',
      'shims/x.d.ts',
    ),
    ...files('src/exact.ts', 'src/first/one.ts', 'src/second/one.ts', 'src/second/two.ts'),
    ...files('src/icons/star.svg.ts', 'generated/api.ts', 'src/named.ts', 'shared/x.ts'),
    'tsconfig.json': `{
      // Comments and trailing commas are JSON here.
      "compilerOptions": {
        "paths": {
          "@/*": ["./src/*"],
          "@/deep/*": ["./src/app/deep/*"], /* the longer prefix wins */
          "exact": ["./src/exact"],
          "@/named": ["./src/exact"],
          "lib": ["./src/lib"],
          "both/*": ["./src/first/*", "./src/second/*"],
          "icon-*.svg": ["./src/icons/*.svg.ts"],
          "gone/*": ["./nowhere/*"],
          "outside/*": ["../../shared/*"],
          "*": ["./generated/*"],
        },
      },
    }`,
  };
  check(project, [
    ['src/main.ts', '@/app/a', 'src/app/a.ts'],
    ['src/main.ts', '@/app/a.js', 'src/app/a.ts'],
    ['src/main.ts', '@/deep/b', 'src/app/deep/b.ts'],
    ['src/main.ts', 'exact', 'src/exact.ts'],
    ['src/main.ts', 'exact/more', 'external'],
    ['src/main.ts', 'lib', 'src/lib/index.ts'],
    ['src/main.ts', 'both/one', 'src/first/one.ts'],
    ['src/main.ts', 'both/two', 'src/second/two.ts'],
    ['src/main.ts', 'icon-star.svg', 'src/icons/star.svg.ts'],
    ['src/main.ts', '@/named', 'src/exact.ts'],
    ['src/main.ts', '@/deep/none', 'missing'],
    ['src/main.ts', 'outside/x', 'missing'],
    ['src/main.ts', 'gone/thing', 'missing'],
    ['src/main.ts', '@/nothing', 'missing'],
    ['src/main.ts', 'api', 'generated/api.ts'],
    ['src/main.ts', 'react', 'external'],
  ]);
});

describe('baseUrl', () => {
  check(
    {
      ...files('src/main.ts', 'src/app/a.ts', 'src/react.ts', 'other/b.ts'),
      'tsconfig.json': json({
        compilerOptions: { baseUrl: './src', paths: { '~/*': ['../other/*'] } },
      }),
    },
    [
      ['src/main.ts', 'app/a', 'src/app/a.ts'],
      ['src/main.ts', 'react', 'src/react.ts'],
      ['src/main.ts', '~/b', 'other/b.ts'],
      ['src/main.ts', 'app/none', 'external'],
    ],
  );
});

describe('extends', () => {
  const base = (folder: string): string =>
    json({ compilerOptions: { paths: { '@/*': [`./${folder}/*`] } } });
  const shared = files('apps/web/src/a.ts', 'apps/web/src/main.ts', 'configs/src/a.ts', 'src/a.ts');

  describe('takes paths relative to the config that has them', () => {
    check(
      {
        ...shared,
        'configs/base.json': '{}',
        'configs/tsconfig.base.json': base('src'),
        'apps/web/tsconfig.json': json({ extends: '../../configs/tsconfig.base.json' }),
      },
      [['apps/web/src/main.ts', '@/a', 'configs/src/a.ts']],
    );
  });

  describe('goes through several configs, with and without .json', () => {
    check(
      {
        ...shared,
        'tsconfig.base.json': base('src'),
        'apps/tsconfig.json': json({ extends: '../tsconfig.base' }),
        'apps/web/tsconfig.json': json({ extends: '../tsconfig' }),
      },
      [['apps/web/src/main.ts', '@/a', 'src/a.ts']],
    );
  });

  describe('lets the later of an array and the config itself win', () => {
    check(
      {
        ...shared,
        'tsconfig.one.json': base('configs/src'),
        'tsconfig.two.json': base('src'),
        'apps/web/tsconfig.json': json({
          extends: ['../../tsconfig.one.json', '../../tsconfig.two.json'],
        }),
      },
      [['apps/web/src/main.ts', '@/a', 'src/a.ts']],
    );
    check(
      {
        ...shared,
        'tsconfig.one.json': base('src'),
        'apps/web/tsconfig.json': json({
          extends: '../../tsconfig.one.json',
          compilerOptions: { paths: { '@/*': ['./src/*'] } },
        }),
      },
      [['apps/web/src/main.ts', '@/a', 'apps/web/src/a.ts']],
    );
  });

  describe('finds configs in packages of the workspace', () => {
    check(
      {
        ...shared,
        'tooling/ts/package.json': json({ name: '@acme/tsconfig' }),
        'tooling/ts/tsconfig.json': json({
          compilerOptions: { paths: { '@/*': ['../../src/*'] } },
        }),
        'tooling/ts/tsconfig.web.json': json({
          compilerOptions: { paths: { '~/*': ['../../src/*'] } },
        }),
        'apps/web/tsconfig.json': json({
          extends: ['@acme/tsconfig', '@acme/tsconfig/tsconfig.web'],
        }),
      },
      [['apps/web/src/main.ts', '~/a', 'src/a.ts']],
    );
  });

  describe('ends where it comes back to itself', () => {
    check(
      {
        ...shared,
        'apps/web/tsconfig.json': json({
          extends: './tsconfig.json',
          compilerOptions: { paths: { '@/*': ['./src/*'] } },
        }),
      },
      [['apps/web/src/main.ts', '@/a', 'apps/web/src/a.ts']],
    );
  });

  // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript's own notation.
  describe('writes ${configDir} for the folder of the extending config', () => {
    check(
      {
        ...shared,
        'tsconfig.base.json':
          // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript's own notation.
          json({ compilerOptions: { paths: { '@/*': ['${configDir}/src/*'] } } }),
        'apps/web/tsconfig.json': json({ extends: '../../tsconfig.base.json' }),
      },
      [['apps/web/src/main.ts', '@/a', 'apps/web/src/a.ts']],
    );
  });
});

describe('which config governs a file', () => {
  describe('the nearest one', () => {
    check(
      {
        ...files('a/src/x.ts', 'b/src/x.ts', 'a/main.ts', 'b/main.ts', 'main.ts', 'src/x.ts'),
        'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
        'a/tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
        'b/jsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
      },
      [
        ['main.ts', '@/x', 'src/x.ts'],
        ['a/main.ts', '@/x', 'a/src/x.ts'],
        ['b/main.ts', '@/x', 'b/src/x.ts'],
      ],
    );
  });

  describe('a config without paths hides those above it', () => {
    check(
      {
        ...files('a/main.ts', 'src/x.ts'),
        'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
        'a/tsconfig.json': json({ compilerOptions: {} }),
      },
      [['a/main.ts', '@/x', 'external']],
    );
  });

  describe('the referenced one that includes it', () => {
    check(
      {
        ...files('src/main.ts', 'src/x.ts', 'test/main.ts', 'test/x.ts', 'vite.config.ts'),
        'tsconfig.json': json({
          files: [],
          references: [{ path: './tsconfig.app.json' }, { path: './test' }],
        }),
        'tsconfig.app.json': json({
          include: ['src'],
          compilerOptions: { paths: { '@/*': ['./src/*'] } },
        }),
        'test/tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./*'] } } }),
      },
      [
        ['src/main.ts', '@/x', 'src/x.ts'],
        ['test/main.ts', '@/x', 'test/x.ts'],
        ['vite.config.ts', '@/x', 'external'],
      ],
    );
  });

  describe('one that excludes it does not', () => {
    check(
      {
        ...files('app/src/main.ts', 'app/test/main.ts', 'app/src/x.ts', 'x.ts'),
        'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./*'] } } }),
        'app/tsconfig.json': json({
          exclude: ['test/**/*'],
          compilerOptions: { paths: { '@/*': ['./src/*'] } },
        }),
      },
      [
        ['app/src/main.ts', '@/x', 'app/src/x.ts'],
        ['app/test/main.ts', '@/x', 'x.ts'],
      ],
    );
  });

  describe('include patterns', () => {
    const config = (include: readonly string[], target: string): string =>
      json({ include, compilerOptions: { paths: { '@': [target] } } });
    check(
      {
        ...files('a.ts', 'b.ts', 'c.ts', 'x1.ts', 'x22.ts', 'lib/deep/m.ts', 'src/one/m.ts'),
        'tsconfig.json': json({
          files: [],
          references: [
            { path: 'tsconfig.a.json' },
            { path: 'tsconfig.b.json' },
            { path: 'tsconfig.c.json' },
          ],
        }),
        'tsconfig.a.json': config(['src/*/m.ts'], './a'),
        'tsconfig.b.json': config(['lib/**/*.ts'], './b'),
        'tsconfig.c.json': config(['x?.ts'], './c'),
      },
      [
        ['src/one/m.ts', '@', 'a.ts'],
        ['src/m.ts', '@', 'external'],
        ['lib/deep/m.ts', '@', 'b.ts'],
        ['lib/m.ts', '@', 'b.ts'],
        ['x1.ts', '@', 'c.ts'],
        ['x22.ts', '@', 'external'],
      ],
    );
  });
});

describe('rootDirs', () => {
  check(
    {
      ...files(
        'src/views/main.ts',
        'generated/views/template.ts',
        'generated/views/m.ts',
        'src/m.ts',
      ),
      'tsconfig.json': json({ compilerOptions: { rootDirs: ['./src', './generated'] } }),
    },
    [
      ['src/views/main.ts', './template', 'generated/views/template.ts'],
      ['generated/views/m.ts', '../m', 'src/m.ts'],
      ['src/views/main.ts', './none', 'missing'],
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

  describe('point at sources by the source condition', () => {
    check(
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

  describe('point at output that outDir and rootDir map back', () => {
    check(
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

  describe('point at output that is mapped back by name', () => {
    check(
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

  describe('are not there: main, module, types and subpaths', () => {
    check(
      { ...sources, 'ui/package.json': json({ name: '@acme/ui', main: './dist/index.js' }) },
      rows,
    );
    check({ ...sources, 'ui/package.json': json({ name: '@acme/ui', types: './src/index.ts' }) }, [
      ['app/main.ts', '@acme/ui', 'ui/src/index.ts'],
    ]);
    check({ ...sources, 'ui/package.json': json({ name: '@acme/ui' }) }, [
      ['app/main.ts', '@acme/ui', 'ui/src/index.ts'],
      ['app/main.ts', '@acme/ui/src/button', 'ui/src/button.tsx'],
    ]);
  });
});

describe('package imports', () => {
  check(
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
  check(
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
  test('gives each import its target or the class of its miss', async () => {
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
      'src/main.ts ./data.json → not indexed',
      'src/main.ts ./types.js → src/types.d.ts',
      'src/main.ts react → external',
      'src/main.ts ./gone.js → missing',
      'src/main.ts https://x.y/z.js → unsupported',
    ]);
  });

  test('tells two aliases of one spelling apart by their configs', async () => {
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
