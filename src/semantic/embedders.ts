import { at } from '../base/assert.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { EmbeddingServer, LocalModel } from '../config/embedding.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { Embedder, EmbedderSource } from '../embed/embedder.ts';
import { planModel, planTextModel } from '../embed/model-folder.ts';
import { remoteEmbedder } from '../embed/remote.ts';
import { sparseEmbedder } from '../embed/sparse-embedder.ts';
import { transformersEmbedder } from '../embed/transformers.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { staticEmbedder } from './embed-thread.ts';
import { ModelOpener } from './model-opener.ts';
import { sentenceThread, sparseThread } from './model-thread.ts';

/** Looks up an environment variable. */
export type Environment = (name: string) => string | undefined;

export interface EmbedderMeans {
  readonly environment: Environment | undefined;
  readonly pause: (ms: number) => Promise<void>;
  /** Number of threads for a local model. */
  readonly threads: number;
  /**
   * Longest time in ms that an answer waits for the vector of its question. When undefined, it
   * waits until the vector exists.
   */
  readonly answerWaitMs: number | undefined;
}

type EmbeddingChoice = Pick<
  ProjectConfig['code'],
  'embedding' | 'embeddingModel' | 'embeddingServer'
>;

/** Returns the embedder that a project's configuration names, or undefined when it names none. */
export function embedderOf(
  { code }: ProjectConfig,
  means: EmbedderMeans,
): EmbedderSource | undefined {
  const { embedding, embeddingServer, embeddingModel } = code;
  return sourceOf({ embedding, embeddingServer, embeddingModel }, means);
}

/**
 * Returns the embedder that made the stored vectors, from its recipe. Returns undefined when it is
 * unavailable. A server is only used if the configuration still names it, and nothing is
 * downloaded.
 */
export function previousEmbedder(
  recipe: string,
  { code }: ProjectConfig,
  means: EmbedderMeans,
): EmbedderSource | undefined {
  if (recipe === STATIC_RECIPE) return madeBy(staticEmbedder);
  const choice = parsed(recipe);
  if (choice?.embedding === 'remote' && choice.embeddingServer?.url !== code.embeddingServer?.url)
    return undefined;
  const embeddingModel = choice?.embeddingModel && { ...choice.embeddingModel, hub: undefined };
  return choice && sourceOf({ ...choice, embeddingModel }, means);
}

function parsed(recipe: string): EmbeddingChoice | undefined {
  try {
    return JSON.parse(recipe) as EmbeddingChoice;
  } catch {
    return undefined;
  }
}

function sourceOf(choice: EmbeddingChoice, means: EmbedderMeans): EmbedderSource | undefined {
  const { embedding, embeddingServer, embeddingModel } = choice;
  if (embedding === 'none') return undefined;
  const recipe = JSON.stringify(choice);
  if (embedding === 'remote' && embeddingServer !== undefined)
    return { ...madeBy(() => serverEmbedder(embeddingServer, means)), isQuick: false, recipe };
  if (embedding === 'transformers' && embeddingModel !== undefined)
    return { ...localModel(embeddingModel, means), recipe };
  return { ...madeBy(staticEmbedder), isPackaged: true };
}

/**
 * Recipe of the packaged model, which has no settings. Vectors stored when it was the only model
 * have no recipe either.
 */
const STATIC_RECIPE = '';

/** Returns a source whose embedder is quick to create and to query. */
export function madeBy(make: () => Embedder): EmbedderSource {
  return {
    recipe: STATIC_RECIPE,
    isQuick: true,
    isHere: () => true,
    open: async () => make(),
    close: () => Promise.resolve(),
  };
}

function serverEmbedder(server: EmbeddingServer, { environment, pause }: EmbedderMeans): Embedder {
  const { keyVariable } = server;
  const key = keyVariable === undefined ? undefined : environment?.(keyVariable);
  if (keyVariable !== undefined && key === undefined) {
    throw new GraphMemoryError('GM_EMBEDDER', `the environment has no ${keyVariable}`, {
      hint: 'Set it to the key of the embedding server, or remove keyVariable from the configuration.',
    });
  }
  return remoteEmbedder(server, { key, pause, send: fetch });
}

function localModel(
  model: LocalModel,
  { threads, answerWaitMs }: EmbedderMeans,
): Omit<EmbedderSource, 'recipe'> {
  return openedBy(
    new ModelOpener(model, () => {
      const plan = planModel(model);
      const thread = sentenceThread(plan, threads);
      const embedder = transformersEmbedder(plan, thread.call, answerWaitMs);
      return { opened: embedder, close: thread.close };
    }),
  );
}

/** Returns the embedder of sparse vectors, or undefined when the configuration names none. */
export function sparseSourceOf(
  { code: { sparseModel: model } }: ProjectConfig,
  { threads, answerWaitMs }: EmbedderMeans,
): EmbedderSource | undefined {
  if (model === undefined) return undefined;
  const opener = new ModelOpener(model, () => {
    const plan = planTextModel(model);
    const thread = sparseThread(plan, threads);
    const embedder = sparseEmbedder(plan, thread.call, answerWaitMs);
    return { opened: embedder, close: thread.close };
  });
  return { ...openedBy(opener), recipe: JSON.stringify(model) };
}

function openedBy(opener: ModelOpener<Embedder>): Omit<EmbedderSource, 'recipe'> {
  return {
    isQuick: false,
    isHere: () => opener.isHere(),
    open: (onProgress) => opener.open(onProgress),
    close: () => opener.close(),
  };
}

/**
 * Returns the path and the current lines of a chunk, with secrets masked. Returns only the path
 * when the file is gone.
 */
export async function chunkText(
  read: (path: RepoPath) => Promise<Pick<SourceFile, 'text'>>,
  { data, chunkFiles }: TextIndex,
  chunk: number,
): Promise<string> {
  const path = at(data.paths, at(chunkFiles, chunk));
  const source = await read(path).catch(() => undefined);
  const lines = (source?.text ?? '').split('\n');
  const own = lines.slice(at(data.chunkStartLines, chunk) - 1, at(data.chunkEndLines, chunk));
  return [path, ...own].join('\n');
}
