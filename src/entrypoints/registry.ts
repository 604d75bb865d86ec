import type { Framework } from './framework.ts';
import { DATA_FILES } from './frameworks/data/data-files.ts';
import { OPENAPI } from './frameworks/data/openapi.ts';
import { ASPNET } from './frameworks/dotnet/aspnet.ts';
import { DOTNET_JOBS } from './frameworks/dotnet/jobs.ts';
import { COMMANDER } from './frameworks/ecmascript/commander.ts';
import { CONTROLLERS } from './frameworks/ecmascript/controllers.ts';
import { EXPRESS } from './frameworks/ecmascript/express.ts';
import { FASTIFY } from './frameworks/ecmascript/fastify.ts';
import { FILE_FRAMEWORKS } from './frameworks/ecmascript/file-frameworks.ts';
import { GENERATED_CLIENTS, OPENAPI_FETCH } from './frameworks/ecmascript/generated-clients.ts';
import { GRAPHQL } from './frameworks/ecmascript/graphql.ts';
import { HONO } from './frameworks/ecmascript/hono.ts';
import { ANGULAR, AXIOS, FETCH, KY_CLIENTS, SWR } from './frameworks/ecmascript/http-clients.ts';
import { AGENDA, BULLMQ, NODE_CRON } from './frameworks/ecmascript/jobs.ts';
import { KOA } from './frameworks/ecmascript/koa.ts';
import { NESTJS } from './frameworks/ecmascript/nestjs.ts';
import { OCLIF } from './frameworks/ecmascript/oclif.ts';
import { REACT_ROUTER } from './frameworks/ecmascript/react-router.ts';
import { SOCKET_IO } from './frameworks/ecmascript/socket-io.ts';
import { TRPC } from './frameworks/ecmascript/trpc.ts';
import { YARGS } from './frameworks/ecmascript/yargs.ts';
import { CHI } from './frameworks/go/chi.ts';
import { COBRA, URFAVE_CLI } from './frameworks/go/cobra.ts';
import { GO_CRON } from './frameworks/go/cron.ts';
import { ECHO } from './frameworks/go/echo.ts';
import { FIBER } from './frameworks/go/fiber.ts';
import { GIN } from './frameworks/go/gin.ts';
import { GORILLA_MUX } from './frameworks/go/gorilla-mux.ts';
import { NET_HTTP } from './frameworks/go/net-http.ts';
import { GRPC } from './frameworks/grpc.ts';
import { ARMERIA } from './frameworks/jvm/armeria.ts';
import { JAX_RS } from './frameworks/jvm/jax-rs.ts';
import { KTOR } from './frameworks/jvm/ktor.ts';
import { MICRONAUT } from './frameworks/jvm/micronaut.ts';
import { PICOCLI } from './frameworks/jvm/picocli.ts';
import { SERVER_PATH } from './frameworks/jvm/server-path.ts';
import { SPRING } from './frameworks/jvm/spring.ts';
import { SPRING_FUNCTIONS } from './frameworks/jvm/spring-functions.ts';
import { MAIN } from './frameworks/main.ts';
import { OWN_ROUTER } from './frameworks/own-router.ts';
import { CONSOLE } from './frameworks/php/commands.ts';
import { LARAVEL } from './frameworks/php/laravel.ts';
import { SLIM } from './frameworks/php/slim.ts';
import { SYMFONY } from './frameworks/php/symfony.ts';
import { AIOHTTP } from './frameworks/python/aiohttp.ts';
import { ARGPARSE } from './frameworks/python/argparse.ts';
import { CLEO } from './frameworks/python/cleo.ts';
import { CLICK, TYPER } from './frameworks/python/click.ts';
import { DJANGO } from './frameworks/python/django.ts';
import { DJANGO_SIGNALS } from './frameworks/python/django-signals.ts';
import { FASTAPI, STARLETTE } from './frameworks/python/fastapi.ts';
import { FLASK } from './frameworks/python/flask.ts';
import { HTTPX, REQUESTS } from './frameworks/python/http-clients.ts';
import { APSCHEDULER, CELERY, DRAMATIQ, HUEY, RQ } from './frameworks/python/jobs.ts';
import { MANAGEMENT_COMMANDS } from './frameworks/python/management-commands.ts';
import { SETUPTOOLS } from './frameworks/python/setuptools.ts';
import { RAKE, RUBY_JOBS } from './frameworks/ruby/jobs.ts';
import { RAILS } from './frameworks/ruby/rails.ts';
import { SINATRA } from './frameworks/ruby/sinatra.ts';
import { AXUM } from './frameworks/rust/axum.ts';
import { CLAP } from './frameworks/rust/clap.ts';
import { ACTIX, ROCKET } from './frameworks/rust/rust-macros.ts';

/** The frameworks. Where two know a name, the later one counts. */
export const FRAMEWORKS: readonly Framework[] = [
  OWN_ROUTER,
  EXPRESS,
  FASTIFY,
  HONO,
  KOA,
  NESTJS,
  CONTROLLERS,
  TRPC,
  GRAPHQL,
  SOCKET_IO,
  GRPC,
  FASTAPI,
  STARLETTE,
  FLASK,
  DJANGO,
  DJANGO_SIGNALS,
  AIOHTTP,
  GIN,
  ECHO,
  CHI,
  FIBER,
  GORILLA_MUX,
  NET_HTTP,
  SPRING,
  SPRING_FUNCTIONS,
  JAX_RS,
  MICRONAUT,
  ARMERIA,
  KTOR,
  LARAVEL,
  RAILS,
  SINATRA,
  SLIM,
  SYMFONY,
  ASPNET,
  AXUM,
  ACTIX,
  ROCKET,
  COMMANDER,
  YARGS,
  OCLIF,
  SETUPTOOLS,
  RAKE,
  CLAP,
  PICOCLI,
  CONSOLE,
  ARGPARSE,
  MANAGEMENT_COMMANDS,
  CLEO,
  TYPER,
  CLICK,
  COBRA,
  URFAVE_CLI,
  GO_CRON,
  DOTNET_JOBS,
  RUBY_JOBS,
  CELERY,
  RQ,
  DRAMATIQ,
  HUEY,
  APSCHEDULER,
  NODE_CRON,
  BULLMQ,
  AXIOS,
  FETCH,
  KY_CLIENTS,
  SWR,
  OPENAPI_FETCH,
  GENERATED_CLIENTS,
  ANGULAR,
  REQUESTS,
  HTTPX,
  AGENDA,
  ...FILE_FRAMEWORKS,
  REACT_ROUTER,
  MAIN,
  SERVER_PATH,
  DATA_FILES,
  OPENAPI,
];
