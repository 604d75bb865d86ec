/**
 * Records what an agent has read and edited in its session, and how relevant it still is to the
 * next request. Time is counted in turns, one per tool call, so the same calls give the same
 * answers.
 */

type Touch = 'read' | 'edited';

interface TouchEvent {
  readonly key: string;
  readonly turn: number;
  readonly touch: Touch;
}

export interface Relevance {
  /** 0–1. */
  readonly value: number;
  /** For example `file read 2 turns ago`. */
  readonly detail: string;
}

/** Turns after which an event counts half as much; about the length of an agent's task. */
const HALF_LIFE_TURNS = 5;
/** Older events are dropped: their weight is below 2^-8. */
const TURNS_MAX = 8 * HALF_LIFE_TURNS;
const EVENTS_MAX = 1000;
/** Initial weight of an event. Editing a file counts more than reading it. */
const FRESH: Readonly<Record<Touch, number>> = { read: 0.5, edited: 1 };

export class SessionLog {
  #turn = 0;
  #isIntroduced = false;
  /** In order of turns, oldest first. */
  #events: TouchEvent[] = [];
  readonly #loadedTools = new Set<string>();

  /** Names of the tools that `tool_search` has shown, in that order. */
  get loadedTools(): ReadonlySet<string> {
    return this.#loadedTools;
  }

  loadTools(names: readonly string[]): void {
    for (const name of names) this.#loadedTools.add(name);
  }

  get turn(): number {
    return this.#turn;
  }

  /** Returns true the first time: the session's first answer names the projects. */
  introduce(): boolean {
    const isFirst = !this.#isIntroduced;
    this.#isIntroduced = true;
    return isFirst;
  }

  nextTurn(): void {
    this.#turn++;
    this.#events = this.#events.filter(({ turn }) => this.#turn - turn <= TURNS_MAX);
  }

  touch(project: string, path: string, touch: Touch): void {
    this.#events.push({ key: keyOf(project, path), turn: this.#turn, touch });
    if (this.#events.length > EVENTS_MAX) this.#events.shift();
  }

  /**
   * Returns the relevance of each read or edited path of a project, from the events before a turn.
   */
  relevance(project: string, turn: number): ReadonlyMap<string, Relevance> {
    const prefix = keyOf(project, '');
    const found = new Map<string, { value: number; last: TouchEvent }>();
    for (const event of this.#events) {
      if (!event.key.startsWith(prefix) || event.turn >= turn) continue;
      const path = event.key.slice(prefix.length);
      const worth = FRESH[event.touch] * 0.5 ** ((turn - event.turn) / HALF_LIFE_TURNS);
      const value = Math.min(1, (found.get(path)?.value ?? 0) + worth);
      found.set(path, { value, last: event });
    }
    return new Map(
      [...found].map(([path, { value, last }]) => {
        const turns = turn - last.turn;
        const ago = turns === 1 ? '1 turn ago' : `${turns} turns ago`;
        return [path, { value, detail: `file ${last.touch} ${ago}` }];
      }),
    );
  }
}

function keyOf(project: string, path: string): string {
  return `${project}\0${path}`;
}
