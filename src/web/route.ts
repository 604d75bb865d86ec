/** Addresses within the page: `#/view/project/rest?name=value`. */

export const VIEWS = [
  'search',
  'symbol',
  'graph',
  'map',
  'entries',
  'changes',
  'docs',
  'status',
] as const;
type View = (typeof VIEWS)[number];

export interface Route {
  readonly view: View;
  readonly project: string;
  /** Id of the symbol or section shown; empty for none. */
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', project = '', ...rest] = path.split('/').map(decoded);
  return {
    view: (VIEWS as readonly string[]).includes(view) ? (view as View) : 'search',
    project,
    target: rest.join('/'),
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function formatRoute({ view, project, target, params }: Route): string {
  const parts = [view, project, target].map(encodeURIComponent);
  while (parts.at(-1) === '') parts.pop();
  const query = new URLSearchParams(params).toString();
  return `#/${parts.join('/')}${query === '' ? '' : `?${query}`}`;
}

export function symbolLink(project: string, target: string): string {
  return formatRoute({ view: 'symbol', project, target, params: {} });
}

/** Returns the address of what an id names: a section of a page, or a symbol. */
export function linkOf(project: string, id: string, kind: string): string {
  return formatRoute({
    view: kind === 'section' ? 'docs' : 'symbol',
    project,
    target: id,
    params: {},
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
