import { expect, test } from 'vitest';
import { classComponent, pathClasses } from '../../../src/query/names/path-class.ts';

test.each([
  ['src/router.ts', []],
  ['src/router.test.ts', ['testPath']],
  ['test/router.ts', ['testPath']],
  ['src/__tests__/router.ts', ['testPath']],
  ['src/__mocks__/fs.ts', ['testPath']],
  ['pkg/router_test.go', ['testPath']],
  ['tests/test_router.py', ['testPath']],
  ['src/RouterSpec.scala', ['testPath']],
  ['spec/fixtures/a.rb', ['testPath']],
  ['src/attestation.ts', []],
  ['src/vitest.ts', []],
  ['src/specification.ts', []],
  ['src/latest/a.ts', []],
  ['src/test-run.ts', []],
  ['src/testRunner.mts', []],
  ['src/test.ts', ['testPath']],
  ['src/test-utils.ts', ['testPath']],
  ['src/test-run.test.ts', ['testPath']],
  ['src/test-run/a.ts', ['testPath']],
  ['src/test_run.py', ['testPath']],
  ['src/TestRun.java', ['testPath']],
  ['src/legacy/a.ts', ['legacyPath']],
  ['src/_compat.py', ['legacyPath']],
  ['api/v1/a.go', []],
  ['types/index.d.ts', ['generatedPath']],
  ['api/user.pb.go', ['generatedPath']],
  ['third_party/zlib/a.c', ['generatedPath']],
  ['src/generated/client.ts', ['generatedPath']],
  ['vendor/a.go', ['generatedPath']],
  ['org/package-info.java', ['generatedPath']],
  ['examples/hello.ts', ['examplePath']],
  ['docs/conf.py', ['examplePath']],
  ['benchmarks/run.ts', ['examplePath']],
  ['pkg/__init__.py', []],
  ['.github/workflows/ci.yml', ['settingsPath']],
  ['src/json.ts', []],
])('the path %s has the classes %j', (path, classes) => {
  expect(pathClasses(path, 0)).toEqual(classes);
});

test('folders shared by all files do not count, so a project may lie below examples/', () => {
  expect(pathClasses('examples/shop/src/a.ts', 2)).toEqual([]);
});

test('classComponent names the path component that decides the class', () => {
  expect(classComponent('src/legacy/http/a.ts', 0, 'legacyPath')).toBe('legacy');
  expect(classComponent('src/a.ts', 0, 'legacyPath')).toBeUndefined();
});
