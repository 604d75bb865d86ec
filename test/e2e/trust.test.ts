/** A configuration that names a folder outside of its own, met by a person, a program and an MCP client. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { testWriter } from '../project/temp-project.ts';
import { environment, makeSandbox, PROGRAM, type Sandbox } from './program.ts';

let shop: Sandbox;
let bank = '';
let config = '';

beforeEach(async () => {
  shop = await makeSandbox();
  onTestFinished(() => shop.remove());
  bank = join(shop.folder, 'bank');
  config = join(shop.project, 'graph-memory.yaml');
  await mkdir(bank);
  await writeFile(join(bank, 'bank.ts'), 'export class Bank {}');
  await writeFile(config, 'projects: { bank: { projectDir: ../bank } }');
});

describe('a program that runs a command', () => {
  it('is told what is reached, and how the user allows it', async () => {
    const { status, stdout, stderr } = await shop.run(['search', 'Bank']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`error[GM_UNTRUSTED]: ${config} reaches outside of its folder`);
    expect(stderr).toContain(`projects.bank.projectDir: ${bank}`);
    expect(stderr).toContain(`graph-memory trust ${config}`);
  });

  it('has its answer once the user has allowed it, and until that is taken back', async () => {
    const entry = `${config}: ${bank}\n`;
    expect(await shop.run(['trust', '--list'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^nothing/),
    });
    expect(await shop.run(['trust', shop.project])).toMatchObject({ status: 0, stdout: entry });
    expect((await shop.run(['search', 'Bank'])).stdout).toContain('bank.ts');
    expect((await shop.run(['trust', '--list'])).stdout).toBe(entry);
    const listed = await shop.run(['trust', '--list', '--json']);
    expect(JSON.parse(listed.stdout)).toEqual({ consents: [{ config, reach: bank }] });
    expect((await shop.run(['trust', '--remove', config])).stdout).toBe(entry);
    expect((await shop.run(['search', 'Bank'])).status).toBe(1);
  });

  it('is told when there is nothing to allow it for', async () => {
    await writeFile(config, 'projects: { shop: { projectDir: . } }');
    expect((await shop.run(['trust'])).stdout).toContain('nothing');
    expect((await shop.run(['trust', 'no-such.yaml'])).stderr).toContain('GM_CONFIG_NOT_FOUND');
    expect((await shop.run(['trust', '--remove', '/no/such'])).status).toBe(0);
  });
});

describe('a person at a terminal', () => {
  async function answering(answer: string, args: readonly string[] = ['projects']) {
    const text = { stdout: '', stderr: '' };
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    for (const name of ['stdout', 'stderr'] as const)
      streams[name].setEncoding('utf8').on('data', (part: string) => {
        text[name] += part;
      });
    const stdin = new PassThrough();
    stdin.end(answer);
    const terminal: Terminal = {
      ...{ stdin, ...streams, isStdinTty: true, isStdoutTty: true, isStderrTty: true },
      ...{ cwd: shop.project, homeDir: shop.home, env: {}, watchesTrees: false },
      ...{ programPath: PROGRAM, signal: new AbortController().signal, now: () => Date.now() },
      ...{ writer: testWriter(), threadsMax: 0, memoryBytes: () => 0 },
    };
    const status = await runProgram(terminal, args);
    return { status, ...text };
  }

  beforeEach(() => mkdir(shop.home));

  it.each(['y\n', 'Yes\n'])('is asked once, and answers %j', async (answer) => {
    const first = await answering(answer);
    expect(first.status).toBe(0);
    expect(first.stderr).toContain(`projects.bank.projectDir: ${bank}`);
    expect(first.stderr).toContain('[y/N]');
    expect(first.stdout).toContain(bank);
    expect((await answering('')).stderr).not.toContain('[y/N]');
  });

  it.each(['\n', 'n\n', '', 'yard\n'])('is refused after answering %j', async (answer) => {
    const { status, stderr } = await answering(answer);
    expect(status).toBe(1);
    expect(stderr).toContain('GM_UNTRUSTED');
    expect((await answering('')).status).toBe(1);
  });

  it('is not asked for an answer in JSON', async () => {
    const { status, stdout, stderr } = await answering('y\n', ['projects', '--json']);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('GM_UNTRUSTED');
  });
});

it('an MCP client is told with each call, and served from the moment that it is allowed', async () => {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp'],
      cwd: shop.project,
      env: environment(shop.home),
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  const call = () => client.callTool({ name: 'code_search', arguments: { query: 'Bank' } });
  for (const _ of [1, 2]) {
    const refused = await call();
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused)).toContain(`graph-memory trust ${config}`);
    expect(JSON.stringify(refused)).toContain(bank);
  }
  await shop.run(['trust']);
  const answered = await call();
  expect(answered.isError).toBeFalsy();
  expect(JSON.stringify(answered)).toContain('bank.ts');
});
