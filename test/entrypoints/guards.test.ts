import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('guards of a router', () => {
  it('are in front of what Express registers behind them, by path and by mount', async () => {
    const lines = await entryLines({
      'app.js': `const express = require('express');
const users = require('./users');
const app = express();
app.use(express.json());
app.get('/open', open);
app.use('/admin', isAdmin);
app.use('/users', limit(3), users);
app.get('/admin/stats', stats);
app.get('/administrators', open);
app.use(late);
function open() {}
function stats() {}
`,
      'users.js': `const router = require('express').Router();
router.get('/new', create);
router.use(signedIn);
router.route('/:id').get(show);
function create() {}
function show() {}
module.exports = router;
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /admin/stats → app.js::stats via express.json, isAdmin',
      'GET /administrators → app.js::open via express.json',
      'GET /open → app.js::open via express.json',
      'GET /users/:id → users.js::show via express.json, limit, signedIn',
      'GET /users/new → users.js::create via express.json, limit',
    ]);
  });

  it('are those of the groups around a route of Go', async () => {
    const lines = await entryLines({
      'main.go': `package main

import (
	"net/http"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
)

func routes() {
	r := gin.New()
	r.Use(gin.Logger())
	api := r.Group("/api", auth)
	api.Use(audit)
	api.GET("/items", list)
	c := chi.NewRouter()
	c.Use(logged)
	c.Group(func(c chi.Router) {
		c.Use(admin)
		c.With(paged).Get("/all", show)
	})
	c.Get("/open", show)
	http.Handle("POST /direct", logged(admin(http.HandlerFunc(show))))
	http.Handle("GET /made", newHandler(store))
}

func list(c *gin.Context) {}
func auth(c *gin.Context) {}
func audit(c *gin.Context) {}
func show(w http.ResponseWriter, r *http.Request) {}
func logged(next http.Handler) http.Handler { return next }
func admin(next http.Handler) http.Handler { return next }
func paged(next http.Handler) http.Handler { return next }
func newHandler(s Store) http.Handler { return nil }
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /all → main.go::show via logged, admin, paged',
      'GET /api/items → main.go::list via gin.Logger, auth, audit',
      'GET /made → main.go::newHandler',
      'GET /open → main.go::show via logged',
      'POST /direct → main.go::show via logged, admin',
    ]);
  });

  it('are the layers around routes of Axum, which concern those in front of them', async () => {
    const lines = await entryLines({
      'src/main.rs': `use axum::{middleware, routing::get, Router};
async fn main() {
    let app = Router::new()
        .route("/a", get(a))
        .route_layer(middleware::from_fn_with_state(state, auth))
        .route("/b", get(b));
    axum::serve(listener, app).await;
}
async fn a() {}
async fn b() {}
async fn auth() {}
`,
    });
    expect(lines.filter((line) => line.startsWith('GET'))).toEqual([
      'GET /a → src/main.rs::a via auth',
      'GET /b → src/main.rs::b',
    ]);
  });

  it('are hooks of Fastify and the middleware of Hono for a path', async () => {
    const lines = await entryLines({
      'fast.ts': `import fastify from 'fastify';
const app = fastify();
app.addHook('onRequest', authenticate);
app.addHook('onSend', compress);
app.get('/f', show);
function show() {}
`,
      'hono.ts': `import { Hono } from 'hono';
const app = new Hono().basePath('/v1');
app.use('/books/*', bearer());
app.get('/books/:id', show).get('/open', show);
function show() {}
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /f → fast.ts::show via authenticate',
      'GET /v1/books/:id → hono.ts::show via bearer',
      'GET /v1/open → hono.ts::show',
    ]);
  });

  it('are the dependencies of FastAPI, but not of a mounted application', async () => {
    const lines = await entryLines({
      'main.py': `from fastapi import APIRouter, Depends, FastAPI, Security
app = FastAPI(dependencies=[Depends(verify)])
router = APIRouter(prefix="/items", dependencies=[Security(admin)])
@router.get("/")
def items(): ...
app.include_router(router)
sub = FastAPI()
@sub.get("/ping")
def ping(): ...
app.mount("/sub", sub)
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /items/ → main.py::items via verify, admin',
      'GET /sub/ping → main.py::ping',
    ]);
  });

  it('are the middleware of procedures of tRPC', async () => {
    const lines = await entryLines({
      'api.ts': `import { initTRPC } from '@trpc/server';
const t = initTRPC.create();
const authed = t.procedure.use(isAuthed);
export const api = t.router({ open: t.procedure.query(a), own: authed.use(isOwner).mutation(b) });
function a() {}
function b() {}
`,
    });
    expect(lines.toSorted()).toEqual([
      'MUTATION own → api.ts::b via isAuthed, isOwner',
      'QUERY open → api.ts::a',
    ]);
  });
});

describe('guards beside a handler', () => {
  it('are the decorators and lists of guards of Python', async () => {
    const lines = await entryLines({
      'app.py': `from flask import Blueprint
from flask.views import MethodView
bp = Blueprint("site", __name__)
@bp.before_request
def check(): ...
@bp.route("/home")
@login_required
@cache.cached(timeout=50)
def home(): ...
class Items(MethodView):
    decorators = [owner_only]
    def get(self): ...
bp.add_url_rule("/items", view_func=Items.as_view("items"))
`,
      'urls.py': `from django.urls import path
import views
urlpatterns = [path("a/", views.a), path("b/", views.B.as_view())]
`,
      'views.py': `from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
@login_required
def a(request): ...
class B(LoginRequiredMixin, View):
    permission_classes = [IsOwner]
`,
    });
    expect(lines.toSorted()).toEqual([
      '* /a/ → views.py::a via login_required',
      '* /b/ → views.py::B via LoginRequiredMixin, IsOwner',
      'GET /home → app.py::home via check, login_required, cache.cached',
      'GET /items → app.py::Items via check, owner_only',
    ]);
  });

  it('are attributes and annotations of C#, Java and PHP', async () => {
    const lines = await entryLines({
      'Users.cs': `[Authorize]
[Route("users")]
public class UsersController : ControllerBase {
  [HttpGet] public string All() => "";
  [HttpPost] [AllowAnonymous] public string Join() => "";
}
`,
      'a/Items.java': `package a;
import org.springframework.web.bind.annotation.*;
import org.springframework.security.access.prepost.PreAuthorize;
@RestController
class Items {
  @GetMapping("/items") @PreAuthorize("hasRole('A')") public String all() { return ""; }
}
`,
      'src/Page.php': `<?php
use Symfony\\Component\\Routing\\Attribute\\Route;
use Symfony\\Component\\Security\\Http\\Attribute\\IsGranted;
class Page {
  #[Route('/page')]
  #[IsGranted('ROLE_USER')]
  public function show() {}
}
`,
    });
    expect(lines.toSorted()).toEqual([
      '* /page → src/Page.php::Page::show via IsGranted',
      'GET /items → a/Items.java::Items::all via PreAuthorize',
      'GET /users → Users.cs::UsersController::All via Authorize',
      'POST /users → Users.cs::UsersController::Join via Authorize, AllowAnonymous',
    ]);
  });
});
