/**
 * The entry of an embedding thread. It receives one job and returns the rows made by the packaged
 * model.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { embedChunks } from '../embed/static-chunks.ts';
import { staticModel } from '../embed/static-model.ts';
import type { EmbedThreadData } from './embed-thread.ts';

assert(parentPort !== null, 'this file runs only as a worker thread');
const { index, chunks } = workerData as EmbedThreadData;
const rows = embedChunks(staticModel(), index, chunks);
parentPort.postMessage(rows, [rows.buffer as ArrayBuffer]);
