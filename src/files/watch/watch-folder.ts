import { watch } from 'node:fs';
import { systemCode } from '../../base/system-code.ts';

/** Hears of one watched folder. */
export interface WatchListener {
  /**
   * Something happened to the entry of this name, relative to the folder; undefined when the system
   * does not say which. `isRename`: the entry appeared, went away or was replaced.
   */
  readonly changed: (name: string | undefined, isRename: boolean) => void;
  /** The folder cannot be watched any longer; with the system's code. */
  readonly failed: (code: string) => void;
}

interface WatchOptions {
  /** Folders below as well, where the system does that by itself. */
  readonly recursive: boolean;
}

/** Starts to watch an absolute folder, and returns how to stop. Throws the system's refusals. */
export type OpenWatch = (
  folder: string,
  listener: WatchListener,
  options: WatchOptions,
) => () => void;

/** The system's own notices. They do not keep the process alive. */
export const watchFolder: OpenWatch = (folder, listener, { recursive }) => {
  const watcher = watch(folder, { persistent: false, recursive }, (event, name) =>
    listener.changed(name ?? undefined, event === 'rename'),
  );
  watcher.on('error', (error) => listener.failed(systemCode(error)));
  return () => watcher.close();
};
