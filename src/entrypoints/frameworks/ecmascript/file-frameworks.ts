/** Next.js, Nuxt, SvelteKit, Remix and Astro: which files are routes. */
import { type FileRoutes, fileFramework, METHOD_EXPORTS } from '../../file-routes.ts';
import { MODULE_EXPORTS, ROUTE_CONFIG } from './react-router.ts';
import { serverActions } from './server-actions.ts';

const SCRIPT = String.raw`\.(?:[jt]sx?|m[jt]s)$`;
const PAGE = { default: 'GET' };
/** A handler that serves all methods. */
const ANY = { default: '*' };

/** `(group)` and `@slot` are no part of the route; `_private` folders and intercepted routes are none. */
function nextPart(part: string): string | undefined {
  if (part.startsWith('_') || /^\(\.+\)/.test(part)) return undefined;
  return /^\(.*\)$|^@|^index$/.test(part) ? '' : part;
}

const NEXT: FileRoutes = {
  name: 'nextjs',
  marker: /(?:^|(?<=\/))next\.config\.\w+$/,
  rules: [
    {
      file: new RegExp(`^(?:src/)?app/(?:(?<route>.*)/)?route${SCRIPT}`),
      type: 'http',
      exports: METHOD_EXPORTS,
    },
    {
      file: /^(?:src\/)?app\/(?:(?<route>.*)\/)?page\.(?:[jt]sx?|mdx?)$/,
      type: 'page',
      exports: PAGE,
    },
    {
      file: new RegExp(`^(?:src/)?pages/api/(?<route>.*)${SCRIPT}`),
      type: 'http',
      exports: ANY,
      prefix: '/api',
    },
    {
      file: /^(?:src\/)?pages\/(?<route>(?!(?:404|500)\.)(?!.*\.d\.ts$).*)\.(?:[jt]sx?|mdx?)$/,
      type: 'page',
      exports: PAGE,
    },
  ],
  part: nextPart,
  derive: serverActions,
};

const NUXT: FileRoutes = {
  name: 'nuxt',
  marker: /(?:^|(?<=\/))nuxt\.config\.\w+$/,
  rules: [
    {
      file: /^server\/api\/(?<route>.*?)(?:\.(?<method>get|post|put|patch|delete|head|options))?\.[jt]s$/,
      type: 'http',
      exports: ANY,
      prefix: '/api',
    },
    {
      file: /^server\/routes\/(?<route>.*?)(?:\.(?<method>get|post|put|patch|delete|head|options))?\.[jt]s$/,
      type: 'http',
      exports: ANY,
    },
    { file: /^(?:app\/)?pages\/(?<route>.*)\.vue$/, type: 'page', exports: PAGE },
  ],
  part: (part) => (/^\(.*\)$|^index$/.test(part) ? '' : part),
};

const SVELTEKIT: FileRoutes = {
  name: 'sveltekit',
  marker: /(?:^|(?<=\/))svelte\.config\.\w+$/,
  rules: [
    {
      file: /^src\/routes\/(?:(?<route>.*)\/)?\+server\.[jt]s$/,
      type: 'http',
      exports: { ...METHOD_EXPORTS, fallback: '*' },
    },
    {
      file: /^src\/routes\/(?:(?<route>.*)\/)?\+page\.server\.[jt]s$/,
      type: 'http',
      exports: { actions: 'POST' },
    },
    {
      file: /^src\/routes\/(?:(?<route>.*)\/)?\+page(?:@[^/]*)?\.svelte$/,
      type: 'page',
      exports: PAGE,
    },
  ],
  part: (part) => (/^\(.*\)$/.test(part) ? '' : part),
};

/** The parts of `users.$id.edit` are joined by dots; `[.]` is a dot of the route. */
function remixParts(path: string): readonly (string | undefined)[] {
  const file = path
    .replace(/\/(?:route|_route|page)$/, '')
    .replace(/(?:^|\/)index$/, '/_index')
    .replaceAll('[.]', '\0');
  const parts = file.split(/[./]|\+\//);
  // A layout only holds other routes.
  if (/^_(?!index$)/.test(parts.at(-1) ?? '')) return [undefined];
  return parts.map((part) => part.replaceAll('\0', '.'));
}

/** `_layout` and `_index` are no parts; `users_` is `users` without its layout. */
function remixPart(part: string): string {
  if (part.startsWith('_')) return '';
  const name = part.replace(/_$/, '').replaceAll(/[[\]]/g, '');
  if (name === '$') return '*';
  return name.replace(
    /^(\()?\$([^)]*)\)?$/,
    (_, optional, word) => `:${word}${optional ? '?' : ''}`,
  );
}

/** Folders whose names end in a plus sign are parts of the routes below. */
const FLAT_ROUTES: Omit<FileRoutes, 'name' | 'marker'> = {
  rules: [
    {
      file: /^app\/routes\/(?<route>(?:[^/]+\+\/)*[^/]*?(?:\/(?:route|_route|index|_index|page))?)\.[jt]sx?$/,
      type: 'http',
      exports: MODULE_EXPORTS,
      hasPages: true,
    },
  ],
  split: remixParts,
  part: remixPart,
};

const REMIX: FileRoutes = {
  ...FLAT_ROUTES,
  name: 'remix',
  marker: /(?:^|(?<=\/))app\/root\.[jt]sx$/,
  applies: ({ program }, root) => {
    const folder = (program.paths[root] ?? '').replace(/root\.\w+$/, '');
    return !program.paths.some(
      (path) => path === `${folder}routes.ts` || path === `${folder}routes.js`,
    );
  },
};

/** React Router from version 7 on: `app/routes.ts` says whether files are routes. */
const REACT_ROUTER_FILES: FileRoutes = {
  ...FLAT_ROUTES,
  name: 'react-router',
  marker: ROUTE_CONFIG,
  applies: ({ program }, config) =>
    program.facts(config).imports.some(({ specifier }) => /\b(?:fs|flat)-routes$/.test(specifier)),
};

const ASTRO: FileRoutes = {
  name: 'astro',
  marker: /(?:^|(?<=\/))astro\.config\.\w+$/,
  rules: [
    {
      file: /^src\/pages\/(?<route>.*)\.[jt]s$/,
      type: 'http',
      exports: { ...METHOD_EXPORTS, ALL: '*' },
    },
    { file: /^src\/pages\/(?<route>.*)\.(?:astro|mdx?|html)$/, type: 'page', exports: PAGE },
  ],
  part: (part) => (part.startsWith('_') ? undefined : part === 'index' ? '' : part),
};

export const FILE_FRAMEWORKS = [NEXT, NUXT, SVELTEKIT, REMIX, REACT_ROUTER_FILES, ASTRO].map(
  fileFramework,
);
