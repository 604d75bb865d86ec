import { useEffect, useState } from 'preact/hooks';
import { callTool } from './api.ts';

export interface Loaded<Answer> {
  readonly answer: Answer | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

const EMPTY = { answer: undefined, error: undefined, isLoading: false };

/**
 * Calls a tool whenever its arguments change, after a delay; a newer call cancels an older one. The
 * previous answer stays until the new one arrives. No call without arguments.
 */
export function useAnswer<Answer>(
  tool: string,
  input: Readonly<Record<string, unknown>> | undefined,
  { delayMs = 0, version = 0 } = {},
): Loaded<Answer> {
  const [loaded, setLoaded] = useState<Loaded<Answer>>(EMPTY);
  const key = input === undefined ? undefined : JSON.stringify(input);
  useEffect(() => {
    if (key === undefined) {
      setLoaded(EMPTY);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      setLoaded((before) => ({ ...before, isLoading: true }));
      callTool<Answer>(tool, JSON.parse(key) as Record<string, unknown>, abort.signal).then(
        (answer) => setLoaded({ answer, error: undefined, isLoading: false }),
        (error: Error) => {
          if (!abort.signal.aborted) setLoaded({ answer: undefined, error, isLoading: false });
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [tool, key, delayMs, version]);
  return loaded;
}
