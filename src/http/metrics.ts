import type { ProjectStatus } from '../project/project.ts';

/** Upper bounds of the histogram of answer times, in seconds. */
const BUCKETS_S: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 45];

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Counts requests and their durations, and prints them in the Prometheus text format. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  /** Requests in progress. */
  inFlight = 0;

  /** Counts a request. `route` is one of a fixed list, so that clients cannot add series. */
  count(route: string, status: number, seconds: number): void {
    const key = labels({ route, status: String(status) });
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const histogram = this.#durations.get(route) ?? {
      counts: BUCKETS_S.map(() => 0),
      sum: 0,
      count: 0,
    };
    this.#durations.set(route, histogram);
    BUCKETS_S.forEach((bound, index) => {
      if (seconds <= bound) histogram.counts[index] = (histogram.counts[index] ?? 0) + 1;
    });
    histogram.sum += seconds;
    histogram.count += 1;
  }

  /** Prints all metrics; `nowMs` is the time since the epoch. */
  print(projects: readonly ProjectStatus[], nowMs: number, memoryBytes: number): string {
    const lines = [
      '# TYPE graph_memory_requests_total counter',
      ...[...this.#requests].map(([key, count]) => `graph_memory_requests_total${key} ${count}`),
      '# TYPE graph_memory_request_seconds histogram',
      ...[...this.#durations].flatMap(([route, histogram]) => histogramLines(route, histogram)),
      '# TYPE graph_memory_requests_in_flight gauge',
      `graph_memory_requests_in_flight ${this.inFlight}`,
      '# TYPE graph_memory_memory_bytes gauge',
      `graph_memory_memory_bytes ${memoryBytes}`,
      ...gauge('graph_memory_index_files', projects, ({ files }) => files),
      ...gauge('graph_memory_index_symbols', projects, ({ symbols }) => symbols),
      ...gauge('graph_memory_index_generation', projects, ({ generation }) => generation),
      ...gauge('graph_memory_index_age_seconds', projects, ({ indexedAt }) => {
        const ms = Date.parse(indexedAt ?? '');
        return Number.isNaN(ms) ? undefined : Math.max(0, (nowMs - ms) / 1000);
      }),
      ...gauge('graph_memory_pending_changes', projects, ({ freshness }) => freshness.pendingCount),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function gauge(
  name: string,
  projects: readonly ProjectStatus[],
  measure: (project: ProjectStatus) => number | undefined,
): readonly string[] {
  const lines = projects.flatMap((project) => {
    const value = measure(project);
    return value === undefined ? [] : [`${name}${labels({ project: project.name })} ${value}`];
  });
  return [`# TYPE ${name} gauge`, ...lines];
}

function histogramLines(route: string, { counts, sum, count }: Histogram): readonly string[] {
  const name = 'graph_memory_request_seconds';
  return [
    ...counts.map(
      (value, index) => `${name}_bucket${labels({ route, le: String(BUCKETS_S[index]) })} ${value}`,
    ),
    `${name}_bucket${labels({ route, le: '+Inf' })} ${count}`,
    `${name}_sum${labels({ route })} ${sum}`,
    `${name}_count${labels({ route })} ${count}`,
  ];
}

function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) =>
      `${name}="${value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))}"`,
  );
  return `{${pairs.join(',')}}`;
}
