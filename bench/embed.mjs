// What vectors add to indexing: `node bench/embed.mjs FOLDER`. Indexes the folder without vectors, then makes
// those of all chunks as a first run does, and asks one question, which derives the tables for searching.
// Prints a line of JSON; processor time is that of all threads.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processWriter } from '../dist/cli/process-writer.js';
import { loadConfig } from '../dist/config/load.js';
import { Project } from '../dist/project/project.js';
import { staticEmbedder } from '../dist/semantic/embed-thread.js';
import { madeBy } from '../dist/semantic/embedders.js';
import { VectorService } from '../dist/semantic/vector-service.js';

const homeDir = mkdtempSync(join(tmpdir(), 'bench-embed-'));
const cwd = resolve(process.argv[2]);
const { projects } = await loadConfig({ cwd, configPath: undefined, homeDir });
const [config] = projects;
const without = { ...config, code: { ...config.code, embedding: 'none' } };
const project = await Project.open(without, { writer: processWriter() });
await project.index({});
const { text, docsText } = project.snapshot();

const nothing = () => Promise.resolve(undefined);
const shelf = { load: nothing, save: nothing, loadPrevious: nothing, savePrevious: nothing };
const timed = async (work) => {
  const startedMs = performance.now();
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return {
    s: Number(((performance.now() - startedMs) / 1000).toFixed(2)),
    cpuS: Number(((user + system) / 1e6).toFixed(2)),
  };
};
const keeper = new VectorService(madeBy(staticEmbedder), shelf, () => performance.now());
const made = await timed(() => keeper.follow([text, docsText]));
const everywhere = new Uint8Array(text.fileCount).fill(1);
const asked = await timed(() => keeper.meaning(text, 'where are requests retried', everywhere));
const chunks = text.chunkCount + docsText.chunkCount;
console.log(
  JSON.stringify({ chunks, pageChunks: docsText.chunkCount, made, firstQuestion: asked }),
);
await keeper.close();
await project.close();
rmSync(homeDir, { recursive: true });
