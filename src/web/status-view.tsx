import type { VNode } from 'preact';
import type { ServerEvent } from './api.ts';
import type { Route } from './route.ts';
import type { StatusAnswer } from './shapes.ts';
import { Empty, Problem } from './source.tsx';
import { useAnswer } from './use-answer.ts';

/** What is indexed, what is not and why, and what the server is doing. */
export function StatusView({
  route: { project },
  version,
  events,
}: {
  readonly route: Route;
  readonly version: number;
  readonly events: readonly ServerEvent[];
}): VNode {
  const { answer, error } = useAnswer<StatusAnswer>('index_status', { project }, { version });
  return (
    <section class="status">
      <h1>{project}</h1>
      {error === undefined ? null : <Problem error={error} />}
      {answer === undefined ? <Empty>Loading …</Empty> : <Facts value={answer} />}
      <h2>Events</h2>
      {events.length === 0 ? <Empty>Nothing has changed since this page was opened.</Empty> : null}
      <ol class="log" aria-live="polite">
        {events.map(({ event, data }, index) => (
          <li key={index}>
            <span class="kind">{event}</span> {data.project ?? ''} {data.message ?? ''}
            {data.phase === undefined
              ? ''
              : `${data.phase} ${data.done ?? ''} of ${data.total ?? ''}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows plain data as nested lists. */
function Facts({ value }: { readonly value: Readonly<Record<string, unknown>> }): VNode {
  return (
    <dl>
      {Object.entries(value)
        .filter(([, one]) => !isEmpty(one))
        .map(([name, one]) => (
          <div class="facts" key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>
              <Fact value={one} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Fact({ value }: { readonly value: unknown }): VNode {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((one, index) => (
          <li key={index}>
            <Fact value={one} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return <Facts value={value as Record<string, unknown>} />;
  }
  return <>{typeof value === 'number' ? value.toLocaleString('en') : String(value)}</>;
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === null || value === undefined || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
