/** What tsconfig.json and jsconfig.json say about specifiers, and which of them speaks for a file. */
import { describe } from 'vitest';
import { checkTargets, files, json } from './module-targets.ts';

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
  checkTargets(project, [
    ['src/main.ts', '@/app/a', 'src/app/a.ts'],
    ['src/main.ts', '@/app/a.js', 'src/app/a.ts'],
    ['src/main.ts', '@/app//a', 'src/app/a.ts'],
    ['src/main.ts', '@/../../../a', 'missing'],
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
  checkTargets(
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

describe('customConditions', () => {
  const exported = { '.': { 'my-source': './src/a.ts', default: './dist/a.js' } };
  checkTargets(
    {
      ...files('main.ts', 'src/a.ts', 'dist/a.js', 'other/main.ts'),
      'package.json': json({ name: 'a', exports: exported, imports: { '#a': exported['.'] } }),
      'tsconfig.base.json': json({ compilerOptions: { customConditions: ['my-source'] } }),
      'tsconfig.json': json({ extends: './tsconfig.base.json' }),
      'other/tsconfig.json': json({ compilerOptions: { customConditions: ['unknown', 1] } }),
    },
    [
      ['main.ts', 'a', 'src/a.ts'],
      ['main.ts', '#a', 'src/a.ts'],
      ['other/main.ts', 'a', 'dist/a.js'],
    ],
  );
});

describe('extends', () => {
  const base = (folder: string): string =>
    json({ compilerOptions: { paths: { '@/*': [`./${folder}/*`] } } });
  const shared = files('apps/web/src/a.ts', 'apps/web/src/main.ts', 'configs/src/a.ts', 'src/a.ts');

  describe('resolves paths relative to the config that contains them', () => {
    checkTargets(
      {
        ...shared,
        'configs/base.json': '{}',
        'configs/tsconfig.base.json': base('src'),
        'apps/web/tsconfig.json': json({ extends: '../../configs/tsconfig.base.json' }),
      },
      [['apps/web/src/main.ts', '@/a', 'configs/src/a.ts']],
    );
  });

  describe('follows several configs, with and without .json', () => {
    checkTargets(
      {
        ...shared,
        'tsconfig.base.json': base('src'),
        'apps/tsconfig.json': json({ extends: '../tsconfig.base' }),
        'apps/web/tsconfig.json': json({ extends: '../tsconfig' }),
      },
      [['apps/web/src/main.ts', '@/a', 'src/a.ts']],
    );
  });

  describe('gives priority to later array entries and to the config itself', () => {
    checkTargets(
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
    checkTargets(
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
    checkTargets(
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

  describe('stops at a cycle', () => {
    checkTargets(
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
  describe('replaces ${configDir} with the folder of the extending config', () => {
    checkTargets(
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

describe('the config that governs a file', () => {
  describe('is the nearest one', () => {
    checkTargets(
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

  describe('hides the paths of outer configs even if it has none', () => {
    checkTargets(
      {
        ...files('a/main.ts', 'src/x.ts'),
        'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
        'a/tsconfig.json': json({ compilerOptions: {} }),
      },
      [['a/main.ts', '@/x', 'external']],
    );
  });

  describe('is the referenced config that includes the file', () => {
    checkTargets(
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

  describe('is not a config that excludes the file', () => {
    checkTargets(
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

  describe('is chosen by include patterns', () => {
    const config = (include: readonly string[], target: string): string =>
      json({ include, compilerOptions: { paths: { '@': [target] } } });
    checkTargets(
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

describe('a long chain of configs that extend one another', () => {
  const bases = (count: number) => Array.from({ length: count }, () => `./tsconfig.${count}.json`);
  checkTargets(
    {
      ...files('src/a.ts', 'src/main.ts'),
      'tsconfig.31.json': json({ extends: bases(32) }),
      'tsconfig.32.json': json({ extends: bases(33) }),
      'tsconfig.33.json': json({ extends: bases(34) }),
      'tsconfig.34.json': json({ extends: bases(35) }),
      'tsconfig.35.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
      'tsconfig.json': json({ extends: bases(31) }),
    },
    [['src/main.ts', '@/a', 'src/a.ts']],
  );
});

describe('rootDirs', () => {
  checkTargets(
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
