import type { VNode } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { followEvents, RequestError, type ServerEvent, setToken } from './api.ts';
import { ChangesView } from './changes-view.tsx';
import { DocsView } from './docs-view.tsx';
import { EntryPointsView } from './entry-points-view.tsx';
import { GraphView } from './graph-view.tsx';
import { Help, useKeyboard } from './keyboard.tsx';
import { MapView } from './map-view.tsx';
import { formatRoute, parseRoute, type Route, VIEWS } from './route.ts';
import { SearchView } from './search-view.tsx';
import type { ProjectItem } from './shapes.ts';
import { Empty, Problem } from './source.tsx';
import { StatusView } from './status-view.tsx';
import { SymbolView } from './symbol-view.tsx';
import { Trail, useTrail } from './trail.tsx';
import { useAnswer } from './use-answer.ts';

const EVENTS_MAX = 200;

/** The whole page: header, navigation, and the view of the address. */
export function App(): VNode {
  const [hash, setHash] = useState(location.hash);
  const [version, setVersion] = useState(0);
  const [tokenVersion, setTokenVersion] = useState(0);
  const [events, setEvents] = useState<readonly ServerEvent[]>([]);
  const [isHelpShown, setHelpShown] = useState(false);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    void followEvents((event) => {
      if (event.event === 'changed') setVersion((before) => before + 1);
      setEvents((before) => [...before, event].slice(-EVENTS_MAX));
    }, abort.signal);
    return () => abort.abort();
  }, [tokenVersion]);
  useKeyboard({ onHelp: useCallback(() => setHelpShown((before) => !before), []) });
  const projects = useAnswer<{ readonly projects: readonly ProjectItem[] }>(
    'list_projects',
    {},
    {
      version: version + tokenVersion,
    },
  );
  const { error, answer } = projects;
  if (error instanceof RequestError && error.status === 401) {
    return <SignIn onToken={() => setTokenVersion((before) => before + 1)} />;
  }
  const names = answer?.projects.map(({ name }) => name) ?? [];
  const parsed = parseRoute(hash);
  const route = { ...parsed, project: parsed.project === '' ? (names[0] ?? '') : parsed.project };
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header route={route} projects={names} />
      <main id="main">
        {error === undefined ? null : <Problem error={error} />}
        {answer === undefined && route.project === '' ? (
          <Empty>Loading …</Empty>
        ) : (
          <Current route={route} version={version} events={events} />
        )}
      </main>
      {isHelpShown ? <Help onClose={() => setHelpShown(false)} /> : null}
    </>
  );
}

function Current({
  route,
  version,
  events,
}: {
  readonly route: Route;
  readonly version: number;
  readonly events: readonly ServerEvent[];
}): VNode {
  const trail = useTrail(route);
  switch (route.view) {
    case 'search':
      return <SearchView key={formatRoute(route)} route={route} version={version} />;
    case 'symbol':
      return (
        <>
          <Trail entries={trail} />
          <SymbolView route={route} version={version} />
        </>
      );
    case 'graph':
      return <GraphView route={route} version={version} />;
    case 'map':
      return <MapView route={route} version={version} />;
    case 'entries':
      return <EntryPointsView route={route} version={version} />;
    case 'changes':
      return <ChangesView route={route} version={version} />;
    case 'docs':
      return <DocsView route={route} version={version} />;
    case 'status':
      return <StatusView route={route} version={version} events={events} />;
  }
}

function Header({
  route,
  projects,
}: {
  readonly route: Route;
  readonly projects: readonly string[];
}): VNode {
  return (
    <header class="top">
      <strong>Graph Memory</strong>
      {projects.length < 2 ? (
        <span class="project">{route.project}</span>
      ) : (
        <select
          aria-label="Project"
          value={route.project}
          onChange={(event) => {
            location.hash = formatRoute({
              view: route.view,
              project: event.currentTarget.value,
              target: '',
              params: route.params,
            });
          }}
        >
          {projects.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <nav aria-label="Views">
        {VIEWS.filter((view) => view !== 'symbol').map((view) => (
          <a
            key={view}
            href={formatRoute({
              view,
              project: route.project,
              target: view === 'graph' && route.view === 'symbol' ? route.target : '',
              params: {},
            })}
            aria-current={route.view === view ? 'page' : undefined}
          >
            {view}
          </a>
        ))}
      </nav>
    </header>
  );
}

function SignIn({ onToken }: { readonly onToken: () => void }): VNode {
  const [text, setText] = useState('');
  return (
    <main id="main" class="sign-in">
      <h1>Graph Memory</h1>
      <p>
        This server needs a token. <code>graph-memory open</code> prints an address that contains
        it.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setToken(text);
          onToken();
        }}
      >
        <label>
          Token{' '}
          <input
            type="password"
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>{' '}
        <button type="submit">Open</button>
      </form>
    </main>
  );
}
