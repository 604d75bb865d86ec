import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findGitFolder } from '../../src/files/git-folder.ts';
import { readOuterConfigs } from '../../src/files/outer-configs.ts';
import { makeTree } from './temp-tree.ts';

/** Reading one waits until somebody writes. */
function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

// There are no named pipes on Windows.
test.runIf(process.platform !== 'win32')(
  'reading git files does not wait for a pipe or read a device',
  async () => {
    const root = makeTree({
      'linked/.git': 'gitdir: ../store',
      'store/info/exclude': { link: '/dev/zero' },
      'repository/.git/HEAD': '',
    });
    mkdirSync(join(root, 'piped'));
    makePipe(join(root, 'piped/.git'));
    makePipe(join(root, 'repository/tsconfig.json'));
    mkdirSync(join(root, 'repository/package'));

    expect(findGitFolder(join(root, 'piped'))?.excludes).toBe('');
    expect(findGitFolder(join(root, 'linked'))?.excludes).toBe('');
    const outer = await readOuterConfigs(join(root, 'repository/package'), new Map());
    expect(outer).toEqual({ prefix: 'package', texts: new Map() });
  },
);
