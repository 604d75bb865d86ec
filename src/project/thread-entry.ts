/**
 * The file that a thread runs, beside the module that starts it. Node runs no TypeScript: beside the
 * sources, as in tests, the thread is the built one.
 */
export function threadEntry(name: string, startedBy: string): URL {
  const isSource = startedBy.endsWith('.ts');
  return new URL(isSource ? `../../dist/project/${name}.js` : `./${name}.js`, startedBy);
}
