import { describe, expect, it } from 'vitest';
import { entryTitle } from '../../src/model/entry-point.ts';
import { requestedRoute } from '../../src/model/route-request.ts';
import type { Project } from '../../src/project/project.ts';
import { tempProject } from '../project/temp-project.ts';

async function requestLines(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const temp = await tempProject(files, { include: ['**/*'] });
  const project = await temp.open();
  await project.index({});
  return linesOf(project);
}

function linesOf(project: Project): readonly string[] {
  const { entryPoints, requests } = project.snapshot();
  return requests.map((one) => {
    const route = requestedRoute(one, entryPoints)?.entry;
    return `${one.symbol}:${one.line} ${one.method} ${one.url} → ${route && entryTitle(route)}`;
  });
}

describe('requests of tests lead to the routes of the program', () => {
  it('in JavaScript: supertest, inject, and applications that are called', async () => {
    const lines = await requestLines({
      'server.js': `
import express from 'express';
export const app = express();
app.get('/users', list);
app.get('/users/:id', show);
app.post('/users', create);
function list() {}
function show() {}
function create() {}
`,
      'test/users.test.js': `
import request from 'supertest';
import { app } from '../server.js';
const BASE = '/users';
it('lists', async () => {
  await request(app).get('/users').expect(200);
  await request(app).get(\`\${BASE}/\${id}\`);
  await app.inject({ method: 'POST', url: '/users' });
  await app.request('/users', { method: 'POST', body });
  await app.request('/users');
  await request(app).get('/nothing');
  cache.get('users');
});
`,
      'test/mocked.test.js': `
http.get('/users', () => HttpResponse.json([]));
it('shows users', () => fetch('/users'));
`,
    });
    expect(lines).toEqual([
      'test/users.test.js:6 GET /users → GET /users',
      'test/users.test.js:7 GET /users/{id} → GET /users/:id',
      'test/users.test.js:8 POST /users → POST /users',
      'test/users.test.js:9 POST /users → POST /users',
      'test/users.test.js:10 GET /users → GET /users',
    ]);
  });

  it('in Python: clients that fixtures give', async () => {
    const lines = await requestLines({
      'app.py': `
from fastapi import FastAPI
app = FastAPI()
@app.get('/users')
def users(): pass
@app.put('/users/{name}')
def change(name): pass
`,
      'tests/test_users.py': `
PREFIX = "/users"

async def test_users(client):
    response = await client.get("/users")
    client.put(f"{PREFIX}/ann", json={})
    client.put(
        "/users/ann",
    )

class TestUsers:
    def test_get(self):
        self.client.get("/users?full=1")
`,
    });
    expect(lines).toEqual([
      'tests/test_users.py::test_users:5 GET /users → GET /users',
      'tests/test_users.py::test_users:6 PUT /users/ann → PUT /users/{name}',
      'tests/test_users.py::test_users:7 PUT /users/ann → PUT /users/{name}',
      'tests/test_users.py::TestUsers::test_get:13 GET /users → GET /users',
    ]);
  });

  it('in Go: requests that are made for a recorder', async () => {
    const lines = await requestLines({
      'go.mod': 'module example.com/x\n\ngo 1.22\n',
      'server.go': `package web

import "net/http"

func Routes() {
	http.HandleFunc("GET /users", list)
	http.HandleFunc("POST /users", create)
}
func list(w http.ResponseWriter, r *http.Request) {}
func create(w http.ResponseWriter, r *http.Request) {}
`,
      'server_test.go': `package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestUsers(t *testing.T) {
	httptest.NewRequest("GET", "/users", nil)
	http.NewRequest(http.MethodPost, server.URL+"/users", nil)
}
`,
      'mock_test.go': `package web

import "net/http"

func TestMock(t *testing.T) {
	mux.HandleFunc("/users", func(w http.ResponseWriter, r *http.Request) {})
	http.Get(server.URL + "/users")
}
`,
    });
    expect(lines).toEqual([
      'server_test.go::TestUsers:10 GET /users → GET /users',
      'server_test.go::TestUsers:11 POST {server.URL}/users → POST /users',
    ]);
  });

  it('in Java and C#: builders, templates and clients', async () => {
    const lines = await requestLines({
      'src/main/java/Users.java': `
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/users")
class Users {
  @GetMapping List<String> list() {}
  @PostMapping void create() {}
}
`,
      'src/test/java/UsersTest.java': `
class UsersTest {
  @Test void lists() {
    mockMvc.perform(get("/users"));
    rest.getForEntity("/users", String.class);
    web.post().uri("/users").exchange();
    given().when().post("/users");
  }
}
`,
      'Items.cs': `
var app = WebApplication.Create();
app.MapGet("/items", () => "x");
app.MapPost("/items", () => "x");
app.Run();
`,
      'Shop.Tests/ItemTests.cs': `
public class ItemTests {
  public async Task Lists() {
    await _client.GetAsync("/items");
    await _client.PostAsJsonAsync("items", item);
    await _client.GetFromJsonAsync<Item>("/items");
  }
}
`,
    });
    expect(lines).toEqual([
      'Shop.Tests/ItemTests.cs::ItemTests::Lists:4 GET /items → GET /items',
      'Shop.Tests/ItemTests.cs::ItemTests::Lists:5 POST /items → POST /items',
      'Shop.Tests/ItemTests.cs::ItemTests::Lists:6 GET /items → GET /items',
      'src/test/java/UsersTest.java::UsersTest::lists:4 GET /users → GET /users',
      'src/test/java/UsersTest.java::UsersTest::lists:5 GET /users → GET /users',
      'src/test/java/UsersTest.java::UsersTest::lists:6 POST /users → POST /users',
      'src/test/java/UsersTest.java::UsersTest::lists:7 POST /users → POST /users',
    ]);
  });

  it('in PHP, Ruby and Rust', async () => {
    const lines = await requestLines({
      'routes/web.php': `<?php
Route::get('/users', [UserController::class, 'index']);
Route::post('/users', [UserController::class, 'store']);
`,
      'tests/Feature/UserTest.php': `<?php
class UserTest extends TestCase {
  public function test_users() {
    $this->getJson('/users');
    $this->json('POST', '/users');
  }
}
`,
      'app.rb': `
require 'sinatra'
get '/items' do
end
`,
      'spec/app_spec.rb': `
describe 'items' do
  it 'lists' do
    get '/items'
  end
end
`,
      'src/main.rs': `
use axum::{Router, routing::{get, post}};
fn app() -> Router { Router::new().route("/tasks", get(list).post(create)) }
async fn list() {}
async fn create() {}
`,
      'tests/api.rs': `
#[tokio::test]
async fn tasks() {
    app.oneshot(Request::builder().method("POST").uri("/tasks").body(Body::empty()).unwrap());
    TestRequest::get().uri("/tasks").to_request();
    client.post(&format!("{}/tasks", &app.address)).send();
}
`,
    });
    expect(lines).toEqual([
      'spec/app_spec.rb:4 GET /items → GET /items',
      'tests/Feature/UserTest.php::UserTest::test_users:4 GET /users → GET /users',
      'tests/Feature/UserTest.php::UserTest::test_users:5 POST /users → POST /users',
      'tests/api.rs::tasks:4 POST /tasks → POST /tasks',
      'tests/api.rs::tasks:5 GET /tasks → GET /tasks',
      'tests/api.rs::tasks:6 POST {app.address}/tasks → POST /tasks',
    ]);
  });

  it('after changes of tests and routes as in a new index', async () => {
    const server = (path: string) =>
      `import express from 'express';\nexport const app = express();\napp.get('${path}', list);\nfunction list() {}\n`;
    const temp = await tempProject(
      { 'server.js': server('/users'), 'a.test.js': "request(app).get('/users');\n" },
      { include: ['**/*'] },
    );
    const project = await temp.open();
    const changedBy = async (change: Promise<unknown>) => {
      await change;
      await project.index({});
      return linesOf(project);
    };
    await project.index({});
    expect(linesOf(project)).toEqual(['a.test.js:1 GET /users → GET /users']);
    expect(await changedBy(temp.write('b.test.js', "\nrequest(app).get('/users');\n"))).toEqual([
      'a.test.js:1 GET /users → GET /users',
      'b.test.js:2 GET /users → GET /users',
    ]);
    expect(await changedBy(temp.remove('a.test.js'))).toEqual([
      'b.test.js:2 GET /users → GET /users',
    ]);
    expect(await changedBy(temp.write('server.js', server('/items')))).toEqual([]);
    expect(await changedBy(temp.write('server.js', server('/users')))).toEqual([
      'b.test.js:2 GET /users → GET /users',
    ]);
  });
});
