import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

it('controllers of the project or of other packages than NestJS are known by their decorators', async () => {
  const lines = await entryLines({
    'decorators.ts': `export const RestController = (path = '') => (target: object) => {};
const route = (method: string) => (path = '') => (target: object, key: string) => {};
export const Get = route('get');
export const Patch = route('patch');
`,
    'users.ts': `import { Get, Patch, RestController } from './decorators';
const BASE = '/users';
@RestController(BASE)
export class UsersController {
  @Get()
  list() {}
  @Patch('/:id', { isOpen: true })
  change() {}
  other() {}
}
`,
    'orders.ts': `import { JsonController, Post } from 'routing-controllers';
@JsonController('orders')
export class OrdersController {
  @Post('/')
  create() {}
}
`,
    'pets.ts': `import { Controller, Get } from '@nestjs/common';
@Controller('pets')
export class PetsController {
  @Get(':id')
  show() {}
}
`,
    'model.ts': `import { Get } from './decorators';
export class Model {
  @Get('/no-controller')
  read() {}
}
`,
  });
  expect(lines).toEqual([
    'POST /orders → orders.ts::OrdersController::create',
    'GET /pets/:id → pets.ts::PetsController::show',
    'GET /users → users.ts::UsersController::list',
    'PATCH /users/:id → users.ts::UsersController::change',
  ]);
});

describe('decorators of a project of NestJS', () => {
  it('apply controllers, methods and guards', async () => {
    const lines = await entryLines({
      'decorators.ts': `import { applyDecorators, Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { JwtGuard } from './guard';
export function Auth() {
  return applyDecorators(UseGuards(JwtGuard));
}
export function SafeController(name: string, isSafe = true) {
  const all = [ApiTags(name), Controller(name)];
  if (isSafe) all.push(Auth());
  return applyDecorators(...all);
}
export const PublicGet = (path: string) => applyDecorators(Get(path), ApiTags(path));
`,
      'guard.ts': `export class JwtGuard {}
`,
      'users.ts': `import { Post } from '@nestjs/common';
import { Auth, PublicGet, SafeController } from './decorators';
@SafeController('users')
export class UsersController {
  @PublicGet('/:id')
  show() {}
  @Auth()
  @Post()
  create() {}
}
@SafeController('orders')
export class OrdersController {
  @PublicGet('all')
  all() {}
}
`,
    });
    expect(lines).toEqual([
      'GET /orders/all → users.ts::OrdersController::all',
      'POST /users → users.ts::UsersController::create via JwtGuard',
      'GET /users/:id → users.ts::UsersController::show',
    ]);
  });
});

describe('consumers of RabbitMQ in NestJS', () => {
  it('have the key that they are bound by', async () => {
    const lines = await entryLines({
      'users.ts': `import { RabbitSubscribe } from '@golevelup/nestjs-rabbitmq';
export class UserService {
  @RabbitSubscribe({ exchange: 'shop', routingKey: 'user.created', queue: 'users' })
  created() {}
}
`,
    });
    expect(lines).toEqual(['user.created → users.ts::UserService::created']);
  });
});

describe('routes of NestJS in a base class', () => {
  it('belong to each controller that inherits them', async () => {
    const lines = await entryLines({
      'base.ts': `import { Get } from '@nestjs/common';
export abstract class BaseController {
  @Get(':id')
  show() {}
}
`,
      'users.ts': `import { Controller } from '@nestjs/common';
import { BaseController } from './base';
@Controller('users')
export class UsersController extends BaseController {}
@Controller('orders')
export class OrdersController extends BaseController {
  show() {}
}
`,
    });
    expect(lines).toEqual(['GET /users/:id → base.ts::BaseController::show']);
  });
});
