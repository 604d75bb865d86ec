/** An event for the clients that follow the server. */
export interface ServerEvent {
  readonly event: 'progress' | 'notice' | 'changed';
  /** The project concerned; undefined if it concerns all. */
  readonly project?: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: ServerEvent) => void;

/** Hands events to all listeners. */
export class EventHub {
  readonly #listeners = new Set<Listener>();

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
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
