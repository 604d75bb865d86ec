import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes that a loop registers in JavaScript', () => {
  it('are read once for each item of the list', async () => {
    const lines = await entryLines({
      'app.ts': `import express from 'express';
import { list, show } from './users';
const app = express();
const METHODS = ['get', 'post'];
for (const method of METHODS) app[method]('/any', list);
for (const [path, handler] of Object.entries({ '/users': list, '/users/:id': show })) {
  app.get(path, handler);
}
[{ path: '/a', method: 'put' }, { path: '/b', method: 'delete' }].forEach(({ path, method }) => {
  app[method]('/items' + path, show);
});
for (const key in { x: 1, y: 2 }) app.head(\`/keys/\${key}\`, list);
`,
      'users.ts': `export function list() {}
export function show() {}
`,
    });
    expect(lines).toEqual([
      'GET /any → users.ts::list',
      'POST /any → users.ts::list',
      'PUT /items/a → users.ts::show',
      'DELETE /items/b → users.ts::show',
      'HEAD /keys/x → users.ts::list',
      'HEAD /keys/y → users.ts::list',
      'GET /users → users.ts::list',
      'GET /users/:id → users.ts::show',
    ]);
  });

  it('tell routers apart that the loop makes', async () => {
    const lines = await entryLines({
      'app.ts': `import express, { Router } from 'express';
const app = express();
const modules = [{ name: 'users', paths: ['/', '/:id'] }, { name: 'posts', paths: ['/latest'] }];
for (const { name, paths } of modules) {
  const router = Router();
  for (const path of paths) router.get(path, () => {});
  app.use('/' + name, router);
}
for (const name of load()) app.get(name, () => {});
`,
    });
    expect(lines).toEqual([
      'GET /posts/latest → line 6',
      'GET /users → line 6',
      'GET /users/:id → line 6',
    ]);
  });
});

describe('routes that a loop registers in other languages', () => {
  it('are read once for each item in Python', async () => {
    const lines = await entryLines({
      'app.py': `from fastapi import FastAPI, APIRouter
app = FastAPI()
router = APIRouter()
@router.get("/ping")
def ping(): pass
def show(): pass
VERSIONS = ("v1", "v2")
for version in VERSIONS:
    app.include_router(router, prefix=f"/{version}")
for path, handler in [("/a", show), ("/b", ping)]:
    app.add_api_route(path, handler)
for name, view in {"c": show}.items():
    app.add_api_route(f"/{name}", view)
for method in ["put", "patch"]:
    @app.delete(f"/{method}")
    def remove(): pass
`,
      'web.py': `from aiohttp import web
from app import show
app = web.Application()
for method in ('get', 'put'):
    getattr(app.router, f'add_{method}')('/d', show)
`,
    });
    expect(lines).toEqual([
      'GET /a → app.py::show',
      'GET /b → app.py::ping',
      'GET /c → app.py::show',
      'GET /d → app.py::show',
      'PUT /d → app.py::show',
      'DELETE /patch → app.py::remove',
      'DELETE /put → app.py::remove',
      'GET /v1/ping → app.py::ping',
      'GET /v2/ping → app.py::ping',
    ]);
  });

  it('are read once for each item in PHP', async () => {
    const lines = await entryLines({
      'composer.json': '{"autoload":{"psr-4":{"App\\\\":"app/"}}}',
      'app/Users.php': `<?php
namespace App;
class Users { public function __invoke() {} }
class Posts { public function show() {} }
`,
      'app/Provider.php': `<?php
namespace App;
use Illuminate\\Support\\Facades\\Route;
class Provider {
  private const PAGES = ['about', 'terms'];
  public function boot() {
    foreach (self::PAGES as $page) {
      Route::view("/pages/{$page}", $page);
    }
  }
}
`,
      'routes/api.php': `<?php
use App\\Posts;
use App\\Users;
use Illuminate\\Support\\Facades\\Route;
$endpoints = ['ping' => Users::class, 'show' => [Posts::class, 'show']];
Route::prefix('rest')->group(static function () use ($endpoints) {
  foreach ($endpoints as $endpoint => $controller) {
    Route::match(['get', 'post'], "{$endpoint}{format?}", $controller);
  }
});
foreach (['put', 'patch'] as $method) {
  Route::$method('/users/$id', Users::class);
}
`,
    });
    expect(lines).toEqual([
      'GET /pages/about → line 8',
      'GET /pages/terms → line 8',
      'GET,POST /rest/ping{format?} → app/Users.php::Users::__invoke',
      'GET,POST /rest/show{format?} → app/Users.php::Posts::show',
      'PATCH /users/$id → app/Users.php::Users::__invoke',
      'PUT /users/$id → app/Users.php::Users::__invoke',
    ]);
  });

  it('are read once for each item in Ruby', async () => {
    const lines = await entryLines({
      'config/routes.rb': `PAGES = %w[about terms]
Rails.application.routes.draw do
  PAGES.each { |page| get page, to: "pages#show" }
  { users: 'people', posts: 'articles' }.each do |name, path|
    resources name, path: path, only: [:index]
  end
  %i[put patch].each { |verb| send(verb, 'state', to: 'state#update') }
end
`,
      'app.rb': `require 'sinatra'
[:get, :post].each do |verb|
  send(verb, '/ping') { 'pong' }
end
`,
    });
    expect(lines).toEqual([
      'GET /about → line 3',
      'GET /articles → line 5',
      'GET /people → line 5',
      'GET /ping → line 3',
      'POST /ping → line 3',
      'PATCH /state → line 7',
      'PUT /state → line 7',
      'GET /terms → line 3',
    ]);
  });

  it('are read once for each item in Go', async () => {
    const lines = await entryLines({
      'go.mod': 'module example.com/app\n',
      'main.go': `package main
import "github.com/gorilla/mux"
type Route struct {
	Name    string
	Method  string
	Pattern string
	Handler http.HandlerFunc
}
type Routes []Route
var routes = Routes{
	Route{"Index", "GET", "/", Index},
	Route{"Create", "POST", "/todos", Create},
}
func Index(w http.ResponseWriter, r *http.Request) {}
func Create(w http.ResponseWriter, r *http.Request) {}
func main() {
	router := mux.NewRouter()
	for _, route := range routes {
		router.Methods(route.Method).Path(route.Pattern).Handler(route.Handler)
	}
	for _, one := range []struct{ Path string }{{Path: "/a"}, {Path: "/b"}} {
		router.HandleFunc(one.Path, Index).Methods("PUT")
	}
}
`,
    });
    expect(lines).toEqual([
      'GET / → main.go::Index',
      'PUT /a → main.go::Index',
      'PUT /b → main.go::Index',
      'POST /todos → main.go::Create',
      'main.go → main.go::main',
    ]);
  });
});
