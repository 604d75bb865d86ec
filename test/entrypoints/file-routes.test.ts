import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const page = 'export default function Page() { return 1; }\n';

describe('routes that are files', () => {
  it('of Next.js leave out groups, slots and private folders', async () => {
    const lines = await entryLines({
      'web/next.config.mjs': 'export default {};\n',
      'web/app/page.tsx': page,
      'web/app/(shop)/items/[id]/page.tsx': page,
      'web/app/@modal/(.)items/[id]/page.tsx': page,
      'web/app/_lib/page.tsx': page,
      'web/app/items/list.tsx': page,
      'web/app/api/items/route.ts': `export async function GET() {}
export const POST = handle;
function handle() {}
`,
      'web/src/pages/api/users/[id].ts': page,
      'web/src/pages/about/index.tsx': page,
      'web/src/pages/_app.tsx': page,
      'app/page.tsx': page,
    });
    expect(lines).toEqual([
      'GET / → web/app/page.tsx::Page',
      'GET /about → web/src/pages/about/index.tsx::Page',
      'GET /api/items → web/app/api/items/route.ts::GET',
      'POST /api/items → web/app/api/items/route.ts::POST',
      '* /api/users/[id] → web/src/pages/api/users/[id].ts::Page',
      'GET /items/[id] → web/app/(shop)/items/[id]/page.tsx::Page',
    ]);
  });

  it('of Nuxt have the method in the name of the file', async () => {
    const lines = await entryLines({
      'nuxt.config.ts': 'export default {};\n',
      'server/api/users/[id].get.ts': 'export default defineEventHandler(() => 1);\n',
      'server/routes/health.ts': 'export default defineEventHandler(() => 1);\n',
      'pages/users/index.vue': '<template><p/></template>\n',
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual([
      'GET /api/users/[id]',
      '* /health',
      'GET /users',
    ]);
  });

  it('of SvelteKit have the methods that a file exports', async () => {
    const lines = await entryLines({
      'svelte.config.js': 'export default {};\n',
      'src/routes/(app)/blog/[slug]/+page.svelte': '<h1>x</h1>\n',
      'src/routes/api/+server.ts': 'export function GET() {}\nexport const DELETE = () => 1;\n',
      'src/routes/login/+page.server.ts': 'export const actions = { default: () => 1 };\n',
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual([
      'DELETE /api',
      'GET /api',
      'GET /blog/[slug]',
      'POST /login',
    ]);
  });

  it('of Remix have their parts joined by dots', async () => {
    const route = 'export function loader() {}\nexport function action() {}\n';
    const lines = await entryLines({
      'app/root.tsx': page,
      'app/routes/_index.tsx': route,
      'app/routes/_auth.tsx': route,
      'app/routes/_auth.login.tsx': 'export function action() {}\n',
      'app/routes/users_.$id.edit.tsx': 'export function loader() {}\n',
      'app/routes/sitemap[.]xml.ts': 'export function loader() {}\n',
      'app/routes/files.$/route.tsx': 'export function loader() {}\n',
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual([
      'GET /',
      'POST /',
      'GET /files/*',
      'POST /login',
      'GET /sitemap.xml',
      'GET /users/:id/edit',
    ]);
  });

  it('of Astro are pages and endpoints', async () => {
    const lines = await entryLines({
      'astro.config.mjs': 'export default {};\n',
      'src/pages/index.astro': '<p>x</p>\n',
      'src/pages/_draft.astro': '<p>x</p>\n',
      'src/pages/rss.xml.ts': 'export function GET() {}\n',
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual(['GET /', 'GET /rss.xml']);
  });
});
