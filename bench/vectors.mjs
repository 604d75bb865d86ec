// Exact scan beside HNSW: `node bench/vectors.mjs SIZES KIND FILE…`, such as `10000,100000 hnsw ~/.graph-memory/*/vectors.gm`.
// The rows are those of the files; where these are too few, mixtures of two of them with noise. The
// questions are those of the paraphrases and rows with noise. Prints a line of JSON a size. A process
// for each kind, for memory is compared as well; recall is that of the scan of all cosines.
import { readFileSync } from 'node:fs';
import { staticModel } from '../dist/embed/static-model.js';
import { embedQuestion } from '../dist/embed/static-question.js';
import { decodeVectors } from '../dist/store/vectors-file.js';
import { ExactScan } from '../dist/vector/exact-scan.js';
import { HnswIndex, loadHnsw } from '../dist/vector/hnsw.js';

const [sizes, kind, ...files] = process.argv.slice(2);
/** What a question of the program asks for. */
const NEAREST = 400;
const QUESTIONS_MAX = 200;
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
const cpuSeconds = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);

const real = realRows();
for (const size of sizes.split(',').map(Number)) {
  const rows = rowsOf(real, size);
  const questions = questionsOf(rows, QUESTIONS_MAX);
  const truth = questions.map((question) => nearestOf(rows, question, NEAREST));
  const scan = new ExactScan(rows, dimensions);
  const beforeMb = megabytes();
  const startedMs = performance.now();
  const started = process.cpuUsage();
  const candidates = kind === 'exact' ? undefined : await hnswOf(rows);
  const buildCpu = cpuSeconds(started);
  const build = { buildS: (performance.now() - startedMs) / 1000, buildCpuS: buildCpu };
  const find = (question) =>
    candidates === undefined
      ? scan.nearest(question, NEAREST)
      : scan.ranked(question, candidates(question), NEAREST);
  for (const question of questions.slice(0, 20)) find(question);
  const times = [];
  const found = [];
  const asked = process.cpuUsage();
  for (const question of questions) {
    const startMs = performance.now();
    found.push([...find(question).rows]);
    times.push(performance.now() - startMs);
  }
  const cpuMs = (1000 * cpuSeconds(asked)) / questions.length;
  const recall = (count) => {
    const met = found.map((near, place) => {
      const wanted = new Set(truth[place].slice(0, count));
      return near.slice(0, count).filter((row) => wanted.has(row)).length;
    });
    return met.reduce((a, b) => a + b) / (count * questions.length);
  };
  const figures = {
    ...{ p50Ms: atShare(times, 0.5), p95Ms: atShare(times, 0.95), cpuMs },
    ...{ recallAt10: recall(10), recallAt400: recall(NEAREST), ...build },
  };
  const rounded = Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(4))]);
  const memoryMb = megabytes() - beforeMb;
  const kinds = { kind, size, real: Math.min(size, real.length) };
  console.log(JSON.stringify({ ...kinds, ...Object.fromEntries(rounded), memoryMb }));
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

/** As the program builds and asks it, with what it asks beyond for filters. */
async function hnswOf(rows) {
  const count = rows.length / dimensions;
  const index = HnswIndex.empty(await loadHnsw(), dimensions, count);
  const keys = new Uint32Array(2 * count);
  for (let row = 0; row < count; row++) keys[2 * row] = row;
  index.add(keys, index.follow(keys), rows);
  return (question) => index.nearest(question, Math.ceil(NEAREST * 1.15));
}
