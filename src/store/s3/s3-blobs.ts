import { GraphMemoryError } from '../../base/errors.ts';
import type { SharedBlobs } from '../shared-blobs.ts';
import { type Answer, exchange, NO_ANSWER } from './exchange.ts';
import { encodePath, type Signing, signedHeaders } from './sign-request.ts';

interface Bucket {
  readonly bucket: string;
  /** Path in front of every key, without slashes around it; may be empty. */
  readonly prefix: string;
  /** Address of the server, without a slash at its end. */
  readonly endpoint: string;
}

/** Returns what a request is signed with. @throws {GraphMemoryError} GM_USAGE without credentials. */
type SigningNow = () => Signing;

const REQUESTS_AT_ONCE = 32;
/** Time limit of one call that reads, in ms. */
const READ_MS = 20_000;
const ATTEMPTS = 2;
/** Statuses after which a request is sent again: no answer, or a busy server. */
const RETRIED = new Set([NO_ANSWER, 429, 500, 502, 503, 504]);
/**
 * Age from which a blob is written again when it is shared. S3 cannot touch an object, so a rule of
 * the bucket that removes objects after a month would otherwise remove what is in use.
 */
const RENEWED_AFTER_MS = 14 * 24 * 60 * 60 * 1000;

/** Blobs as objects of a bucket on an S3-compatible server, asked for by path-style requests. */
export class S3Blobs implements SharedBlobs {
  readonly location: string;
  readonly #signing: SigningNow;
  readonly #folder: string;

  constructor({ bucket, prefix, endpoint }: Bucket, signing: SigningNow) {
    const path = prefix === '' ? bucket : `${bucket}/${prefix}`;
    this.location = `s3://${path} at ${endpoint}`;
    this.#signing = signing;
    this.#folder = `${endpoint}/${encodePath(path)}`;
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    // Whoever waits has given up by then, and the process must be able to end.
    const deadline = AbortSignal.timeout(READ_MS);
    await eachOf(keys, async (key) => {
      if (deadline.aborted) throw this.#failure(NO_ANSWER, 'too slow');
      const answer = await this.#request('GET', key);
      if (answer !== undefined) found.set(key, answer.body);
    });
    return found;
  }

  async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const oldestMs = this.#signing().timeMs - RENEWED_AFTER_MS;
    await eachOf(keys, async (key) => {
      const answer = await this.#request('HEAD', key);
      if (answer !== undefined && answer.writtenMs > oldestMs) found.add(key);
    });
    return found;
  }

  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    await eachOf([...blobs], async ([key, blob]) => {
      await this.#request('PUT', key, blob);
    });
  }

  /** Returns the answer; undefined if there is no such object. Asks twice if a request fails. */
  async #request(method: string, key: string, body?: Uint8Array): Promise<Answer | undefined> {
    // Spread over folders as on a disk, so that a listing stays readable.
    const url = new URL(`${this.#folder}/${key.slice(0, 2)}/${key}`);
    for (let attempt = 1; ; attempt++) {
      const headers = signedHeaders({ method, url, body }, this.#signing());
      const answer = await exchange(url, { method, headers, body });
      const { status, reason } = answer;
      if (status >= 200 && status < 300) return answer;
      if (RETRIED.has(status) && attempt < ATTEMPTS) continue;
      const isMissing = status === 404 && method !== 'PUT' && reason !== 'NoSuchBucket';
      if (isMissing) return undefined;
      throw this.#failure(status, reason);
    }
  }

  #failure(status: number, reason: string): GraphMemoryError {
    const [what, hint] =
      status === NO_ANSWER
        ? ['cannot be reached', 'Check the endpoint and that the server runs.']
        : status === 403
          ? ['refuses this', 'Check the credentials. Readers need s3:GetObject and s3:ListBucket.']
          : ['answers with an error', 'Check the bucket, its region and the endpoint.'];
    return new GraphMemoryError('GM_IO', `${this.location} ${what}: ${reason}`, { hint });
  }
}

/** Runs work for every item, for a bounded number at a time. Nothing begins after a failure. */
async function eachOf<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    try {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item);
    } catch (error) {
      next = items.length;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, worker));
}
