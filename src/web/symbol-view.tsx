import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { shortName } from './graph-layout.ts';
import { formatRoute, linkOf, type Route, symbolLink } from './route.ts';
import type { EdgeItem, ReferenceItem, SymbolAnswer } from './shapes.ts';
import { Empty, type NameLink, Problem, Source } from './source.tsx';
import { useAnswer } from './use-answer.ts';

interface ViewProps {
  readonly route: Route;
  /** Changes when the index was replaced. */
  readonly version: number;
}

/** One symbol: what uses it, its source, what it uses, and the pages and tests about it. */
export function SymbolView({ route: { project, target }, version }: ViewProps): VNode {
  const input = target === '' ? undefined : { project, symbol: target, max_tokens: 20_000 };
  const { answer, error } = useAnswer<SymbolAnswer>('code_get_symbol', input, { version });
  const references = useAnswer<{ readonly references: readonly ReferenceItem[] }>(
    'docs_cross_references',
    answer && { project, symbol: answer.symbol.id },
    { version },
  );
  if (error !== undefined) return <Problem error={error} />;
  if (target === '') return <Empty>Open a symbol from a search.</Empty>;
  if (answer === undefined) return <Empty>Loading …</Empty>;
  const { edges, edge_counts: counts } = answer;
  const incoming = edges.items.filter(
    ({ direction, edge }) => direction === 'in' && edge !== 'contains',
  );
  const outgoing = edges.items.filter(
    ({ direction, edge }) => direction === 'out' && edge !== 'contains',
  );
  const members = edges.items.filter(
    ({ direction, edge }) => direction === 'out' && edge === 'contains',
  );
  return (
    <article class="symbol">
      <Heading answer={answer} />
      <div class="three">
        <EdgeList title="Used by" edges={incoming} total={usesOf(counts, 'in')} project={project} />
        <div class="middle">
          <SymbolSource answer={answer} outgoing={outgoing} />
          <EdgeList
            title="Members"
            edges={members}
            total={counts['out.contains'] ?? 0}
            project={project}
          />
          <References project={project} items={references.answer?.references ?? []} />
          <Lines
            title="Reached from"
            lines={answer.entry_points}
            total={answer.entry_points_total}
          />
          <Lines title="Notes" lines={answer.memory ?? []} />
          <History key={answer.symbol.id} project={project} symbol={answer.symbol.id} />
        </div>
        <EdgeList title="Uses" edges={outgoing} total={usesOf(counts, 'out')} project={project} />
      </div>
      {answer.notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
    </article>
  );
}

/** Returns the number of edges in a direction, members apart. */
function usesOf(counts: SymbolAnswer['edge_counts'], direction: 'in' | 'out'): number {
  return Object.entries(counts)
    .filter(([key]) => key.startsWith(`${direction}.`) && key !== `${direction}.contains`)
    .reduce((sum, [, count]) => sum + count, 0);
}

function Heading({ answer: { symbol, project, stale } }: { readonly answer: SymbolAnswer }): VNode {
  const parts = symbol.id.split('::');
  return (
    <header>
      <nav class="crumbs" aria-label="Place">
        {parts.map((part, index) => {
          const id = parts.slice(0, index + 1).join('::');
          return index === parts.length - 1 ? (
            <span key={id} aria-current="page">
              {part}
            </span>
          ) : (
            <a key={id} href={symbolLink(project, id)}>
              {part}
            </a>
          );
        })}
      </nav>
      <h1>
        {symbol.name} <span class="kind">{symbol.kind}</span>
      </h1>
      {symbol.signature === undefined ? null : <p class="signature">{symbol.signature}</p>}
      {symbol.doc === undefined || symbol.doc === '' ? null : <p class="doc">{symbol.doc}</p>}
      <p>
        <a href={formatRoute({ view: 'graph', project, target: symbol.id, params: {} })}>
          Show as a graph
        </a>{' '}
        <span class="path">
          {symbol.path}:{symbol.start_line}–{symbol.end_line}
        </span>
        {stale ? <em> changed since it was indexed</em> : null}
      </p>
    </header>
  );
}

function SymbolSource({
  answer: { symbol, body, project },
  outgoing,
}: {
  readonly answer: SymbolAnswer;
  readonly outgoing: readonly EdgeItem[];
}): VNode {
  const links = useMemo(
    () =>
      outgoing.flatMap(({ symbol: id, kind, site_lines: lines, edge }): readonly NameLink[] => {
        const name =
          id
            .split('::')
            .at(-1)
            ?.replace(/[#(].*$/, '') ?? '';
        return lines.map((line) => ({
          line,
          name,
          href: linkOf(project, id, kind),
          title: `${edge} ${id}`,
        }));
      }),
    [outgoing, project],
  );
  return (
    <>
      <Source
        text={body.text}
        startLine={body.start_line}
        language={symbol.language}
        links={links}
        label={`Source of ${symbol.name}`}
      />
      {body.truncated ? <p class="note">The rest of the source is not shown.</p> : null}
    </>
  );
}

function EdgeList({
  title,
  edges,
  total,
  project,
}: {
  readonly title: string;
  readonly edges: readonly EdgeItem[];
  readonly total: number;
  readonly project: string;
}): VNode | null {
  if (title === 'Members' && edges.length === 0) return null;
  return (
    <section class="edges" aria-label={title}>
      <h2>
        {title} <small>{edges.length < total ? `${edges.length} of ${total}` : total}</small>
      </h2>
      {edges.length === 0 ? <Empty>Nothing in this project.</Empty> : null}
      <ul>
        {edges.map(({ symbol, kind, edge, site_path: path, site_lines: lines, code, evidence }) => (
          <li key={`${edge}${symbol}`}>
            <a href={linkOf(project, symbol, kind)} title={symbol}>
              {shortName(symbol)}
            </a>{' '}
            <span class="kind">
              {edge}
              {evidence === 'exact' ? '' : ` (${evidence})`}
            </span>
            <span class="path">
              {path}:{lines.join(', ')}
            </span>
            {code === undefined ? null : <code class="edge-code">{code.trim()}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function References({
  project,
  items,
}: {
  readonly project: string;
  readonly items: readonly ReferenceItem[];
}): VNode | null {
  const shown = items.filter(({ group }) => group !== 'definitions');
  if (shown.length === 0) return null;
  return (
    <section class="edges" aria-label="Documentation and tests">
      <h2>Documentation and tests</h2>
      <ul>
        {shown.map(({ group, symbol, kind, path, lines, snippet }) => (
          <li key={`${group}${symbol}`}>
            <a href={linkOf(project, symbol, kind)}>{shortName(symbol)}</a>{' '}
            <span class="kind">{group}</span>
            <span class="path">
              {path}:{lines.slice(0, 3).join(', ')}
            </span>
            {snippet === undefined ? null : (
              <code class="edge-code">{snippet.trim().split('\n')[0]}</code>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({
  title,
  lines,
  total = lines.length,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly total?: number;
}): VNode | null {
  if (lines.length === 0) return null;
  return (
    <section class="edges" aria-label={title}>
      <h2>
        {title} <small>{total}</small>
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Who changed the symbol and when. Git takes its time, so it is read when it is opened. */
function History({
  project,
  symbol,
}: {
  readonly project: string;
  readonly symbol: string;
}): VNode {
  const [isOpen, setOpen] = useState(false);
  const { answer, error } = useAnswer<SymbolAnswer>(
    'code_get_symbol',
    isOpen ? { project, symbol, history: true, max_tokens: 400 } : undefined,
  );
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {error === undefined ? null : <Problem error={error} />}
      {answer === undefined ? <Empty>Loading …</Empty> : <Changes answer={answer} />}
    </details>
  );
}

function Changes({ answer: { history, notes } }: { readonly answer: SymbolAnswer }): VNode {
  if (history === undefined) {
    const reason = notes.find((note) => note.startsWith('no history'));
    return <Empty>{reason ?? 'No history.'}</Empty>;
  }
  const { change_count: count, complete, uncommitted, last_change: last, authors } = history;
  return (
    <ul aria-label="Changes">
      <li>
        {complete ? '' : 'at least '}
        {count} {count === 1 ? 'change' : 'changes'}
        {uncommitted ? ', edited since the last commit' : ''}
      </li>
      {last === undefined ? null : (
        <li>
          {last.date}: {last.subject} <span class="kind">{last.author}</span>
        </li>
      )}
      {authors.map(({ author, commit_count: commits }) => (
        <li key={author}>
          {author} <span class="kind">{commits}</span>
        </li>
      ))}
    </ul>
  );
}
