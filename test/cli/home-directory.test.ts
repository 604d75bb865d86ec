import { isAbsolute } from 'node:path';
import { expect, it, vi } from 'vitest';
import { homeDirectory } from '../../src/cli/home-directory.ts';

it('the home folder is absolute even if the environment has an empty one', () => {
  vi.stubEnv('HOME', '');
  vi.stubEnv('USERPROFILE', '');
  expect(isAbsolute(homeDirectory())).toBe(true);
  vi.unstubAllEnvs();
});
