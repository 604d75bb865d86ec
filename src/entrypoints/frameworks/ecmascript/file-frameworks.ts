/** Next.js, Nuxt, SvelteKit, Remix and Astro: which files are routes. */
import { type FileRoutes, fileFramework, METHOD_EXPORTS } from '../../file-routes.ts';

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
function remixParts(path: string): readonly string[] {
  const file = path.replace(/\/(?:route|index)$/, '').replaceAll('[.]', '\0');
  return file.split(/[./]/).map((part) => part.replaceAll('\0', '.'));
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

/** Files that only lay out others export no route: a layout has no index and no leaf of its own. */
const REMIX: FileRoutes = {
  name: 'remix',
  marker: /(?:^|(?<=\/))app\/root\.[jt]sx$/,
  rules: [
    {
      file: /^app\/routes\/(?<route>(?!_[^./]*(?:\.[jt]sx?$|\/))[^/]*(?:\/route)?)\.[jt]sx?$/,
      type: 'http',
      exports: { loader: 'GET', action: 'POST' },
    },
    {
      file: /^app\/routes\/(?<route>_index(?:\/route)?)\.[jt]sx?$/,
      type: 'http',
      exports: { loader: 'GET', action: 'POST' },
    },
  ],
  split: remixParts,
  part: remixPart,
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

export const FILE_FRAMEWORKS = [NEXT, NUXT, SVELTEKIT, REMIX, ASTRO].map(fileFramework);
