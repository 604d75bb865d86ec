// One measurement in a fresh process: `node measure.mjs OPERATION ROOT HOME`. Prints one JSON line.
// A process of its own, so that neither warmed-up code nor earlier garbage flatters the figures.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { loadConfig, Project, processWriter, search } from '../dist/index.js';

const [operation, root, homeDir] = process.argv.slice(2);

async function openProject() {
  const { projects } = await loadConfig({ cwd: root, homeDir });
  return new Project(projects[0], { writer: processWriter(), threadsMax: availableParallelism() });
}

/** Questions from the project itself: names of symbols and first words of their docs, evenly spread. */
function questionsOf(project, count) {
  const { graph } = project.snapshot();
  const questions = [];
  const step = Math.max(1, Math.floor(graph.nodeCount / count));
  for (let index = 0; index < graph.nodeCount && questions.length < count; index += step) {
    const { name, doc } = graph.node(index);
    const words = doc.split(/\s+/).slice(0, 8).join(' ');
    questions.push(questions.length % 2 === 0 && words.length > 20 ? words : name);
  }
  return questions;
}

const request = { maxResults: 10, languages: [], kinds: [], includeTests: 'penalize' };

const operations = {
  async index() {
    const project = await openProject();
    await project.load(() => undefined);
    const run = await project.index({});
    const { files, symbols, edges, storeBytes, skipped } = project.status();
    return {
      run: run.seconds,
      phases: run.secondsByPhase,
      files,
      symbols,
      edges,
      storeBytes,
      skipped: skipped.total,
      parsed: run.parsed,
    };
  },
  /** A one-line edit of the first file with symbols, indexed, and taken back. */
  async edit() {
    const project = await openProject();
    await project.load(() => undefined);
    const { graph } = project.snapshot();
    const path =
      graph.paths().find((candidate) => graph.symbolsOf(candidate).length > 3) ?? graph.paths()[0];
    const file = join(root, path);
    const before = readFileSync(file);
    try {
      appendFileSync(file, '\nexport function benchProbe() { return 1; }\n');
      const run = await project.index({});
      return { run: run.seconds, phases: run.secondsByPhase, parsed: run.parsed };
    } finally {
      writeFileSync(file, before);
      await project.index({});
    }
  },
  async query() {
    const project = await openProject();
    await project.load(() => undefined);
    const snapshot = project.snapshot();
    const questions = questionsOf(project, 200);
    for (const query of questions.slice(0, 20)) search(snapshot, { ...request, query });
    const times = questions.map((query) => {
      const start = performance.now();
      search(snapshot, { ...request, query });
      return performance.now() - start;
    });
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    return { questions: times.length, p50Ms: at(0.5), p95Ms: at(0.95) };
  },
};

const start = performance.now();
const result = await operations[operation]();
const cpu = process.cpuUsage();
console.log(
  JSON.stringify({
    ...result,
    wallSeconds: (performance.now() - start) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
