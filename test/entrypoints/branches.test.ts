import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('a router that a branch assigns', () => {
  it('has its routes with and without what the branch adds', async () => {
    const lines = await entryLines({
      'go.mod': 'module shop\n',
      'main.go': `package main
import "github.com/labstack/echo/v4"
func setup(base string) {
	e := echo.New()
	r := e.Group("/api")
	if base != "" {
		r = r.Group("/v2")
		r.GET("/inside", list)
	}
	r.GET("/users", list)
	r = e.Group("/last")
	r.GET("/end", list)
}
func list(c echo.Context) error { return nil }
`,
    });
    expect(lines).toEqual([
      'GET /api/users → main.go::list',
      'GET /api/v2/inside → main.go::list',
      'GET /api/v2/users → main.go::list',
      'GET /last/end → main.go::list',
    ]);
  });

  it('has the path of each branch that gives one', async () => {
    const lines = await entryLines({
      'app.js': `const express = require('express');
const app = express();
function list() {}
let path = '/a';
if (process.env.B) path = '/b';
else path = '/c';
app.get(path, list);
app.get(\`\${path}/:id(\\\\d+)\`, list);
path = '/d';
app.get(path, list);
`,
    });
    expect(lines).toEqual([
      'GET /a → app.js::list',
      'GET /a/:id(\\d+) → app.js::list',
      'GET /b → app.js::list',
      'GET /b/:id(\\d+) → app.js::list',
      'GET /c → app.js::list',
      'GET /c/:id(\\d+) → app.js::list',
      'GET /d → app.js::list',
    ]);
  });
});

describe('a router that a function makes', () => {
  it('is one for all calls, if what the function is given only becomes a layer of it', async () => {
    const lines = await entryLines({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/main.rs': `use axum::{Router, routing::get, middleware};
mod users;
async fn main() {
    let prefix = settings.origin.path.trim().trim_end_matches('/').to_owned();
    let mut app = Router::new().nest("/users", users::routes(state.clone()));
    if has_prefix {
        let with_slash = format!("{prefix}/");
        app = Router::new().nest(&with_slash, app);
    }
    axum::serve(listener, app).await;
}
`,
      'src/users.rs': `use axum::{Router, routing::get, middleware};
pub fn routes(state: State) -> Router {
    let shown: Router = Router::new().route("/{id}", get(show)).into();
    Router::new()
        .merge(shown)
        .layer(middleware::from_fn_with_state(state, check))
}
async fn show() {}
`,
    });
    expect(lines.filter((line) => !line.startsWith('src/main'))).toEqual([
      'GET /users/{id} → src/users.rs::show via check',
      'GET /{settings.origin.path}/users/{id} → src/users.rs::show via check',
    ]);
  });
});
