/** The settings that a state was made with, as far as reading it depends on them. */
import type { ProjectConfig } from '../config/load.ts';

/**
 * No folders and no servers: what somebody has published must not make a reader open or connect to
 * anything. Vectors of other models than the packaged one are therefore not used.
 */
export interface PublishedSettings {
  readonly fileSizeBytesMax: number;
  readonly parseMsMax: number;
  readonly hasVectors: boolean;
}

export function publishedSettings({ code }: ProjectConfig): PublishedSettings {
  const { fileSizeBytesMax, parseMsMax, embedding } = code;
  return { fileSizeBytesMax, parseMsMax, hasVectors: embedding === 'static' };
}

/** Returns the configuration of a published project. `root` and `storeDir` are names, not folders. */
export function publishedConfig(
  name: string,
  place: { readonly root: string; readonly storeDir: string },
  { fileSizeBytesMax, parseMsMax, hasVectors }: PublishedSettings,
): ProjectConfig {
  return {
    ...{ name, ...place, memory: 'read-only', personalNotes: undefined },
    code: {
      enabled: true,
      include: [],
      exclude: [],
      fileSizeBytesMax,
      parseMsMax,
      embedding: hasVectors ? 'static' : 'none',
      vectorIndex: 'exact',
      embeddingModel: undefined,
      embeddingServer: undefined,
      sparseModel: undefined,
      rerankModel: undefined,
    },
    docs: { enabled: true, include: [], exclude: [], about: [], driftExclude: [] },
  };
}
