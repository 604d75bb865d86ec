// Writes the plugins in integrations/, and the descriptions at the root that stores of plugins and servers
// read, out of package.json, the skill and the instructions that `install` writes, and config/integrations.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = (name) => readFileSync(join(root, 'config/integrations', name), 'utf8');

/** Nothing else is in the folder. */
export const FOLDER = 'integrations';
/** The registry refuses longer ones (server.schema.json). */
const REGISTRY_DESCRIPTION_LENGTH_MAX = 100;
/** Claude Code counts in seconds, Gemini CLI in milliseconds. Both continue afterwards. */
const HOOK_SECONDS = 5;

const TITLE = 'Graph Memory';
const SERVER = 'graph-memory';
const AUTHOR = { name: 'Graph Memory contributors' };

/** Path below the repository → text. */
export function integrationFiles({ skill, instructions }) {
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const texts = { skill, instructions, hook: source('hook.mjs') };
  const files = {
    ...below(`${FOLDER}/claude-code`, claudeCode(about, texts)),
    ...below(`${FOLDER}/codex`, codex(about, texts)),
    ...below(`${FOLDER}/gemini`, gemini(about, texts)),
    [`${FOLDER}/claude-desktop/manifest.json`]: json(bundleManifest(about)),
    [`${FOLDER}/github-action/action.yml`]: source('action.yml'),
    [`${FOLDER}/pre-commit/.pre-commit-config.yaml`]: preCommitExample(),
    '.pre-commit-hooks.yaml': preCommitHooks(''),
    '.claude-plugin/marketplace.json': json(marketplace(about)),
    'server.json': json(registryEntry(about)),
  };
  return new Map(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value that the client fills in. */
const variable = (name) => `\${${name}}`;

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;

function below(folder, files) {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

function identity({ version, description, homepage, license, keywords }) {
  return { name: SERVER, version, description, author: AUTHOR, homepage, license, keywords };
}

function claudeCode(about, { skill, hook }) {
  const run = {
    type: 'command',
    command: `node "${variable('CLAUDE_PLUGIN_ROOT')}/hooks/hook.mjs"`,
  };
  const hooks = [{ ...run, timeout: HOOK_SECONDS }];
  return {
    '.claude-plugin/plugin.json': json(identity(about)),
    '.mcp.json': json({
      mcpServers: { [SERVER]: { command: SERVER, args: ['mcp'], alwaysLoad: true } },
    }),
    'hooks/hooks.json': json({
      description:
        'Refreshes the index when a session starts, and adds uses to searches for a name.',
      hooks: {
        SessionStart: [{ matcher: 'startup|resume', hooks }],
        PostToolUse: [{ matcher: 'Grep', hooks }],
      },
    }),
    'hooks/hook.mjs': hook,
    [`skills/${SERVER}/SKILL.md`]: skill,
  };
}

function codex(about, { skill }) {
  const { author: _, ...named } = identity(about);
  return {
    '.codex-plugin/plugin.json': json({
      ...named,
      skills: './skills/',
      mcpServers: './.mcp.json',
      interface: { displayName: TITLE, shortDescription: shortDescription(about) },
    }),
    '.mcp.json': json({ mcpServers: { [SERVER]: { command: SERVER, args: ['mcp'] } } }),
    [`skills/${SERVER}/SKILL.md`]: skill,
  };
}

function gemini({ version, description }, { skill, hook, instructions }) {
  const run = { type: 'command', command: `node "${variable('extensionPath')}/hooks/hook.mjs"` };
  const hooks = [{ ...run, name: SERVER, timeout: HOOK_SECONDS * 1000 }];
  return {
    'gemini-extension.json': json({
      name: SERVER,
      version,
      description,
      mcpServers: { [SERVER]: { command: SERVER, args: ['mcp'] } },
      contextFileName: 'GEMINI.md',
    }),
    'GEMINI.md': instructions,
    'hooks/hooks.json': json({
      hooks: {
        SessionStart: [{ matcher: 'startup', hooks }],
        AfterTool: [{ matcher: 'grep_search|search_file_content', hooks }],
      },
    }),
    'hooks/hook.mjs': hook,
    [`skills/${SERVER}/SKILL.md`]: skill,
  };
}

/** github.com/modelcontextprotocol/mcpb, MANIFEST.md 0.3; config/bundle.mjs packs what it names. */
function bundleManifest({ name, version, description, homepage, license, keywords, repository }) {
  const program = `node_modules/${name}/dist/cli/main.js`;
  return {
    manifest_version: '0.3',
    name: SERVER,
    display_name: TITLE,
    version,
    description,
    author: AUTHOR,
    repository: { type: 'git', url: repository.url.replace(/^git\+/, '') },
    homepage,
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: program,
      mcp_config: {
        command: 'node',
        args: [
          `${variable('__dirname')}/${program}`,
          'mcp',
          '--dir',
          variable('user_config.project'),
        ],
      },
    },
    user_config: {
      project: {
        type: 'directory',
        title: 'Project',
        description: 'The folder of the code to ask about.',
        required: true,
      },
    },
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19' } },
  };
}

/** static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
function registryEntry(about) {
  const { name, mcpName, version, repository } = about;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: TITLE,
    description: shortDescription(about),
    version,
    repository: {
      url: repository.url.replace(/^git\+/, '').replace(/\.git$/, ''),
      source: 'github',
    },
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}

function shortDescription({ description }) {
  const short = description.split(/[:;]/, 1)[0].trim();
  if (short.length > REGISTRY_DESCRIPTION_LENGTH_MAX)
    throw new Error(`the description in package.json is too long for the registry: ${short}`);
  return `${short}.`;
}

function marketplace({ description }) {
  const plugin = { name: SERVER, source: `./${FOLDER}/claude-code`, description };
  return { name: SERVER, owner: AUTHOR, plugins: [plugin] };
}

/** The program is looked for on the search path. */
function preCommitHooks(indent) {
  return [
    '- id: graph-memory-docs',
    '  name: documentation agrees with the code',
    '  entry: graph-memory docs check',
    '  language: system',
    '  pass_filenames: false',
    '- id: graph-memory-changes',
    '  name: staged changes break no use',
    '  entry: graph-memory changes staged --check',
    '  language: system',
    '  pass_filenames: false',
    '',
  ]
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}

function preCommitExample() {
  return `repos:\n  - repo: local\n    hooks:\n${preCommitHooks('      ')}`;
}

async function write() {
  const { SKILL } = await import('../dist/clients/skill.js');
  const { withInstructions } = await import('../dist/clients/instructions.js');
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  const texts = { skill: SKILL, instructions: withInstructions('') };
  for (const [path, text] of integrationFiles(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
