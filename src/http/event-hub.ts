/** An event for the clients that follow the server. */
export interface ServerEvent {
  readonly event: 'progress' | 'notice' | 'changed';
  /** The project concerned; undefined if it concerns all. */
  readonly project?: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Listener {
  readonly take: (event: ServerEvent) => void;
  /** Called once, when no more events follow. */
  readonly end: () => void;
}

/** Hands events to all listeners. */
export class EventHub {
  readonly #listeners = new Set<Listener>();

  publish(event: ServerEvent): void {
    for (const { take } of this.#listeners) take(event);
  }

  /** Ends all subscriptions: an open stream would keep a server from stopping. */
  close(): void {
    for (const { end } of this.#listeners) end();
    this.#listeners.clear();
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }
}
