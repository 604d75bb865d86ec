import type { Readable, Writable } from 'node:stream';
import { PassThrough, Transform } from 'node:stream';

/** The client's side of a session: its messages, one a line, and where the answers go. */
export interface SessionStreams {
  readonly input: Readable;
  readonly output: Writable;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number } | null;
}

/**
 * Passes the lines of a session between a client and a server, and remembers what another server
 * needs to go on: the handshake, and the requests without an answer.
 */
export class SessionRelay {
  readonly #client: SessionStreams;
  #initialize: { readonly line: string; readonly key: string } | undefined;
  #initialized: string | undefined;
  readonly #pending = new Map<string, string>();
  #unfinished = '';
  #hasEnded = false;

  constructor(client: SessionStreams) {
    this.#client = client;
  }

  /**
   * Passes lines until the client ends the session, which gives undefined, or the server does. Then
   * the result is the session as it has to go on: what was not answered, and what follows.
   */
  async through(
    server: Readable & Writable,
    signal: AbortSignal,
  ): Promise<SessionStreams | undefined> {
    const { input, output } = this.#client;
    const fromClient = (chunk: Buffer) => {
      if (!this.#takeLines(chunk, server)) input.pause();
    };
    const onDrain = () => input.resume();
    const onEnd = () => {
      this.#hasEnded = true;
      if (this.#unfinished !== '') this.#takeLines(Buffer.from('\n'), server);
      server.end();
    };
    let answer = '';
    const decoder = new TextDecoder();
    const fromServer = (chunk: Buffer) => {
      const lines = (answer + decoder.decode(chunk, { stream: true })).split('\n');
      // A line that the server did not finish never reaches the client.
      answer = lines.pop() ?? '';
      for (const line of lines) this.#trackAnswer(line);
      if (lines.length > 0 && !output.write(`${lines.join('\n')}\n`)) {
        server.pause();
        output.once('drain', () => server.resume());
      }
    };
    const onAbort = () => server.destroy();
    await new Promise<void>((resolve) => {
      server
        .on('data', fromServer)
        .on('drain', onDrain)
        .on('error', () => undefined);
      server.once('close', () => resolve());
      signal.addEventListener('abort', onAbort, { once: true });
      input.on('data', fromClient).once('end', onEnd);
      server.resume();
    });
    input.off('data', fromClient).off('end', onEnd);
    signal.removeEventListener('abort', onAbort);
    if (signal.aborted || (this.#hasEnded && this.#pending.size === 0)) return undefined;
    return this.#remainder();
  }

  /** Sends the complete lines; returns false if the server should get no more for now. */
  #takeLines(chunk: Buffer, server: Writable): boolean {
    const lines = (this.#unfinished + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#unfinished = lines.pop() ?? '';
    for (const line of lines) this.#trackRequest(line);
    return lines.length === 0 || server.write(`${lines.join('\n')}\n`);
  }

  readonly #decoder = new TextDecoder();

  #trackRequest(line: string): void {
    const { id, method, params } = parsed(line);
    if (method === undefined) return;
    if (method === 'notifications/initialized') this.#initialized = line;
    if (method === 'notifications/cancelled')
      this.#pending.delete(JSON.stringify(params?.requestId));
    if (id === undefined) return;
    if (method === 'initialize') this.#initialize = { line, key: JSON.stringify(id) };
    this.#pending.set(JSON.stringify(id), line);
  }

  #trackAnswer(line: string): void {
    const { id, method } = parsed(line);
    if (id !== undefined && method === undefined) this.#pending.delete(JSON.stringify(id));
  }

  #remainder(): SessionStreams {
    const input = new PassThrough();
    const first = this.#initialize;
    const isGreeted = first !== undefined && !this.#pending.has(first.key);
    const lines = [
      ...(isGreeted ? [first.line] : []),
      ...(isGreeted && this.#initialized !== undefined ? [this.#initialized] : []),
      ...this.#pending.values(),
    ];
    input.write(lines.map((line) => `${line}\n`).join('') + this.#unfinished);
    if (this.#hasEnded) input.end();
    else this.#client.input.pipe(input);
    const { output } = this.#client;
    return { input, output: isGreeted ? withoutAnswer(first.key, output) : output };
  }
}

/** Returns a stream that leaves out the answer to a request that was answered before. */
function withoutAnswer(key: string, output: Writable): Writable {
  let isDropped = false;
  const filter = new Transform({
    // The server writes one message at a time.
    transform(chunk: Buffer, _encoding, done) {
      if (!isDropped) {
        const { id, method } = parsed(chunk.toString('utf8'));
        isDropped = method === undefined && JSON.stringify(id) === key;
        if (isDropped) return done();
      }
      done(undefined, chunk);
    },
  });
  filter.pipe(output);
  return filter;
}

function parsed(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
