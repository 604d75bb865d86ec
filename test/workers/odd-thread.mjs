// A thread that does to a file what its name says; the counts it keeps are those of the real one.
import { parentPort, workerData } from 'node:worker_threads';

const started = new Int32Array(workerData.started);
if (workerData.settings.root === '/unstartable') throw new Error('no threads here');

function answer({ entry }) {
  const { path } = entry;
  if (path.includes('hang')) for (;;);
  if (path.includes('exit')) process.exit(3);
  if (path.includes('throw')) throw new Error(`cannot bear ${path}`);
  if (path.includes('broken')) {
    throw Object.assign(new Error('no grammar'), { code: 'GM_INSTALLATION', hint: 'again' });
  }
  if (path.includes('heap')) {
    const held = [];
    for (;;) held.push(new Array(100_000).fill(path));
  }
  return { kind: 'known', entry: { sizeBytes: entry.sizeBytes, mtimeMs: 1, hash: path } };
}

parentPort.on('message', ({ files }) => {
  const answers = files.map((file, index) => {
    Atomics.store(started, 0, index + 1);
    Atomics.add(started, 1, 1);
    return answer(file);
  });
  Atomics.store(started, 0, 0);
  parentPort.postMessage({ answers });
});
