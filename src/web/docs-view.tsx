import type { VNode } from 'preact';
import { shortName } from './graph-layout.ts';
import { formatRoute, linkOf, type Route } from './route.ts';
import type { SectionAnswer, TocItem } from './shapes.ts';
import { Empty, Problem, Source } from './source.tsx';
import { useAnswer } from './use-answer.ts';

/** The pages of documentation, and one section beside the code it speaks of. */
export function DocsView({
  route,
  version,
}: {
  readonly route: Route;
  readonly version: number;
}): VNode {
  const { project, target } = route;
  const toc = useAnswer<{ readonly symbols: readonly TocItem[] }>(
    'docs_get_toc',
    { project, max_tokens: 20_000 },
    { version },
  );
  const { answer, error } = useAnswer<SectionAnswer>(
    'docs_get_section',
    target === '' ? undefined : { project, section: target, max_tokens: 20_000 },
    { version },
  );
  return (
    <div class="docs">
      <nav aria-label="Pages">
        <h2>Pages</h2>
        {toc.error === undefined ? null : <Problem error={toc.error} />}
        {toc.answer?.symbols.length === 0 ? <Empty>No pages.</Empty> : null}
        <ul>
          {toc.answer?.symbols
            .filter(({ symbol }) => symbol !== undefined)
            .map(({ symbol = '', path }) => (
              <li key={symbol} class={path === undefined ? 'sub' : ''}>
                <a
                  href={formatRoute({ view: 'docs', project, target: symbol, params: {} })}
                  aria-current={symbol === target ? 'page' : undefined}
                >
                  {shortName(symbol)}
                </a>
                <span class="path">{path}</span>
              </li>
            ))}
        </ul>
      </nav>
      <article>
        {error === undefined ? null : <Problem error={error} />}
        {answer === undefined ? (
          <>
            <h1>Documentation</h1>
            <Empty>Choose a page.</Empty>
          </>
        ) : (
          <>
            <h1>{shortName(answer.section.id)}</h1>
            <Source
              text={answer.body.text}
              startLine={answer.body.start_line}
              language="markdown"
              label={`Text of ${answer.section.id}`}
            />
          </>
        )}
      </article>
      <aside aria-label="Code">
        <h2>Code it speaks of</h2>
        {answer === undefined || answer.about.length > 0 ? null : <Empty>No code.</Empty>}
        <ul>
          {answer?.about.map((line) => {
            const [edge = '', ...id] = line.split(' ');
            return (
              <li key={line}>
                <a href={linkOf(project, id.join(' '), edge === 'links' ? 'section' : 'symbol')}>
                  {shortName(id.join(' '))}
                </a>{' '}
                <span class="kind">{edge}</span>
              </li>
            );
          })}
        </ul>
      </aside>
    </div>
  );
}
