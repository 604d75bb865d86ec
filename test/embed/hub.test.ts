/** Models that are fetched, from a hub of our own. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../src/base/make-folder.ts';
import { fetchModel, type HubModel } from '../../src/embed/hub.ts';
import { type ModelSettings, onnxFile, planModel } from '../../src/embed/model-folder.ts';
import { hubServer } from './hub-server.ts';
import { SETTINGS } from './tiny-bert.ts';

const MODEL = { model: 'tiny/bert', revision: 'main' };

function freshFolder(): string {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'deep', 'model');
}

async function fetched(hub: HubModel, given: Partial<ModelSettings> = {}, send = fetch) {
  const settings = { ...SETTINGS, folder: freshFolder(), ...given };
  const reported: string[] = [];
  const { signal } = new AbortController();
  const onProgress = (line: string) => reported.push(line);
  const makeModelFolder = (path: string) => makeFolder(path, 0o777);
  const work = fetchModel(hub, settings, { send, makeFolder: makeModelFolder, onProgress, signal });
  return { settings, reported, work };
}

describe('downloading a model', () => {
  test('fetches all needed files, the model last, and reports progress', async () => {
    const { url, given } = await hubServer();
    const { settings, reported, work } = await fetched({ url, ...MODEL });
    await work;
    expect(planModel(settings).id).toBe(planModel(SETTINGS).id);
    expect(given).toHaveLength(6);
    expect(given.at(-1)).toBe('onnx/model.onnx');
    expect(reported.at(-1)).toBe('fetching tiny/bert: onnx/model.onnx, 0.0 of 0.0 MB');
    const left = readdirSync(settings.folder, { recursive: true, encoding: 'utf8' });
    expect(left.filter((path) => path.endsWith('.part'))).toEqual([]);
  });

  test.each([
    ['that is not there', { model: 'no/such' }, {}, 'it has no config.json'],
    ['of a type that it does not have', {}, { dtype: 'q4' }, 'it has none of onnx/model_q4.onnx'],
    ['from where nothing is', { url: 'http://127.0.0.1:9' }, {}, 'it cannot be reached'],
  ] as const)('fails for a model %s', async (_, hub, given, why) => {
    const { url } = await hubServer();
    const { settings, work } = await fetched({ url, ...MODEL, ...hub }, given);
    await expect(work).rejects.toThrow(why);
    expect(onnxFile(settings)).toBeUndefined();
  });

  test('ends at a file that is far larger than a model', async () => {
    const { url } = await hubServer();
    const settings = { ...SETTINGS, folder: freshFolder() };
    const means = { send: fetch, makeFolder: (path: string) => makeFolder(path, 0o777) };
    const { signal } = new AbortController();
    const limits = { ...means, onProgress: () => undefined, signal, fileBytesMax: 10 };
    await expect(fetchModel({ url, ...MODEL }, settings, limits)).rejects.toThrow('is too large');
    expect(readdirSync(settings.folder)).toEqual([]);
  });

  test('fails if the hub rejects the request', async () => {
    const hub = await hubServer();
    hub.status = 503;
    const { work } = await fetched({ url: hub.url, ...MODEL });
    await expect(work).rejects.toMatchObject({
      code: 'GM_EMBEDDER',
      message: expect.stringContaining('status 503 for config.json'),
      hint: expect.stringContaining('with folder instead of hub'),
    });
  });

  // Node's own way of making folders goes on for ever there. Only Linux has such a place for sure.
  test.runIf(existsSync('/proc/self'))('fails if the folder cannot be created', async () => {
    const { url } = await hubServer();
    const folder = '/proc/nothing/model';
    const { work } = await fetched({ url, ...MODEL }, { folder });
    await expect(work).rejects.toMatchObject({
      code: 'GM_EMBEDDER',
      message: 'tiny/bert cannot be saved in /proc/nothing/model: ENOENT',
      hint: expect.stringContaining('with folder instead of hub'),
    });
  });

  test('fails if a file is in place of the folder', async () => {
    const { url } = await hubServer();
    const folder = join(fileURLToPath(import.meta.url), 'model');
    const { work } = await fetched({ url, ...MODEL }, { folder });
    await expect(work).rejects.toThrow(`tiny/bert cannot be saved in ${folder}: ENOTDIR`);
  });

  test('leaves no complete model if the connection is cut off', async () => {
    const { url } = await hubServer();
    const cut: typeof fetch = async (address, init) => {
      const answer = await fetch(address, init);
      const { status, headers } = answer;
      if (!String(address).endsWith('.onnx') || status !== 200) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return new Response(bytes.subarray(0, 100), { status, headers });
    };
    const { settings, work } = await fetched({ url, ...MODEL }, {}, cut);
    await expect(work).rejects.toThrow('onnx/model.onnx was cut off');
    expect(existsSync(join(settings.folder, 'onnx/model.onnx'))).toBe(false);
  });
});
