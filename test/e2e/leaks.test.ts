/** Every command on a project full of secrets: none of them is printed, on either stream. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { OPEN_WORDS, plantSecrets, secretsIn } from '../helpers/planted-secrets.ts';
import { testWriter } from '../project/temp-project.ts';

let folder: string;
let garden: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'graph-memory-')));
  garden = await plantSecrets(folder);
  const include = "['**/*']";
  const yaml = `projects: { garden: { projectDir: ., graphs: { code: { include: ${include} } } } }`;
  await writeFile(join(garden, 'graph-memory.yaml'), yaml);
  await printed(['index']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a command prints on both streams; it runs in this process, for there are many. */
async function printed(args: readonly string[]): Promise<string> {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const written: string[] = [];
  for (const stream of [stdout, stderr]) {
    stream.on('data', (data: Buffer) => written.push(data.toString()));
  }
  await runProgram(
    {
      stdin,
      stdout,
      stderr,
      isStdinTty: false,
      isStdoutTty: false,
      isStderrTty: false,
      cwd: garden,
      homeDir: join(folder, 'home'),
      watchesTrees: false,
      threadsMax: 0,
      env: {},
      programPath: 'graph-memory',
      signal: new AbortController().signal,
      now: () => Date.now(),
      memoryBytes: () => 0,
      writer: testWriter(),
    },
    args,
  );
  await new Promise((resolve) => setImmediate(resolve));
  return written.join('');
}

const COMMANDS: readonly (readonly string[])[] = [
  [],
  ['index', '--full'],
  ['search', 'api key token password', '--max-tokens', '20000'],
  ['symbol', 'waterPlants', '--max-tokens', '20000'],
  ['symbol', 'GardenKeeper', '--max-tokens', '20000'],
  ['symbol', 'src/link.ts'],
  ['outline', 'src/garden.ts'],
  ['outline', '.env'],
  ['outline', '../outside/outside.ts'],
  ['references', 'waterPlants'],
  ['traverse', 'Deputy'],
  ['path', 'Deputy', 'waterPlants'],
  ['neighbors', 'plantedGarden'],
  ['projects'],
  ['status'],
  ['export'],
  ['verify'],
];

it.each(COMMANDS.map((args) => [args.join(' ') || 'no command', args] as const))(
  'the output of %s contains no secret',
  async (_, args) => {
    for (const form of [args, [...args, '--json']]) {
      const text = await printed(form);
      expect(text).not.toBe('');
      expect(secretsIn(text)).toEqual([]);
    }
  },
);

it('the commands find text that is no secret', async () => {
  expect(await printed(['search', OPEN_WORDS[1]])).toContain('waterPlants');
});
