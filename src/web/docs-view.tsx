import type { VNode } from 'preact';
import { shortName } from './graph-layout.ts';
import { formatRoute, linkOf, type Route } from './route.ts';
import type { DriftAnswer, SectionAnswer, TocItem } from './shapes.ts';
import { Empty, Problem, Source } from './source.tsx';
import { tocEntries } from './toc-entries.ts';
import { useAnswer } from './use-answer.ts';

/** The pages of documentation, and one section beside the code it speaks of; both mark what is wrong. */
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
  const drift = useAnswer<DriftAnswer>('docs_drift', { project, max_tokens: 40_000 }, { version });
  const findings = drift.answer?.results ?? [];
  const wrongPages = new Set(findings.map(({ path }) => path));
  return (
    <div class="docs">
      <nav aria-label="Pages">
        <h2>Pages</h2>
        {toc.error === undefined ? null : <Problem error={toc.error} />}
        {toc.answer?.symbols.length === 0 ? <Empty>No pages.</Empty> : null}
        <ul>
          {tocEntries(toc.answer?.symbols ?? []).map(({ id, name, depth, path }) => (
            <li key={id} style={{ paddingLeft: `${depth}em` }}>
              <a
                href={formatRoute({ view: 'docs', project, target: id, params: {} })}
                aria-current={id === target ? 'page' : undefined}
              >
                {name}
              </a>
              {path !== undefined && wrongPages.has(path) ? <em class="wrong"> drift</em> : null}
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
      <aside aria-label="Code and drift">
        <Findings
          findings={
            target === ''
              ? findings
              : findings.filter(({ section }) => section === answer?.section.id)
          }
          error={drift.error}
        />
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

/** What is wrong in a section, or in all pages. */
function Findings({
  findings,
  error,
}: {
  readonly findings: DriftAnswer['results'];
  readonly error: Error | undefined;
}): VNode | null {
  if (error !== undefined) return <Problem error={error} />;
  if (findings.length === 0) return null;
  return (
    <section aria-label="Drift">
      <h2>
        Drift <small>{findings.length}</small>
      </h2>
      <ul>
        {findings.map(({ drift, path, line, detail }) => (
          <li key={`${path}:${line} ${detail}`}>
            <span class="wrong">{detail}</span> <span class="kind">{drift}</span>
            <span class="path">
              {path}:{line}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
