import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatRoute, linkOf, parseRoute, type Route } from './route.ts';
import type { SearchAnswer, SearchItem } from './shapes.ts';
import { Empty, Problem, Source } from './source.tsx';
import { useAnswer } from './use-answer.ts';

/** Time without typing after which the question is sent. */
const TYPING_MS = 80;

/** Searches code and documentation while the user types. */
export function SearchView({
  route,
  version,
}: {
  readonly route: Route;
  /** Changes when the index was replaced. */
  readonly version: number;
}): VNode {
  const [query, setQuery] = useState(route.params['q'] ?? '');
  const [lang, setLang] = useState(route.params['lang'] ?? '');
  const [hasTests, setHasTests] = useState(route.params['tests'] === 'yes');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (route.params['q'] === undefined) field.current?.focus();
  }, []);
  const { project } = route;
  const isAsked = query.trim().length > 1;
  const code = useAnswer<SearchAnswer>(
    'code_search',
    isAsked
      ? {
          query,
          project,
          scope: 'code',
          max_results: 20,
          max_tokens: 12_000,
          ...(lang === '' ? {} : { lang: [lang] }),
          ...(hasTests ? { include_tests: 'yes' } : {}),
        }
      : undefined,
    { delayMs: TYPING_MS, version },
  );
  const docs = useAnswer<SearchAnswer>(
    'docs_search',
    isAsked ? { query, project, max_results: 8 } : undefined,
    { delayMs: TYPING_MS, version },
  );
  const isFirst = useRef(true);
  useEffect(() => {
    const params = {
      ...(query ? { q: query } : {}),
      ...(lang ? { lang } : {}),
      ...(hasTests ? { tests: 'yes' } : {}),
    };
    // The address stays until the user has changed something here, and once they have left.
    const isNew = isFirst.current;
    isFirst.current = false;
    if (isNew || parseRoute(location.hash).view !== 'search') return;
    history.replaceState(null, '', formatRoute({ ...route, params }));
  }, [query, lang, hasTests]);
  return (
    <section class="search">
      <h1 class="unseen">Search</h1>
      <search>
        <form onSubmit={(event) => event.preventDefault()}>
          <input
            ref={field}
            id="query"
            type="search"
            value={query}
            placeholder="Ask in words, or type a name"
            aria-label="Question"
            autocomplete="off"
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <input
            class="filter"
            value={lang}
            placeholder="language"
            aria-label="Language"
            onInput={(event) => setLang(event.currentTarget.value.trim())}
          />
          <label class="filter">
            <input
              type="checkbox"
              checked={hasTests}
              onChange={(event) => setHasTests(event.currentTarget.checked)}
            />{' '}
            tests
          </label>
        </form>
      </search>
      <div class="columns">
        <Results title="Code" loaded={code} project={project} isAsked={isAsked} />
        <Results title="Documentation" loaded={docs} project={project} isAsked={true} />
      </div>
    </section>
  );
}

function Results({
  title,
  loaded: { answer, error, isLoading },
  project,
  isAsked,
}: {
  readonly title: string;
  readonly loaded: ReturnType<typeof useAnswer<SearchAnswer>>;
  readonly project: string;
  readonly isAsked: boolean;
}): VNode {
  return (
    <section class="results" aria-label={title} aria-busy={isLoading}>
      <h2>
        {title}
        {answer === undefined ? null : (
          <small>
            {' '}
            {answer.results.length} of {answer.total_count}, confidence {answer.confidence}
          </small>
        )}
      </h2>
      {error === undefined ? null : <Problem error={error} />}
      {isAsked ? null : <Empty>Type a question. Results appear while you type.</Empty>}
      {answer?.results.length === 0 ? <Empty>Nothing found.</Empty> : null}
      <ol>
        {answer?.results.map((item) => (
          <Result key={`${item.path}:${item.start_line}`} item={item} project={project} />
        ))}
      </ol>
    </section>
  );
}

function Result({ item, project }: { readonly item: SearchItem; readonly project: string }): VNode {
  const { path, start_line: line, symbol, kind = 'section', snippet } = item;
  const name = symbol === undefined ? path : symbol.split('::').slice(1).join('.') || path;
  return (
    <li class="result">
      <a class="hit" href={linkOf(project, symbol ?? path, kind)}>
        <span class="name">{name}</span> <span class="kind">{kind}</span>
        <span class="path">
          {path}:{line}
        </span>
      </a>
      {snippet === undefined ? null : (
        <Source
          text={snippet}
          startLine={item.snippet_start_line ?? line}
          language={item.lang ?? (kind === 'section' ? 'markdown' : '')}
          label={`${path}, line ${line}`}
        />
      )}
      <details>
        <summary>why</summary>
        <ul>
          {item.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}
