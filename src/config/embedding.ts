/** The embedding configuration with all defaults resolved. */
import { basename, join } from 'node:path';
import type { z } from 'zod';
import type {
  embeddingModelSchema,
  embeddingServerSchema,
  rerankModelSchema,
  sparseModelSchema,
} from './embedding-schema.ts';
import { homeFolder } from './home-folder.ts';

/** A server that computes vectors. */
export interface EmbeddingServer {
  readonly url: string;
  readonly model: string;
  readonly dimensions: number;
  /** Name of the environment variable that contains the key. */
  readonly keyVariable: string | undefined;
  readonly batch: number;
  readonly timeoutMs: number;
}

type ModelEntry = z.output<typeof embeddingModelSchema>;
type RerankEntry = z.output<typeof rerankModelSchema>;
type ModelFileEntry = z.output<typeof sparseModelSchema>;

/** The files of a model that runs on this machine. */
export interface ModelFiles {
  /** Name of the model for messages. */
  readonly name: string;
  /** Absolute path; for a model of the hub, the folder into which it is downloaded. */
  readonly folder: string;
  readonly hub:
    | { readonly url: string; readonly model: string; readonly revision: string }
    | undefined;
  readonly dtype: ModelEntry['dtype'];
  readonly tokensMax: number;
  /** Number of texts per model run. */
  readonly batch: number;
}

/** A model that computes vectors. Undefined settings are taken from the model's own files. */
export interface LocalModel extends ModelFiles {
  readonly pooling: Exclude<ModelEntry['pooling'], 'auto'> | undefined;
  readonly queryPrefix: string | undefined;
  readonly passagePrefix: string | undefined;
}

/** A model that reads a question and a text together. */
export interface RerankModel extends ModelFiles {
  /** Number of files that it reads for a question. */
  readonly candidates: number;
  /** Longest time in ms that an answer waits for it. */
  readonly timeoutMs: number;
}

export function serverOf(entry: z.output<typeof embeddingServerSchema>): EmbeddingServer {
  return { keyVariable: undefined, ...entry };
}

/** `folder` is where the model is that the entry names by its folder. */
export function localModel(
  entry: ModelEntry,
  folder: string | undefined,
  homeDir: string,
): LocalModel {
  const { pooling, queryPrefix, passagePrefix } = entry;
  return {
    ...modelFiles(entry, folder, homeDir),
    pooling: pooling === 'auto' ? undefined : pooling,
    ...{ queryPrefix, passagePrefix },
  };
}

/** See {@link localModel}. */
export function rerankModel(
  entry: RerankEntry,
  folder: string | undefined,
  homeDir: string,
): RerankModel {
  const { candidates, timeoutMs } = entry;
  return { ...modelFiles(entry, folder, homeDir), candidates, timeoutMs };
}

/** See {@link localModel}. For a model without settings of its own. */
export function modelFiles(
  { hub, hubUrl, revision, dtype, tokensMax, batch }: ModelFileEntry,
  folder: string | undefined,
  homeDir: string,
): ModelFiles {
  // The schema guarantees that exactly one of both is set.
  const place = folder ?? join(homeFolder(homeDir), 'models', hub ?? '', revision);
  return {
    name: basename(hub ?? place),
    folder: place,
    hub: hub === undefined ? undefined : { url: hubUrl, model: hub, revision },
    ...{ dtype, tokensMax, batch },
  };
}
