import { describe, expect, it } from 'vitest';
import { entryLines, entryPointsOf } from '../helpers/entry-points.ts';

describe('routes of Express', () => {
  it('have the prefixes of all routers between them and the application', async () => {
    const lines = await entryLines({
      'app.js': `
const express = require('express');
const { API } = require('./config');
const app = express();
app.use(\`\${API}/v1\`, require('./routes'));
app.get('/health', (req, res) => res.send('ok'));
require('./extra')(app);
`,
      'config.js': `exports.API = '/api';`,
      'routes/index.js': `
const { Router } = require('express');
const router = Router();
router.use('/items', require('./items'));
router.route('/books/:id').get(show).delete(auth, (req, res) => res.end());
function show() {}
module.exports = router;
`,
      'routes/items.js': `
const express = require('express');
const ctrl = require('../ctrl');
const router = express.Router();
router.get('/', ctrl.list);
router.post('/', ctrl.wrap(ctrl.create));
module.exports = router;
`,
      'ctrl.js': `
exports.list = (req, res) => {};
exports.create = async function (req, res) {};
exports.wrap = (f) => f;
`,
      'extra.js': `module.exports = (app) => { app.post('/extra', function extra() {}); };`,
    });
    expect(lines).toEqual([
      'DELETE /api/v1/books/:id → line 5 via auth',
      'GET /api/v1/books/:id → routes/index.js::show',
      'GET /api/v1/items → ctrl.js::list',
      'POST /api/v1/items → ctrl.js::create',
      'POST /extra → extra.js::module.exports::extra',
      'GET /health → line 6',
    ]);
  });

  it('may be on a router that a module exports by name and another imports as a whole', async () => {
    const lines = await entryLines({
      'app.ts': `
import express from 'express';
import routes from './routes';
const app = express();
app.use('/users', routes.users);
`,
      'routes.js': `
const { Router } = require('express');
const users = Router();
users.get('/:id', (req, res) => res.end());
exports.users = users;
`,
    });
    expect(lines).toEqual(['GET /users/:id → line 4']);
  });

  it('are found beside values that contain themselves', async () => {
    const lines = await entryLines({
      'app.js': `
const express = require('express');
const app = express();
let options = { ...options };
options = { ...options, ...defaults };
const defaults = { ...options };
const paths = ['/a', paths];
app.get(options.path, h);
app.get(paths, h);
function h() {}
`,
    });
    expect(lines).toContain('GET /a → app.js::h');
  });

  it('are not confused with methods of other objects that have the same names', async () => {
    const lines = await entryLines({
      'a.js': `
const express = require('express');
const app = express();
app.get('/real', h);
const cache = new Map();
cache.get('/not', h);
const axios = require('axios');
axios.post('/api/users', { name: 'x' });
app.set('view engine', 'pug');
function h() {}
`,
    });
    expect(lines).toEqual(['GET /real → a.js::h']);
  });

  it('end where routers are mounted in each other in a circle', async () => {
    const lines = await entryLines({
      'a.js': `
const { Router } = require('express');
const a = Router();
const b = Router();
a.use('/b', b);
b.use('/a', a);
a.get('/x', h);
function h() {}
`,
    });
    expect(lines).toEqual([]);
  });

  it('are scoped where the router is mounted nowhere', async () => {
    const [entry] = await entryPointsOf({
      'a.ts': `
import { Router } from 'express';
const router = Router();
router.get('/x', (req, res) => {});
export default router;
`,
    });
    expect(entry).toMatchObject({ route: '/x', evidence: 'scoped', framework: 'express' });
  });
});

describe('routes of Fastify', () => {
  it('have the prefixes that plugins are registered with', async () => {
    const lines = await entryLines({
      'f.ts': `
import Fastify, { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import users from './users';
const app = Fastify();
app.register(users, { prefix: '/u' });
app.register(async (inner) => { inner.get('/in', async () => 1); }, { prefix: '/p' });
app.register(fp(async function plugin(f: FastifyInstance) {
  f.route({ method: ['GET', 'POST'], url: '/r', handler: h });
}));
function h() {}
`,
      'users.ts': `
import { FastifyPluginAsync } from 'fastify';
const users: FastifyPluginAsync = async (fastify) => {
  fastify.get('/:id', { preHandler: [auth] }, show);
};
async function show() {}
export default users;
`,
    });
    expect(lines).toEqual([
      'GET /p/in → line 7',
      'GET,POST /r → f.ts::h',
      'GET /u/:id → users.ts::show via auth',
    ]);
  });
});

describe('routes of Hono', () => {
  it('follow base paths and mounted applications', async () => {
    const lines = await entryLines({
      'h.ts': `
import { Hono } from 'hono';
const app = new Hono().basePath('/api');
const books = new Hono().get('/', (c) => c.text('')).post('/:id', h);
app.route('/books', books);
app.on(['PUT', 'DELETE'], '/z', h);
function h() {}
`,
    });
    expect(lines).toEqual([
      'GET /api/books → line 4',
      'POST /api/books/:id → h.ts::h',
      'DELETE,PUT /api/z → h.ts::h',
    ]);
  });
});

describe('routes of Koa', () => {
  it('follow the prefixes of routers inside routers', async () => {
    const lines = await entryLines({
      'k.ts': `
import Koa from 'koa';
import Router from '@koa/router';
const router = new Router({ prefix: '/k' });
const inner = new Router();
inner.get('/n', show);
router.get('named', '/x', auth, show).post('/y', show);
router.use('/in', inner.routes(), inner.allowedMethods());
new Koa().use(router.routes());
async function show(ctx) {}
`,
    });
    expect(lines).toEqual([
      'GET /k/in/n → k.ts::show',
      'GET /k/x → k.ts::show via auth',
      'POST /k/y → k.ts::show',
    ]);
  });
});

describe('entry points of NestJS', () => {
  it('have the paths of controllers, constants among them, and the global prefix', async () => {
    const lines = await entryLines({
      'users.controller.ts': `
import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { PATHS } from './paths';
@UseGuards(AuthGuard)
@Controller(PATHS.USERS)
export class UsersController {
  @Get(':id') show() {}
  @UseGuards(RoleGuard) @Post() create() {}
  @Get(['a', 'b']) both() {}
}
`,
      'paths.ts': `export const PATHS = { USERS: 'users' } as const;`,
      'main.ts': `
import { NestFactory } from '@nestjs/core';
const app = await NestFactory.create(AppModule);
app.setGlobalPrefix('api');
`,
      'jobs.ts': `
import { Query, Resolver } from '@nestjs/graphql';
import { Cron } from '@nestjs/schedule';
@Resolver()
export class Jobs {
  @Query(() => String, { name: 'users' }) list() {}
  @Cron('0 * * * *') tick() {}
}
`,
    });
    expect(lines).toEqual([
      'POST /api/users → users.controller.ts::UsersController::create via AuthGuard, RoleGuard',
      'GET /api/users/:id → users.controller.ts::UsersController::show via AuthGuard',
      'GET /api/users/a → users.controller.ts::UsersController::both via AuthGuard',
      'GET /api/users/b → users.controller.ts::UsersController::both via AuthGuard',
      '0 * * * * → jobs.ts::Jobs::tick',
      'Query.users → jobs.ts::Jobs::list',
    ]);
  });
});

describe('commands and jobs of JavaScript', () => {
  it('are named by all words of a command', async () => {
    const lines = await entryLines({
      'cli.ts': `
import { Command, program } from 'commander';
import cron from 'node-cron';
import { Worker } from 'bullmq';
program.command('build <dir>').option('-w').action(build);
const db = program.command('db');
db.command('migrate').action(async () => {});
cron.schedule('0 * * * *', build);
new Worker('mail', build);
function build() {}
`,
    });
    expect(lines).toEqual([
      '0 * * * * → cli.ts::build',
      'build → cli.ts::build',
      'db migrate → line 7',
      'mail → cli.ts::build',
    ]);
  });
});

describe('lists of routers', () => {
  it('are mounted with the path of each item', async () => {
    const lines = await entryLines({
      'app.js': `
const express = require('express');
const app = express();
const users = express.Router();
users.get('/', list);
const routes = [{ path: '/users', route: users }, { path: '/people', route: users }];
routes.forEach((one) => { app.use(one.path, one.route); });
function list() {}
`,
    });
    expect(lines).toEqual(['GET /people → app.js::list', 'GET /users → app.js::list']);
  });
});

it('reads the classes of a file beside routes, also those with a base from a known package', async () => {
  const app = `
import express from 'express';
import { Subject } from 'rxjs';
export class Bus extends Subject<string> {}
express().get('/', (request, response) => response.send('ok'));
`;
  expect(await entryLines({ 'app.ts': app })).toEqual(['GET / → line 5']);
});

describe('routes and workers of NestJS', () => {
  it('may be outside of the global prefix, and a worker is named by its queue', async () => {
    const lines = await entryLines({
      'main.ts': `
import { NestFactory } from '@nestjs/core';
const app = await NestFactory.create(AppModule);
app.setGlobalPrefix('api', { exclude: ['robots.txt', { path: '/health', method: 0 }] });
`,
      'root.controller.ts': `
import { Controller, Get } from '@nestjs/common';
@Controller()
export class Root {
  @Get('robots.txt') robots() {}
  @Get('health') health() {}
  @Get('users') users() {}
}
`,
      'queues.ts': "export enum Queue { Mail = 'mail-queue' }\n",
      'mail.processor.ts': `
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Queue } from './queues';
@Processor(Queue.Mail)
export class MailProcessor extends WorkerHost {
  async process(job) {}
}
`,
    });
    expect(lines).toEqual([
      'GET /api/users → root.controller.ts::Root::users',
      'GET /health → root.controller.ts::Root::health',
      'GET /robots.txt → root.controller.ts::Root::robots',
      'mail-queue → mail.processor.ts::MailProcessor::process',
    ]);
  });
});

describe('routers that other files receive', () => {
  it('keep their prefix in applications that Koa mounts', async () => {
    const lines = await entryLines({
      'web.js': `import Koa from 'koa';
import mount from 'koa-mount';
import api from './api.js';
const app = new Koa();
app.use(mount('/api', api));
`,
      'api.js': `import Koa from 'koa';
import Router from 'koa-router';
const api = new Koa();
const router = new Router();
router.post('users.list', list);
function list() {}
api.use(router.routes());
export default api;
`,
    });
    expect(lines).toEqual(['POST /api/users.list → api.js::list']);
  });

  it('are followed through a file that only hands them on', async () => {
    const lines = await entryLines({
      'server.ts': `import { Hono } from 'hono';
import { registerRoutes } from './routes';
const app = new Hono();
registerRoutes({ app, config: {} });
`,
      'routes.ts': `import { registerTags } from './tags';
export function registerRoutes(context: Context) {
  registerTags(context);
}
`,
      'tags.ts': `export function registerTags(context: Context) {
  listTags(context);
}
function listTags({ app }: Context) {
  app.get('/api/tags', (c) => c.json([]));
}
`,
    });
    expect(lines).toEqual(['GET /api/tags → line 5']);
  });
});

describe('routes of plugins that Fastify loads by their files', () => {
  const SETTINGS =
    "{ dir: path.join(__dirname, 'routes'), routeParams: true, options: { prefix: '/v1' } }";
  const sources = {
    'src/routes/home.ts':
      "export default async (fastify) => { fastify.get('/', home) }\nfunction home() {}\n",
    'src/routes/users/index.js': `const { show } = require('../../show');
module.exports = async function (fastify, opts) {
  fastify.get('/', show)
}
`,
    'src/routes/users/other.js': "module.exports = async (fastify) => { fastify.get('/not', x) }\n",
    'src/routes/users/_id/tags.js': `module.exports = async (fastify) => { fastify.get('/all', async () => []) }
module.exports.autoPrefix = '/tags'
`,
    'src/show.js': 'exports.show = () => 1\n',
  };

  it('have the names of the folders and their own prefix in front', async () => {
    const lines = await entryLines({
      ...sources,
      'src/app.ts': `import path from 'node:path';
import autoload from '@fastify/autoload';
import Fastify from 'fastify';
const app = Fastify();
app.register(autoload, ${SETTINGS});
`,
    });
    expect(lines).toEqual([
      'GET /v1/ → src/routes/home.ts::home',
      'GET /v1/users/ → src/show.js::show',
      'GET /v1/users/:id/tags/all → line 1',
    ]);
  });

  it('are found where the application is a plugin that the command line starts', async () => {
    const lines = await entryLines({
      ...sources,
      'src/app.js': `const path = require('path')
const AutoLoad = require('@fastify/autoload')
module.exports = async function (fastify, opts) {
  fastify.register(AutoLoad, { dir: path.join(__dirname, 'routes'), options: opts })
}
`,
    });
    expect(lines).toEqual([
      'GET / → src/routes/home.ts::home',
      'GET /users/ → src/show.js::show',
      'GET /users/_id/tags/all → line 1',
    ]);
  });
});

describe('routers of Express below a setting', () => {
  it('show the setting where nothing says what it is', async () => {
    const lines = await entryLines({
      'app.js': `const express = require('express');
const router = express.Router();
const app = express();
app.use(global.basePath, router);
app.use(global.auth, router);
router.get('/users', list);
function list() {}
`,
    });
    expect(lines).toEqual([
      'GET /users → app.js::list via global.auth',
      'GET /{global.basePath}/users → app.js::list',
    ]);
  });
});

describe('routes of NestJS below the path of their module', () => {
  it('have the path of the module in the tree of RouterModule', async () => {
    const controller = (name: string) => `import { Controller, Get } from '@nestjs/common';
@Controller('${name}')
export class ${name}Controller {
  @Get('list')
  list() {}
}
`;
    const lines = await entryLines({
      'src/main.ts':
        "import { NestFactory } from '@nestjs/core';\nconst prefix = env('x');\napp.setGlobalPrefix(prefix);\n",
      'src/app.module.ts': `import { Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AdminModule } from './admin.module';
import { UsersModule } from './users.module';
import { PublicController } from './public';
@Module({
  controllers: [PublicController],
  imports: [
    RouterModule.register([
      { path: '/admin', module: AdminModule, children: [{ path: 'people', module: UsersModule }] },
    ]),
  ],
})
export class AppModule {}
`,
      'src/admin.module.ts': `import { Module } from '@nestjs/common';
import { AdminController } from './admin';
@Module({ controllers: [AdminController] })
export class AdminModule {}
`,
      'src/users.module.ts': `import { Module } from '@nestjs/common';
import { UsersController } from './users';
@Module({ controllers: [UsersController] })
export class UsersModule {}
`,
      'src/admin.ts': controller('Admin'),
      'src/users.ts': controller('Users'),
      'src/public.ts': controller('Public'),
    });
    expect(lines).toEqual([
      'GET /{prefix}/Public/list → src/public.ts::PublicController::list',
      'GET /{prefix}/admin/Admin/list → src/admin.ts::AdminController::list',
      'GET /{prefix}/admin/people/Users/list → src/users.ts::UsersController::list',
    ]);
  });
});

describe('routes that a method of a field adds', () => {
  it('have the prefix of the router that it is given', async () => {
    const lines = await entryLines({
      'server.js': `const express = require('express');
const Auth = require('./auth');
class Server {
  constructor() {
    this.auth = new Auth();
  }
  async start() {
    const app = express();
    const router = express.Router();
    app.use('/base', router);
    await this.auth.initAuthRoutes(router);
  }
}
module.exports = Server;
`,
      'auth.js': `class Auth {
  useStrategy(name) {
    this.strategy.init()
  }

  /** @param {import('express').Router} router */
  async initAuthRoutes(router) {
    router.post('/login', this.limiter, passport.authenticate('local'), async (req, res) => {});
  }
}
module.exports = Auth;
`,
    });
    expect(lines).toEqual(['POST /base/login → line 8 via limiter, passport.authenticate']);
  });
});

describe('routes of Koa 1', () => {
  it('are added to an application that a router extends', async () => {
    const lines = await entryLines({
      'server.js': `var koa = require('koa');
var router = require('koa-router');
var routes = require('./routes');
var app = koa();
app.use(router(app));
routes(app);
`,
      'routes.js': `module.exports = function routes(app) {
  app.get('/users/:id', login, function* show() {});
};
`,
    });
    expect(lines).toEqual(['GET /users/:id → routes.js::routes::show via login']);
  });
});

describe('routes of an application that a class is made with', () => {
  it('are below the prefix of its router', async () => {
    const lines = await entryLines({
      'server.js': `const express = require('express');
const Users = require('./users');
const app = express();
const router = express.Router();
new Users(router).register();
app.use('/api', router);
`,
      'users.js': `class Users {
  constructor(router) {
    this.router = router;
  }
  register() {
    this.router.get('/users', this.list);
  }
  list(req, res) {}
}
module.exports = Users;
`,
    });
    expect(lines).toEqual(['GET /api/users → users.js::Users::list']);
  });
});

describe('routers that a file imports while it runs', () => {
  it('have the prefix that they are mounted with', async () => {
    const lines = await entryLines({
      'app.ts': `import express from 'express';
const app = express();
async function load() {
  const router = (await import('./extra')).default;
  app.use('/api', router);
}
`,
      'extra.ts': `import express from 'express';
const router = express.Router();
router.get('/users', list);
function list() {}
export default router;
`,
    });
    expect(lines).toEqual(['GET /api/users → extra.ts::list']);
  });
});
