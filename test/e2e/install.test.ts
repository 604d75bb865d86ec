/** `install`, `doctor` and `uninstall` as commands of the built program. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeSandbox, type Sandbox } from './program.ts';

interface Check {
  readonly name: string;
  readonly state: string;
  readonly text: string;
}

let shop: Sandbox;
beforeEach(async () => {
  shop = await makeSandbox();
  onTestFinished(() => shop.remove());
  await mkdir(join(shop.home, '.codex'), { recursive: true });
});

async function doctor(): Promise<{ status: number | null; checks: readonly Check[] }> {
  const { status, stdout } = await shop.run(['doctor', '--json']);
  return { status, checks: JSON.parse(stdout).checks };
}

describe('graph-memory install', () => {
  it('only prints what it would write, unless it is told to write', async () => {
    const printed = await shop.run(['install']);
    expect(printed.status).toBe(0);
    expect(printed.stdout).toContain('[mcp_servers.graph-memory]');
    expect(printed.stdout).toContain('Nothing is written yet');
    await expect(readFile(join(shop.home, '.codex/config.toml'))).rejects.toThrow('ENOENT');
  });

  it('connects a client, which doctor starts, and uninstall disconnects it', async () => {
    await shop.run(['install', '--write']);
    const { status, checks } = await doctor();
    const codex = checks.find(({ name }) => name === 'Codex (user)');
    expect(codex).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^\d+ tools of version/),
    });
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(status).toBe(0);
    await shop.run(['uninstall', '--write']);
    await expect(readFile(join(shop.home, '.codex/config.toml'))).rejects.toThrow('ENOENT');
  });

  it('names the known clients when one is unknown', async () => {
    const { status, stderr } = await shop.run(['install', '--client', 'emacs']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/unknown client "emacs"\nhint: Clients: claude-code, /);
  });
});

describe('graph-memory doctor', () => {
  it('starts no command that a project has put under our name', async () => {
    const trap = join(shop.folder, 'trap');
    const command = `require('node:fs').writeFileSync(${JSON.stringify(trap)}, '')`;
    const entry = { command: process.execPath, args: ['-e', command, 'mcp'] };
    const file = { mcpServers: { 'graph-memory': entry } };
    await mkdir(join(shop.home, '.cursor'));
    await mkdir(join(shop.project, '.cursor'));
    await writeFile(join(shop.project, '.cursor/mcp.json'), JSON.stringify(file));
    const { checks } = await doctor();
    expect(checks.find(({ name }) => name === 'Cursor (project)')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('is not started'),
    });
    await expect(readFile(trap)).rejects.toThrow('ENOENT');
  });

  it('starts no entry of ours with an environment that a project has added', async () => {
    await mkdir(join(shop.home, '.cursor'));
    await shop.run(['install', '--client', 'cursor', '--scope', 'project', '--write']);
    const path = join(shop.project, '.cursor/mcp.json');
    const file = JSON.parse(await readFile(path, 'utf8'));
    file.mcpServers['graph-memory'].env = { NODE_OPTIONS: '--require ./trap.js' };
    await writeFile(path, JSON.stringify(file));
    const { checks } = await doctor();
    expect(checks.find(({ name }) => name === 'Cursor (project)')?.state).toBe('warning');
  });

  it('fails with the place of the problem when a client or the project has a broken configuration', async () => {
    await writeFile(join(shop.home, '.codex/config.toml'), 'model = \n');
    await writeFile(join(shop.project, 'graph-memory.yaml'), 'projects: 3\n');
    const { status, checks } = await doctor();
    expect(status).toBe(1);
    const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
    expect(failed).toEqual(['configuration', 'Codex (user)']);
  });
});
