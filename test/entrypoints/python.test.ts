import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of FastAPI', () => {
  it('have the prefixes of routers and of the calls that include them', async () => {
    const lines = await entryLines({
      'main.py': `
from fastapi import FastAPI, Depends
from app.api import router as api_router
from app import settings
app = FastAPI()
app.include_router(api_router, prefix=settings.API_V1, dependencies=[Depends(auth)])
@app.get("/")
async def root(): ...
@app.websocket("/ws")
async def socket(w): ...
`,
      'app/__init__.py': '',
      'app/settings.py': 'API_V1 = "/api/v1"\n',
      'app/api/__init__.py': `
from fastapi import APIRouter
from . import users
from .items import router as items_router
router = APIRouter()
router.include_router(users.router, prefix="/users")
router.include_router(items_router)
`,
      'app/api/users.py': `
from fastapi import APIRouter
router = APIRouter()
@router.get("/{id}")
def show(id: int): ...
`,
      'app/api/items.py': `
from fastapi import APIRouter
router = APIRouter(prefix="/items")
@router.api_route("/x", methods=["GET", "POST"])
def items(): ...
`,
    });
    expect(lines).toEqual([
      'GET / → main.py::root',
      'GET,POST /api/v1/items/x → app/api/items.py::items via auth',
      'GET /api/v1/users/{id} → app/api/users.py::show via auth',
      '/ws → main.py::socket',
    ]);
  });
});

describe('routes of Flask', () => {
  it('take the prefix that a blueprint is registered with', async () => {
    const lines = await entryLines({
      'pages/__init__.py': `
from flask import Blueprint
pages = Blueprint("pages", __name__, url_prefix="/a")
from . import views
`,
      'pages/views.py': `
from . import pages
@pages.route("/x/<int:id>", methods=["GET", "PUT"])
def show(id): ...
`,
      'app.py': `
from flask import Flask
from flask.views import MethodView
from pages import pages
class Things(MethodView):
    def get(self): ...
    def post(self): ...
def create_app():
    app = Flask(__name__)
    app.register_blueprint(pages, url_prefix="/b")
    app.add_url_rule("/things", view_func=Things.as_view("things"))
    return app
`,
    });
    expect(lines).toEqual([
      'GET,PUT /b/x/<int:id> → pages/views.py::show',
      'GET,POST /things → app.py::Things',
    ]);
  });
});

describe('routes of Django', () => {
  it('follow included modules from the root and list the routes of viewsets', async () => {
    const lines = await entryLines({
      'proj/settings.py': 'ROOT_URLCONF = "proj.urls"\n',
      'proj/urls.py': `
from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter
from shop.views import ProductViewSet, old
router = DefaultRouter()
router.register(r"products", ProductViewSet)
urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include(router.urls)),
    path("shop/", include("shop.urls")),
]
urlpatterns += [re_path(r"^old/(?P<id>\\d+)/$", old)]
`,
      'shop/urls.py': `
from django.urls import path
from . import views
urlpatterns = [
    path("", views.index, name="index"),
    path("<int:pk>/", views.Detail.as_view()),
]
`,
      'shop/views.py': `
from rest_framework import viewsets
from rest_framework.decorators import action
from django.views.generic import DetailView
class ProductViewSet(viewsets.ModelViewSet):
    @action(detail=True, methods=["post"])
    def buy(self, request, pk=None): ...
class Detail(DetailView): ...
def index(request): ...
def old(request, id): ...
`,
      'proj/__init__.py': '',
      'shop/__init__.py': '',
    });
    expect(lines).toEqual([
      'GET /api/ → line 6',
      'GET,POST /api/products/ → shop/views.py::ProductViewSet',
      'DELETE,GET,PATCH,PUT /api/products/<pk>/ → shop/views.py::ProductViewSet',
      'POST /api/products/<pk>/buy/ → shop/views.py::ProductViewSet::buy',
      '* /old/(?P<id>\\d+)/ → shop/views.py::old',
      '* /shop/ → shop/views.py::index',
      '* /shop/<int:pk>/ → shop/views.py::Detail',
    ]);
  });
});

it('routers of Django REST framework may have no slash at the end, and take the routes of others', async () => {
  const lines = await entryLines({
    'settings.py': 'ROOT_URLCONF = "urls"\n',
    'urls.py': `
from django.urls import include, path
from rest_framework.routers import SimpleRouter
from shop.routers import shop
from shop.views import Orders
router = SimpleRouter(trailing_slash=False)
router.register("orders", Orders)
router.registry.extend(shop.registry)
urlpatterns = [path("api/", include(router.urls))]
for name in ["a", "b"]:
    urlpatterns.append(path(f"{name}/", Orders.as_view()))
`,
    'shop/__init__.py': '',
    'shop/routers.py': `
from rest_framework.routers import SimpleRouter
from .views import Carts
shop = SimpleRouter()
shop.register("carts", Carts)
`,
    'shop/views.py': `
from rest_framework import viewsets
from rest_framework.decorators import action
class Orders(viewsets.ReadOnlyModelViewSet):
    @action(detail=True, methods=["post"])
    def pay(self, request, pk=None): ...
class Carts(viewsets.ViewSet):
    def list(self, request): ...
`,
  });
  expect(lines).toEqual([
    '* /a/ → shop/views.py::Orders',
    'GET /api/carts/ → shop/views.py::Carts',
    'GET /api/orders → shop/views.py::Orders',
    'GET /api/orders/<pk> → shop/views.py::Orders',
    'POST /api/orders/<pk>/pay → shop/views.py::Orders::pay',
    '* /b/ → shop/views.py::Orders',
  ]);
});

describe('commands and jobs of Python', () => {
  it('are found below decorators of Typer, Click and Celery', async () => {
    const lines = await entryLines({
      'cli.py': `
import click
import typer
from celery import shared_task
app = typer.Typer()
users = typer.Typer()
app.add_typer(users, name="users")
@users.command()
def create_one(): ...
@app.command("go")
def run(): ...
@click.group()
def cli(): ...
@click.command("single")
def single(): ...
@cli.command()
def add_user(): ...
@cli.group()
def remote(): ...
@remote.command("show")
def show(): ...
@shared_task
def mail(): ...
if __name__ == "__main__":
    app()
`,
    });
    expect(lines).toEqual([
      'add-user → cli.py::add_user',
      'cli.py → line 24',
      'go → cli.py::run',
      'mail → cli.py::mail',
      'remote show → cli.py::show',
      'single → cli.py::single',
      'users create-one → cli.py::create_one',
    ]);
  });
});

it('a list of Django routes that is made from itself is read once', async () => {
  const lines = await entryLines({
    'urls.py': `
from django.urls import path
from . import views
urlpatterns = [path("a/", views.a)]
urlpatterns = [path("b/", views.b)] + urlpatterns
`,
    'views.py': 'def a(request): pass\ndef b(request): pass\n',
    'settings.py': 'ROOT_URLCONF = "urls"\n',
  });
  expect(lines.join('\n')).toMatch(/\/b\//);
});

it('paths of Django have raw texts of other modules', async () => {
  const lines = await entryLines({
    'manage.py': '',
    'shop/regex.py': 'SLUG = r"/s/(?P<slug>[-_\\w]*)"\n',
    'shop/urls.py': `from django.urls import re_path
from shop import regex, views
urlpatterns = [re_path(rf"^book/1{regex.SLUG}$", views.book)]
`,
    'shop/views.py': 'def book(request): pass\n',
  });
  expect(lines).toEqual(['* /book/1/s/(?P<slug>[-_\\w]*) → shop/views.py::book']);
});

describe('routes of Django that a function returns', () => {
  it('are included once for each call of it', async () => {
    const lines = await entryLines({
      'urls.py': `
from django.urls import include, path
from views import Users, Orders
def pages(view, name):
    return include([
        path('', view.as_view(), name=name),
        path('<int:page>', view.as_view(), name=name),
    ])
urlpatterns = [
    path('users/', pages(Users, 'users')),
    path('shop/', include([path('orders/', pages(Orders, 'orders'))])),
]
`,
      'views.py': `
from django.views import View
class Users(View): ...
class Orders(View): ...
`,
    });
    expect(lines).toEqual([
      '* /shop/orders/ → views.py::Orders',
      '* /shop/orders/<int:page> → views.py::Orders',
      '* /users/ → views.py::Users',
      '* /users/<int:page> → views.py::Users',
    ]);
  });
});
