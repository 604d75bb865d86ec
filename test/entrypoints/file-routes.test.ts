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

  it('of Remix may be in folders whose names end in a plus sign, and may be pages', async () => {
    const lines = await entryLines({
      'app/root.tsx': page,
      'app/routes/_auth+/login.tsx':
        'export function action() {}\nexport default function Login() {}\n',
      'app/routes/teams+/$id+/_index.tsx': 'export default function Team() {}\n',
      'app/routes/teams+/$id+/_layout.tsx': 'export default function Layout() {}\n',
      'app/routes/teams+/settings._layout.tsx': 'export default function Layout() {}\n',
      'app/routes/teams+/$id+/form/fields.tsx': 'export default function Fields() {}\n',
    });
    expect(lines.map((line) => line.split(' →')[0])).toEqual([
      'GET /login',
      'POST /login',
      'GET /teams/:id',
    ]);
  });

  it('of React Router are the modules that its configuration lists', async () => {
    const module = 'export function loader() {}\nexport default function Page() {}\n';
    const lines = await entryLines({
      'app/root.tsx': page,
      'app/routes.ts': `import { type RouteConfig, index, layout, prefix, route } from '@react-router/dev/routes';
import { admin } from './admin-routes';
export default [
  index('./home.tsx'),
  route('files/*', 'files.ts'),
  layout('./shell.tsx', [
    route('teams/:id', './team.tsx', [index('./team-home.tsx'), route('edit', './team-edit.tsx')]),
  ]),
  ...prefix('admin', [...admin()]),
] satisfies RouteConfig;
`,
      'app/admin-routes.ts': `import { route } from '@react-router/dev/routes';
export const admin = () => [route('users', './users.tsx')];
`,
      'app/home.tsx': module,
      'app/files.ts': 'export async function action() {}\n',
      'app/shell.tsx': module,
      'app/team.tsx': 'export default function Team() {}\n',
      'app/team-home.tsx': 'export default function Home() {}\n',
      'app/team-edit.tsx': 'export const action = async () => {};\n',
      'app/users.tsx': 'export default function Users() {}\n',
      'app/routes/_index.tsx': module,
    });
    expect(lines).toEqual([
      'GET / → app/home.tsx::loader',
      'GET / → app/home.tsx::Page',
      'GET /admin/users → app/users.tsx::Users',
      'POST /files/* → app/files.ts::action',
      'GET /teams/:id → app/team-home.tsx::Home',
      'GET /teams/:id → app/team.tsx::Team',
      'POST /teams/:id/edit → app/team-edit.tsx::action',
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
