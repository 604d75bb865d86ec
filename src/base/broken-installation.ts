import { GraphMemoryError } from './errors.ts';

/**
 * Creates a GM_INSTALLATION error for a damaged or missing file of the package (`the grammar
 * x.wasm`).
 */
export function brokenInstallation(what: string, cause: unknown): GraphMemoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const hint =
    'A file of graph-memory is missing or damaged; install it again (npm uninstall, npm install). In a clone of its repository, run `npm run build`.';
  return new GraphMemoryError('GM_INSTALLATION', `${what} cannot be loaded: ${reason}`, {
    hint,
    cause,
  });
}
