import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';

const { setFlagsFromString } = vi.hoisted(() => ({ setFlagsFromString: vi.fn() }));
vi.mock('node:v8', () => ({ setFlagsFromString }));

const { optimizeLater } = await import('../../src/cli/v8-flags.ts');

function flagsSet(versionOfV8: string): string[] {
  setFlagsFromString.mockClear();
  optimizeLater(versionOfV8);
  return setFlagsFromString.mock.calls.map(([flag]) => String(flag).split('=')[0] ?? '');
}

test('a V8 with an intermediate compiler keeps its flags', () => {
  expect(flagsSet('12.4.254.21-node.33')).toEqual([]);
});

// V8 names flags that it does not know on standard error, at every start.
test('the V8 of Node 20 and the current one know the flags that are set', () => {
  expect(flagsSet('11.3.244.8-node.33')).not.toEqual([]);
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const unknown = flagsSet(process.versions.v8).filter((flag) => !known.includes(`  ${flag} (`));
  expect(unknown).toEqual([]);
});
