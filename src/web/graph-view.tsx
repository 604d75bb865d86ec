import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type GraphLayout,
  layoutOf,
  mermaidOf,
  NODE_HEIGHT,
  NODE_WIDTH,
  shortName,
} from './graph-layout.ts';
import { formatRoute, linkOf, type Route } from './route.ts';
import type { TraverseAnswer } from './shapes.ts';
import { Problem } from './source.tsx';
import { useAnswer } from './use-answer.ts';

const DIRECTIONS = ['both', 'in', 'out'] as const;
/** More nodes than this cannot be read in one picture. */
const NODES_MAX = 80;

/** The neighbourhood of a symbol as a picture. */
export function GraphView({
  route,
  version,
}: {
  readonly route: Route;
  readonly version: number;
}): VNode {
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>(
    route.params['way'] === 'out' ? 'out' : 'both',
  );
  const [depth, setDepth] = useState(2);
  const picture = useRef<SVGSVGElement>(null);
  const { project, target } = route;
  const walk = (way: 'in' | 'out') =>
    target === '' || (direction !== 'both' && direction !== way)
      ? undefined
      : {
          project,
          symbol: target,
          direction: way,
          depth,
          max_results: NODES_MAX,
          max_tokens: 40_000,
        };
  const users = useAnswer<TraverseAnswer>('graph_traverse', walk('in'), { version });
  const used = useAnswer<TraverseAnswer>('graph_traverse', walk('out'), { version });
  const error = users.error ?? used.error;
  const answers = [users.answer, used.answer].flatMap((answer) => answer ?? []);
  const isReady = answers.length === (direction === 'both' ? 2 : 1);
  if (target === '') return <NoSymbol project={project} />;
  const [first] = answers;
  const steps = answers.flatMap((answer) => answer.steps);
  const total = answers.reduce((sum, answer) => sum + answer.total_count, 0);
  const layout = isReady && first ? layoutOf({ symbol: first.symbol, steps }) : undefined;
  return (
    <section class="graph">
      <h1>{shortName(target)}</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          Direction{' '}
          <select
            value={direction}
            onChange={(event) => setDirection(event.currentTarget.value as typeof direction)}
          >
            {DIRECTIONS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>{' '}
        <label>
          Depth{' '}
          <select value={depth} onChange={(event) => setDepth(Number(event.currentTarget.value))}>
            {[1, 2, 3, 4].map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>{' '}
        <button type="button" onClick={() => picture.current && saveSvg(picture.current, target)}>
          Save SVG
        </button>{' '}
        <button
          type="button"
          onClick={() => layout && void navigator.clipboard.writeText(mermaidOf(layout))}
        >
          Copy Mermaid
        </button>
      </form>
      {error === undefined ? null : <Problem error={error} />}
      {steps.length < total ? (
        <p class="note">
          {steps.length} of {total} steps are shown.
        </p>
      ) : null}
      {layout === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable.
        <section class="canvas" tabIndex={0} aria-label="Graph">
          <Picture
            layout={layout}
            project={project}
            centre={first?.symbol.id ?? ''}
            svg={picture}
          />
        </section>
      )}
    </section>
  );
}

function NoSymbol({ project }: { readonly project: string }): VNode {
  const search = formatRoute({ view: 'search', project, target: '', params: {} });
  return (
    <section class="graph">
      <h1>Graph</h1>
      <p>
        Draws what uses a symbol and what it uses. <a href={search}>Search for a symbol</a>, open
        it, then choose its graph.
      </p>
    </section>
  );
}

function Picture({
  layout,
  project,
  centre,
  svg,
}: {
  readonly layout: GraphLayout;
  readonly project: string;
  readonly centre: string;
  readonly svg: { current: SVGSVGElement | null };
}): VNode {
  const { nodes, edges, width, height } = layout;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  useEffect(() => {
    const frame = svg.current?.parentElement;
    const own = byId.get(centre);
    if (!frame || own === undefined) return;
    frame.scrollTo(own.x - frame.clientWidth / 2, own.y - frame.clientHeight / 2);
  }, [centre, width, height]);
  return (
    <svg
      ref={svg}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      xmlns="http://www.w3.org/2000/svg"
      aria-label={`${nodes.length} symbols around ${shortName(centre)}`}
    >
      <title>{`${nodes.length} symbols around ${shortName(centre)}`}</title>
      {edges.map(({ from, to, kind }) => {
        const a = byId.get(from);
        const b = byId.get(to);
        if (a === undefined || b === undefined) return null;
        const [x1, y1] = [a.x + NODE_WIDTH, a.y + NODE_HEIGHT / 2];
        const [x2, y2] = [b.x, b.y + NODE_HEIGHT / 2];
        const bend = Math.max(40, Math.abs(x2 - x1) / 2);
        return (
          <path
            key={`${from}${to}${kind}`}
            class={`edge e-${kind}`}
            fill="none"
            stroke="currentColor"
            d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
          >
            <title>{`${shortName(from)} ${kind} ${shortName(to)}`}</title>
          </path>
        );
      })}
      {nodes.map(({ id, kind, x, y }) => (
        <a key={id} href={linkOf(project, id, kind)}>
          <title>{id}</title>
          <rect
            class={id === centre ? 'node centre' : 'node'}
            x={x}
            y={y}
            width={NODE_WIDTH}
            height={NODE_HEIGHT}
            rx="6"
          />
          <text x={x + 10} y={y + NODE_HEIGHT / 2 + 4}>
            {cut(shortName(id))}
          </text>
        </a>
      ))}
    </svg>
  );
}

function cut(name: string): string {
  return name.length > 20 ? `${name.slice(0, 19)}…` : name;
}

/** Offers the picture as a file, with colours that do not depend on this page. */
function saveSvg(svg: SVGSVGElement, name: string): void {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent =
    'rect{fill:#fff;stroke:#345}rect.centre{fill:#dde7ff}text{font:13px sans-serif;fill:#123}path{color:#789}';
  copy.prepend(style);
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `${shortName(name).replace(/[^\w.-]+/g, '_')}.svg`;
  link.click();
  URL.revokeObjectURL(url);
}
