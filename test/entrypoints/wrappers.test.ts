import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes that a function of the project registers', () => {
  it('are read once for each call of it', async () => {
    const lines = await entryLines({
      'app.js': `const express = require('express');
const { first, second } = require('./handlers');
const app = express();
function secured(path, handler) { app.get('/api' + path, wrap(handler)); }
function add(method, path, handler) { app[method](path, handler); }
function remove(path, handler) { add('delete', path, handler); }
for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) secured('/' + name, first);
secured('/last', second);
add('put', '/items', first);
remove('/items', second);
secured('/inline', (req, res) => res.end());
`,
      'handlers.js': `exports.first = function first() {};
exports.second = function second() {};
`,
    });
    expect(lines).toEqual([
      'GET /api/a → handlers.js::first',
      'GET /api/b → handlers.js::first',
      'GET /api/c → handlers.js::first',
      'GET /api/d → handlers.js::first',
      'GET /api/e → handlers.js::first',
      'GET /api/f → handlers.js::first',
      'GET /api/g → handlers.js::first',
      'GET /api/h → handlers.js::first',
      'GET /api/i → handlers.js::first',
      'GET /api/inline → line 11',
      'GET /api/last → handlers.js::second',
      'DELETE /items → handlers.js::second',
      'PUT /items → handlers.js::first',
    ]);
  });

  it('have their own handlers behind a method of Go', async () => {
    const lines = await entryLines({
      'server.go': `package main

import "net/http"

type Server struct { mux *http.ServeMux }

func (s *Server) handle(path string, handler http.HandlerFunc) {
	s.mux.HandleFunc("/api"+path, s.wrap(handler))
}

func (s *Server) wrap(handler http.HandlerFunc) http.HandlerFunc { return handler }

func (s *Server) routes() {
	s.handle("/users", listUsers)
	s.handle("/posts", listPosts)
}

func listUsers(w http.ResponseWriter, r *http.Request) {}
func listPosts(w http.ResponseWriter, r *http.Request) {}

func main() {
	s := &Server{mux: http.NewServeMux()}
	s.routes()
	http.ListenAndServe(":80", s.mux)
}
`,
    });
    expect(lines).toContain('* /api/users → server.go::listUsers via s.wrap');
    expect(lines).toContain('* /api/posts → server.go::listPosts via s.wrap');
  });

  it('are told apart by the calls of the function that makes their router', async () => {
    const lines = await entryLines({
      'app.ts': `import { Hono } from 'hono';
import { makeRouter } from './router';
import { users } from './users';
const app = new Hono();
const posts = makeRouter().get('/latest', latest);
app.route('/users', users);
app.route('/posts', posts);
function latest() {}
`,
      'users.ts': `import { makeRouter } from './router';
export const users = makeRouter();
users.get('/:id', show);
function show() {}
`,
      'router.ts': `import { Hono } from 'hono';
export function makeRouter() {
  const router = new Hono();
  router.get('/health', health);
  return router;
}
function health() {}
`,
    });
    expect(lines).toEqual([
      'GET /posts/health → router.ts::health',
      'GET /posts/latest → app.ts::latest',
      'GET /users/:id → users.ts::show',
      'GET /users/health → router.ts::health',
    ]);
  });

  it('share a router that a function keeps', async () => {
    const lines = await entryLines({
      'app.js': `const express = require('express');
const { shared } = require('./shared');
require('./users');
const app = express();
app.use('/api', shared());
`,
      'users.js': `const { shared } = require('./shared');
shared().get('/users', list);
function list() {}
`,
      'shared.js': `const express = require('express');
let router;
function shared() {
  if (!router) router = express.Router();
  return router;
}
module.exports = { shared };
`,
    });
    expect(lines).toEqual(['GET /api/users → users.js::list']);
  });
});
