declare module '@nestjs/common' {
  export interface INestApplicationContext {
    get<T>(token: new (...args: unknown[]) => T, options?: unknown): T;
    resolve<T>(token: new (...args: unknown[]) => T, context?: unknown): Promise<T>;
    select(module: unknown): INestApplicationContext;
  }
  export interface INestApplication extends INestApplicationContext {}
}
declare module '@nestjs/core' {
  import { INestApplication, INestApplicationContext } from '@nestjs/common';
  export class ModuleRef {
    get<T>(token: new (...args: unknown[]) => T, options?: unknown): T;
    resolve<T>(token: new (...args: unknown[]) => T, context?: unknown): Promise<T>;
    create<T>(type: new (...args: unknown[]) => T): Promise<T>;
  }
  interface NestFactoryStatic {
    create(module: unknown, ...options: unknown[]): Promise<INestApplication>;
    createApplicationContext(module: unknown): Promise<INestApplicationContext>;
    createMicroservice(module: unknown): Promise<INestApplication>;
  }
  export const NestFactory: NestFactoryStatic;
}
declare module '@nestjs/testing' {
  import { INestApplication, INestApplicationContext } from '@nestjs/common';

  interface Override {
    useValue(value: unknown): TestingModuleBuilder;
    useClass(value: unknown): TestingModuleBuilder;
    useFactory(value: unknown): TestingModuleBuilder;
  }
  export class TestingModuleBuilder {
    overrideProvider(token: unknown): Override;
    overrideGuard(token: unknown): Override;
    overrideInterceptor(token: unknown): Override;
    overridePipe(token: unknown): Override;
    overrideFilter(token: unknown): Override;
    useMocker(mocker: unknown): TestingModuleBuilder;
    compile(): Promise<TestingModule>;
  }
  export class TestingModule implements INestApplicationContext {
    get<T>(token: new (...args: unknown[]) => T, options?: unknown): T;
    resolve<T>(token: new (...args: unknown[]) => T, context?: unknown): Promise<T>;
    createNestApplication(adapter?: unknown, options?: unknown): INestApplication;
  }
  export class Test {
    static createTestingModule(metadata: unknown): TestingModuleBuilder;
  }
}
declare namespace Express {
  interface Request {}
  interface Response {}
  interface Application {}
}
declare module 'express-serve-static-core' {
  export interface Request extends Express.Request {
    app: Application;
  }
  export interface Response extends Express.Response {
    app: Application;
    req: Request;
    json(body?: unknown): this;
    send(body?: unknown): this;
    status(code: number): this;
  }
  export type NextFunction = (error?: unknown) => void;
  export type RequestHandler = (
    request: Request,
    response: Response,
    next: NextFunction,
  ) => unknown;
  export interface Router {
    all(path: unknown, ...handlers: RequestHandler[]): this;
    delete(path: unknown, ...handlers: RequestHandler[]): this;
    get(path: unknown, ...handlers: RequestHandler[]): this;
    patch(path: unknown, ...handlers: RequestHandler[]): this;
    post(path: unknown, ...handlers: RequestHandler[]): this;
    put(path: unknown, ...handlers: RequestHandler[]): this;
    use(...handlers: RequestHandler[]): this;
    use(path: unknown, ...handlers: RequestHandler[]): this;
  }
  export interface Application extends Router, Express.Application {}
}
declare module 'express' {
  import * as core from 'express-serve-static-core';
  export interface Request extends core.Request {}
  export interface Response extends core.Response {}
  export type NextFunction = core.NextFunction;
  export type RequestHandler = core.RequestHandler;
  export interface Application extends core.Application {}
  export interface Express extends core.Application {}
  export function Router(options?: unknown): core.Router;
  export default function express(): core.Application;
}
declare module 'fastify' {
  export interface FastifyRequest {
    server: FastifyInstance;
  }
  export interface FastifyReply {
    request: FastifyRequest;
    server: FastifyInstance;
    code(status: number): FastifyReply;
    status(status: number): FastifyReply;
    header(name: string, value: unknown): FastifyReply;
    type(type: string): FastifyReply;
    send(payload?: unknown): FastifyReply;
  }
  type Handler = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => unknown;
  type Hook = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => unknown;
  export interface FastifyInstance {
    addHook(name: string, hook: Hook): FastifyInstance;
    delete(path: string, handler: Handler): FastifyInstance;
    get(path: string, handler: Handler): FastifyInstance;
    patch(path: string, handler: Handler): FastifyInstance;
    post(path: string, handler: Handler): FastifyInstance;
    put(path: string, handler: Handler): FastifyInstance;
    register(plugin: (instance: FastifyInstance) => unknown, options?: unknown): FastifyInstance;
    route(options: { handler: Handler }): FastifyInstance;
  }
  export default function fastify(options?: unknown): FastifyInstance;
}
