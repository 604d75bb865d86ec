import { expect, it } from 'vitest';
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
