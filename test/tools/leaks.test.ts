/** Every tool on a project full of secrets: none of them is in an answer, an error, or the store. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/tools/failure.ts';
import { TOOLS, UNLISTED_TOOLS } from '../../src/tools/registry.ts';
import type { Tool } from '../../src/tools/tool.ts';
import {
  FORBIDDEN_PATHS,
  OPEN_WORDS,
  plantSecrets,
  SECRETS,
  secretsIn,
} from '../helpers/planted-secrets.ts';
import { tempProject } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from './temp-context.ts';

const SYMBOLS = [
  'waterPlants',
  'plantedGarden',
  'GardenKeeper',
  'GardenKeeper.rake',
  'Keys',
  'pem',
  'rc',
  'Deputy',
  'src/garden.ts',
  'src/garden.ts:3',
];
const PATHS = ['src/garden.ts', 'src/use.ts', 'src/broken.ts', ...FORBIDDEN_PATHS];

/** What to try for each parameter, by its name; a tool with another one needs a row here. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  query: [
    ...OPEN_WORDS,
    'api key token password',
    'registry authToken',
    'secret file word',
    'missing',
  ],
  symbol: SYMBOLS,
  from: ['src/use.ts', 'Deputy'],
  to: ['waterPlants', 'plantedGarden'],
  path: PATHS,
};

/** Optional parameters that show more. */
const GENEROUS: Readonly<Record<string, unknown>> = {
  max_tokens: 20_000,
  max_results: 100,
  detail: 'snippets',
  depth: 4,
  direction: 'both',
  full: true,
};

/** All combinations of the required parameters, with everything else as generous as it gets. */
function inputsOf(tool: Tool): Record<string, unknown>[] {
  const shape = Object.keys(tool.input.shape);
  const generous = Object.fromEntries(
    Object.entries(GENEROUS).filter(([name]) => shape.includes(name)),
  );
  const tried = shape.filter((name) => name in VALUES);
  return tried.reduce<Record<string, unknown>[]>(
    (inputs, name) =>
      inputs.flatMap((input) => (VALUES[name] ?? []).map((value) => ({ ...input, [name]: value }))),
    [generous],
  );
}

interface Garden {
  readonly caller: ToolCaller;
  /** Everything that a call gives back: text, data or error. */
  message(name: string, input: unknown): Promise<string>;
}

async function garden(): Promise<Garden> {
  const temp = await tempProject({}, { include: ['**/*'] });
  const root = await plantSecrets(dirname(temp.config.root));
  const caller = await toolCaller({ temp: { ...temp, config: { ...temp.config, root } } });
  const message = async (name: string, input: unknown) => {
    try {
      const { structured, text } = await caller.call(name, input);
      return `${text}\n${JSON.stringify(structured)}`;
    } catch (error) {
      const { trace, ...failure } = failureOf(error);
      expect(trace).toBe('');
      return JSON.stringify(failure);
    }
  };
  return { caller, message };
}

describe.each([...TOOLS, ...UNLISTED_TOOLS])('$name', (tool) => {
  it('never reveals a secret, whatever the input', async () => {
    const { message } = await garden();
    const answers = await Promise.all(
      inputsOf(tool).map(async (input) => ({ input, message: await message(tool.name, input) })),
    );
    expect(answers.length).toBeGreaterThan(0);
    const leaks = answers.flatMap(({ input, message: text }) =>
      secretsIn(text).map((secret) => ({ input, secret })),
    );
    expect(leaks).toEqual([]);
  });
});

it('answers quote lines that contain secrets with the secrets masked', async () => {
  const { message } = await garden();
  const answer = await message('code_get_symbol', { symbol: 'waterPlants', max_tokens: 20_000 });
  expect(answer).toContain(`apiKey = '${'*'.repeat(32)}'`);
});

it('notices and the store contain no secrets', async () => {
  const { caller, message } = await garden();
  await message('code_search', { query: OPEN_WORDS[0] });
  expect(secretsIn(caller.notices.join('\n'))).toEqual([]);
  const { storeDir } = caller.temp.config;
  for (const name of await readdir(storeDir)) {
    expect(secretsIn(await readFile(join(storeDir, name), 'latin1'))).toEqual([]);
  }
});

it('the test helper detects every planted secret', () => {
  for (const secret of SECRETS) expect(secretsIn(`x${secret.toUpperCase()}`)).toContain(secret);
});
