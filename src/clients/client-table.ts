import { type ConfigFormat, isTable, type Json, type KeyPath } from './formats/config-format.ts';
import { jsonFormat } from './formats/json-format.ts';
import { tomlFormat } from './formats/toml-format.ts';
import { yamlFormat } from './formats/yaml-format.ts';
import { SERVER_NAME } from './server-name.ts';

/** Folders that the paths of clients start from. */
export interface Places {
  readonly home: string;
  /** Folder of application settings: `~/Library/Application Support`, `%APPDATA%` or `~/.config`. */
  readonly settings: string;
  /** Folder of settings that follow XDG. */
  readonly xdg: string;
  readonly zed: string;
  /** Root of the project. */
  readonly project: string;
}

/** All projects of the user, or the current one alone. */
export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

/** The configuration of a client in one scope. */
interface ConfigPlace {
  readonly place: keyof Places;
  /** Path below the place. If there are several, the first that exists is used, else the first. */
  readonly files: readonly string[];
  /** How the client names the open folder in arguments; undefined if it starts servers there. */
  readonly folder?: 'workspace' | 'absolute';
}

interface Page {
  readonly place: keyof Places;
  readonly file: string;
}

export interface Client {
  readonly id: string;
  readonly title: string;
  readonly format: ConfigFormat;
  /** Where the configuration has our entry. */
  readonly keys: KeyPath;
  /** Another place, for configurations of an older version of the client. */
  readonly olderKeys?: { readonly keys: KeyPath; readonly isOlder: (config: Json) => boolean };
  readonly config: Readonly<Partial<Record<Scope, ConfigPlace>>>;
  /** Text of a new configuration file, if it needs more than our entry. */
  readonly template?: string;
  /** Whichever exists shows that the client is used on this machine. */
  readonly traces: readonly Page[];
  readonly entry: (command: string, args: readonly string[]) => Json;
  readonly instructions: Readonly<Partial<Record<Scope, Page>>>;
  readonly skill: Readonly<Partial<Record<Scope, Page>>>;
}

const plain = (command: string, args: readonly string[]): Json => ({ command, args });
const stdio = (command: string, args: readonly string[]): Json => ({
  type: 'stdio',
  command,
  args,
});

const AGENTS_PAGE: Page = { place: 'project', file: 'AGENTS.md' };
const skillBelow = (folder: string): Client['skill'] => ({
  user: { place: 'home', file: `${folder}/skills/${SERVER_NAME}/SKILL.md` },
  project: { place: 'project', file: `${folder}/skills/${SERVER_NAME}/SKILL.md` },
});
/** The folder that several agents read skills from. */
const SHARED_SKILL = skillBelow('.agents');

const CONTINUE_FILE = `name: ${SERVER_NAME}\nversion: 0.0.1\nschema: v1\n`;

/** Every client that `install` knows, with the format of its documentation (docs/clients.md). */
export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: jsonFormat,
    keys: ['mcpServers', SERVER_NAME],
    config: {
      user: { place: 'home', files: ['.claude.json'] },
      project: { place: 'project', files: ['.mcp.json'] },
    },
    traces: [
      { place: 'home', file: '.claude.json' },
      { place: 'home', file: '.claude' },
    ],
    // Tools that a search has to find first are rarely called.
    entry: (command, args) => ({ type: 'stdio', command, args, alwaysLoad: true }),
    instructions: {
      user: { place: 'home', file: '.claude/CLAUDE.md' },
      project: { place: 'project', file: 'CLAUDE.md' },
    },
    skill: skillBelow('.claude'),
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: jsonFormat,
    keys: ['mcpServers', SERVER_NAME],
    config: {
      user: { place: 'settings', files: ['Claude/claude_desktop_config.json'], folder: 'absolute' },
    },
    traces: [{ place: 'settings', file: 'Claude' }],
    entry: plain,
    instructions: {},
    skill: {},
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: jsonFormat,
    keys: ['mcpServers', SERVER_NAME],
    config: {
      user: { place: 'home', files: ['.cursor/mcp.json'], folder: 'absolute' },
      project: { place: 'project', files: ['.cursor/mcp.json'], folder: 'workspace' },
    },
    traces: [{ place: 'home', file: '.cursor' }],
    entry: plain,
    instructions: { project: AGENTS_PAGE },
    skill: SHARED_SKILL,
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: jsonFormat,
    keys: ['servers', SERVER_NAME],
    config: {
      user: { place: 'settings', files: ['Code/User/mcp.json'], folder: 'workspace' },
      project: { place: 'project', files: ['.vscode/mcp.json'], folder: 'workspace' },
    },
    traces: [{ place: 'settings', file: 'Code/User' }],
    entry: stdio,
    instructions: { project: AGENTS_PAGE },
    skill: SHARED_SKILL,
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: jsonFormat,
    keys: ['mcpServers', SERVER_NAME],
    config: {
      user: { place: 'home', files: ['.codeium/windsurf/mcp_config.json'], folder: 'absolute' },
    },
    traces: [{ place: 'home', file: '.codeium/windsurf' }],
    entry: plain,
    instructions: { project: AGENTS_PAGE },
    skill: {},
  },
  {
    id: 'codex',
    title: 'Codex',
    format: tomlFormat,
    keys: ['mcp_servers', SERVER_NAME],
    config: {
      user: { place: 'home', files: ['.codex/config.toml'] },
      project: { place: 'project', files: ['.codex/config.toml'] },
    },
    traces: [{ place: 'home', file: '.codex' }],
    entry: plain,
    instructions: { user: { place: 'home', file: '.codex/AGENTS.md' }, project: AGENTS_PAGE },
    skill: SHARED_SKILL,
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: jsonFormat,
    keys: ['mcpServers', SERVER_NAME],
    config: {
      user: { place: 'home', files: ['.gemini/settings.json'] },
      project: { place: 'project', files: ['.gemini/settings.json'] },
    },
    traces: [{ place: 'home', file: '.gemini' }],
    entry: plain,
    instructions: { user: { place: 'home', file: '.gemini/GEMINI.md' } },
    skill: SHARED_SKILL,
  },
  {
    id: 'opencode',
    title: 'opencode',
    format: jsonFormat,
    keys: ['mcp', 'servers', SERVER_NAME],
    olderKeys: {
      keys: ['mcp', SERVER_NAME],
      isOlder: (config) => Object.values(tableOf(tableOf(config)['mcp'])).some(hasType),
    },
    config: {
      user: { place: 'xdg', files: ['opencode/opencode.json', 'opencode/opencode.jsonc'] },
      project: { place: 'project', files: ['opencode.json', 'opencode.jsonc'] },
    },
    traces: [{ place: 'xdg', file: 'opencode' }],
    entry: (command, args) => ({ type: 'local', command: [command, ...args] }),
    instructions: { user: { place: 'xdg', file: 'opencode/AGENTS.md' }, project: AGENTS_PAGE },
    skill: SHARED_SKILL,
  },
  {
    id: 'zed',
    title: 'Zed',
    format: jsonFormat,
    keys: ['context_servers', SERVER_NAME],
    config: {
      user: { place: 'zed', files: ['settings.json'], folder: 'absolute' },
      project: { place: 'project', files: ['.zed/settings.json'], folder: 'absolute' },
    },
    traces: [{ place: 'zed', file: '.' }],
    entry: plain,
    instructions: { project: AGENTS_PAGE },
    skill: {},
  },
  {
    id: 'continue',
    title: 'Continue',
    format: yamlFormat,
    keys: ['mcpServers', SERVER_NAME],
    config: {
      user: { place: 'home', files: ['.continue/config.yaml'], folder: 'absolute' },
      project: {
        place: 'project',
        files: [`.continue/mcpServers/${SERVER_NAME}.yaml`],
        folder: 'absolute',
      },
    },
    template: CONTINUE_FILE,
    traces: [{ place: 'home', file: '.continue' }],
    entry: plain,
    instructions: {},
    skill: {},
  },
];

function tableOf(value: Json): Readonly<Record<string, Json>> {
  return isTable(value) ? value : {};
}

function hasType(value: Json): boolean {
  return 'type' in tableOf(value);
}

/** Where a configuration has our entry, by the version of the client that it was written for. */
export function keysIn(client: Client, config: Json): KeyPath {
  const { keys, olderKeys } = client;
  return olderKeys?.isOlder(config) === true ? olderKeys.keys : keys;
}
