import type { ComponentChildren, VNode } from 'preact';
import { Drawing } from './drawing.tsx';
import { layoutOf, layoutOfImpact, layoutOfPaths, shortName } from './graph-layout.ts';
import { formatRoute, type Route } from './route.ts';
import type { ImpactAnswer, PathAnswer, TraverseAnswer } from './shapes.ts';
import { Empty, Problem } from './source.tsx';
import { useAnswer } from './use-answer.ts';

const PICTURES = ['neighbourhood', 'path', 'impact'] as const;
const DIRECTIONS = ['both', 'in', 'out'] as const;
const CHANGES = ['signature', 'rename', 'remove', 'behaviour'] as const;
const DEPTHS = ['1', '2', '3', '4'] as const;
/** More nodes than this cannot be read in one picture. */
const NODES_MAX = 80;

interface ViewProps {
  readonly route: Route;
  /** Changes when the index was replaced. */
  readonly version: number;
}

/**
 * A symbol as a picture: its neighbourhood, the paths to another symbol, or what a change of it
 * concerns. The address holds every choice.
 */
export function GraphView({ route, version }: ViewProps): VNode {
  const { project, target, params } = route;
  if (target === '') return <NoSymbol project={project} />;
  const picture = PICTURES.find((name) => name === params['show']) ?? 'neighbourhood';
  return (
    <section class="graph">
      <h1>{shortName(target)}</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <Choice route={route} name="show" label="Show" options={PICTURES} />
        {picture === 'neighbourhood' ? (
          <>
            <Choice route={route} name="way" label="Direction" options={DIRECTIONS} />
            <Choice route={route} name="depth" label="Depth" options={DEPTHS} fallback="2" />
          </>
        ) : null}
        {picture === 'impact' ? (
          <>
            <Choice route={route} name="change" label="Change" options={CHANGES} />
            <Choice route={route} name="depth" label="Depth" options={DEPTHS} fallback="2" />
          </>
        ) : null}
        {picture === 'path' ? <Destination route={route} /> : null}
      </form>
      {picture === 'neighbourhood' ? <Neighbourhood route={route} version={version} /> : null}
      {picture === 'path' ? <Paths route={route} version={version} /> : null}
      {picture === 'impact' ? <Impact route={route} version={version} /> : null}
    </section>
  );
}

function NoSymbol({ project }: { readonly project: string }): VNode {
  const search = formatRoute({ view: 'search', project, target: '', params: {} });
  return (
    <section class="graph">
      <h1>Graph</h1>
      <p>
        Draws what uses a symbol and what it uses, how it leads to another one, and what a change of
        it concerns. <a href={search}>Search for a symbol</a>, open it, then choose its graph.
      </p>
    </section>
  );
}

/** A choice that is kept in the address. */
function Choice({
  route,
  name,
  label,
  options,
  fallback = options[0] ?? '',
}: {
  readonly route: Route;
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly fallback?: string;
}): VNode {
  return (
    <label>
      {label}{' '}
      <select
        value={route.params[name] ?? fallback}
        onChange={(event) => setParameter(route, name, event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

function Destination({ route }: { readonly route: Route }): VNode {
  return (
    <label>
      To{' '}
      <input
        value={route.params['to'] ?? ''}
        placeholder="a name, an id or a route"
        onChange={(event) => setParameter(route, 'to', event.currentTarget.value.trim())}
      />
    </label>
  );
}

function setParameter(route: Route, name: string, value: string): void {
  location.hash = formatRoute({ ...route, params: { ...route.params, [name]: value } });
}

function Neighbourhood({ route: { project, target, params }, version }: ViewProps): VNode {
  const direction = DIRECTIONS.find((name) => name === params['way']) ?? 'both';
  const walk = (way: 'in' | 'out') =>
    direction === 'both' || direction === way
      ? {
          project,
          symbol: target,
          direction: way,
          depth: depthOf(params),
          max_results: NODES_MAX,
          max_tokens: 40_000,
        }
      : undefined;
  const users = useAnswer<TraverseAnswer>('graph_traverse', walk('in'), { version });
  const used = useAnswer<TraverseAnswer>('graph_traverse', walk('out'), { version });
  const answers = [users.answer, used.answer].flatMap((answer) => answer ?? []);
  const [first] = answers;
  const steps = answers.flatMap((answer) => answer.steps);
  const total = answers.reduce((sum, answer) => sum + answer.total_count, 0);
  const isReady = answers.length === (direction === 'both' ? 2 : 1);
  return (
    <Shown error={users.error ?? used.error} shown={steps.length} total={total} noun="steps">
      {isReady && first ? (
        <Drawing
          layout={layoutOf({ symbol: first.symbol, steps })}
          project={project}
          centre={first.symbol.id}
          label={`Symbols around ${shortName(first.symbol.id)}`}
        />
      ) : null}
    </Shown>
  );
}

function Paths({ route: { project, target, params }, version }: ViewProps): VNode {
  const to = params['to'] ?? '';
  const { answer, error } = useAnswer<PathAnswer>(
    'graph_path',
    to === '' ? undefined : { project, from: target, to, max_results: 20, max_tokens: 40_000 },
    { version },
  );
  if (to === '') return <Empty>Name the symbol to lead to.</Empty>;
  return (
    <Shown error={error} shown={answer?.paths.length} total={answer?.total_count} noun="paths">
      {answer?.paths.length === 0 ? <Empty>No path leads there.</Empty> : null}
      {answer === undefined || answer.paths.length === 0 ? null : (
        <Drawing
          layout={layoutOfPaths(answer)}
          project={project}
          centre={answer.from.id}
          label={`Paths from ${shortName(answer.from.id)} to ${shortName(answer.to.id)}`}
        />
      )}
    </Shown>
  );
}

function Impact({ route: { project, target, params }, version }: ViewProps): VNode {
  const { answer, error } = useAnswer<ImpactAnswer>(
    'impact',
    {
      project,
      symbols: [target],
      change: params['change'] ?? CHANGES[0],
      depth: depthOf(params),
      max_tokens: 10_000,
    },
    { version },
  );
  const uses = answer?.uses;
  return (
    <Shown error={error} shown={uses?.items.length} total={uses?.total_count} noun="uses">
      {answer === undefined ? null : (
        <Drawing
          layout={layoutOfImpact(answer)}
          project={project}
          centre={answer.declarations[0]?.id ?? target}
          label={`What a change of ${shortName(target)} concerns`}
        />
      )}
    </Shown>
  );
}

function depthOf(params: Route['params']): number {
  return Number(DEPTHS.find((depth) => depth === params['depth']) ?? 2);
}

/** A picture, or why there is none, and how much of the answer it shows. */
function Shown({
  error,
  shown = 0,
  total = 0,
  noun,
  children,
}: {
  readonly error: Error | undefined;
  readonly shown?: number | undefined;
  readonly total?: number | undefined;
  readonly noun: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <>
      {error === undefined ? null : <Problem error={error} />}
      {shown < total ? (
        <p class="note">
          {shown} of {total} {noun} are shown.
        </p>
      ) : null}
      {children}
    </>
  );
}
