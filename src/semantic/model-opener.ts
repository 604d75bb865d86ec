import { makeFolder } from '../base/make-folder.ts';
import type { ModelFiles } from '../config/embedding.ts';
import { fetchModel } from '../embed/hub.ts';
import { onnxFile } from '../embed/model-folder.ts';

/** A model contains no secrets, so only the user's umask restricts who may read it. */
const MODEL_FOLDER_MODE = 0o777;

interface Opened<Model> {
  readonly opened: Model;
  readonly close: () => Promise<void>;
}

/** Opens a model of this machine when it is needed; a model of the hub is downloaded first. */
export class ModelOpener<Model> {
  readonly #files: ModelFiles;
  readonly #start: () => Opened<Model>;
  readonly #closing = new AbortController();
  #model: Promise<Model> | undefined;
  #close: () => Promise<void> = () => Promise.resolve();

  /** `start` may throw. */
  constructor(files: ModelFiles, start: () => Opened<Model>) {
    this.#files = files;
    this.#start = start;
  }

  /** Whether the model is available without network access. */
  isHere(): boolean {
    return onnxFile(this.#files) !== undefined;
  }

  /**
   * Returns the same model each time; a failed attempt is repeated.
   * @throws {GraphMemoryError} GM_EMBEDDER
   */
  open(onProgress: (work: string) => void): Promise<Model> {
    this.#model ??= this.#open(onProgress).catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    });
    return this.#model;
  }

  async #open(onProgress: (work: string) => void): Promise<Model> {
    const { hub } = this.#files;
    if (!this.isHere() && hub !== undefined)
      await fetchModel(hub, this.#files, {
        send: fetch,
        makeFolder: (path) => makeFolder(path, MODEL_FOLDER_MODE),
        onProgress,
        signal: this.#closing.signal,
      });
    const { opened, close } = this.#start();
    this.#close = close;
    return opened;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#close();
  }
}
