import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type EntryGroup, entryTree } from './entry-tree.ts';
import { shortName } from './graph-layout.ts';
import { formatRoute, type Route, symbolLink } from './route.ts';
import type { EntryPointsAnswer } from './shapes.ts';
import { Empty, Problem } from './source.tsx';
import { useAnswer } from './use-answer.ts';

const TYPING_MS = 120;

/** Routes, commands and jobs with their handlers, filtered while the user types. */
export function EntryPointsView({
  route: { project },
  version,
}: {
  readonly route: Route;
  readonly version: number;
}): VNode {
  const [filter, setFilter] = useState('');
  const { answer, error } = useAnswer<EntryPointsAnswer>(
    'entrypoints',
    { project, route: filter, max_results: 500, max_tokens: 40_000 },
    { version, delayMs: filter === '' ? 0 : TYPING_MS },
  );
  return (
    <section class="entries">
      <h1>Entry points</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          value={filter}
          placeholder="POST /users/{id}, /users/** or a command"
          aria-label="Route"
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </form>
      {error === undefined ? null : <Problem error={error} />}
      {answer?.entrypoints.length === 0 ? <Empty>No entry points.</Empty> : null}
      {answer === undefined ? null : (
        <p class="note">
          {answer.entrypoints.length} of {answer.total_count}
        </p>
      )}
      {answer === undefined ? null : (
        <Group group={entryTree(answer.entrypoints)} project={project} />
      )}
    </section>
  );
}

/** The entry points below a prefix; each longer prefix opens and closes on its own. */
function Group({
  group,
  project,
}: {
  readonly group: EntryGroup;
  readonly project: string;
}): VNode {
  return (
    <ul>
      {group.entries.map((entry) => (
        <Entry key={`${entry.id}:${entry.line}`} entry={entry} project={project} />
      ))}
      {group.groups.map((inner) =>
        inner.count === 1 ? (
          <Entry
            key={inner.prefix}
            entry={inner.entries[0] as EntryGroup['entries'][number]}
            project={project}
          />
        ) : (
          <li key={inner.prefix}>
            <details open>
              <summary>
                <strong>{inner.prefix}</strong> <span class="kind">{inner.count}</span>
              </summary>
              <Group group={inner} project={project} />
            </details>
          </li>
        ),
      )}
    </ul>
  );
}

function Entry({
  entry: { type, framework, route, methods, handler, path, line },
  project,
}: {
  readonly entry: EntryGroup['entries'][number];
  readonly project: string;
}): VNode {
  return (
    <li>
      <strong>
        {methods.join(', ')} {route}
      </strong>{' '}
      <span class="kind">
        {type}, {framework}
      </span>
      <span class="path">
        {handler === '' ? (
          `${path}:${line}`
        ) : (
          <>
            <a href={symbolLink(project, handler)}>{shortName(handler)}</a>{' '}
            <a
              href={formatRoute({
                view: 'graph',
                project,
                target: handler,
                params: { way: 'out' },
              })}
            >
              flow
            </a>{' '}
            {path}:{line}
          </>
        )}
      </span>
    </li>
  );
}
