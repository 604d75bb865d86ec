/** Requests to the server that served this page. */

const TOKEN_KEY = 'graph-memory-token';

/** An error answer of the server. */
export class RequestError extends Error {
  readonly status: number;
  readonly hint: string;

  constructor(status: number, message: string, hint: string) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

/** Takes the token from the address, where only this page sees it, and removes it from there. */
export function takeToken(): void {
  const found = /^#token=([\w-]+)/.exec(location.hash);
  if (found?.[1] === undefined) return;
  sessionStorage.setItem(TOKEN_KEY, found[1]);
  history.replaceState(null, '', `${location.pathname}#/`);
}

export function setToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token.trim());
}

function headers(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN_KEY);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/**
 * Calls a tool. @throws {RequestError} when the server refuses; `AbortError` when the signal aborts.
 */
export async function callTool<Answer>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`/api/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers() },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return (await response.json()) as Answer;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; hint?: string };
  throw new RequestError(
    response.status,
    problem.detail ?? response.statusText,
    problem.hint ?? '',
  );
}

export interface ServerEvent {
  readonly event: string;
  readonly data: {
    readonly project?: string;
    readonly message?: string;
    readonly phase?: string;
    readonly done?: number;
    readonly total?: number;
  };
}

/**
 * Follows the server's events until the signal aborts; connects again after a failure. `EventSource`
 * cannot send a token.
 */
export async function followEvents(
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await readEvents(onEvent, signal);
    } catch {
      // The server may be restarting.
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

const RECONNECT_MS = 3000;

async function readEvents(
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch('/api/events', { headers: headers(), signal });
  if (!response.ok || response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const found = /^event: (\w+)\ndata: (.*)$/s.exec(part);
      if (found !== null) {
        onEvent({
          event: found[1] ?? '',
          data: JSON.parse(found[2] ?? '{}') as ServerEvent['data'],
        });
      }
    }
  }
}
