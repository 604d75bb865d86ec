import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('paths that are constants', () => {
  it('may be nested, frozen or listed in other files of JavaScript', async () => {
    const lines = await entryLines({
      'src/paths.ts': `export const paths = { orders: { list: '/orders' } } as const;
export const Frozen = Object.freeze({ todos: '/todos' });
export const both = ['/a', '/b'] as const;
`,
      'src/routers/index.js': `module.exports = { todos: require('./todos') };
`,
      'src/routers/todos.js': `const Router = require('@koa/router');
const { Frozen } = require('../paths');
const router = new Router({ prefix: Frozen.todos });
router.get('/', list);
function list() {}
module.exports = router;
`,
      'src/app.js': `const Koa = require('koa');
const routers = require('./routers');
const app = new Koa();
app.use(routers.todos.routes());
`,
      'src/shop.ts': `import express from 'express';
import { both, paths } from './paths';
const app = express();
app.get(paths.orders.list, orders);
app.get(both, orders);
function orders() {}
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /a → src/shop.ts::orders',
      'GET /b → src/shop.ts::orders',
      'GET /orders → src/shop.ts::orders',
      'GET /todos → src/routers/todos.js::list',
    ]);
  });

  it('may be constants of a class, or imported as members of one, in Java and Kotlin', async () => {
    const lines = await entryLines({
      'shop/Paths.java': `package shop;
public interface Paths { String API = "/api"; String USERS = API + "/users"; }
`,
      'shop/Users.java': `package shop;
import static shop.Paths.*;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping(USERS)
class Users {
  static final String ONE = "/{id}";
  @GetMapping(ONE) public String one() { return ""; }
}
`,
      'web/Urls.kt': `package web

object Urls {
  const val BASE = "/base"
  const val ADMIN = "$BASE/admin"
}
`,
      'web/App.kt': `package web

import io.ktor.server.application.*
import io.ktor.server.routing.*
import web.Urls.ADMIN

fun Application.module() {
  routing {
    get(Urls.BASE) { }
    delete(ADMIN) { }
  }
}
`,
    });
    expect(lines.toSorted()).toEqual([
      'DELETE /base/admin → line 10',
      'GET /api/users/{id} → shop/Users.java::Users::one',
      'GET /base → line 9',
    ]);
  });

  it('may be values of an enum of Python', async () => {
    const lines = await entryLines({
      'core.py': `from enum import Enum
class Part(str, Enum):
    items = "/items"
`,
      'main.py': `from fastapi import FastAPI
from core import Part
app = FastAPI()
@app.get(f"{Part.items.value}/new")
def new(): ...
`,
    });
    expect(lines.toSorted()).toEqual(['GET /items/new → main.py::new']);
  });

  it('are fields of structs of Go by position, and methods of HTTP by their names', async () => {
    const lines = await entryLines({
      'main.go': `package web

import (
	"net/http"
	"github.com/labstack/echo/v4"
)

type entry struct {
	method, path string
	handler echo.HandlerFunc
}

var first = []struct{ m, p string; h echo.HandlerFunc }{{"GET", "/a", a}}
var second = []entry{{http.MethodPut, "/b/:id", b}}

func routes() {
	e := echo.New()
	for _, r := range first { e.Add(r.m, r.p, r.h) }
	for _, r := range second { e.Add(r.method, r.path, r.handler) }
}

func a(c echo.Context) error { return nil }
func b(c echo.Context) error { return nil }
`,
    });
    expect(lines.toSorted()).toEqual(['GET /a → main.go::a', 'PUT /b/:id → main.go::b']);
  });

  it('follow a router of Go that another file of its package assigns, behind a setting', async () => {
    const lines = await entryLines({
      'go.mod': 'module shop\n',
      'api/albums.go': `package api

import "github.com/gin-gonic/gin"

func Albums(router *gin.RouterGroup) { router.GET("/albums", list) }
func list(c *gin.Context) {}
`,
      'server/routes.go': `package server

import (
	"github.com/gin-gonic/gin"
	"shop/api"
)

var APIv1 *gin.RouterGroup

func register() { api.Albums(APIv1) }
`,
      'server/start.go': `package server

import "github.com/gin-gonic/gin"

func Start(conf *Config) {
	router := gin.New()
	APIv1 = router.Group(conf.BaseUri("/api/v1"))
	register()
}
`,
    });
    expect(lines).toEqual(['GET /{conf.BaseUri}/api/v1/albums → api/albums.go::list']);
  });
});
