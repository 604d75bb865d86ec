// One measurement in a fresh process: `node measure.mjs OPERATION ROOT HOME`. Prints one JSON line.
// A process of its own, so that neither warmed-up code nor earlier garbage flatters the figures.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { optimizeLater } from '../dist/cli/v8-flags.js';
import { loadConfig, Project, processWriter, search } from '../dist/index.js';
import { serve } from './served.mjs';

optimizeLater(process.versions.v8);
const [operation, root, homeDir] = process.argv.slice(2);
const SERVED_EDITS = 25;
const ROUNDS_AGAIN = 6;
/** Who edits looks at what came of it; what the edit before is still saving is done by then. */
const PAUSE_MS = 200;
/** How long a server's question waits for changes to be indexed. */
const ANSWER_WAIT_MS = 1000;

async function openProject() {
  const { projects } = await loadConfig({ cwd: root, homeDir });
  const threadsMax = availableParallelism();
  return new Project(projects[0], { writer: processWriter(), threadsMax });
}

/** The first file with a function or class and more than three symbols: neither a page nor settings. */
function someFile({ graph }) {
  const isCode = (node) => ['function', 'class'].includes(graph.node(node).kind);
  const isRich = (path) => graph.symbolsOf(path).length > 3 && graph.symbolsOf(path).some(isCode);
  return join(root, graph.paths().find(isRich) ?? graph.paths()[0]);
}

function cpuMsSince(used) {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
}

function atShare(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
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
  /**
   * The same without threads, again and again: how much of it is warming up, which no run of a new process
   * is spared.
   */
  async again() {
    const cpuSecondsEach = [];
    for (let round = 0; round < ROUNDS_AGAIN; round++) {
      const { projects } = await loadConfig({ cwd: root, homeDir: join(homeDir, `${round}`) });
      const used = process.cpuUsage();
      const project = new Project(projects[0], { writer: processWriter() });
      await project.load(() => undefined);
      await project.index({});
      const { user, system } = process.cpuUsage(used);
      cpuSecondsEach.push((user + system) / 1e6);
    }
    return { cpuSecondsEach };
  },
  /** A one-line edit of the first file with symbols, indexed, and taken back. */
  async edit() {
    const project = await openProject();
    await project.load(() => undefined);
    const file = someFile(project.snapshot());
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
  /** One-line edits in a project that is served, each until a question would be answered from it. */
  /** Until the state is new, and until a search has found in it what was written. */
  async serve() {
    const { workspace, ask: answer } = await serve(root, homeDir);
    const [project] = workspace.projects;
    const ask = () => project.prepare({ refresh: true, notice: () => undefined });
    await ask();
    await ask();
    const file = someFile(project.snapshot());
    const before = readFileSync(file, 'utf8');
    const wall = [];
    const cpu = [];
    const answered = [];
    const questions = { afterEdit: [], again: [] };
    try {
      for (let edit = 0; edit < SERVED_EDITS; edit++) {
        const start = performance.now();
        const used = process.cpuUsage();
        writeFileSync(file, `${before}\nexport function benchProbe${edit}() { return 1; }\n`);
        await ask();
        wall.push(performance.now() - start);
        cpu.push(cpuMsSince(used));
        const query = `benchProbe${edit}`;
        const started = process.cpuUsage();
        const { structured } = await answer('code_search', { query });
        answered.push(performance.now() - start);
        questions.afterEdit.push(cpuMsSince(started));
        const startedAgain = process.cpuUsage();
        await answer('code_search', { query });
        questions.again.push(cpuMsSince(startedAgain));
        if (!JSON.stringify(structured).includes(`benchProbe${edit}"`))
          throw new Error(`benchProbe${edit} is not found`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } finally {
      writeFileSync(file, before);
      await ask();
      await workspace.close();
    }
    // The first ones warm up the code.
    const { afterEdit, again } = questions;
    const [walls, cpus, answers, asks, repeats] = [wall, cpu, answered, afterEdit, again].map(
      (all) => all.slice(5).sort((a, b) => a - b),
    );
    return {
      wallMs: atShare(walls, 0.5),
      wallP95Ms: atShare(walls, 0.95),
      cpuMs: atShare(cpus, 0.5),
      answerMs: atShare(answers, 0.5),
      answerP95Ms: atShare(answers, 0.95),
      questionCpuMs: atShare(asks, 0.5),
      sameAgainCpuMs: atShare(repeats, 0.5),
    };
  },
  /** From the start of the process until the first question is answered. */
  async start() {
    const { workspace, ask: answer } = await serve(root, homeDir, ANSWER_WAIT_MS);
    await answer('code_search', { query: 'where is the first question answered' });
    const firstAnswerSeconds = performance.now() / 1000;
    await workspace.close();
    return { firstAnswerSeconds };
  },
  /** How long nothing else of the process gets its turn while everything is indexed. */
  async stall() {
    const project = await openProject();
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    await project.index({ full: true });
    delays.disable();
    const ms = (percentile) => delays.percentile(percentile) / 1e6;
    return { p50Ms: ms(50), p99Ms: ms(99), maxMs: delays.max / 1e6 };
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
    return { questions: times.length, p50Ms: atShare(times, 0.5), p95Ms: atShare(times, 0.95) };
  },
  /**
   * The same questions to the whole program as a server answers them: changes looked for, text and
   * vectors asked, hits read from the disk and compared with it, the answer made and cut to its budget.
   */
  async ask() {
    const { workspace, ask: answer } = await serve(root, homeDir);
    const [project] = workspace.projects;
    const ask = async (query) => {
      const start = performance.now();
      await answer('code_search', { query });
      return performance.now() - start;
    };
    const firstMs = await ask('where is the first question answered');
    const questions = questionsOf(project, 200);
    for (const query of questions.slice(0, 20)) await ask(query);
    const times = [];
    for (const query of questions) times.push(await ask(query));
    times.sort((a, b) => a - b);
    const chunks = project.snapshot().text.chunkCount;
    const residentMb = process.memoryUsage().rss / 1024 / 1024;
    await workspace.close();
    const [p50Ms, p95Ms, maxMs] = [0.5, 0.95, 1].map((share) => atShare(times, share));
    return { chunks, questions: times.length, firstMs, p50Ms, p95Ms, maxMs, residentMb };
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
