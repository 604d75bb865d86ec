import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('forms of PHP', () => {
  it('import several names of a namespace at once', async () => {
    const lines = await entryLines({
      'routes/web.php': `<?php
use Illuminate\\Support\\Facades\\{Route, Artisan as Console};
use App\\Http\\{Home, Users as People};
Route::get('/', Home::class);
Route::get('/users', [People::class, 'index']);
Console::command('mail:send {user}', function () {});
`,
      'app/Http/Home.php': `<?php
namespace App\\Http;
class Home { function __invoke() {} }
`,
      'app/Http/Users.php': `<?php
namespace App\\Http;
class Users { function index() {} }
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET / → app/Http/Home.php::Home::__invoke',
      'GET /users → app/Http/Users.php::Users::index',
      'mail:send → line 6',
    ]);
  });

  it('have a path for each language, and classes that are handlers, in Symfony', async () => {
    const lines = await entryLines({
      'src/Pages.php': `<?php
namespace App;
use Symfony\\Component\\Routing\\Attribute\\Route;
#[Route('/site')]
class Pages {
  #[Route(['en' => '/about', 'fr' => '/a-propos'], methods: 'POST')]
  public function about() {}
}
#[Route('/ping', methods: ['GET'])]
class Ping { public function __invoke() {} }
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /ping → src/Pages.php::Ping::__invoke',
      'POST /site/a-propos → src/Pages.php::Pages::about',
      'POST /site/about → src/Pages.php::Pages::about',
    ]);
  });

  it('have the base path of a Slim application and handlers that join a class and a name', async () => {
    const lines = await entryLines({
      'index.php': `<?php
use Slim\\Factory\\AppFactory;
use Slim\\Routing\\RouteCollectorProxy;
use App\\Users;
$app = AppFactory::create();
$app->setBasePath('/base');
$app->group('/users', function (RouteCollectorProxy $group) {
    $group->get('/{id}', Users::class . ':show');
})->add(new Auth());
`,
      'src/App/Users.php': `<?php
namespace App;
class Users { function show() {} }
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /base/users/{id} → src/App/Users.php::Users::show via Auth',
    ]);
  });
});

describe('forms of Ruby', () => {
  it('have the path that config.ru gives to a Sinatra application', async () => {
    const lines = await entryLines({
      'config.ru': `require './app'
map('/v1') { run Api }
run Web
`,
      'app.rb': `require 'sinatra/base'
PREFIX = '/things'
class Web < Sinatra::Base
  get('/') { 'x' }
end
class Api < Sinatra::Base
  get PREFIX + '/:id' do; end
end
`,
    });
    expect(lines.toSorted()).toEqual(['GET / → line 4', 'GET /v1/things/:id → line 7']);
  });

  it('draw a file of plain routes in Rails', async () => {
    const lines = await entryLines({
      'config/routes.rb': `Rails.application.routes.draw do
  scope "/shop" do
    draw(:extra)
  end
end
`,
      'config/routes/extra.rb': `get "extra" => "home#extra"
`,
    });
    expect(lines.toSorted()).toEqual(['GET /shop/extra → line 1']);
  });
});

describe('forms of Python', () => {
  it('name groups and commands of Click where they are added', async () => {
    const lines = await entryLines({
      'cli.py': `import click
from sub import db
@click.group()
def cli(): ...
@cli.group()
def conf(): ...
@click.command()
def set_it(): ...
@click.command()
def other(): ...
cli.add_command(db)
conf.add_command(set_it)
cli.add_command(other, name="alone")
`,
      'sub.py': `import click
@click.group("database")
def db(): ...
@db.command()
def migrate(): ...
`,
    });
    expect(lines.toSorted()).toEqual([
      'alone → cli.py::other',
      'conf set-it → cli.py::set_it',
      'database migrate → sub.py::migrate',
    ]);
  });

  it('include resources, static files and middleware of aiohttp', async () => {
    const lines = await entryLines({
      'app.py': `from aiohttp import web
app = web.Application(middlewares=[auth])
app.router.add_resource("/r/{x}").add_route("PUT", update)
app.add_routes([web.static("/static", "public")])
async def update(request): ...
async def auth(request, handler): ...
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /static/{filename} → line 4 via auth',
      'PUT /r/{x} → app.py::update via auth',
    ]);
  });

  it('are packages that run by a file of their own', async () => {
    const lines = await entryLines({
      'tool/__main__.py': 'from .cli import main\nmain()\n',
      'tool/cli.py': 'def main(): ...\n',
    });
    expect(lines.toSorted()).toEqual(['tool/__main__.py → tool/__main__.py']);
  });
});

describe('forms of JavaScript commands', () => {
  it('begin with the name of the program, and may be programs of their own', async () => {
    const lines = await entryLines({
      'cli.ts': `import { program } from 'commander';
program.name('tool');
program.command('deploy <env>').action(deploy);
program.command('extra', 'is another program');
function deploy() {}
`,
      'run.js': `import yargs from 'yargs';
yargs(process.argv).command({
  command: 'config',
  builder: (y) => y.command('get', 'x', () => {}, get),
  handler: config,
});
function get() {}
function config() {}
`,
      'cron.js': `import { CronJob } from 'cron';
CronJob.from({ cronTime: '0 4 * * *', onTick: poll });
function poll() {}
`,
    });
    expect(lines.toSorted()).toEqual([
      '0 4 * * * → cron.js::poll',
      'config get → run.js::get',
      'config → run.js::config',
      'tool deploy → cli.ts::deploy',
      'tool extra → line 4',
    ]);
  });
});

describe('forms of NestJS', () => {
  it('have several versions, none, or no prefix', async () => {
    const lines = await entryLines({
      'main.ts': `import { NestFactory } from '@nestjs/core';
import { VersioningType } from '@nestjs/common';
const app = await NestFactory.create(AppModule);
app.setGlobalPrefix('api', { exclude: ['health'] });
app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
`,
      'cats.ts': `import { Controller, Get, Post, Version, VERSION_NEUTRAL } from '@nestjs/common';
@Controller('cats')
export class Cats {
  @Get() all() {}
  @Version(['2', '3']) @Post() add() {}
}
@Controller({ path: 'home', version: VERSION_NEUTRAL })
export class Home { @Get() home() {} }
@Controller('health')
export class Health { @Get() check() {} }
`,
      'more.ts': `import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { Resolver, ResolveField } from '@nestjs/graphql';
@Controller()
export class Heroes { @GrpcMethod('HeroService', 'FindOne') find() {} @GrpcMethod() list() {} }
@Resolver(() => Recipe)
export class Recipes { @ResolveField() author() {} }
class Recipe {}
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /api/home → cats.ts::Home::home',
      'GET /api/v1/cats → cats.ts::Cats::all',
      'GET /v1/health → cats.ts::Health::check',
      'HeroService/FindOne → more.ts::Heroes::find',
      'Heroes/List → more.ts::Heroes::list',
      'POST /api/v2/cats → cats.ts::Cats::add',
      'POST /api/v3/cats → cats.ts::Cats::add',
      'Recipe.author → more.ts::Recipes::author',
    ]);
  });

  it('have no version in the path if it is in a header', async () => {
    const lines = await entryLines({
      'main.ts': `import { NestFactory } from '@nestjs/core';
import { Controller, Get, VersioningType } from '@nestjs/common';
const app = await NestFactory.create(AppModule);
app.enableVersioning({ type: VersioningType.HEADER, header: 'X-V' });
@Controller({ path: 'cats', version: '2' })
export class Cats { @Get() all() {} }
`,
    });
    expect(lines.toSorted()).toEqual(['GET /cats → main.ts::Cats::all']);
  });
});

describe('forms of other languages', () => {
  it('are routes of an Actix application that a macro makes', async () => {
    const lines = await entryLines({
      'src/main.rs': `use actix_web::{web, App, HttpServer};
mod handlers;
fn path(rest: &str) -> String { format!("/{}/{{uid:{}}}{}", "1.5", "[0-9]+", rest) }
macro_rules! build_app {
    ($state: expr, $limits: expr) => {
        App::new()
            // These wrap all responses (in this order)
            .app_data(Data::new($state))
            .service(web::resource(&path("/info")).route(web::get().to(handlers::info)))
            .service(web::resource(&path("/x")).app_data($limits.max).route(web::put().to(handlers::put)))
    };
}
fn serve() { HttpServer::new(move || build_app!(s, l)).run() }
`,
      'src/handlers.rs': `pub async fn info() {}
pub async fn put() {}
`,
    });
    expect(lines).toEqual([
      'GET /1.5/{uid:[0-9]+}/info → src/handlers.rs::info',
      'PUT /1.5/{uid:[0-9]+}/x → src/handlers.rs::put',
    ]);
  });

  it('have texts of a list that are joined', async () => {
    const lines = await entryLines({
      'urls.py': `from django.urls import re_path
import views
kinds = ["a", "b"]
urlpatterns = [re_path(rf"^user/({'|'.join(kinds)})/$", views.show)]
`,
      'views.py': 'def show(request): ...\n',
    });
    expect(lines).toEqual(['* /user/(a|b)/ → views.py::show']);
  });

  it('list several methods in one attribute of ASP.NET and Actix', async () => {
    const lines = await entryLines({
      'Items.cs': `[Route("items")]
public class ItemsController : ControllerBase {
  [AcceptVerbs("PUT", "PATCH", Route = "up")] public void Up() {}
}
`,
      'src/main.rs': `use actix_web::{route, App};
fn app() { App::new().service(save) }
#[route("/multi", method = "POST", method = "PATCH")]
async fn save() {}
`,
    });
    expect(lines.toSorted()).toEqual([
      'PATCH,POST /multi → src/main.rs::save',
      'PATCH,PUT /items/up → Items.cs::ItemsController::Up',
    ]);
  });

  it('start programs of C# by a method Main', async () => {
    const lines = await entryLines({
      'Tool.cs': `class Tool {
  static async Task<int> Main(string[] args) => 0;
  void Other() { Main(null); }
}
`,
    });
    expect(lines.toSorted()).toEqual(['Tool.cs → Tool.cs::Tool::Main']);
  });

  it('listen to each topic of a list in Spring, and find predicates that are imported as a whole', async () => {
    const lines = await entryLines({
      'a/Listeners.java': `package a;
import org.springframework.kafka.annotation.KafkaListener;
class Listeners { @KafkaListener(topics = {"orders", "bills"}) void on() {} }
`,
      'a/Routes.java': `package a;
import org.springframework.web.reactive.function.server.*;
import static org.springframework.web.reactive.function.server.RequestPredicates.*;
import static org.springframework.web.reactive.function.server.RouterFunctions.*;
class Routes {
  RouterFunction<ServerResponse> routes(Handler h) {
    return nest(path("/person"), route(GET("/{id}"), h::one));
  }
}
class Handler { Object one(Object r) { return null; } }
`,
    });
    expect(lines.toSorted()).toEqual([
      'GET /person/{id} → a/Routes.java::Handler::one',
      'bills → a/Listeners.java::Listeners::on',
      'orders → a/Listeners.java::Listeners::on',
    ]);
  });

  it('leave out the options of an image that has an entry point', async () => {
    const lines = await entryLines({
      Dockerfile: 'FROM node\nENTRYPOINT ["node", "run.js"]\nCMD ["--port", "80"]\n',
      'run.js': 'start();\n',
    });
    expect(lines.toSorted()).toEqual(['ENTRYPOINT node run.js → run.js']);
  });

  it('keep the group of a command of cobra whose root is made twice', async () => {
    const lines = await entryLines({
      'go.mod': 'module shop\n',
      'root/root.go': `package root

import (
	"github.com/spf13/cobra"
	"shop/auth"
)

func New(f *Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "shop"}
	cmd.AddCommand(auth.New(f))
	return cmd
}
`,
      'auth/auth.go': `package auth

import "github.com/spf13/cobra"

func New(f *Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "auth"}
	addAll(cmd, "General", newLogin(f), newLogout(f))
	return cmd
}

func addAll(parent *cobra.Command, title string, all ...*cobra.Command) {
	for _, one := range all { parent.AddCommand(one) }
}

func newLogin(f *Factory) *cobra.Command { return &cobra.Command{Use: "login", Run: run} }
func newLogout(f *Factory) *cobra.Command { return &cobra.Command{Use: "logout", Run: run} }
func run(cmd *cobra.Command, args []string) {}
`,
      'main.go': `package main

import "shop/root"

func main() { root.New(a).Execute() }
func docs() { root.New(b) }
`,
    });
    expect(lines.toSorted()).toEqual([
      'main.go → main.go::main',
      'shop auth login → auth/auth.go::run',
      'shop auth logout → auth/auth.go::run',
    ]);
  });
});
