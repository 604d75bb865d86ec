import type { ProjectConfig } from '../config/load.ts';
import { readSourceFile } from '../files/read.ts';
import { readCurrent } from '../indexing/current-file.ts';
import type { IndexStore, IndexWriter } from '../indexing/index-store.ts';
import type { IndexState } from '../indexing/stored-index.ts';
import type { RepoPath } from '../model/path.ts';
import {
  chunkText,
  type EmbedderMeans,
  embedderOf,
  previousEmbedder,
  sparseSourceOf,
} from '../semantic/embedders.ts';
import { NeighbourGraph } from '../semantic/neighbour-graph.ts';
import { Reranker } from '../semantic/reranker.ts';
import { type VectorStorage, WITHOUT_PREVIOUS } from '../semantic/stored-vectors.ts';
import { type Indexes, VectorService } from '../semantic/vector-service.ts';
import type { ProjectOptions } from './project-options.ts';

type Write = (save: (writer: IndexWriter) => Promise<void>) => Promise<void>;

interface VectorServices {
  readonly vectors: VectorService;
  readonly sparse: VectorService;
}

/** Creates the services of a project's vectors, which are stored beside its index. */
export function createVectorServices(
  config: ProjectConfig,
  options: ProjectOptions,
  store: IndexStore,
  write: Write,
): VectorServices {
  const { writer, threadsMax = 0, embedder, environment, answerWaitMs, published } = options;
  const threads = modelThreads(threadsMax);
  const means: EmbedderMeans = { environment, pause: writer.pause, threads, answerWaitMs };
  const neighbours = new NeighbourGraph(config.code.vectorIndex, {
    load: () => store.loadGraph(),
    save: (writeGraph) => write((locked) => locked.saveGraph(writeGraph)),
  });
  const readSource = (path: RepoPath) => readSourceFile(config.root, { path }, config.code);
  const read = (path: RepoPath) => published?.read(path) ?? readCurrent(readSource, path);
  const storage: VectorStorage = {
    previousSource: (recipe) => previousEmbedder(recipe, config, means),
    loadPrevious: () => store.loadPreviousVectors(),
    savePrevious: (set) => write((locked) => locked.savePreviousVectors(set)),
    loadProblem: () => store.loadVectorsProblem(),
    saveProblem: (problem) => write((locked) => locked.saveVectorsProblem(problem)),
    textOf: (index, chunk) => chunkText(read, index, chunk),
    load: () => store.loadVectors(),
    save: (set) => write((locked) => locked.saveVectors(set)),
  };
  const ofSparse: VectorStorage = {
    ...WITHOUT_PREVIOUS,
    textOf: storage.textOf,
    load: () => store.loadSparseVectors(),
    save: (set) => write((locked) => locked.saveSparseVectors(set)),
  };
  const source = embedder ?? embedderOf(config, means);
  return {
    vectors: new VectorService(source, storage, writer.now, neighbours),
    sparse: new VectorService(sparseSourceOf(config, means), ofSparse, writer.now),
  };
}

/** Creates the service that orders the first files of an answer, if the configuration names a model. */
export function createReranker(
  { code }: ProjectConfig,
  { writer, threadsMax = 0, answerWaitMs }: ProjectOptions,
): Reranker {
  const waitsForStart = answerWaitMs === undefined;
  const threads = modelThreads(threadsMax);
  return new Reranker(code.rerankModel, { threads, waitsForStart, now: writer.now });
}

/** Returns the number of threads of a local model, which leaves one for answers. */
function modelThreads(threadsMax: number): number {
  return Math.max(1, threadsMax - 1);
}

/** Returns the text indexes that have vectors: code and pages. */
export function indexesOf({ snapshot }: IndexState): Indexes {
  return [snapshot.text, snapshot.docsText];
}
