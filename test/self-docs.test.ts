/** Our own documentation is checked against our own code as `graph-memory docs check` does it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../src/config/load.ts';
import { WRONG_KINDS } from '../src/doclinks/drift/drift.ts';
import { Workspace } from '../src/project/workspace.ts';
import { openIndex, type ToolContext } from '../src/tools/context.ts';
import { findDrift } from '../src/tools/docs/drift/find-drift.ts';
import { testWriter } from './project/temp-project.ts';

const ROOT = join(import.meta.dirname, '..');
const INDEXING_MS_MAX = 300_000;

it(
  'docs check finds nothing in the documentation of this repository',
  async () => {
    const homeDir = await mkdtemp(join(tmpdir(), 'graph-memory-'));
    const config = await loadConfig({ cwd: ROOT, homeDir });
    const workspace = await Workspace.open(config, { writer: testWriter() });
    const context: ToolContext = {
      workspace,
      refresh: true,
      channel: 'both',
      session: undefined,
      signal: undefined,
      onProgress: undefined,
      notice: () => {},
    };
    try {
      const index = await openIndex(context, undefined);
      expect(index.snapshot.pages().size).toBeGreaterThan(20);
      const found = await findDrift(context, index, { kinds: WRONG_KINDS, isIncluded: () => true });
      expect(
        found.map(({ path, line, kind, detail }) => `${path}:${line} ${kind}: ${detail}`),
      ).toEqual([]);
    } finally {
      await workspace.close();
      await rm(homeDir, { recursive: true, force: true });
    }
  },
  INDEXING_MS_MAX,
);
