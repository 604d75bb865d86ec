import { createMcpHandler } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { once } from '../base/once.ts';
import { mcpFactory, PROJECTS_KEY } from '../mcp/server.ts';
import { visible } from '../tools/answer/display.ts';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import { answerText } from '../tools/call.ts';
import { toolListing } from '../tools/json-schema.ts';
import { CATALOG } from '../tools/registry.ts';
import type { Access } from './access.ts';
import { eventStream } from './event-stream.ts';
import { guardRequests } from './guard.ts';
import { readJson } from './json-body.ts';
import { limitedLog } from './limited-log.ts';
import { openApiDocument, RETRIEVE_PATH } from './openapi.ts';
import type { AppEnv, HttpOptions } from './options.ts';
import { pageResponse } from './page.ts';
import { type Problem, problemOf, problemResponse } from './problem.ts';

const ALL_TOOLS = CATALOG.all();

/**
 * Creates the HTTP interface: MCP at `/mcp`, every tool at `/api/tools/<name>`, events, metrics,
 * and the web page. Needs no socket.
 */
export function createApp(options: HttpOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  // Made once: a client can request them thousands of times on one connection.
  const listing = once(() => JSON.stringify({ tools: ALL_TOOLS.map(toolListing) }));
  const description = once(() => JSON.stringify(openApiDocument(ALL_TOOLS, options.version)));
  const json = { 'content-type': 'application/json' };
  guardRequests(app, options);
  app.get('/healthz', (c) => c.json({ status: 'ok', version: options.version }));
  app.all('/mcp', mcpEndpoint(options));
  app.get('/api/tools', (c) => c.body(listing(), 200, json));
  app.get('/api/openapi.json', (c) => c.body(description(), 200, json));
  app.post('/api/tools/:name', (c) =>
    answerTool(options, c.req.param('name'), c.req.raw, c.get('access')),
  );
  app.post(RETRIEVE_PATH, (c) =>
    answerTool(options, 'retrieve', c.req.raw, c.get('access'), inputOfPipeline),
  );
  app.get('/api/events', (c) => eventStream(options.events, c.get('access'), c.req.raw.signal));
  app.get('/metrics', (c) => metricsResponse(options, c.get('access')));
  app.get('*', (c) => pageResponse(options.page, c.req.path) ?? problemResponse(NOT_FOUND));
  app.notFound(() => problemResponse(NOT_FOUND));
  app.onError((error) => problemResponse(problemOf(options.service.report(error))));
  return app;
}

const NOT_FOUND: Problem = {
  status: 404,
  title: 'Not Found',
  code: 'NOT_FOUND',
  detail: 'there is nothing at this address',
  hint: 'GET /api/openapi.json lists the addresses.',
};

/** Calls a tool with the JSON object of the body. Answers with data, or with text if asked for it. */
async function answerTool(
  { service }: HttpOptions,
  name: string,
  request: Request,
  { projects }: Access,
  inputOf = (body: JsonBody) => body,
): Promise<Response> {
  const tool = CATALOG.find(name);
  if (tool === undefined) {
    const detail = visible(CATALOG.unknownText(name));
    return problemResponse({ ...NOT_FOUND, detail, hint: 'GET /api/tools lists the tools.' });
  }
  const body = await readJson(request);
  if ('problem' in body) return problemResponse(body.problem);
  const isText = /^text\/plain\b/.test(request.headers.get('accept') ?? '');
  const { answer, notices } = await service.call({
    tool,
    input: inputOf(body.value),
    projects,
    channel: isText ? 'text' : 'data',
  });
  const notes = notices.map(visible);
  if (!isText) {
    return Response.json({ ...answer.structured, notes: [...answer.notes, ...notes] });
  }
  const text = [answerText(answer), ...notes.map((note) => `note: ${note}`)].join('\n');
  return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

type JsonBody = Readonly<Record<string, unknown>>;

/** Pipelines name the index that they ask by a session. */
function inputOfPipeline({ rag_session_id: session, ...rest }: JsonBody): JsonBody {
  return session === undefined ? rest : { project: session, ...rest };
}

async function metricsResponse(options: HttpOptions, { projects }: Access): Promise<Response> {
  const workspace = await options.service.workspace();
  const statuses = workspace.projects
    .filter(({ name }) => projects?.has(name) ?? true)
    .map((project) => project.status());
  const text = options.metrics.print(statuses, options.now(), options.memoryBytes());
  return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4' } });
}

/** As over stdio. */
const BODY_BYTES_MAX = 10 * 1024 * 1024;

/** Returns the handler of MCP over Streamable HTTP, for clients of both protocol eras. */
function mcpEndpoint(options: HttpOptions): (c: Context<AppEnv>) => Promise<Response> {
  const log = limitedLog(options.log, options.now);
  const onerror = (error: Error) => log(`protocol: ${outgoingMessage(error.message)}`);
  const handler = createMcpHandler(mcpFactory({ ...options, log }), {
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror,
  });
  return (c) => {
    const extra = { [PROJECTS_KEY]: c.get('access').projects };
    // The SDK only hands these on; the token itself is needed no more.
    const authInfo = { token: '', clientId: 'graph-memory', scopes: [], extra };
    return handler.fetch(c.req.raw, { authInfo });
  };
}
