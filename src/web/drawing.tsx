import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type GraphLayout, mermaidOf, NODE_HEIGHT, NODE_WIDTH, shortName } from './graph-layout.ts';
import { linkOf } from './route.ts';

interface DrawingProps {
  readonly layout: GraphLayout;
  readonly project: string;
  /** Id of the symbol that is marked and scrolled to. */
  readonly centre: string;
  readonly label: string;
}

/** A picture of symbols and edges, to save as SVG or copy as Mermaid. */
export function Drawing(props: DrawingProps): VNode {
  const picture = useRef<SVGSVGElement>(null);
  return (
    <>
      <p>
        <button
          type="button"
          onClick={() => picture.current && saveSvg(picture.current, props.centre)}
        >
          Save SVG
        </button>{' '}
        <button
          type="button"
          onClick={() => void navigator.clipboard.writeText(mermaidOf(props.layout))}
        >
          Copy Mermaid
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable. */}
      <section class="canvas" tabIndex={0} aria-label="Graph">
        <Picture {...props} svg={picture} />
      </section>
    </>
  );
}

function Picture({
  layout,
  project,
  centre,
  label,
  svg,
}: DrawingProps & { readonly svg: { current: SVGSVGElement | null } }): VNode {
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
      aria-label={label}
    >
      <title>{label}</title>
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
