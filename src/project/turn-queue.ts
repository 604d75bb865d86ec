/** Runs work one piece after the other, whether the previous one succeeded or failed. */
export class TurnQueue {
  #last: Promise<void> = Promise.resolve();
  #held: Promise<void> = Promise.resolve();

  /** Runs work when all earlier turns, and the work they hold the queue for, have ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    const ended = () => this.#held;
    this.#last = turn.then(ended, ended);
    return turn;
  }

  /**
   * Makes the next turn wait for work that outlasts the current one. An error of this work is not
   * reported here.
   */
  hold(work: Promise<void>): void {
    this.#held = work.catch(() => undefined);
  }

  /** Resolves when every turn so far has ended. */
  ended(): Promise<void> {
    return this.#last;
  }
}
