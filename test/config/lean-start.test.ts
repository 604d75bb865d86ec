import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

// Half a hundred modules, which every command would load with its own.
const { load } = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock('yaml', async (importOriginal) => {
  load();
  return importOriginal();
});

const { loadConfig } = await import('../../src/config/load.ts');
const { extractFile } = await import('../../src/extract/extract.ts');
const { toRepoPath } = await import('../../src/model/path.ts');

test('the YAML parser is loaded only if a configuration file exists', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'graph-memory-')));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  await loadConfig({ cwd, homeDir: cwd });
  const source = { hash: '', sizeBytes: 0, mtimeMs: 0, ctimeMs: 0 };
  await extractFile({ ...source, path: toRepoPath('a.json'), text: '{}' }, { parseMsMax: 1000 });
  expect(load).not.toHaveBeenCalled();

  writeFileSync(join(cwd, 'graph-memory.yaml'), 'projects: { here: { projectDir: "." } }');
  expect((await loadConfig({ cwd, homeDir: cwd })).projects).toMatchObject([{ name: 'here' }]);
  expect(load).toHaveBeenCalledOnce();
});
