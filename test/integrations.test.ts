/** The plugins in integrations/: that they are current, and that their hook never stands in the way. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { withInstructions } from '../src/clients/instructions.ts';
import { SKILL } from '../src/clients/skill.ts';
import { environment, makeSandbox, PROGRAM, repository } from './e2e/program.ts';

const { FOLDER, integrationFiles } = await import(join(repository, 'config/integrations.mjs'));
const files: ReadonlyMap<string, string> = integrationFiles({
  skill: SKILL,
  instructions: withInstructions(''),
});

const json = (path: string) => JSON.parse(files.get(path) ?? '');

describe('integrations', () => {
  it.each([...files.keys()])('%s is current ("npm run docs" writes it)', (path) => {
    expect(readFileSync(join(repository, path), 'utf8')).toBe(files.get(path));
  });

  it('has no other files', () => {
    const names = readdirSync(join(repository, FOLDER), { recursive: true, encoding: 'utf8' });
    const found = names
      .map((name) => `${FOLDER}/${name.replaceAll('\\', '/')}`)
      .filter((path) => statSync(join(repository, path)).isFile());
    const made = [...files.keys()].filter((path) => path.startsWith(`${FOLDER}/`));
    expect(found.toSorted()).toEqual(made.toSorted());
  });

  it('describes the same name, package and version to npm and to the MCP registry', () => {
    const about = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const { name, version, description, packages } = json('server.json');
    expect(name).toBe(about.mcpName);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(packages).toMatchObject([{ identifier: about.name, version }]);
    expect(version).toBe(about.version);
  });

  it.each([
    'integrations/github-action/action.yml',
    '.pre-commit-hooks.yaml',
    'integrations/pre-commit/.pre-commit-config.yaml',
  ])('%s is valid YAML', (path) => {
    expect(Object.keys(parse(files.get(path) ?? '')).length).toBeGreaterThan(0);
  });

  it('passes no expression of a pull request into the text of a shell command', () => {
    const { runs } = parse(files.get('integrations/github-action/action.yml') ?? '');
    const scripts: readonly string[] = runs.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});

async function runHook(event: unknown, isInstalled: boolean) {
  const { folder, home, project, run, remove } = await makeSandbox();
  onTestFinished(remove);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  if (isInstalled) {
    const program = join(bin, 'graph-memory');
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    await chmod(program, 0o755);
    await run(['index']);
  }
  const env = { ...environment(home), PATH: [bin, '/usr/bin', '/bin'].join(delimiter) };
  const hook = join(repository, 'config/integrations/hook.mjs');
  const child = spawn(process.execPath, [hook], { cwd: project, env });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  const text =
    typeof event === 'string' ? event : JSON.stringify({ cwd: project, ...Object(event) });
  child.stdin.end(text);
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, stdout };
}

const grep = (pattern: string) => ({ hook_event_name: 'PostToolUse', tool_input: { pattern } });

describe.skipIf(process.platform === 'win32')('the hook of the plugins', () => {
  it('adds the uses of a symbol to a search for its name', async () => {
    const { status, stdout } = await runHook(grep('\\bdiscountFor\\b'), true);
    expect(status).toBe(0);
    const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    expect(hookEventName).toBe('PostToolUse');
    expect(additionalContext).toContain('src/checkout/');
  });

  it.each([
    ['a search that is no name', grep('foo.*bar')],
    ['a name that is no symbol', grep('nothingOfThisName')],
    ['an event of another form', 'not JSON'],
  ])('prints nothing and succeeds for %s', async (_, event) => {
    expect(await runHook(event, true)).toEqual({ status: 0, stdout: '' });
  });

  it.each([
    ['a search', grep('discountFor')],
    ['the start of a session', { hook_event_name: 'SessionStart' }],
  ])('prints nothing and succeeds for %s if the program is not installed', async (_, event) => {
    expect(await runHook(event, false)).toEqual({ status: 0, stdout: '' });
  });
});
