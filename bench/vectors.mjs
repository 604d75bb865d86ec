// Exact scan beside HNSW: `node bench/vectors.mjs SIZES KIND FILE…`, such as `10000,100000 hnsw ~/.graph-memory/*/vectors.gm`.
// The rows are those of the files; where these are too few, mixtures of two of them with noise. The
// questions are those of the paraphrases and rows with noise. Prints a line of JSON a size. A process
// for each kind, for memory is compared as well; recall is that of the scan of all cosines.
import { readFileSync } from 'node:fs';
import { staticModel } from '../dist/embed/static-model.js';
import { embedQuestion } from '../dist/embed/static-question.js';
import { decodeVectors } from '../dist/store/vectors-file.js';
import { ExactScan } from '../dist/vector/exact-scan.js';

const [sizes, kind, ...files] = process.argv.slice(2);
const QUESTIONS = new URL('../fixtures/ranking/graph-memory/paraphrases.jsonl', import.meta.url);

/** A linear congruential generator: every run sees the same. */
let state = 1;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const noise = (spread) => (random() + random() + random() - 1.5) * spread;

const { dimensions, id } = staticModel();

/** Distinct rows of the files, in an order of chance. */
function realRows() {
  const rows = new Map();
  for (const file of files) {
    const set = decodeVectors(new Uint8Array(readFileSync(file)));
    if (set.model !== id) continue;
    for (let row = 0; row * 2 < set.keys.length; row++)
      rows.set(
        `${set.keys[2 * row]}:${set.keys[2 * row + 1]}`,
        set.rows.subarray(row * dimensions, (row + 1) * dimensions),
      );
  }
  const all = [...rows.values()];
  for (let place = all.length - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1));
    [all[place], all[other]] = [all[other], all[place]];
  }
  return all;
}

function rowsOf(real, count) {
  const rows = new Int8Array(count * dimensions);
  for (let row = 0; row < count; row++) {
    const one = real[row % real.length];
    if (row < real.length) {
      rows.set(one, row * dimensions);
      continue;
    }
    const other = real[Math.floor(random() * real.length)];
    const share = 0.15 + 0.35 * random();
    for (let column = 0; column < dimensions; column++) {
      const mixed = (1 - share) * one[column] + share * other[column] + noise(8);
      rows[row * dimensions + column] = Math.max(-127, Math.min(127, Math.round(mixed)));
    }
  }
  return rows;
}

function questionsOf(rows, count) {
  const lines = readFileSync(QUESTIONS, 'utf8').trim().split('\n');
  const questions = lines.map((line) => embedQuestion(staticModel(), JSON.parse(line).query));
  while (questions.length < count) {
    const start = Math.floor(random() * (rows.length / dimensions)) * dimensions;
    const vector = Float32Array.from(
      rows.subarray(start, start + dimensions),
      (v) => v + noise(40),
    );
    const length = Math.hypot(...vector);
    questions.push(vector.map((value) => value / length));
  }
  return questions.slice(0, count);
}

const atShare = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);

const real = realRows();
for (const size of sizes.split(',').map(Number)) {
  const rows = rowsOf(real, size);
  const questions = questionsOf(rows, 200);
  const scan = new ExactScan(rows, dimensions);
  const truth = questions.map((question) => nearestOf(rows, question, 400));
  const beforeMb = megabytes();
  const startedMs = performance.now();
  const cpuStart = process.cpuUsage();
  const find =
    kind === 'exact'
      ? async (question, count) => scan.nearest(question, count).rows
      : await hnswOf(rows);
  const { user, system } = process.cpuUsage(cpuStart);
  const build = { wall: (performance.now() - startedMs) / 1000, cpu: (user + system) / 1e6 };
  const memoryMb = megabytes() - beforeMb;
  for (const question of questions.slice(0, 20)) await find(question, 400);
  for (const count of [10, 400]) {
    const times = [];
    let met = 0;
    for (const [place, question] of questions.entries()) {
      const askedMs = performance.now();
      const found = await find(question, count);
      times.push(performance.now() - askedMs);
      const wanted = new Set(truth[place].slice(0, count));
      met += [...found].filter((row) => wanted.has(row)).length;
    }
    const p50 = atShare(times, 0.5).toFixed(2);
    const p95 = atShare(times, 0.95).toFixed(2);
    const recall = (met / (count * questions.length)).toFixed(4);
    const built = { buildS: build.wall.toFixed(1), buildCpuS: build.cpu.toFixed(1), memoryMb };
    console.log(
      JSON.stringify({
        kind,
        size,
        real: Math.min(size, real.length),
        count,
        p50,
        p95,
        recall,
        ...built,
      }),
    );
  }
}

/** By all cosines. */
function nearestOf(rows, question, count) {
  const cosines = new Float64Array(rows.length / dimensions);
  for (let row = 0; row < cosines.length; row++) {
    let sum = 0;
    let square = 0;
    for (let column = 0, place = row * dimensions; column < dimensions; column++, place++) {
      sum += question[column] * rows[place];
      square += rows[place] * rows[place];
    }
    cosines[row] = square === 0 ? 0 : sum / Math.sqrt(square);
  }
  const limit = cosines.toSorted()[Math.max(0, cosines.length - count)];
  const near = [];
  for (let row = 0; row < cosines.length; row++) if (cosines[row] >= limit) near.push(row);
  return near.sort((a, b) => cosines[b] - cosines[a] || a - b).slice(0, count);
}

async function hnswOf(rows) {
  const { default: lib } = await import('hnswlib-node');
  const index = new lib.HierarchicalNSW('ip', dimensions);
  const efC = Number(process.env.EFC ?? 100),
    M = Number(process.env.M ?? 16);
  index.initIndex({
    maxElements: rows.length / dimensions,
    m: M,
    efConstruction: efC,
    randomSeed: 1,
  });
  for (let row = 0; row * dimensions < rows.length; row++) {
    const vector = Array.from(rows.subarray(row * dimensions, (row + 1) * dimensions));
    const length = Math.hypot(...vector) || 1;
    index.addPoint(
      vector.map((v) => v / length),
      row,
    );
  }
  return async (question, count) => {
    index.setEf(
      Math.max(Number(process.env.EF ?? 100), Math.ceil(count * Number(process.env.OVER ?? 1.25))),
    );
    return index.searchKnn(Array.from(question), count).neighbors;
  };
}
