/** A worker's entry file below `dist`, without its extension. */
export type WorkerName = `${'workers' | 'semantic'}/${string}-worker`;

/**
 * Returns the entry file of a thread. Node does not run TypeScript, so even from the sources, as in
 * tests, the thread uses the built file. In dist, it is found relative to the bundle's folder.
 */
export function threadEntry(name: WorkerName): URL {
  return new URL(`../../dist/${name}.js`, import.meta.url);
}
