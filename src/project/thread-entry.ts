/**
 * The file that a thread runs. Node runs no TypeScript: beside the sources, as in tests, the thread is
 * the built one; in dist it is found from the bundle's folder.
 */
export function threadEntry(name: string): URL {
  return new URL(`../../dist/project/${name}.js`, import.meta.url);
}
