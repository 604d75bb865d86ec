import { at } from '../base/assert.ts';
import { GraphMemoryError } from '../base/errors.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { Embedder } from '../embed/embedder.ts';
import { remoteEmbedder } from '../embed/remote.ts';
import type { TextIndex } from '../index/text-index.ts';
import { readCurrent } from './current-file.ts';
import { staticEmbedder } from './embed-thread.ts';

/** Looks a variable of the environment up. */
export type Environment = (name: string) => string | undefined;

export interface EmbedderMeans {
  readonly environment: Environment | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/** What a project's configuration wants vectors to be made by; undefined: by nothing. */
export function embedderOf(
  { code }: ProjectConfig,
  { environment, pause }: EmbedderMeans,
): (() => Embedder) | undefined {
  const { embedding, embeddingServer: server } = code;
  if (embedding === 'none') return undefined;
  if (embedding === 'static' || server === undefined) return staticEmbedder;
  return () => {
    const { keyVariable } = server;
    const key = keyVariable === undefined ? undefined : environment?.(keyVariable);
    if (keyVariable !== undefined && key === undefined) {
      throw new GraphMemoryError('GM_USAGE', `the environment has no ${keyVariable}`, {
        hint: 'Set it to the key of the embedding server, or take keyVariable out of the configuration.',
      });
    }
    return remoteEmbedder(server, { key, pause, send: fetch });
  };
}

/** Path and lines of a chunk as they are now, secrets masked; the path alone when the file is gone. */
export async function chunkText(
  config: ProjectConfig,
  { data, chunkFiles }: TextIndex,
  chunk: number,
): Promise<string> {
  const path = at(data.paths, at(chunkFiles, chunk));
  const read = await readCurrent(config, path).catch(() => undefined);
  const lines = (read?.text ?? '').split('\n');
  const own = lines.slice(at(data.chunkStartLines, chunk) - 1, at(data.chunkEndLines, chunk));
  return [path, ...own].join('\n');
}
