/** Installing into and out of configurations as people write them. */
import { mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ParseError, parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { applyInstall, applyUninstall } from '../../src/clients/apply.ts';
import { CLIENTS, type Client, type Scope } from '../../src/clients/client-table.ts';
import { EditRecords } from '../../src/clients/edit-record.ts';
import { foundClients, placesOf } from '../../src/clients/found-clients.ts';
import { configPath, planInstall, planUninstall } from '../../src/clients/plan.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home = '';
let project = '';

beforeEach(async () => {
  const folder = await tempFolder();
  home = join(folder, 'home');
  project = join(folder, 'project');
  await mkdir(home);
  await mkdir(project);
});

function client(id: string): Client {
  const found = CLIENTS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
}

function request(clients: readonly Client[], scopes: readonly Scope[], isOnPath = false) {
  const places = placesOf({ home, project, platform: 'linux', environment: () => undefined });
  const program = { nodePath: '/usr/bin/node', programPath: '/opt/gm/dist/cli/main.js', isOnPath };
  const records = new EditRecords(join(home, '.graph-memory'));
  return { clients, scopes, places, program, records };
}

async function install(clients: readonly Client[], scopes: readonly Scope[] = ['user']) {
  const asked = request(clients, scopes);
  const changes = await planInstall(asked);
  await applyInstall(changes, asked.records);
  return changes;
}

async function uninstall(clients: readonly Client[], scopes: readonly Scope[] = ['user']) {
  const asked = request(clients, scopes);
  const changes = await planUninstall(asked);
  await applyUninstall(changes, asked.records);
  return changes;
}

/** Every file and folder below a folder but our own records, with the bytes. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const contents: Record<string, string> = {};
  for (const name of names.sort()) {
    if (name.startsWith('.graph-memory')) continue;
    const path = join(folder, name);
    const isFile = (await stat(path)).isFile();
    contents[name] = isFile ? (await readFile(path)).toString('latin1') : 'folder';
  }
  return contents;
}

const OTHER = '"other": { "command": "x" } // mine';

/** Configurations of each client with comments, and formats that a careless writer would spoil. */
const CONFIGURATIONS: readonly { id: string; name: string; text: string; keeps: string }[] = [
  {
    id: 'claude-code',
    name: 'one line without spaces',
    text: '{"numStartups":5,"mcpServers":{"other":{"command":"x"}},"projects":{}}',
    keeps: '"numStartups":5',
  },
  {
    id: 'claude-desktop',
    name: 'Windows line ends and no line end at the end',
    text: '{\r\n    "mcpServers": {\r\n        "other": {\r\n            "command": "x"\r\n        }\r\n    }\r\n}',
    keeps: '"command": "x"\r\n',
  },
  {
    id: 'cursor',
    name: 'tabs, comments and trailing commas',
    text: `{\n\t// servers of mine\n\t"mcpServers": {\n\t\t${OTHER}\n\t\t,\n\t},\n}\n`,
    keeps: '// servers of mine',
  },
  {
    id: 'vscode',
    name: 'a byte order mark and a block comment at the end',
    text: '\uFEFF{\n  "inputs": [],\n  /* none yet */\n  "servers": {}\n}\n/* end */\n',
    keeps: '/* none yet */',
  },
  { id: 'windsurf', name: 'nothing but a line end', text: '\n', keeps: '' },
  {
    id: 'codex',
    name: 'comments, a multi-line string and tables after the servers',
    text: '# mine\r\nmodel = "o"   # odd   spacing\r\nnotes = """\r\n[not.a.table]\r\n"""\r\n\r\n[mcp_servers.other]\r\ncommand = \'x\'\r\n\r\n  [tui]\r\n  theme = "dark" # keep',
    keeps: 'theme = "dark" # keep',
  },
  {
    id: 'gemini',
    name: 'spaces before colons and four blank lines',
    text: '{\n\n\n\n   "theme" : "Dark" ,\n   "mcpServers" : { "other" : {"command":"x"} }\n\n}\n\n\n',
    keeps: '"theme" : "Dark"',
  },
  {
    id: 'opencode',
    name: 'the older layout with comments',
    text: '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    // first\n    "other": { "type": "local", "command": ["x"] }, // last\n  },\n}',
    keeps: '// first',
  },
  {
    id: 'zed',
    name: 'settings with comments in the first lines',
    text: '// Zed settings\n//\n{\n  "ui_font_size": 16, // large\n  "lsp": {},\n}\n',
    keeps: '// large',
  },
  {
    id: 'continue',
    name: 'YAML with comments, an anchor and quotes of both kinds',
    text: "name: Mine   # my assistant\nversion: '1.0.0'\nschema: v1\nmodels:\n- &m {name: a, provider: b}   # first\nmcpServers:\n- name: \"other\"\n  command: x # why\n  # between\n\n# after the servers\nrules:\n    - 'be brief'\n",
    keeps: '# between',
  },
  {
    id: 'continue',
    name: 'YAML with values far from their dashes',
    text: 'name: Mine\nmcpServers:\n    -   name: other\n        command: "x"   # y\n\nmodels: [ ]\n',
    keeps: '# y',
  },
  {
    id: 'continue',
    name: 'YAML with dashes on their own lines',
    text: 'mcpServers:\n  - # mine\n    name: other\n    command: x\n  -\n    name: more\n    command: y\n',
    keeps: '# mine',
  },
];

describe.each(CONFIGURATIONS)('$id with $name', ({ id, text, keeps }) => {
  const path = () => configPath(client(id), 'user', request([], []).places) ?? '';

  beforeEach(async () => {
    await mkdir(dirname(path()), { recursive: true });
    await writeFile(path(), text);
  });

  it('gets the entry and keeps all the rest', async () => {
    await install([client(id)]);
    const after = await readFile(path(), 'utf8');
    expect(after).toContain(keeps);
    expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    const [value, errors] = read(id, after);
    expect(errors).toEqual([]);
    const before = JSON.stringify(read(id, text)[0] ?? {});
    const command = JSON.stringify(value);
    expect(command).toContain('/opt/gm/dist/cli/main.js');
    if (before.includes('other')) expect(command).toContain('other');
  });

  it('is the same after a second installation', async () => {
    await install([client(id)]);
    const once = await contentsOf(home);
    const changes = await install([client(id)]);
    expect(await contentsOf(home)).toEqual(once);
    expect(changes.filter(({ before, after }) => before !== after)).toEqual([]);
  });

  it('has every byte again after uninstalling', async () => {
    const before = await contentsOf(home);
    await install([client(id)]);
    await install([client(id)]);
    expect(await contentsOf(home)).not.toEqual(before);
    await uninstall([client(id)]);
    expect(await contentsOf(home)).toEqual(before);
  });

  it('loses only our entry if the user has changed the file since', async () => {
    await install([client(id)]);
    const installed = await readFile(path(), 'utf8');
    const format = client(id).format;
    const changed = `${installed}${installed.endsWith('\n') ? '' : '\n'}${id === 'codex' || id === 'continue' ? '# later\n' : '// later\n'}`;
    await writeFile(path(), changed);
    await uninstall([client(id)]);
    const after = await readFile(path(), 'utf8');
    expect(after).not.toContain('/opt/gm');
    expect(after).toContain('later');
    expect(after).toContain(keeps);
    expect(() => format.parse(after.replace('\uFEFF', ''))).not.toThrow();
  });
});

function read(id: string, text: string): readonly [unknown, readonly unknown[]] {
  const plain = text.replace('\uFEFF', '');
  if (id === 'codex') return [parseToml(plain), []];
  if (id === 'continue') return [parseYaml(plain), []];
  const errors: ParseError[] = [];
  return [
    parseJson(plain, errors, { allowTrailingComma: true }),
    plain.trim() === '' ? [] : errors,
  ];
}

describe('install', () => {
  it('creates missing files in both scopes, and uninstall removes them with their folders', async () => {
    const before = { home: await contentsOf(home), project: await contentsOf(project) };
    await install(CLIENTS, ['user', 'project']);
    const names = Object.keys(await contentsOf(project));
    expect(names).toContain('.mcp.json');
    expect(names).toContain('AGENTS.md');
    expect(names).toContain('.claude/skills/graph-memory/SKILL.md');
    await uninstall(CLIENTS, ['user', 'project']);
    expect({ home: await contentsOf(home), project: await contentsOf(project) }).toEqual(before);
  });

  it('asks Claude Code to load the tools at once', async () => {
    await install([client('claude-code')], ['project']);
    const written = JSON.parse(await readFile(join(project, '.mcp.json'), 'utf8'));
    expect(written.mcpServers['graph-memory']).toEqual({
      type: 'stdio',
      command: '/usr/bin/node',
      args: ['/opt/gm/dist/cli/main.js', 'mcp'],
      alwaysLoad: true,
    });
  });

  it('names no path of the machine in a shared file if the program is on the search path', async () => {
    const asked = request([client('vscode')], ['project'], true);
    await applyInstall(await planInstall(asked), asked.records);
    const written = JSON.parse(await readFile(join(project, '.vscode/mcp.json'), 'utf8'));
    const { command, args } = written.servers['graph-memory'];
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of VS Code
    expect([command, ...args]).toEqual(['graph-memory', 'mcp', '--dir', '${workspaceFolder}']);
  });

  it('adds at most four lines between markers to the instructions', async () => {
    await writeFile(join(project, 'AGENTS.md'), '# Rules\n\n- Be brief.');
    await install([client('codex')], ['project']);
    const text = await readFile(join(project, 'AGENTS.md'), 'utf8');
    const [, inside] = /<!-- graph-memory -->\n([\s\S]*?)<!-- \/graph-memory -->/.exec(text) ?? [];
    expect(inside?.trimEnd().split('\n').length).toBeLessThanOrEqual(4);
    await uninstall([client('codex')], ['project']);
    expect(await readFile(join(project, 'AGENTS.md'), 'utf8')).toBe('# Rules\n\n- Be brief.');
  });

  it('removes only its own lines from instructions that have changed since', async () => {
    await writeFile(join(project, 'AGENTS.md'), '# Rules\n');
    await install([client('codex')], ['project']);
    const page = join(project, 'AGENTS.md');
    await writeFile(page, `${await readFile(page, 'utf8')}\n- A new rule.\n`);
    await uninstall([client('codex')], ['project']);
    expect(await readFile(page, 'utf8')).toBe('# Rules\n\n- A new rule.\n');
  });

  it.each([
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": { '],
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": [] }'],
    ['cursor', '.cursor/mcp.json', '[]'],
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": null }'],
    ['codex', '.codex/config.toml', 'mcp_servers = { other = { command = "x" } }\n'],
    ['codex', '.codex/config.toml', 'model = \n'],
    ['continue', '.continue/config.yaml', 'name: [\n'],
  ])(
    'refuses a configuration of %s that cannot be edited, and changes nothing: %s %s',
    async (id, file, text) => {
      await mkdir(dirname(join(home, file)), { recursive: true });
      await writeFile(join(home, file), text);
      await expect(install([client(id)])).rejects.toMatchObject({
        code: 'GM_CONFIG_INVALID',
        message: expect.stringContaining(file),
      });
      expect(await readFile(join(home, file), 'utf8')).toBe(text);
    },
  );

  it.each([
    ['servers of a hub', 'mcpServers:\n  - uses: a/b # theirs\n  - name: other\n    command: x\n'],
    ['an empty list', 'name: Mine\nmcpServers: [] # none\n'],
    ['a list in brackets', 'mcpServers: [{name: other, command: x}]\nname: Mine\n'],
  ])('adds to a YAML configuration with %s', async (_, text) => {
    const path = join(home, '.continue/config.yaml');
    await mkdir(dirname(path));
    await writeFile(path, text);
    await install([client('continue')]);
    const { mcpServers } = parseYaml(await readFile(path, 'utf8'));
    expect(mcpServers.at(-1)).toMatchObject({ name: 'graph-memory', command: '/usr/bin/node' });
    expect(mcpServers.length).toBe(text.split('other').length + text.split('uses').length - 1);
    await uninstall([client('continue')]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('updates an entry of another version, and uninstall still restores the bytes from before', async () => {
    const text = '{"mcpServers": {"other": {"command": "x"}}}';
    const path = join(home, '.cursor/mcp.json');
    await mkdir(dirname(path));
    await writeFile(path, text);
    const older = request([client('cursor')], ['user']);
    const program = { ...older.program, nodePath: '/opt/node-20/bin/node' };
    await applyInstall(await planInstall({ ...older, program }), older.records);
    await install([client('cursor')]);
    const { mcpServers } = JSON.parse(await readFile(path, 'utf8'));
    expect(mcpServers['graph-memory'].command).toBe('/usr/bin/node');
    await uninstall([client('cursor')]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('does not overwrite a file that has changed since it was read', async () => {
    const path = join(home, '.claude.json');
    await writeFile(path, '{}');
    const asked = request([client('claude-code')], ['user']);
    const changes = await planInstall(asked);
    await writeFile(path, '{"a": 1}');
    await expect(applyInstall(changes, asked.records)).rejects.toMatchObject({ code: 'GM_BUSY' });
    expect(await readFile(path, 'utf8')).toBe('{"a": 1}');
  });

  it('leaves a skill alone that somebody has changed', async () => {
    await install([client('codex')], ['project']);
    const path = join(project, '.agents/skills/graph-memory/SKILL.md');
    await writeFile(path, 'my own skill');
    await uninstall([client('codex')], ['project']);
    expect(await readFile(path, 'utf8')).toBe('my own skill');
  });

  it('keeps a link to the file and its permissions', async () => {
    const target = join(home, 'dotfiles.json');
    await writeFile(target, '{}\n', { mode: 0o600 });
    await symlink(target, join(home, '.claude.json'));
    await install([client('claude-code')]);
    expect(await realpath(join(home, '.claude.json'))).toBe(await realpath(target));
    expect(await readFile(target, 'utf8')).toContain('graph-memory');
    expect((await stat(target)).mode & 0o777).toBe(0o600);
  });

  it('follows no link in a project to a file outside of it', async () => {
    const outside = join(home, 'precious.json');
    await writeFile(outside, '{}\n');
    await symlink(outside, join(project, '.mcp.json'));
    await expect(install([client('claude-code')], ['project'])).rejects.toMatchObject({
      code: 'GM_CONFIG_INVALID',
      message: expect.stringContaining('outside of the project'),
    });
    expect(await readFile(outside, 'utf8')).toBe('{}\n');
  });

  it('keeps no copy of other entries, which may hold keys, in its own records', async () => {
    await writeFile(join(home, '.claude.json'), '{"apiKey": "sk-secret", "mcpServers": {}}');
    await install([client('claude-code')]);
    const records = join(home, '.graph-memory/clients.json');
    expect(await readFile(records, 'utf8')).not.toContain('sk-secret');
    expect((await stat(records)).mode & 0o777).toBe(0o600);
  });

  it('finds the clients that have left traces on the machine, and no others', async () => {
    await mkdir(join(home, '.codex'));
    await mkdir(join(home, '.config/zed'), { recursive: true });
    const found = foundClients(request([], []).places).map(({ id }) => id);
    expect(found).toEqual(['codex', 'zed']);
  });
});
