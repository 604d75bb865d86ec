import { watch } from 'node:fs';
import { systemCode } from '../../base/system-code.ts';

/** Receives the events of one watched folder. */
export interface WatchListener {
  /**
   * Called when an entry changed. `name` is relative to the folder; undefined if the system does
   * not report it. `isRename`: the entry was created, removed or replaced.
   */
  readonly changed: (name: string | undefined, isRename: boolean) => void;
  /** Called with the system's error code when the folder can no longer be watched. */
  readonly failed: (code: string) => void;
}

interface WatchOptions {
  /** Whether to watch subfolders as well, if the system supports that. */
  readonly recursive: boolean;
}

/**
 * Starts to watch an absolute folder and returns a function that stops it. Rethrows system errors.
 */
export type OpenWatch = (
  folder: string,
  listener: WatchListener,
  options: WatchOptions,
) => () => void;

/** Watches a folder through the operating system. Watchers do not keep the process alive. */
export const watchFolder: OpenWatch = (folder, listener, { recursive }) => {
  const watcher = watch(folder, { persistent: false, recursive }, (event, name) =>
    listener.changed(name ?? undefined, event === 'rename'),
  );
  watcher.on('error', (error) => listener.failed(systemCode(error)));
  return () => watcher.close();
};
