import type { Framework } from './framework.ts';
import { CHI } from './frameworks/chi.ts';
import { DJANGO } from './frameworks/django.ts';
import { ECHO } from './frameworks/echo.ts';
import { EXPRESS } from './frameworks/express.ts';
import { FASTAPI, STARLETTE } from './frameworks/fastapi.ts';
import { FASTIFY } from './frameworks/fastify.ts';
import { FLASK } from './frameworks/flask.ts';
import { GIN } from './frameworks/gin.ts';
import { GORILLA_MUX } from './frameworks/gorilla-mux.ts';
import { HONO } from './frameworks/hono.ts';
import { KOA } from './frameworks/koa.ts';
import { NESTJS } from './frameworks/nestjs.ts';
import { NET_HTTP } from './frameworks/net-http.ts';
import { SPRING } from './frameworks/spring.ts';

/** The frameworks. Where two know a name, the later one counts. */
export const FRAMEWORKS: readonly Framework[] = [
  EXPRESS,
  FASTIFY,
  HONO,
  KOA,
  NESTJS,
  FASTAPI,
  STARLETTE,
  FLASK,
  DJANGO,
  GIN,
  ECHO,
  CHI,
  GORILLA_MUX,
  NET_HTTP,
  SPRING,
];
