import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOuterConfigs } from '../../src/files/outer-configs.ts';
import { createModuleResolver } from '../../src/languages/ecmascript/module-resolution/resolver.ts';
import { toRepoPath } from '../../src/model/path.ts';

let top = '';

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'outer-configs-')));
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

test('a package in a repository resolves by the outer config that its own config extends', async () => {
  write('.git/HEAD', '');
  write(
    'configs/strict.json',
    '{ "compilerOptions": { "paths": { "~/*": ["../packages/app/src/*"] } } }',
  );
  write('tsconfig.base.json', '{ "extends": "./configs/strict.json" }');
  write('packages/other/tsconfig.json', '{}');
  const inner = new Map([
    [toRepoPath('tsconfig.json'), '{ "extends": "../../tsconfig.base.json" }'],
  ]);

  const outer = await readOuterConfigs(join(top, 'packages/app'), inner);

  expect(outer?.prefix).toBe('packages/app');
  expect([...(outer?.texts.keys() ?? [])].sort()).toEqual([
    'configs/strict.json',
    'tsconfig.base.json',
  ]);
  const resolveModule = createModuleResolver({
    paths: [toRepoPath('src/deep/a.ts'), toRepoPath('src/main.ts')],
    configFiles: inner,
    outer: outer && { prefix: outer.prefix, configFiles: outer.texts },
  });
  expect(resolveModule(toRepoPath('src/main.ts'), '~/deep/a')).toEqual({
    form: 'file',
    path: 'src/deep/a.ts',
  });
  expect(resolveModule(toRepoPath('src/main.ts'), './deep/a.js')).toEqual({
    form: 'file',
    path: 'src/deep/a.ts',
  });
  expect(resolveModule(toRepoPath('src/main.ts'), '../../other/x')).toEqual({ form: 'missing' });
});

test('an outer config applies to files without a config of their own', async () => {
  write('.git/HEAD', '');
  write('tsconfig.json', '{ "compilerOptions": { "baseUrl": "app/src" } }');
  const outer = await readOuterConfigs(join(top, 'app'), new Map());
  const resolveModule = createModuleResolver({
    paths: [toRepoPath('src/lib/b.ts'), toRepoPath('src/main.ts')],
    configFiles: new Map(),
    outer: outer && { prefix: outer.prefix, configFiles: outer.texts },
  });
  expect(resolveModule(toRepoPath('src/main.ts'), 'lib/b')).toEqual({
    form: 'file',
    path: 'src/lib/b.ts',
  });
});

test('a project that is a whole repository has no outer configs', async () => {
  write('.git/HEAD', '');
  expect(await readOuterConfigs(top, new Map())).toBeUndefined();
});
