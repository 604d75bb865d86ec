/**
 * Downloads a model from the hub into a folder, once. Nothing is downloaded unless the
 * configuration names a model there; no project data is sent. The ONNX file is downloaded last, so
 * a folder that contains one is complete.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { systemCode } from '../base/system-code.ts';
import { MODEL_TEXTS, onnxCandidates, type TextModelSettings } from './model-folder.ts';

export interface HubModel {
  readonly url: string;
  /** Name of the model: `owner/name`. */
  readonly model: string;
  readonly revision: string;
}

export interface HubMeans {
  readonly send: typeof fetch;
  /** Creates a folder and its parents; throws the system error if it may not. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Called with a description of the current work, for users. */
  readonly onProgress: (work: string) => void;
  readonly signal: AbortSignal;
  /** Largest file that is fetched; for tests. */
  readonly fileBytesMax?: number;
}

const NOT_FOUND = 404;
/** Time without data after which a server counts as stalled. */
const STALL_MS = 30_000;
const MEGABYTE = 1e6;
/** A server must not fill the disk. The largest models that run here have a tenth of this. */
const FILE_BYTES_MAX = 16e9;
const OWN_MODEL = 'A model that is on this machine can be named with folder instead of hub.';

/**
 * Downloads the files of a model.
 * @throws {GraphMemoryError} GM_EMBEDDER when a download fails; complete files are kept and not
 * downloaded again.
 */
export async function fetchModel(
  hub: HubModel,
  { folder, dtype }: TextModelSettings,
  means: HubMeans,
): Promise<void> {
  const get = (path: string): Promise<boolean> => fetchFile(hub, path, folder, means);
  const { config, tokenizer, ...optional } = MODEL_TEXTS;
  for (const path of [config, tokenizer])
    if (!(await get(path))) throw refused(hub, `it has no ${path}`);
  for (const path of Object.values(optional)) await get(path);
  for (const path of onnxCandidates(dtype)) {
    // Large models store their weights in a separate file.
    await get(`${path}_data`);
    if (await get(path)) return;
  }
  throw refused(hub, `it has none of ${onnxCandidates(dtype).join(', ')}`);
}

/** Downloads one file. Returns false if the server does not have it. */
async function fetchFile(
  hub: HubModel,
  path: string,
  folder: string,
  { send, makeFolder, onProgress, signal, fileBytesMax = FILE_BYTES_MAX }: HubMeans,
): Promise<boolean> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALL_MS);
  const target = join(folder, path);
  const part = `${target}.part`;
  let file: FileHandle | undefined;
  const onDisk = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw notKept(hub, folder, error);
    });
  try {
    const address = `${hub.url.replace(/\/$/, '')}/${hub.model}/resolve/${hub.revision}/${path}`;
    const answer = await send(address, { signal: AbortSignal.any([signal, stalled.signal]) });
    if (answer.status === NOT_FOUND) return false;
    if (!answer.ok || answer.body === null)
      throw refused(hub, `status ${answer.status} for ${path}`);
    const size = Number(answer.headers.get('content-length') ?? 0);
    await onDisk(makeFolder(dirname(target)));
    file = await onDisk(open(part, 'w'));
    let done = 0;
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), STALL_MS);
      await onDisk(file.write(bytes));
      done += bytes.byteLength;
      if (done > fileBytesMax) throw refused(hub, `${path} is too large`);
      onProgress(`fetching ${hub.model}: ${path}, ${amount(done, size)}`);
    }
    await file.close();
    const isEncoded = answer.headers.has('content-encoding');
    if (!isEncoded && size > 0 && done !== size) throw refused(hub, `${path} was cut off`);
    await onDisk(rename(part, target));
    return true;
  } catch (error) {
    if (error instanceof GraphMemoryError || signal.aborted) throw error;
    throw refused(
      hub,
      stalled.signal.aborted ? 'it does not answer' : 'it cannot be reached',
      error,
    );
  } finally {
    clearTimeout(timer);
    await file?.close().catch(() => undefined);
    // The original error matters more.
    await rm(part, { force: true }).catch(() => undefined);
  }
}

function amount(done: number, size: number): string {
  const whole = size === 0 ? '' : ` of ${(size / MEGABYTE).toFixed(1)}`;
  return `${(done / MEGABYTE).toFixed(1)}${whole} MB`;
}

function notKept({ model }: HubModel, folder: string, cause: unknown): GraphMemoryError {
  const message = `${model} cannot be saved in ${folder}: ${systemCode(cause)}`;
  return new GraphMemoryError('GM_EMBEDDER', message, {
    hint: `Check that the folder exists and can be written. ${OWN_MODEL}`,
    cause,
  });
}

function refused({ url, model }: HubModel, why: string, cause?: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_EMBEDDER', `${model} cannot be fetched from ${url}: ${why}`, {
    hint: `It will be retried later. ${OWN_MODEL}`,
    cause,
  });
}
