import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { shortName } from './graph-layout.ts';
import { linkOf, type Route } from './route.ts';
import type { ChangesAnswer, List } from './shapes.ts';
import { Empty, Problem } from './source.tsx';
import { useAnswer } from './use-answer.ts';

/** What a diff touches and breaks, the tests to run and the pages to check. */
export function ChangesView({
  route: { project },
  version,
}: {
  readonly route: Route;
  readonly version: number;
}): VNode {
  const [typed, setTyped] = useState('');
  const [range, setRange] = useState('');
  const { answer, error, isLoading } = useAnswer<ChangesAnswer>(
    'changes',
    { project, range, max_tokens: 20_000 },
    { version },
  );
  return (
    <section class="changes" aria-busy={isLoading}>
      <h1>Changes</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setRange(typed.trim());
        }}
      >
        <input
          type="search"
          value={typed}
          placeholder="uncommitted changes; or a commit, A..B, main...HEAD"
          aria-label="Range"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit">Show</button>
      </form>
      {error === undefined ? null : <Problem error={error} />}
      {answer === undefined ? null : <Report answer={answer} project={project} />}
    </section>
  );
}

function Report({
  answer,
  project,
}: {
  readonly answer: ChangesAnswer;
  readonly project: string;
}): VNode {
  const link = (id: string, kind = 'symbol') => (
    <a href={linkOf(project, id, kind)} title={id}>
      {shortName(id)}
    </a>
  );
  return (
    <>
      <p class="note">
        {answer.from.name} → {answer.to.name}: {answer.files.total_count} files
      </p>
      {answer.files.total_count === 0 ? <Empty>Nothing has changed.</Empty> : null}
      <Part title="Findings" list={answer.findings}>
        {({ finding, symbol, path, lines, detail }) => (
          <>
            <span class="kind">{finding}</span> {link(symbol)} {detail}
            <span class="path">
              {path}:{lines.join(', ')}
            </span>
          </>
        )}
      </Part>
      <Part title="Symbols by risk" list={answer.symbols}>
        {({ change, risk, id, kind, reasons }) => (
          <>
            <span class="kind">
              {risk}, {change}
            </span>{' '}
            {change === 'removed' ? <span title={id}>{shortName(id)}</span> : link(id, kind)}
            <span class="path">{reasons.join(', ')}</span>
          </>
        )}
      </Part>
      <Part title="Affected callers" list={answer.affected}>
        {({ id, kind, edge, uses, path, lines }) => (
          <>
            {link(id, kind)} <span class="kind">{edge}</span> {shortName(uses)}
            <span class="path">
              {path}:{lines.join(', ')}
            </span>
          </>
        )}
      </Part>
      <Part title="Tests to run" list={answer.tests}>
        {({ path, reason }) => (
          <>
            {link(path, 'file')} <span class="kind">{reason}</span>
          </>
        )}
      </Part>
      <Part title="Documentation to check" list={answer.documentation}>
        {({ section, symbol }) => (
          <>
            {link(section, 'section')} <span class="kind">mentions {shortName(symbol)}</span>
          </>
        )}
      </Part>
    </>
  );
}

function Part<Item>({
  title,
  list: { items, total_count: total },
  children,
}: {
  readonly title: string;
  readonly list: List<Item>;
  readonly children: (item: Item) => ComponentChildren;
}): VNode | null {
  if (items.length === 0) return null;
  return (
    <section class="edges" aria-label={title}>
      <h2>
        {title}{' '}
        <small>
          {items.length} of {total}
        </small>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={JSON.stringify(item)}>{children(item)}</li>
        ))}
      </ul>
    </section>
  );
}
