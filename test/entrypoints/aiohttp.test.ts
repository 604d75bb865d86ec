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
