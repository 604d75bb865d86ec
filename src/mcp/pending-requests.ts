import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

/** Answered only when the client ends it. */
const NEVER_ANSWERED = 'subscriptions/listen';

/** The requests of one connection that await their response. */
export class PendingRequests {
  readonly #ids = new Set<RequestId>();
  #waiting: (() => void)[] = [];

  received(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      if (message.method !== NEVER_ANSWERED) this.#ids.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      this.#settle((message.params as { requestId?: RequestId } | undefined)?.requestId);
    }
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#settle(message.id);
  }

  /** Resolves when no request is pending. */
  settled(): Promise<void> {
    if (this.#ids.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #settle(id: RequestId | undefined): void {
    if (id === undefined) return;
    this.#ids.delete(id);
    if (this.#ids.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
