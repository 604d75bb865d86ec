import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('prefixes that are settings', () => {
  it('are read from constants of a configuration of Flask', async () => {
    const sources = {
      'app/config.py': `class Config:
    USER_PREFIX = "/user"
`,
      'app/views.py': `from flask import Blueprint
user = Blueprint("user", __name__)
@user.route("/me")
def me():
    return ""
def load(app):
    app.register_blueprint(user, url_prefix=app.config["USER_PREFIX"])
`,
    };
    expect(await entryLines(sources)).toEqual(['GET /user/me → app/views.py::me']);
    const two = { ...sources, 'app/other.py': `class Other:\n    USER_PREFIX = "/people"\n` };
    expect(await entryLines(two)).toEqual(['GET /{app.config.USER_PREFIX}/me → app/views.py::me']);
  });

  it('are read from what a namespace of NestJS gives to its service', async () => {
    const lines = await entryLines({
      'config/app.config.ts': `import { registerAs } from '@nestjs/config';
export default registerAs('app', () => {
  return { port: 3000, apiPrefix: process.env.API_PREFIX || 'api' };
});
`,
      'main.ts': `import { NestFactory } from '@nestjs/core';
const app = await NestFactory.create(AppModule);
const configService = app.get(ConfigService);
app.setGlobalPrefix(configService.getOrThrow('app.apiPrefix', { infer: true }));
`,
      'users.controller.ts': `import { Controller, Get } from '@nestjs/common';
@Controller('users')
export class UsersController {
  @Get()
  all() {}
}
`,
    });
    expect(lines).toEqual(['GET /api/users → users.controller.ts::UsersController::all']);
  });

  it('are read from an object that is the default export of a file without a framework', async () => {
    const lines = await entryLines({
      'config/index.js': `export default { port: 1, api: { prefix: '/api' } };\n`,
      'app.js': `import express from 'express';
import loaders from './loaders/index.js';
async function start() {
  const app = express();
  await require('./loaders/index.js').default({ expressApp: app });
}
`,
      'loaders/index.js': `import expressLoader from './express.js';
export default async ({ expressApp }) => {
  await expressLoader({ app: expressApp });
};
`,
      'loaders/express.js': `import routes from '../api.js';
import config from '../config/index.js';
export default ({ app }) => {
  app.get('/status', (req, res) => res.end());
  app.use(config.api.prefix, routes());
};
`,
      'api.js': `import { Router } from 'express';
const route = Router();
const users = (app) => {
  app.use('/users', route);
  route.get('/me', (req, res) => res.end());
};
export default () => {
  const app = Router();
  users(app);
  return app;
};
`,
    });
    expect(lines).toEqual(['GET /api/users/me → line 5', 'GET /status → line 4']);
  });
});

describe('constants in paths', () => {
  it('come from the class and from interfaces that its base implements', async () => {
    const lines = await entryLines({
      'api/Paths.java': `package api;
public interface Paths {
  String PREFIX = "/1.0";
  String USERS = "users";
  String USERS_PATH = PREFIX + "/" + USERS;
  String ID = "\\\\w+";
}
`,
      'api/Base.java': `package api;
public abstract class Base implements Paths {}
`,
      'api/UserResource.java': `package api;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
@Path(Paths.USERS_PATH)
public class UserResource extends Base {
  private static final String TAGS = "tags";
  @GET
  @Path("/{id:" + ID + "}/" + TAGS)
  public String tags() { return null; }
  @GET
  @Path(UNKNOWN)
  public String other() { return null; }
}
`,
    });
    const owner = 'api/UserResource.java::UserResource';
    expect(lines).toEqual([
      `GET /1.0/users/{UNKNOWN} → ${owner}::other`,
      `GET /1.0/users/{id:\\w+}/tags → ${owner}::tags`,
    ]);
  });

  it('are formatted into patterns of Go', async () => {
    const lines = await entryLines({
      'main.go': `package web
import (
	"fmt"
	"net/http"
)
const root = "/static"
func serve(mux *http.ServeMux, hash string) {
	mux.HandleFunc(fmt.Sprintf("GET %s/%s/all.css", root, hash), css)
}
func css(w http.ResponseWriter, r *http.Request) {}
`,
    });
    expect(lines).toEqual(['GET /static/{hash}/all.css → main.go::css']);
  });
});
