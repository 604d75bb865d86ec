import type { EmbedderSource } from '../embed/embedder.ts';
import type { Environment } from '../semantic/embedders.ts';
import type { SharedBlobs } from '../store/shared-blobs.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import type { WatchSettings } from './project-watch.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';

export interface ProjectOptions {
  /** Identifies this process in the store's lock. Its clock is the project's clock. */
  readonly writer: WriterIdentity;
  /** Maximum number of extraction threads. Below 2, extraction runs on this thread. */
  readonly threadsMax?: number;
  /** Entry file for extraction threads, instead of the built one. */
  readonly extractThread?: URL | undefined;
  /**
   * Watches the disk after the first `Project.prepare` with refresh. When undefined, each
   * question scans the disk.
   */
  readonly watch?: WatchSettings | undefined;
  /**
   * Longest time in ms that a question waits for a run while an older snapshot can answer it, or
   * for a model of the user's own. When undefined, questions wait until these have ended.
   */
  readonly answerWaitMs?: number | undefined;
  /**
   * Maximum wait in ms of a question for the first index, if the question can be answered without
   * one. When undefined, it waits for the end.
   */
  readonly firstWaitMs?: number | undefined;
  /** Overrides the configured source of vectors. */
  readonly embedder?: EmbedderSource;
  /** Whether stored vectors are loaded only when a question needs them, for a process with one question. */
  readonly hasVectorsOnDemand?: boolean;
  /**
   * Looks up environment variables, such as the key of an embedding server. When undefined, no key
   * is found.
   */
  readonly environment?: Environment;
  /** Where facts are shared with other machines; undefined for nowhere. */
  readonly shared?: SharedBlobs | undefined;
  /** A published state that answers instead of the files on disk; see `PublishedProject`. */
  readonly published?: PublishedSnapshot | undefined;
}
