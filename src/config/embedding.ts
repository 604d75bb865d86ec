/** The embedding configuration with all defaults resolved. */
import { basename, join } from 'node:path';
import type { z } from 'zod';
import type { embeddingModelSchema, embeddingServerSchema } from './embedding-schema.ts';
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

/** A model that runs on this machine. Undefined settings are taken from the model's own files. */
export interface LocalModel {
  /** Name of the model for messages. */
  readonly name: string;
  /** Absolute path; for a model of the hub, the folder into which it is downloaded. */
  readonly folder: string;
  readonly hub:
    | { readonly url: string; readonly model: string; readonly revision: string }
    | undefined;
  readonly dtype: ModelEntry['dtype'];
  readonly pooling: Exclude<ModelEntry['pooling'], 'auto'> | undefined;
  readonly queryPrefix: string | undefined;
  readonly passagePrefix: string | undefined;
  readonly tokensMax: number;
  readonly batch: number;
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
  const { hub, hubUrl, revision, pooling, dtype, tokensMax, batch } = entry;
  const { queryPrefix, passagePrefix } = entry;
  // The schema guarantees that exactly one of both is set.
  const place = folder ?? join(homeFolder(homeDir), 'models', hub ?? '', revision);
  return {
    name: basename(hub ?? place),
    folder: place,
    hub: hub === undefined ? undefined : { url: hubUrl, model: hub, revision },
    pooling: pooling === 'auto' ? undefined : pooling,
    ...{ dtype, queryPrefix, passagePrefix, tokensMax, batch },
  };
}
