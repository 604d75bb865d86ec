import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('entry points in other forms', () => {
  it('have the versions that NestJS puts into paths, and are messages and events', async () => {
    const lines = await entryLines({
      'main.ts': `import { NestFactory } from '@nestjs/core';
const app = await NestFactory.create(AppModule);
app.setGlobalPrefix('api');
app.enableVersioning({ defaultVersion: '1' });
`,
      'users.controller.ts': `import { Controller, Get, Version } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
@Controller({ path: 'users', version: '2' })
export class Users {
  @Get() list() {}
  @Version('3') @Get('new') latest() {}
  @MessagePattern('users.find') find() {}
  @EventPattern('users.created') created() {}
}
`,
    });
    const file = 'users.controller.ts::Users';
    expect(lines).toEqual([
      `GET /api/v2/users → ${file}::list`,
      `GET /api/v3/users/new → ${file}::latest`,
      `users.created → ${file}::created`,
      `users.find → ${file}::find`,
    ]);
  });

  it('are routes that Starlette mounts in lists', async () => {
    const lines = await entryLines({
      'app.py': `from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

def users(request): ...
def add(request): ...
def live(socket): ...

app = Starlette(routes=[
    Mount('/api', routes=[
        Route('/users', users),
        Route('/users/{id:int}', add, methods=['POST']),
    ]),
    WebSocketRoute('/live', live),
])
`,
    });
    expect(lines).toEqual([
      'GET /api/users → app.py::users',
      'POST /api/users/{id:int} → app.py::add',
      '/live → app.py::live',
    ]);
  });

  it('are consumers of Kafka and RabbitMQ in Spring', async () => {
    const lines = await entryLines({
      'shop/Mail.java': `package shop;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.kafka.annotation.KafkaListener;
public class Mail {
  @KafkaListener(topics = "orders")
  public void order(String text) {}
  @RabbitListener(queues = Queues.MAIL)
  public void mail(String text) {}
}
`,
      'shop/Queues.java': `package shop;
public class Queues { public static final String MAIL = "mail"; }
`,
    });
    expect(lines).toEqual([
      'mail → shop/Mail.java::Mail::mail',
      'orders → shop/Mail.java::Mail::order',
    ]);
  });

  it('are actions of an area of ASP.NET', async () => {
    const lines = await entryLines({
      'Users.cs': `using Microsoft.AspNetCore.Mvc;
namespace Shop;
[Area("admin")]
[Route("[area]/[controller]/[action]")]
public class UsersController : Controller {
  [HttpGet]
  public IActionResult List() { return Ok(); }
}
`,
    });
    expect(lines).toEqual(['GET /admin/Users/List → Users.cs::UsersController::List']);
  });

  it('are resolvers that Yoga is given in its schema', async () => {
    const lines = await entryLines({
      'server.ts': `import { createSchema, createYoga } from 'graphql-yoga';
export const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers: { Mutation: { addUser } } }),
});
function addUser() {}
`,
    });
    expect(lines).toEqual(['Mutation.addUser → server.ts::addUser']);
  });
});

it('routes of Rust are read through wrappers and paths of modules, and not in tests', async () => {
  const lines = await entryLines({
    'src/main.rs': `mod routes; mod web;
use axum::{Router as AxumRouter, routing::{get, MethodRouter}};
fn internal<H>(handler: H) -> MethodRouter { get(handler).route_layer(layer()) }
fn build() -> AxumRouter {
  AxumRouter::new().route("/", internal(routes::home)).route_with_tsr("/about", internal(routes::about))
}
async fn start() { axum::serve(listener, build()).await; }
#[cfg(test)]
mod tests {
  fn app() -> AxumRouter { AxumRouter::new().route("/test", get(home)) }
}
`,
    'src/routes.rs': `pub async fn home() {}
pub async fn about() {}
`,
    'src/web.rs': `use actix_web::{App, web};
mod users;
fn serve() { App::new().service(web::scope("/api").configure(crate::web::users::configure::<Db>)).configure(|cfg| users::more(cfg, 1)) }
`,
    'src/web/users.rs': `use actix_web::web;
pub fn configure<B>(cfg: &mut web::ServiceConfig) { cfg.service(web::resource("/users").route(web::post().to(create))); }
pub fn more(cfg: &mut web::ServiceConfig, n: u32) { cfg.service(web::resource("/more").route(web::get().to(create))); }
async fn create() {}
`,
  });
  expect(lines).toEqual([
    'GET / → src/routes.rs::home',
    'GET /about → src/routes.rs::about',
    'POST /api/users → src/web/users.rs::create',
    'GET /more → src/web/users.rs::create',
  ]);
});

it('routes of Hono are read from descriptions of OpenAPI', async () => {
  const lines = await entryLines({
    'app.ts': `import { OpenAPIHono, createRoute } from '@hono/zod-openapi';
import * as routes from './routes';
const app = new OpenAPIHono();
app.doc('/doc', {});
const create = (c) => c;
const users = new OpenAPIHono()
  .openapi(routes.show, show)
  .openapi(createRoute({ method: 'post', path: '/users' }), create);
app.route('/api', users);
function show() {}
`,
    'routes.ts': `import { createRoute } from '@hono/zod-openapi';
export const show = createRoute({ method: 'get', path: '/users/{id}', responses: {} });
`,
  });
  expect(lines).toEqual([
    'POST /api/users → app.ts::create',
    'GET /api/users/{id} → app.ts::show',
    'GET /doc → line 4',
  ]);
});

it('routes of Fastify may have a part that is not known', async () => {
  const lines = await entryLines({
    'app.js': `const fastify = require('fastify')();
async function users(server, options) {
  server.route({ method: 'GET', path: options.prefix + 'users', handler: list });
}
fastify.register(users, settings);
async function list() {}
`,
  });
  expect(lines).toEqual(['GET /{options.prefix}users → app.js::list']);
});
