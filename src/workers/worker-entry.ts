/** A worker's entry file below `dist`, without its extension. */
export type WorkerName = `${'workers' | 'semantic'}/${string}-worker`;

/**
 * The file that a thread runs. Node runs no TypeScript: beside the sources, as in tests, the thread is
 * the built one; in dist it is found from the bundle's folder.
 */
export function threadEntry(name: WorkerName): URL {
  return new URL(`../../dist/${name}.js`, import.meta.url);
}
