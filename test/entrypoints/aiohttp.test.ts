import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of aiohttp', () => {
  it('come from routers, lists, tables and applications below others', async () => {
    const lines = await entryLines({
      'main.py': `
from aiohttp import web
from views import routes, table, show, Things
app = web.Application()
app.router.add_get("/ping", show)
app.router.add_route("POST", "/any", show)
app.add_routes(routes)
app.add_routes(table)
admin = web.Application()
admin.add_routes([web.put("/x/{id}", show), web.view("/things", Things)])
app.add_subapp("/admin", admin)
cache.add_get("/none", show)
`,
      'views.py': `
from aiohttp import web
async def show(request): ...
class Things(web.View):
    async def get(self): ...
    async def post(self): ...
routes = [web.get("/a", show), web.delete("/b", show)]
table = web.RouteTableDef()
@table.get("/t/{id}")
async def decorated(request): ...
`,
    });
    expect(lines).toEqual([
      'GET /a → views.py::show',
      'GET,POST /admin/things → views.py::Things',
      'PUT /admin/x/{id} → views.py::show',
      'POST /any → views.py::show',
      'DELETE /b → views.py::show',
      'GET /ping → views.py::show',
      'GET /t/{id} → views.py::decorated',
    ]);
  });
});

describe('routes of an application of aiohttp that is not known', () => {
  it('are found by the router that they are added to', async () => {
    const lines = await entryLines({
      'pages.py': `
from aiohttp import web
class Pages:
    def __init__(self, services):
        self.app_svc = services.get('app')
        self.app_svc.application.router.add_route('POST', '/enter', self.enter)
        self.app_svc.cache.add_route('GET', '/none', self.enter)
    async def enter(self, request): ...
`,
    });
    expect(lines).toEqual(['POST /enter → pages.py::Pages::enter']);
  });
});

describe('applications of aiohttp in an object of the project', () => {
  it('are those that its class is made with', async () => {
    const lines = await entryLines({
      'server.py': `
from aiohttp import web
from service import AppService
from api import make_app
app_svc = AppService(application=web.Application())
app_svc.register("/api/v2", make_app())
`,
      'service.py': `
from aiohttp import web
class AppService:
    def __init__(self, application):
        self.application = application
    def register(self, path: str, app: web.Application):
        self.application.add_subapp(path, app)
`,
      'api.py': `
from aiohttp import web
async def health(request): ...
def make_app():
    app = web.Application()
    app.router.add_get('/health', health)
    return app
`,
    });
    expect(lines).toEqual(['GET /api/v2/health → api.py::health']);
  });
});
