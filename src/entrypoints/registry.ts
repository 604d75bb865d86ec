import type { Framework } from './framework.ts';
import { AIOHTTP } from './frameworks/aiohttp.ts';
import { ASPNET } from './frameworks/aspnet.ts';
import { AXUM } from './frameworks/axum.ts';
import { CHI } from './frameworks/chi.ts';
import { CLICK, TYPER } from './frameworks/click.ts';
import { COBRA } from './frameworks/cobra.ts';
import { COMMANDER } from './frameworks/commander.ts';
import { DJANGO } from './frameworks/django.ts';
import { ECHO } from './frameworks/echo.ts';
import { EXPRESS } from './frameworks/express.ts';
import { FASTAPI, STARLETTE } from './frameworks/fastapi.ts';
import { FASTIFY } from './frameworks/fastify.ts';
import { FIBER } from './frameworks/fiber.ts';
import { FILE_FRAMEWORKS } from './frameworks/file-frameworks.ts';
import { FLASK } from './frameworks/flask.ts';
import { GIN } from './frameworks/gin.ts';
import { GORILLA_MUX } from './frameworks/gorilla-mux.ts';
import { HONO } from './frameworks/hono.ts';
import { JAX_RS } from './frameworks/jax-rs.ts';
import { BULLMQ, CELERY, NODE_CRON } from './frameworks/jobs.ts';
import { KOA } from './frameworks/koa.ts';
import { LARAVEL } from './frameworks/laravel.ts';
import { MAIN } from './frameworks/main.ts';
import { MICRONAUT } from './frameworks/micronaut.ts';
import { NESTJS } from './frameworks/nestjs.ts';
import { NET_HTTP } from './frameworks/net-http.ts';
import { ACTIX, ROCKET } from './frameworks/rust-macros.ts';
import { SINATRA } from './frameworks/sinatra.ts';
import { SLIM } from './frameworks/slim.ts';
import { SPRING } from './frameworks/spring.ts';
import { SYMFONY } from './frameworks/symfony.ts';

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
  AIOHTTP,
  GIN,
  ECHO,
  CHI,
  FIBER,
  GORILLA_MUX,
  NET_HTTP,
  SPRING,
  JAX_RS,
  MICRONAUT,
  LARAVEL,
  SINATRA,
  SLIM,
  SYMFONY,
  ASPNET,
  AXUM,
  ACTIX,
  ROCKET,
  COMMANDER,
  TYPER,
  CLICK,
  COBRA,
  CELERY,
  NODE_CRON,
  BULLMQ,
  ...FILE_FRAMEWORKS,
  MAIN,
];
