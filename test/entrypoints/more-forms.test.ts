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
