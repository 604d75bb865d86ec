import { inputJsonSchema, outputJsonSchema } from '../tools/json-schema.ts';
import { CATALOG } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';

/** The address of `retrieve` that retrieval pipelines know. */
export const RETRIEVE_PATH = '/internal/rag/retrieve';

const PROBLEM = {
  type: 'object',
  required: ['status', 'title', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    title: { type: 'string' },
    code: { type: 'string' },
    detail: { type: 'string' },
    hint: { type: 'string' },
    details: { type: 'object' },
  },
};

const refused = {
  description: 'The request was refused or failed.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Returns the OpenAPI 3.1 document of the HTTP interface, made from the tools' own schemas. */
export function openApiDocument(tools: readonly Tool[], version: string): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Graph Memory', version },
    security: [{ token: [] }],
    paths: Object.fromEntries([
      ...tools.map((tool) => [`/api/tools/${tool.name}`, { post: operation(tool) }] as const),
      ...tools
        .filter(({ name }) => name === 'retrieve')
        .map((tool) => [RETRIEVE_PATH, { post: operation(tool, 'ragRetrieve') }] as const),
      ['/api/tools', { get: simple('listTools', 'Lists the tools.', 'application/json') }],
      [
        '/api/events',
        { get: simple('events', 'Streams index progress and changes.', 'text/event-stream') },
      ],
      [
        '/healthz',
        {
          get: {
            ...simple('health', 'Tells that the server runs.', 'application/json'),
            security: [],
          },
        },
      ],
      [
        '/metrics',
        { get: simple('metrics', 'Metrics in the Prometheus text format.', 'text/plain') },
      ],
    ]),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM },
    },
  };
}

function operation(tool: Tool, operationId = tool.name): object {
  return {
    operationId,
    summary: tool.title,
    description: tool.description,
    ...(CATALOG.stateOf(tool) === 'deprecated' ? { deprecated: true } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: inputJsonSchema(tool) } },
    },
    responses: {
      200: {
        description: 'The answer, as data or, with `Accept: text/plain`, as text.',
        content: {
          'application/json': { schema: outputJsonSchema(tool) },
          'text/plain': { schema: { type: 'string' } },
        },
      },
      default: refused,
    },
  };
}

function simple(operationId: string, summary: string, type: string): object {
  const answer = { description: summary, content: { [type]: {} } };
  return { operationId, summary, responses: { 200: answer, default: refused } };
}
