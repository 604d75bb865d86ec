import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes that a function of the project registers', () => {
  it('are those of each call where a loop is over a list that the call gives', async () => {
    const lines = await entryLines({
      'helpers.py': `from flask import redirect
def register_view(bp, routes, view_func):
    for route in routes:
        bp.add_url_rule(route, view_func=view_func)
`,
      'views.py': `from flask import Blueprint, Flask
from flask.views import MethodView
from helpers import register_view
class Login(MethodView):
    def get(self): pass
    def post(self): pass
class Topic(MethodView):
    def get(self): pass
auth = Blueprint("auth", __name__, url_prefix="/auth")
forum = Blueprint("forum", __name__)
register_view(auth, routes=["/login"], view_func=Login.as_view("login"))
register_view(forum, routes=["/topic", "/topic/<int:id>"], view_func=Topic.as_view("topic"))
app = Flask(__name__)
app.register_blueprint(auth)
app.register_blueprint(forum)
`,
    });
    expect(lines).toEqual([
      'GET,POST /auth/login → views.py::Login',
      'GET /topic → views.py::Topic',
      'GET /topic/<int:id> → views.py::Topic',
    ]);
  });

  it('have the prefix of the group that a method of an injected type is given', async () => {
    const lines = await entryLines({
      'go.mod': 'module example.com/app\n',
      'router/api.go': `package router
import "github.com/gin-gonic/gin"
type API struct{}
func (a *API) list(c *gin.Context) {}
func (a *API) Register(r *gin.RouterGroup) {
	r.GET("/users", a.list)
}
`,
      'server/http.go': `package server
import (
	"example.com/app/router"
	"github.com/gin-gonic/gin"
)
func New(api *router.API) *gin.Engine {
	r := gin.New()
	v1 := r.Group("/api/v1")
	api.Register(v1)
	return r
}
`,
    });
    expect(lines).toEqual(['GET /api/v1/users → router/api.go::API::list']);
  });

  it('are on routers of a class that a function makes', async () => {
    const lines = await entryLines({
      'kit.py': `from fastapi import APIRouter as _APIRouter
def router_class(route):
    class _Custom(_APIRouter):
        pass
    return _Custom
`,
      'routing.py': `from kit import router_class
APIRouter = router_class(None)
`,
      'main.py': `from fastapi import FastAPI
from routing import APIRouter
router = APIRouter(prefix="/users")
@router.get("/me")
def me(): pass
app = FastAPI()
app.include_router(router)
`,
    });
    expect(lines).toEqual(['GET /users/me → main.py::me']);
  });

  it('are on a router that is exported under another name', async () => {
    const lines = await entryLines({
      'routes/users.ts': `import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
const app = new OpenAPIHono();
app.openapi(createRoute({ method: 'get', path: '/me' }), (c) => c.json({}));
export const users = app;
`,
      'app.ts': `import { Hono } from 'hono';
import { users } from './routes/users';
const app = new Hono();
app.route('/users', users);
export default app;
`,
    });
    expect(lines).toEqual(['GET /users/me → line 3']);
  });

  it('are on a router with two names', async () => {
    const lines = await entryLines({
      'routers.py': `from fastapi import APIRouter
users_router = r = APIRouter()
@r.get("/users")
def users(): pass
`,
      'main.py': `from fastapi import FastAPI
from routers import users_router
app = FastAPI()
app.include_router(users_router, prefix="/api")
`,
    });
    expect(lines).toEqual(['GET /api/users → routers.py::users']);
  });

  it('are found where a plugin of Fastify is loaded that names no package', async () => {
    const lines = await entryLines({
      'app.js': `import AutoLoad from '@fastify/autoload'
import { join } from 'desm'
export default async function (fastify, opts) {
  await fastify.register(AutoLoad, { dir: join(import.meta.url, 'routes') })
}
`,
      'routes/status.js': `export const autoPrefix = '/_app'
export default async function status (fastify, opts) {
  fastify.route({
    method: 'GET',
    path: '/status',
    handler: onStatus
  })
  async function onStatus () { return {} }
}
`,
    });
    expect(lines).toEqual(['GET /_app/status → routes/status.js::status::onStatus']);
  });
});

describe('lists of Django', () => {
  it('take in the lists of other files that are spread in them', async () => {
    const lines = await entryLines({
      'shop/settings.py': 'ROOT_URLCONF = "shop.urls"\n',
      'shop/urls.py': `from django.urls import include, path
urlpatterns = [path("api/", include("shop.app.urls"))]
`,
      'shop/app/urls/__init__.py': `from .users import urlpatterns as user_urls
urlpatterns = [*user_urls]
`,
      'shop/app/urls/users.py': `from django.urls import path
from shop.views import Users
urlpatterns = [path("users/", Users.as_view())]
`,
      'shop/views.py': 'class Users: pass\n',
    });
    expect(lines).toEqual(['* /api/users/ → shop/views.py::Users']);
  });

  it('have the actions of viewsets whose bases are in files without routes', async () => {
    const lines = await entryLines({
      'api/bases.py': `from rest_framework.viewsets import ReadOnlyModelViewSet
class Base(ReadOnlyModelViewSet): pass
`,
      'api/views.py': `from api.bases import Base
class Users(Base): pass
`,
      'api/urls.py': `from rest_framework.routers import SimpleRouter
from api.views import Users
router = SimpleRouter()
router.register("users", Users)
urlpatterns = router.urls
`,
    });
    expect(lines).toEqual([
      'GET /users/ → api/views.py::Users',
      'GET /users/<pk>/ → api/views.py::Users',
    ]);
  });
});

describe('parameters that take all further arguments', () => {
  it('are lists of what each call passes', async () => {
    const lines = await entryLines({
      'api.go': `package api
import (
	"net/http"
	"github.com/go-chi/chi/v5"
)
func routes() http.Handler {
	r := chi.NewRouter()
	none(r, "videos", "lyrics")
	none(r, "avatars")
	return r
}
func none(r chi.Router, paths ...string) {
	for _, path := range paths {
		r.HandleFunc("/"+path, missing)
	}
}
func missing(w http.ResponseWriter, r *http.Request) {}
`,
      'app.py': `from flask import Flask
app = Flask(__name__)
def add(view, *rules):
    for rule in rules:
        app.add_url_rule(rule, view_func=view)
def home(): pass
def about(): pass
add(home, "/", "/home")
add(about, "/about")
`,
    });
    expect(lines).toEqual([
      'GET / → app.py::home',
      'GET /about → app.py::about',
      '* /avatars → api.go::missing',
      'GET /home → app.py::home',
      '* /lyrics → api.go::missing',
      '* /videos → api.go::missing',
    ]);
  });
});
