import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const MODULE = 'module example.com/x\n\ngo 1.22\n';

const ROUTER = `package router
type Handler func() error
type Routes struct { prefix string; routes []route }
type Router struct { *Routes }
type route struct { method, path string; action Handler }
func New() *Router { return &Router{Routes: &Routes{}} }
func (g *Routes) Group(prefix string) *Routes { return &Routes{prefix: g.prefix + prefix} }
func (g *Routes) Use(checks ...Handler) *Routes { return g }
func (g *Routes) Route(method string, path string, action Handler) *Routes {
	g.routes = append(g.routes, route{method, path, action})
	return g
}
func (g *Routes) GET(path string, action Handler) *Routes { return g.Route("GET", path, action) }
func (g *Routes) POST(path string, action Handler) *Routes { return g.Route("POST", path, action) }
func (g *Routes) DELETE(path string, action Handler) *Routes { return g.Route("DELETE", path, action) }
`;

describe('routers that a project writes itself', () => {
  it('have the prefixes of their groups, across files', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'router/router.go': ROUTER,
      'api/api.go': `package api
import "example.com/x/router"
func Serve() {
	r := router.New()
	r.Use(log)
	api := r.Group("/api")
	bindUsers(api)
}
func log() error { return nil }
`,
      'api/users.go': `package api
import "example.com/x/router"
func bindUsers(g *router.Routes) {
	users := g.Group("/users").Use(log)
	users.GET("/{id}", show).Use(log)
	users.Route("PATCH", "/{id}", change)
	users.Route("", "/any", change)
}
func show() error { return nil }
func change() error { return nil }
`,
    });
    expect(lines).toEqual([
      '* /api/users/any → api/users.go::change',
      'GET /api/users/{id} → api/users.go::show',
      'PATCH /api/users/{id} → api/users.go::change',
    ]);
  });

  it('may be told the method, and are classes that others extend', async () => {
    const lines = await entryLines({
      'promise-router.js': `export default class PromiseRouter {
  constructor() { this.routes = []; this.mountRoutes(); }
  mountRoutes() {}
  route(method, path, ...handlers) { this.routes.push({ method, path, handlers }); }
}
`,
      'users.js': `import PromiseRouter from './promise-router.js';
export class UsersRouter extends PromiseRouter {
  list() { return []; }
  mountRoutes() {
    this.route('GET', '/users', authenticate, this.list);
  }
}
function authenticate() {}
`,
    });
    expect(lines).toEqual(['GET /users → users.js::UsersRouter::list via authenticate']);
  });

  it('are no clients, and no wrappers of a framework, whose routes count once', async () => {
    const lines = await entryLines({
      'client.ts': `export class Client {
  get(path: string, options: object) { return fetch(path, options); }
  post(path: string, body: object) { return fetch(path, body); }
  put(path: string, body: object) { return fetch(path, body); }
}
new Client().get('/health', {});
`,
      'server.ts': `import express from 'express';
type Handler = () => void;
export class Server {
  app = express();
  get(path: string, handler: Handler) { this.app.get(path, handler); }
  post(path: string, handler: Handler) { this.app.post(path, handler); }
  put(path: string, handler: Handler) { this.app.put(path, handler); }
}
const server = new Server();
server.get('/items', items);
function items() {}
`,
    });
    expect(lines).toEqual(['GET /items → server.ts::items']);
  });
});
