/**
 * The entry of the thread that holds the neighbour graph. The graph is built, queried, written and
 * read here.
 */
import { fileChecksum } from '../store/file-checksum.ts';
import { HnswIndex, loadHnsw } from '../vector/hnsw.ts';
import { answerRequests } from '../workers/answer-requests.ts';
import type { HnswRequest } from './neighbour-graph.ts';

const library = loadHnsw();
// The error is reported to each caller instead.
library.catch(() => undefined);
let index: HnswIndex | undefined;

async function answerTo(request: HnswRequest): Promise<unknown> {
  switch (request.form) {
    case 'load': {
      const { path, record } = request;
      const isWhole = (await fileChecksum(path).catch(() => '')) === record.checksum;
      if (isWhole) index = HnswIndex.load(await library, path, record);
      return isWhole;
    }
    case 'follow':
      index ??= HnswIndex.empty(await library, request.dimensions, request.keys.length);
      return index.follow(request.keys);
    case 'add':
      index?.add(request.keys, request.chunks, request.rows);
      return undefined;
    case 'save': {
      const table = index?.save(request.path);
      return { ...table, checksum: await fileChecksum(request.path) };
    }
    case 'search':
      return index?.nearest(request.question, request.count) ?? new Int32Array(0);
  }
}

answerRequests(answerTo);
